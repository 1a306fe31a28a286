#pragma once

#include <taut/model.hpp>

#include <vector>

#include "numbers.hpp"

namespace python {

/// What taut::Prediction holds, each as an array with a number for every row of settings.
struct Prediction {
  Array value;
  Array deviation;
  Array log_scale;
  Array log_scale_deviation;
};

/// Shaped as the settings were, without their last dimension.
Prediction columns_of(const std::vector<taut::Prediction<float>>& predictions, const Numbers& settings);

}  // namespace python
