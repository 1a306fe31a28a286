#pragma once

#include <etl/span.h>

#include <cstdint>

#include "numeric/index.hpp"

namespace taut::tuner {

using numeric::Index;

/// Readings of a verification, at most: of so many the bound is found within one slice.
inline constexpr std::size_t most_verified = 10000;

/// A lower bound of a quantile by independent readings: the one of this rank among them, from the smallest, lies below
/// the quantile with this probability, whatever their distribution.
struct OrderBound {
  Index rank = 0;  ///< 0 if even the smallest reading is no bound.
  float confidence = 0;
};

/// That of the largest rank with a confidence of 0.95 or more. Of at most `most_verified` readings.
OrderBound order_bound(Index readings, float level);

/// A verification: as many readings at one setting as were wanted, of which the smallest are kept in memory of the
/// caller's, in order.
template <class Scalar>
class Verification {
 public:
  /// The memory must have room for as many as the rank.
  void begin(Index readings, const OrderBound& bound);

  bool open() const { return told_ < wanted_; }
  bool done() const { return wanted_ > 0 && told_ == wanted_; }
  Index wanted() const { return wanted_; }
  Index left() const { return wanted_ - told_; }

  void add(etl::span<Scalar> memory, Scalar reading);

  /// When done.
  Scalar bound() const { return bound_; }
  float confidence() const { return confidence_; }

  /// Whether this is what may have come about, with what the memory holds: of bytes that came from outside.
  bool valid(etl::span<const Scalar> memory) const;

 private:
  std::int32_t wanted_ = 0;
  std::int32_t told_ = 0;
  std::int32_t rank_ = 0;
  float confidence_ = 0;
  Scalar bound_ = 0;
};

}  // namespace taut::tuner
