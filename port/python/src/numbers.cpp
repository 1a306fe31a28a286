#include "numbers.hpp"

#include <cmath>
#include <limits>

#include "refusal.hpp"

namespace nb = nanobind;

namespace python {

Numbers::Numbers(nb::handle anything) {
  const nb::object made = nb::module_::import_("numpy").attr("asarray")(anything, "float64", "C");
  const auto array = nb::cast<nb::ndarray<const double, nb::c_contig, nb::device::cpu>>(made);
  for (std::size_t i = 0; i < array.ndim(); ++i) {
    shape.push_back(array.shape(i));
  }
  values.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i) {
    values.push_back(single(array.data()[i]));
  }
}

std::size_t Numbers::rows(std::size_t columns) const {
  if (shape.empty() || shape.back() != columns) {
    refuse(taut::Status::wrong_size, "settings: " + std::to_string(columns) + " for each row");
  }
  return values.size() / columns;
}

float single(double number) {
  constexpr double largest = std::numeric_limits<float>::max();
  return std::abs(number) > largest ? std::copysign(std::numeric_limits<float>::infinity(), number > 0 ? 1.0F : -1.0F)
                                    : static_cast<float>(number);
}

Array array_of(std::vector<double> values, const std::vector<std::size_t>& shape) {
  auto* kept = new std::vector<double>(std::move(values));
  const nb::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<std::vector<double>*>(pointer); });
  return Array(kept->data(), shape.size(), shape.data(), owner);
}

Array array_of(etl::span<const float> values) {
  return array_of(std::vector<double>(values.begin(), values.end()), {values.size()});
}

}  // namespace python
