#pragma once

#include <etl/expected.h>
#include <etl/span.h>
#include <taut/range.hpp>
#include <taut/status.hpp>

#include <cstddef>
#include <cstdint>

namespace taut {

/// Settings that fill the ranges of all knobs evenly: scrambled Sobol' points, for a first look at an instrument.
/// Any prefix of the sequence is spread evenly, so it can be stopped and continued at any point.
template <class Scalar>
class Design {
 public:
  static constexpr std::size_t most_knobs = 64;  ///< The sequence has no more dimensions.

  /// A design over `ranges`, which must outlive it. Designs of different seeds are independently scrambled.
  /// Fails with `wrong_size` for no knob or more than `most_knobs`, `not_finite` or `out_of_range` for a bad range.
  static etl::expected<Design, Status> over(etl::span<const Range<Scalar>> ranges, std::uint64_t seed);

  /// Writes the settings numbered `index` (below 2³¹), one per knob. Fails with `wrong_size` unless `settings` has one
  /// place per knob, or `out_of_range` for the index; `settings` is then untouched.
  Status settings(std::uint32_t index, etl::span<Scalar> settings) const;

 private:
  Design(etl::span<const Range<Scalar>> ranges, std::uint64_t seed) : ranges_(ranges), seed_(seed) {}

  etl::span<const Range<Scalar>> ranges_;
  std::uint64_t seed_;
};

}  // namespace taut
