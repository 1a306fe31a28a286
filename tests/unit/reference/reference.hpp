#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "check.hpp"
#include "numeric/floating_point.hpp"

template <class Number>
inline constexpr Number infinite = std::numeric_limits<Number>::infinity();

/// A true value at `argument`: the number nearest to it, and the rest in 1/256 of the spacing of numbers there.
template <class Number>
struct Reference {
  Number argument;
  Number nearest;
  std::int8_t rest;
};

/// The spacing of numbers, in the parts that errors are counted in.
inline constexpr std::int64_t ulp = 256;
inline constexpr std::int64_t hopeless = std::numeric_limits<std::int32_t>::max();

/// Position of a number among all of them, in order of size.
inline std::int64_t position(Scalar number) {
  const auto size = static_cast<std::int64_t>(taut::numeric::to_bits(taut::numeric::magnitude(number)));
  return number < Scalar(0) ? -size : size;
}

/// Error of `actual` in parts of an ulp. Counted in steps from number to number: a step below a power of two, where the
/// spacing halves, counts as a whole one. Infinities and NaN have no error where they are expected.
inline std::int64_t error_in_parts(Scalar actual, const Reference<Scalar>& expected) {
  if (actual == expected.nearest && actual * Scalar(0) != Scalar(0)) {
    return 0;
  }
  const std::int64_t steps = position(actual) - position(expected.nearest);
  if (actual != actual || steps > 1000 || steps < -1000) {
    return hopeless;
  }
  const std::int64_t error = ulp * steps - expected.rest;
  return error < 0 ? -error : error;
}

/// The largest error of `function` over a table, in parts of an ulp.
template <std::size_t count, class Function>
std::int64_t worst_error(const Reference<Scalar> (&table)[count], Function function) {
  static_assert(count > 50);
  std::int64_t worst = 0;
  for (const Reference<Scalar>& expected : table) {
    const std::int64_t error = error_in_parts(function(expected.argument), expected);
    worst = error > worst ? error : worst;
  }
  return worst;
}

/// The limit is in parts: 3 * ulp.
#define CHECK_ERROR(limit, table, function) TEST_ASSERT_LESS_OR_EQUAL_INT64(limit, worst_error(table, function))
