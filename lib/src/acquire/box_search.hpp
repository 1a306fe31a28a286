#pragma once

#include <taut/random.hpp>
#include <taut/status.hpp>

#include <algorithm>
#include <array>

#include "acquire/shortlist.hpp"
#include "model/matern.hpp"
#include "numeric/bounded_lbfgs.hpp"
#include "numeric/low_discrepancy.hpp"

namespace taut::acquire {

using model::Pack;
using model::pack_width;
using model::Panel;
using model::Points;

template <class Scalar>
struct BoxSearchSettings {
  /// Points evaluated before any is improved; at least 1, rounded up to whole packs.
  Index candidates = 0;  // no default: see `frugal`

  /// Candidates that are improved, at least 1, shared by the functions if there are several. Eight are improved side by
  /// side, so multiples of 8 waste nothing.
  Index starts = 0;  // likewise

  /// How many of each pack of candidates, 0 to 8, lie near anchors if there are any; the others cover the box evenly.
  /// The anchors themselves come first.
  Index near = 4;

  /// Candidates that differ by less in the root mean square of their coordinates are taken for one. At least 0.
  Scalar separation = Scalar(0.2);

  /// Evaluations that improve one candidate: at least 1.
  Index evaluations = 50;

  /// Curvature pairs that each improvement remembers, at least 1.
  Index history = 5;

  /// Improvement ends when an iteration gains less than this fraction of the value's magnitude (of 1, if that is
  /// larger), or when no coordinate of the gradient is larger than this. At least 0.
  Scalar tolerance = Scalar(1e-4);

  /// What a microcontroller can afford. Starts count for more than candidates: what tells the maxima of a smooth
  /// function of many inputs apart is not visible before the climb.
  static constexpr BoxSearchSettings frugal(Index inputs) {
    return {.candidates = 56 * inputs, .starts = (4 * inputs + 7) / 8 * 8};
  }
};

/// Maximises a smooth function with many maxima over the unit cube, or up to eight such functions together: evaluates
/// many points cheaply, then climbs from the best of them by bounded L-BFGS, eight at a time. It never calls a
/// function:
///
///     search.begin(memory, inputs, functions, anchors, settings, seed);
///     while (!search.done()) {
///       // evaluate search.points(memory): values, and search.gradient(memory) if search.wants_gradient()
///       search.advance(memory, anchors, values);
///     }
///
/// so that each `advance` costs one evaluation of a pack and O(history · inputs + starts · inputs) more per point.
/// Several functions have the candidates in common; of the climbs, lane w of a pack is for function w modulo their
/// number.
/// Anchors are points that may be good, where the maximum would be hard to find without; there may be none.
///
/// All vectors live in one span of the caller's, passed with each call. The object keeps no pointer, so the bytes of
/// the two are a complete checkpoint.
template <class Scalar>
class BoxSearch {
 public:
  using Span = etl::span<Scalar>;
  using ConstSpan = etl::span<const Scalar>;
  using Settings = BoxSearchSettings<Scalar>;
  using Lbfgs = numeric::BoundedLbfgs<Scalar>;

  /// How many scalars of memory a search needs.
  static constexpr Index memory(Index inputs, const Settings& settings) {
    return 2 * Panel<Scalar>::entries(inputs) + vectors * inputs + lists(inputs, settings) +
           pack_width * Lbfgs::memory(inputs, settings.history);
  }

  /// `wrong_size` (inputs not 1 to 64, a count below its least) or `out_of_range` (separation, tolerance or near), if
  /// no search can have these.
  static Status check(Index inputs, const Settings& settings);

  /// Fails as `check` does, and with `wrong_size` (functions not 1 to 8, too little memory, anchors of another size).
  /// The same seed gives the same search.
  Status begin(Span memory, Index inputs, Index functions, const Points<Scalar>& anchors, const Settings& settings,
               std::uint64_t seed);

  /// Where to evaluate next: a row per input, every coordinate in [0, 1].
  Panel<Scalar> points(Span memory) const { return {memory, inputs_}; }

  /// Whether the next `advance` looks at the gradient, and where it then expects it: a row per input.
  bool wants_gradient() const { return climbing_; }
  Panel<Scalar> gradient(Span memory) const { return {numeric::slice(memory, panel(), panel()), inputs_}; }

  /// Consumes the values at `points`, each of its lane's function. They may be anything, NaN included.
  void advance(Span memory, const Points<Scalar>& anchors, const Pack<Scalar>& values);
  /// The same without gradient, for several functions: a row for each of them.
  void advance(Span memory, const Points<Scalar>& anchors, Panel<const Scalar> values);

  bool done() const { return done_; }

  /// The highest point of a function so far, and its value. Before there is a finite one: some point of the box, minus
  /// infinity.
  ConstSpan best(ConstSpan memory, Index function = 0) const { return vector(memory, highest + function); }
  Scalar best_value(Index function = 0) const { return best_values_[static_cast<std::size_t>(function)]; }

  /// Packs evaluated so far, with and without gradient.
  Index evaluations() const { return evaluations_; }

 private:
  // In memory: two panels, these vectors with one of `highest` per function, the shortlists, and what each climber
  // needs.
  static constexpr Index point = 0;
  static constexpr Index lower = 1;
  static constexpr Index upper = 2;
  static constexpr Index highest = 3;
  static constexpr Index vectors = highest + pack_width;

  // Of all shortlists together; each has room for one point at least.
  static constexpr Index lists(Index inputs, const Settings& settings) {
    return Shortlist<Scalar>::memory(inputs, settings.starts > pack_width ? settings.starts : pack_width);
  }
  Index panel() const { return Panel<Scalar>::entries(inputs_); }
  template <class Element>
  etl::span<Element> vector(etl::span<Element> memory, Index which) const {
    return numeric::slice(memory, 2 * panel() + which * inputs_, inputs_);
  }
  Span list(Span memory, Index function) const {
    const Index size = Shortlist<Scalar>::memory(inputs_, starts_);
    return numeric::slice(memory, 2 * panel() + vectors * inputs_ + function * size, size);
  }
  Span climber(Span memory, Index w) const {
    const Index size = Lbfgs::memory(inputs_, settings_.history);
    return numeric::slice(memory, 2 * panel() + vectors * inputs_ + lists(inputs_, settings_) + w * size, size);
  }

  bool climbs() const {
    return std::any_of(active_.begin(), active_.end(), [](bool active) { return active; });
  }
  void place_candidates(Span memory, const Points<Scalar>& anchors);
  void begin_climbing(Span memory);
  void start_climber(Span memory, Index w);
  void climb(Span memory, Index w, Scalar value);
  void improve_best(Span memory, Index function, Scalar value, ConstSpan place);

  Settings settings_{};
  Random random_{};
  numeric::LowDiscrepancy even_{};
  std::array<Shortlist<Scalar>, pack_width> shortlists_{};
  std::array<Lbfgs, pack_width> climbers_{};
  std::array<Index, pack_width> started_{};  // climbs of each function
  std::array<Scalar, pack_width> best_values_{};
  std::array<bool, pack_width> active_{};
  Index inputs_ = 0;
  Index functions_ = 1;
  Index starts_ = 0;     // of each function
  Index evaluated_ = 0;  // candidates
  Index evaluations_ = 0;
  std::uint32_t next_even_ = 0;
  bool climbing_ = false;
  bool done_ = true;
};

}  // namespace taut::acquire
