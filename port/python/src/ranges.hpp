#pragma once

#include <nanobind/nanobind.h>
#include <taut/limits.hpp>
#include <taut/range.hpp>

#include <cstdint>
#include <vector>

namespace python {

/// Ranges of Python: each a Range, or a pair of numbers.
std::vector<taut::Range<float>> ranges_of(nanobind::handle ranges);

inline etl::span<const taut::Range<float>> span_of(const std::vector<taut::Range<float>>& ranges) {
  return {ranges.data(), ranges.size()};
}

/// Refuses limits that are outside their ranges, or too large for this program, and names the first of these.
void require_affordable(const taut::Limits& limits);

}  // namespace python
