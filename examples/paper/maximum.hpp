#pragma once

#include <etl/span.h>
#include <taut/range.hpp>

#include <functional>

namespace paper {

/// The largest value of a smooth function, from a look at thousands of places all over the ranges and climbs from the
/// best of them.
double maximum(etl::span<const taut::Range<float>> ranges,
               const std::function<double(etl::span<const float>)>& function);

}  // namespace paper
