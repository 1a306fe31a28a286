#pragma once

#include "acquire/expected_improvement.hpp"
#include "acquire/gibbon.hpp"
#include "acquire/thompson.hpp"

namespace taut::acquire {

/// The next batch of points to measure: what a strategy finds, kept apart from each other, until there are enough. One
/// search serves all strategies in turn. Without observations the batch is an even design.
///
/// Vectors live in one span of the caller's, passed with each call together with the model, which must not change
/// meanwhile. Keeps no pointer: with that span its bytes are a checkpoint.
template <class Scalar>
class Proposal {
 public:
  using Span = etl::span<Scalar>;
  using ConstSpan = etl::span<const Scalar>;
  using Settings = ProposalSettings<Scalar>;

  Proposal() : thompson_() {}

  /// How many scalars of memory are needed, for as many inducing points as there may be.
  static constexpr Index memory(Index inputs, Index inducing, const Settings& settings) {
    return Layout(inputs, settings).strategy + strategy_memory(inputs, inducing, settings);
  }

  /// Of them, those that are not the strategy's own.
  static constexpr Index memory_besides(Index inputs, const Settings& settings) {
    return Layout(inputs, settings).strategy;
  }

  /// Fails with `wrong_size` (a count below its least, too little memory), `not_finite` or `out_of_range` (other
  /// settings). `best` is what an improvement exceeds. The same random stream gives the same batch.
  Status begin(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
               const Settings& settings, const Random& random, Scalar best = 0);

  /// One bounded unit of work; with constraints, by the other strategy.
  void advance(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
               const OtherStrategy<Scalar>* other = nullptr);

  bool done() const { return stage_ == Stage::done; }

  /// Points found so far, in [0, 1] of every input, distinct.
  Index count() const { return count_; }
  ConstSpan point(ConstSpan memory, Index i) const { return numeric::slice(memory, i * inputs_, inputs_); }

 private:
  static_assert(FindsPoints<Thompson<Scalar>, Scalar> && FindsPoints<Gibbon<Scalar>, Scalar> &&
                FindsPoints<ExpectedImprovement<Scalar>, Scalar>);

  enum class Stage : std::uint8_t { design, begin, look, accept, done };

  // In memory: the points, what the search needs, and what the strategy needs.
  struct Layout {
    Index search;    // where it begins
    Index strategy;  // likewise

    constexpr Layout(Index inputs, const Settings& settings)
        : search(settings.batch * inputs), strategy(search + BoxSearch<Scalar>::memory(inputs, settings.search)) {}
  };

  static constexpr Index strategy_memory(Index inputs, Index inducing, const Settings& settings) {
    switch (settings.strategy) {
      case Strategy::thompson:
        return Thompson<Scalar>::memory(inputs, inducing, settings);
      case Strategy::gibbon:
        return Gibbon<Scalar>::memory(inputs, inducing, settings);
      case Strategy::improvement:
        break;
    }
    return ExpectedImprovement<Scalar>::memory(inputs, inducing, settings);
  }

  void make_strategy();
  void begin_strategy(const BatchSoFar<Scalar>& batch);
  Index advance_strategy(const BatchSoFar<Scalar>& batch);
  void add_even_point(Span memory);
  void place_apart(Span memory, ConstSpan found);
  bool crowded(Span memory, ConstSpan place) const;

  Settings settings_{};
  Random random_{};
  union {  // only one is at work
    Thompson<Scalar> thompson_;
    Gibbon<Scalar> gibbon_;
    ExpectedImprovement<Scalar> improvement_;
  };
  BoxSearch<Scalar> search_{};
  Index inputs_ = 0;
  Index count_ = 0;
  Index found_ = 0;     // points, by the strategy
  Index accepted_ = 0;  // of them
  Scalar best_ = 0;
  Stage stage_ = Stage::done;
};

}  // namespace taut::acquire
