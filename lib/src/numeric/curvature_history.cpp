#include "numeric/curvature_history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace taut::numeric {
namespace {

// Products of displacement s and gradient change y of a pair.
template <class Scalar>
struct Products {
  Scalar curvature = 0;             // s · y
  Scalar squared_displacement = 0;  // s · s
  Scalar squared_change = 0;        // y · y

  void add(Scalar s, Scalar y) {
    curvature += s * y;
    squared_displacement += s * s;
    squared_change += y * y;
  }

  // The angle between s and y is clearly acute. False as well for a product that overflowed.
  bool usable() const {
    constexpr Scalar least_cosine = std::numeric_limits<Scalar>::epsilon();
    constexpr Scalar largest = std::numeric_limits<Scalar>::max();
    return curvature > least_cosine * std::sqrt(squared_displacement) * std::sqrt(squared_change) &&
           curvature <= largest && squared_change <= largest;
  }
};

template <class Scalar>
Scalar dot(const Scalar* a, const Scalar* b, Index inputs) {
  Scalar sum = 0;
  for (Index i = 0; i < inputs; ++i) {
    sum += a[i] * b[i];
  }
  return sum;
}

template <class Scalar>
void add(Scalar factor, const Scalar* from, const Scalar* free, Scalar* to, Index inputs) {
  for (Index i = 0; i < inputs; ++i) {
    to[i] += factor * (free[i] * from[i]);
  }
}

}  // namespace

template <class Scalar>
void CurvatureHistory<Scalar>::remember(Span memory, ConstSpan from, ConstSpan to, ConstSpan gradient_from,
                                        ConstSpan gradient_to) {
  const Index next = (newest_ + 1) % capacity_;
  used_ = std::min(used_, capacity_ - 1);  // the oldest pair gives way
  Scalar* const s = displacement(memory, next);
  Scalar* const y = change(memory, next);
  Products<Scalar> products;
  for (Index i = 0; i < inputs_; ++i) {
    s[i] = to.data()[i] - from.data()[i];
    y[i] = gradient_to.data()[i] - gradient_from.data()[i];
    products.add(s[i], y[i]);
  }
  if (products.usable()) {
    newest_ = next;
    ++used_;
  }
}

// The two-loop recursion (Nocedal & Wright 2006, algorithm 7.4) with every product over the free coordinates only.
// Fixed entries of the vector are zero, so products with it need no mask.
template <class Scalar>
bool CurvatureHistory<Scalar>::apply_inverse(Span memory, ConstSpan free, Span vector) const {
  Scalar* const factors = memory.data() + 2 * capacity_ * inputs_;
  Scalar* const curvatures = factors + capacity_;  // zero: the pair is of no use for these coordinates
  Scalar scale = 0;                                // the inverse Hessian before any pair; set by the newest useful one
  for (Index age = 0; age < used_; ++age) {
    const Index at = slot(age);
    const Scalar* const s = displacement(memory, at);
    const Scalar* const y = change(memory, at);
    Products<Scalar> products;
    for (Index i = 0; i < inputs_; ++i) {
      products.add(free.data()[i] * s[i], free.data()[i] * y[i]);
    }
    curvatures[at] = products.usable() ? products.curvature : Scalar(0);
    if (curvatures[at] > 0) {
      scale = scale > 0 ? scale : products.curvature / products.squared_change;
      factors[at] = dot<Scalar>(s, vector.data(), inputs_) / curvatures[at];
      add<Scalar>(-factors[at], y, free.data(), vector.data(), inputs_);
    }
  }
  if (!(scale > 0)) {
    return false;
  }
  for (Scalar& entry : vector) {
    entry *= scale;
  }
  for (Index age = used_ - 1; age >= 0; --age) {
    const Index at = slot(age);
    if (curvatures[at] > 0) {
      const Scalar factor = factors[at] - dot<Scalar>(change(memory, at), vector.data(), inputs_) / curvatures[at];
      add<Scalar>(factor, displacement(memory, at), free.data(), vector.data(), inputs_);
    }
  }
  return true;
}

template class CurvatureHistory<float>;
template class CurvatureHistory<double>;

}  // namespace taut::numeric
