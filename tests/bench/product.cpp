#include "product.hpp"

#include <Eigen/Core>

namespace product {

template <class Number>
Number multiply() {
  using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
  static const Matrix left = Matrix::Random(size, size);
  static const Matrix right = Matrix::Random(size, size);
  static Matrix result(size, size);
  result.noalias() = left * right;
  return result(size / 2, size / 3);
}

template float multiply();
template double multiply();

}  // namespace product
