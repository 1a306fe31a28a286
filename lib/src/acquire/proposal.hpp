#pragma once

#include <taut/random.hpp>
#include <taut/strategy.hpp>

#include "acquire/gibbon_search.hpp"
#include "acquire/improvement_search.hpp"
#include "acquire/path_search.hpp"

namespace taut::acquire {

using taut::Strategy;

template <class Scalar>
struct ProposalSettings {
  Strategy strategy = Strategy::thompson;
  Index batch = 1;                     ///< Points wanted; 1 or more.
  Index features = 256;                ///< Of paths, 1 or more; halved if there are those of the scale, too.
  BoxSearchSettings<Scalar> search{};  ///< For each point; for eight paths together.

  /// Paths of g + noise_multiplier · exp(h) instead of g: for the mean with its noise scale, a quantile of normal
  /// noise.
  Scalar noise_multiplier = 0;

  /// Whether the first of each eight of Thompson sampling's points is where the mean of the posterior is highest, or
  /// just beside another such point: the best setting there is if the model is right.
  bool mean_first = false;

  /// No two points of a batch are closer, in the root mean square of their coordinates in the unit box; 0 or more, and
  /// well below the batch's share of the box.
  Scalar spacing = Scalar(1e-3);
};

/// The next batch of points to measure: with Thompson sampling eight at a time, by paths that share their features,
/// else one after the other. Q-GIBBON begins with eight paths, too: their highest values are its samples of the
/// maximum, and where they have them is where the search for the batch begins. Without observations it is an even
/// design.
///
/// Vectors live in one span of the caller's, passed with each call together with the model, which must not change
/// meanwhile. Keeps no pointer: with that span its bytes are a checkpoint.
template <class Scalar>
class Proposal {
 public:
  using Span = etl::span<Scalar>;
  using ConstSpan = etl::span<const Scalar>;
  using Settings = ProposalSettings<Scalar>;

  /// How many scalars of memory are needed, for as many inducing points as there may be.
  static constexpr Index memory(Index inputs, Index inducing, const Settings& settings) {
    const Index functions = settings.noise_multiplier != 0 ? 2 : 1;
    const Index paths =
        functions * PathStorage<Scalar>::scalars(inputs, features_of_each(settings, functions), inducing);
    const Index slopes = settings.noise_multiplier != 0 ? Panel<Scalar>::entries(scale_rows(inputs)) : 0;
    const Index gibbon =
        GibbonStorage<Scalar>::scalars({inputs, inducing, settings.batch, pack_width}) + pack_width * inputs;
    Index work = Improvement<Scalar>::memory(inducing);
    if (settings.strategy == Strategy::thompson) {
      work = paths + slopes;
    } else if (settings.strategy == Strategy::gibbon) {
      work = gibbon > paths ? gibbon : paths;  // one after the other
    }
    return settings.batch * inputs + BoxSearch<Scalar>::memory(inputs, settings.search) + work;
  }

  /// Fails with `wrong_size` (a count below its least, too little memory), `not_finite` or `out_of_range` (other
  /// settings). `best` is what an improvement exceeds. The same random stream gives the same batch.
  Status begin(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
               const Settings& settings, const Random& random, Scalar best = 0);

  /// One bounded unit of work.
  void advance(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);

  bool done() const { return stage_ == Stage::done; }

  /// Points found so far, in [0, 1] of every input, distinct.
  Index count() const { return count_; }
  ConstSpan point(ConstSpan memory, Index i) const { return numeric::slice(memory, i * inputs_, inputs_); }

 private:
  enum class Stage : std::uint8_t { design, draw, draw_scale, scale, search, accept, choose, done };

  static constexpr Index features_of_each(const Settings& settings, Index functions) {
    return (settings.features + functions - 1) / functions;
  }
  // Of paths of the scale: values of all of them, or slopes and the value of each lane's.
  static constexpr Index scale_rows(Index inputs) { return inputs + 1 > pack_width ? inputs + 1 : pack_width; }

  Span searching(Span memory) const;
  Span work(Span memory) const;
  PathStorage<Scalar> path(Span memory, Which which, Index active) const;
  GibbonStorage<Scalar> batch(Span memory, Index active) const;
  /// Where Q-GIBBON's search begins: behind its batch. Other searches have no such points.
  Span tops(Span memory, Index active) const;
  Points<Scalar> anchors(Span memory, Index active) const;
  /// Whether the first of the present paths is the mean.
  bool mean_first() const { return settings_.mean_first && settings_.strategy == Strategy::thompson; }
  void begin_paths(Index together);
  void begin_next(Span memory, Index active);
  void begin_search(Span memory, Index active);
  void search(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  void begin_gibbon(Span memory, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem);
  Panel<Scalar> scale_found(Span memory, Index active) const;
  void evaluate_scale_paths(Span memory, const Workspace<Scalar>& workspace);
  void evaluate_paths(Span memory, const Workspace<Scalar>& workspace);
  void accept(Span memory, Index active);
  void place_apart(Span memory, ConstSpan found);
  bool crowded(Span memory, ConstSpan place) const;
  Random stream(etl::string_view name) const { return random_.stream(name, static_cast<std::uint64_t>(count_)); }

  Settings settings_{};
  Random random_{};
  PathDrawing<Scalar> drawing_{};
  Gibbon<Scalar> gibbon_{};
  BoxSearch<Scalar> search_{};
  Index inputs_ = 0;
  Index count_ = 0;
  Index together_ = 1;         // points that the present search is for
  bool on_paths_ = false;      // and whether it is for the highest points of paths
  Index accepted_ = 0;         // of them
  bool scale_varies_ = false;  // so that paths of it are needed; one that does not moves no maximum
  Scalar best_ = 0;
  Stage stage_ = Stage::done;
};

}  // namespace taut::acquire
