#pragma once

#include <etl/span.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <vector>

namespace python {

/// Whatever NumPy makes an array of numbers of, in single precision, in which taut computes.
struct Numbers {
  /// Raises what NumPy raises if there is something in it that is no number.
  explicit Numbers(nanobind::handle anything);

  /// All of them, row after row.
  etl::span<const float> all() const { return {values.data(), values.size()}; }
  /// One row of a table with this many columns.
  etl::span<const float> row(std::size_t index, std::size_t columns) const {
    return {values.data() + index * columns, columns};
  }
  /// How many rows there are, if the last dimension is `columns`; else it is refused as `wrong_size`.
  std::size_t rows(std::size_t columns) const;

  std::vector<float> values;
  std::vector<std::size_t> shape;
};

/// The nearest number of single precision; infinite beyond its largest.
float single(double number);

/// An array of NumPy that owns its numbers.
using Array = nanobind::ndarray<nanobind::numpy, double>;
Array array_of(std::vector<double> values, const std::vector<std::size_t>& shape);
Array array_of(etl::span<const float> values);

}  // namespace python
