#include "acquire/shortlist.hpp"

#include <cmath>

namespace taut::acquire {

template <class Scalar>
void Shortlist<Scalar>::begin(Index inputs, Index capacity, Scalar separation) {
  inputs_ = inputs;
  capacity_ = capacity;
  count_ = 0;
  worst_ = 0;
  squared_separation_ = separation * separation * static_cast<Scalar>(inputs);
}

template <class Scalar>
void Shortlist<Scalar>::offer(Span memory, Scalar value, ConstSpan point) {
  const bool full = count_ == capacity_;
  if (!std::isfinite(value) || (full && value <= memory.data()[worst_])) {
    return;
  }
  Index place = find_close(memory, point);
  if (place < count_ && value <= memory.data()[place]) {
    return;
  }
  if (place == count_) {
    place = full ? worst_ : count_++;
  }
  memory.data()[place] = value;
  numeric::copy<Scalar>(point, numeric::slice(memory, capacity_ + place * inputs_, inputs_));
  worst_ = count_ == capacity_ ? find_worst(memory) : 0;
}

// The first point of the list that is close, or `count`.
template <class Scalar>
Index Shortlist<Scalar>::find_close(ConstSpan memory, ConstSpan point) const {
  for (Index i = 0; i < count_; ++i) {
    if (numeric::squared_distance(point, this->point(memory, i), squared_separation_) < squared_separation_) {
      return i;
    }
  }
  return count_;
}

template <class Scalar>
Index Shortlist<Scalar>::find_worst(ConstSpan memory) const {
  Index worst = 0;
  for (Index i = 1; i < count_; ++i) {
    worst = memory.data()[i] < memory.data()[worst] ? i : worst;
  }
  return worst;
}

template <class Scalar>
Index Shortlist<Scalar>::best(ConstSpan memory) const {
  Index best = 0;
  for (Index i = 1; i < count_; ++i) {
    best = memory.data()[i] > memory.data()[best] ? i : best;
  }
  return best;
}

template class Shortlist<float>;
template class Shortlist<double>;

}  // namespace taut::acquire
