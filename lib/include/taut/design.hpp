#pragma once

#include <etl/expected.h>
#include <etl/span.h>
#include <taut/range.hpp>
#include <taut/status.hpp>

#include <cstddef>
#include <cstdint>

namespace taut {

/// A space-filling design: settings that cover the ranges of all knobs evenly, for a first look at an instrument. They
/// are scrambled Sobol' points. Every prefix of the sequence is spread evenly, so you can stop and continue anywhere.
template <class Scalar>
class Design {
 public:
  static constexpr std::size_t most_knobs = 64;  ///< The sequence has this many dimensions.

  /// A design over `ranges`, which must outlive it. Designs with different seeds are scrambled independently. Fails
  /// with `wrong_size` without a knob or with more than `most_knobs`, and with `not_finite` or `out_of_range` for a bad
  /// range.
  static etl::expected<Design, Status> over(const Ranges<Scalar>& ranges, std::uint64_t seed);

  /// Writes point number `index` (below 2³¹) of the design, one setting per knob. Fails with `wrong_size` unless
  /// `settings` has one element per knob, or with `out_of_range` for the index, and then leaves `settings` untouched.
  Status settings(std::uint32_t index, etl::span<Scalar> settings) const;

 private:
  Design(etl::span<const Range<Scalar>> ranges, std::uint64_t seed) : ranges_(ranges), seed_(seed) {}

  etl::span<const Range<Scalar>> ranges_;
  std::uint64_t seed_;
};

}  // namespace taut
