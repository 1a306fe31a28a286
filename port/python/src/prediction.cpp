#include "prediction.hpp"

namespace python {

Prediction columns_of(const std::vector<taut::Prediction<float>>& predictions, const Numbers& settings) {
  const std::vector<std::size_t> shape(settings.shape.begin(), settings.shape.end() - 1);
  const auto column = [&](float taut::Prediction<float>::*member) {
    std::vector<double> values;
    values.reserve(predictions.size());
    for (const taut::Prediction<float>& prediction : predictions) {
      values.push_back(static_cast<double>(prediction.*member));
    }
    return array_of(std::move(values), shape);
  };
  using One = taut::Prediction<float>;
  return {column(&One::value), column(&One::deviation), column(&One::log_scale), column(&One::log_scale_deviation)};
}

}  // namespace python
