#pragma once

#include <taut/layout.hpp>
#include <taut/range.hpp>

#include "numeric/panel.hpp"
#include "numeric/vector.hpp"

namespace taut::data {

using numeric::Index;
using numeric::Pack;
using numeric::pack_width;
using numeric::Panel;

constexpr Index packs(Index observations) { return (observations + pack_width - 1) / pack_width; }

/// Views of the arrays of observations in a block of memory that somebody else owns.
template <class Scalar>
class ObservationArrays {
 public:
  ObservationArrays(Scalar* memory, const Layout::Observations& layout, const Layout::Sizes& sizes)
      : memory_(memory), layout_(layout), inputs_(sizes.inputs), capacity_(sizes.observations) {}

  Index dimension() const { return inputs_; }
  Index capacity() const { return capacity_; }

  /// Observations by packs. Inputs, in [0, 1], are panels with a row per input.
  Panel<Scalar> inputs(Index pack) const {
    const Index entries = Panel<Scalar>::entries(inputs_);
    return {numeric::slice(all_inputs(), pack * entries, entries), inputs_};
  }
  etl::span<Scalar> all_inputs() const { return view(layout_.inputs); }
  /// Whether two observations were made at the same settings, bit by bit.
  bool same_settings(Index one, Index other) const {
    Index d = 0;
    while (d < inputs_ &&
           inputs(one / pack_width).row(d)[one % pack_width] == inputs(other / pack_width).row(d)[other % pack_width]) {
      ++d;
    }
    return d == inputs_;
  }
  Eigen::Map<Pack<Scalar>> outputs(Index pack) const { return row(layout_.outputs, pack); }
  etl::span<Scalar> all_outputs() const { return view(layout_.outputs); }

  /// Of known noise: one over the variance of each observation.
  Eigen::Map<Pack<Scalar>> known_precision(Index pack) const { return row(layout_.known_precision, pack); }

  /// The range of an input in the user's unit.
  Range<Scalar> range(Index input) const {
    const Scalar* const numbers = memory_ + layout_.ranges.first + 4 * input;
    return {numbers[0], numbers[1], numbers[2] > 0 ? Scale::logarithmic : Scale::linear, numbers[3]};
  }
  void set_range(Index input, const Range<Scalar>& range) const {
    Scalar* const numbers = memory_ + layout_.ranges.first + 4 * input;
    numbers[0] = range.lowest;
    numbers[1] = range.highest;
    numbers[2] = range.scale == Scale::logarithmic ? Scalar(1) : Scalar(0);
    numbers[3] = range.step;
  }
  /// All of them as they are kept, scalars only.
  etl::span<Scalar> all_ranges() const { return view(layout_.ranges); }

 private:
  etl::span<Scalar> view(const Layout::Part& part) const {
    return {memory_ + part.first, static_cast<std::size_t>(part.count)};
  }
  Eigen::Map<Pack<Scalar>> row(const Layout::Part& part, Index pack) const {
    return Eigen::Map<Pack<Scalar>>(memory_ + part.first + pack * pack_width);
  }

  Scalar* memory_;
  Layout::Observations layout_;
  Index inputs_;
  Index capacity_;
};

static_assert(Layout::pack == pack_width);

}  // namespace taut::data
