#pragma once

#include <taut/random.hpp>
#include <taut/status.hpp>

#include <array>
#include <limits>

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

  /// Candidates that are improved, at least 1. Eight are improved side by side, so multiples of 8 waste nothing.
  Index starts = 0;  // likewise

  /// How many of each pack of candidates, 0 to 8, lie near anchors if there are any; the others cover the box evenly.
  Index near = 1;

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
    return {.candidates = 64 * inputs, .starts = (4 * inputs + 7) / 8 * 8};
  }

  /// What published desktop software spends: max(5000, 1000 inputs) candidates, 10 inputs starts (Picheny et al. 2022).
  static constexpr BoxSearchSettings lavish(Index inputs) {
    return {.candidates = inputs > 5 ? 1000 * inputs : 5000, .starts = 10 * inputs};
  }
};

/// Maximises a smooth function with many maxima over the unit cube: evaluates many points cheaply, then climbs from the
/// best of them by bounded L-BFGS, eight at a time. It never calls the function:
///
///     search.begin(memory, inputs, anchors, settings, seed);
///     while (!search.done()) {
///       // evaluate search.points(memory): values, and search.gradient(memory) if search.wants_gradient()
///       search.advance(memory, anchors, values);
///     }
///
/// so that each `advance` costs one evaluation of a pack and O(history · inputs + starts · inputs) more per point.
/// Anchors are points known to be good, such as the best ones measured; there may be none.
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
    return 2 * Panel<Scalar>::entries(inputs) + vectors * inputs + Shortlist<Scalar>::memory(inputs, settings.starts) +
           pack_width * Lbfgs::memory(inputs, settings.history);
  }

  /// Fails with `wrong_size` (inputs not 1 to 64, too little memory, anchors of another size, a count below its least)
  /// or `out_of_range` (separation, tolerance or near). The same seed gives the same search.
  Status begin(Span memory, Index inputs, const Points<Scalar>& anchors, const Settings& settings, std::uint64_t seed);

  /// Where to evaluate next: a row per input, every coordinate in [0, 1].
  Panel<Scalar> points(Span memory) const { return {memory, inputs_}; }

  /// Whether the next `advance` looks at the gradient, and where it then expects it: a row per input.
  bool wants_gradient() const { return climbing_; }
  Panel<Scalar> gradient(Span memory) const { return {numeric::slice(memory, panel(), panel()), inputs_}; }

  /// Consumes the values at `points`. They may be anything, NaN included.
  void advance(Span memory, const Points<Scalar>& anchors, const Pack<Scalar>& values);

  bool done() const { return done_; }

  /// The highest point so far, and its value. Before there is a finite one: some point of the box, minus infinity.
  ConstSpan best(ConstSpan memory) const { return vector(memory, highest); }
  Scalar best_value() const { return best_value_; }

  /// Packs evaluated so far, with and without gradient.
  Index evaluations() const { return evaluations_; }

 private:
  // In memory: two panels, these vectors, the shortlist, and what each climber needs.
  enum Vector : std::uint8_t { highest, point, lower, upper, vectors };

  Index panel() const { return Panel<Scalar>::entries(inputs_); }
  template <class Element>
  etl::span<Element> vector(etl::span<Element> memory, Vector which) const {
    return numeric::slice(memory, 2 * panel() + which * inputs_, inputs_);
  }
  Span list(Span memory) const {
    return numeric::slice(memory, 2 * panel() + vectors * inputs_,
                          Shortlist<Scalar>::memory(inputs_, settings_.starts));
  }
  Span climber(Span memory, Index w) const {
    const Index size = Lbfgs::memory(inputs_, settings_.history);
    const Index first = 2 * panel() + vectors * inputs_ + Shortlist<Scalar>::memory(inputs_, settings_.starts);
    return numeric::slice(memory, first + w * size, size);
  }

  void place_candidates(Span memory, const Points<Scalar>& anchors);
  void begin_climbing(Span memory);
  void start_climber(Span memory, Index w);
  void climb(Span memory, Index w, Scalar value);
  void improve_best(Span memory, Scalar value, ConstSpan place);

  Settings settings_{};
  Random random_{};
  numeric::LowDiscrepancy even_{};
  Shortlist<Scalar> shortlist_{};
  std::array<Lbfgs, pack_width> climbers_{};
  std::array<bool, pack_width> active_{};
  Index inputs_ = 0;
  Index evaluated_ = 0;  // candidates
  Index evaluations_ = 0;
  Index started_ = 0;
  std::uint32_t next_even_ = 0;
  Scalar best_value_ = -std::numeric_limits<Scalar>::infinity();
  bool climbing_ = false;
  bool done_ = true;
};

}  // namespace taut::acquire
