#pragma once

#include <taut/random.hpp>
#include <taut/strategy.hpp>

#include "acquire/gibbon_search.hpp"
#include "acquire/maximum_sweep.hpp"
#include "acquire/path_search.hpp"

namespace taut::acquire {

using taut::Strategy;

template <class Scalar>
struct ProposalSettings {
  Strategy strategy = Strategy::thompson;
  Index batch = 1;                     ///< Points wanted; 1 or more.
  Index features = 256;                ///< Of paths, 1 or more; halved if there are those of the scale, too.
  BoxSearchSettings<Scalar> search{};  ///< For each point; for eight paths together.

  /// Paths of g + deviations · exp(h) instead of g: for the mean with its noise scale, a quantile of normal noise.
  Scalar deviations = 0;

  Index maxima = 10;           ///< Samples of the maximum that Q-GIBBON uses, 1 or more.
  Index maximum_points = 256;  ///< Points that they come from, 1 or more.

  /// Of Q-GIBBON. Its repulsion is weaker than derived: in whole runs (`bench_loop gibbon`) batches of 50 then crowd
  /// enough to find the maximum, and those of 10 do no worse.
  GibbonSettings<Scalar> gibbon{.repulsion = Scalar(0.1)};

  /// No two points of a batch are closer, in the root mean square of their coordinates in the unit box; 0 or more, and
  /// well below the batch's share of the box.
  Scalar spacing = Scalar(1e-3);
};

/// The next batch of points to measure: with Thompson sampling eight at a time, by paths that share their features,
/// else one after the other. Without observations it is an even design.
///
/// Vectors live in one span of the caller's, passed with each call together with the model, which must not change
/// meanwhile, and the anchors (see `BoxSearch`). Keeps no pointer: with that span its bytes are a checkpoint.
template <class Scalar>
class Proposal {
 public:
  using Span = etl::span<Scalar>;
  using ConstSpan = etl::span<const Scalar>;
  using Settings = ProposalSettings<Scalar>;

  /// How many scalars of memory are needed, for as many inducing points as there may be.
  static constexpr Index memory(Index inputs, Index inducing, const Settings& settings) {
    const Index functions = settings.deviations != 0 ? 2 : 1;
    const Index paths =
        functions * PathStorage<Scalar>::scalars(inputs, features_of_each(settings, functions), inducing);
    const Index slopes = settings.deviations != 0 ? Panel<Scalar>::entries(scale_rows(inputs)) : 0;
    const Index gibbon = GibbonStorage<Scalar>::scalars({inputs, inducing, settings.batch, settings.maxima}) +
                         MaximumSweep<Scalar>::memory(inputs, inducing) + settings.maxima;
    Index work = Improvement<Scalar>::memory(inducing);
    if (settings.strategy == Strategy::thompson) {
      work = paths + slopes;
    } else if (settings.strategy == Strategy::gibbon) {
      work = gibbon;
    }
    return settings.batch * inputs + BoxSearch<Scalar>::memory(inputs, settings.search) + work;
  }

  /// Fails with `wrong_size` (a count below its least, too little memory, anchors of another size), `not_finite` or
  /// `out_of_range` (other settings). `best` is what an improvement exceeds. The same random stream gives the same
  /// batch.
  Status begin(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
               const Points<Scalar>& anchors, const Settings& settings, const Random& random, Scalar best = 0);

  /// One bounded unit of work.
  void advance(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
               const Points<Scalar>& anchors);

  bool done() const { return stage_ == Stage::done; }

  /// Points found so far, in [0, 1] of every input, distinct.
  Index count() const { return count_; }
  ConstSpan point(ConstSpan memory, Index i) const { return numeric::slice(memory, i * inputs_, inputs_); }

 private:
  enum class Stage : std::uint8_t { design, draw, draw_scale, sweep, scale, search, accept, choose, done };

  static constexpr Index features_of_each(const Settings& settings, Index functions) {
    return (settings.features + functions - 1) / functions;
  }
  // Of paths of the scale: values of all of them, or slopes and the value of each lane's.
  static constexpr Index scale_rows(Index inputs) { return inputs + 1 > pack_width ? inputs + 1 : pack_width; }

  Span searching(Span memory) const;
  Span work(Span memory) const;
  PathStorage<Scalar> path(Span memory, Which which, Index active) const;
  GibbonStorage<Scalar> batch(Span memory, Index active) const;
  void begin_point(Span memory, const Points<Scalar>& anchors);
  void sweep(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
             const Points<Scalar>& anchors);
  void search(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
              const Points<Scalar>& anchors);
  Panel<Scalar> scale_found(Span memory, Index active) const;
  void follow_scale(Span memory, const Workspace<Scalar>& workspace);
  void follow_path(Span memory, const Workspace<Scalar>& workspace, const Points<Scalar>& anchors);
  void begin_search(Span memory, const Points<Scalar>& anchors);
  void accept(Span memory, const Points<Scalar>& anchors);
  void set_aside(Span memory, ConstSpan found);
  bool crowded(Span memory, ConstSpan place) const;
  Random stream(etl::string_view name) const { return random_.stream(name, static_cast<std::uint64_t>(count_)); }

  Settings settings_{};
  Random random_{};
  PathDrawing<Scalar> drawing_{};
  MaximumSweep<Scalar> sweep_{};
  Gibbon<Scalar> gibbon_{};
  BoxSearch<Scalar> search_{};
  Index inputs_ = 0;
  Index count_ = 0;
  Index together_ = 1;         // points that the present search is for
  Index accepted_ = 0;         // of them
  bool scale_varies_ = false;  // so that paths of it are needed; one that does not moves no maximum
  Scalar best_ = 0;
  Stage stage_ = Stage::done;
};

}  // namespace taut::acquire
