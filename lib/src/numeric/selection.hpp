#pragma once

#include <etl/span.h>

#include <utility>

#include "numeric/vector.hpp"

namespace taut::numeric {

/// Sorts in place whatever has `count` places, by a heap inside (Williams 1964): O(n log n) comparisons whatever the
/// order, no recursion. `before(i, j)` says whether what is at i belongs before what is at j, `exchange(i, j)` swaps.
template <class Before, class Exchange>
void heap_sort(Index count, const Before& before, const Exchange& exchange) {
  const auto sift_down = [&](Index root, Index end) {
    for (Index child = 2 * root + 1; child < end; child = 2 * root + 1) {
      child += child + 1 < end && before(child, child + 1) ? 1 : 0;
      if (!before(root, child)) {
        return;
      }
      exchange(root, child);
      root = child;
    }
  };
  for (Index root = count / 2 - 1; root >= 0; --root) {
    sift_down(root, count);
  }
  for (Index last = count - 1; last > 0; --last) {
    exchange(0, last);
    sift_down(0, last);
  }
}

/// Values, smallest first.
template <class Value>
void heap_sort(etl::span<Value> values) {
  Value* const v = values.data();
  heap_sort(
      size(values), [v](Index i, Index j) { return v[i] < v[j]; }, [v](Index i, Index j) { std::swap(v[i], v[j]); });
}

/// Splits around the median of the first, middle and last value, which is left at the position returned: nothing before
/// it is larger, nothing after it is smaller (Hoare 1961). Stopping at equal values keeps duplicates on both sides.
/// At least two values.
template <class Value>
Index partition(etl::span<Value> values) {
  Value* const v = values.data();
  const Index last = size(values) - 1;
  const Index middle = last / 2;
  if (v[middle] < v[0]) {
    std::swap(v[middle], v[0]);
  }
  if (v[last] < v[middle]) {
    std::swap(v[last], v[middle]);
    if (v[middle] < v[0]) {
      std::swap(v[middle], v[0]);
    }
  }
  std::swap(v[middle], v[0]);  // the pivot; the last value, which is not below it, stops the upward scan
  Index up = 0;
  Index down = last + 1;
  while (true) {
    while (v[++up] < v[0]) {
    }
    while (v[0] < v[--down]) {
    }
    if (up >= down) {
      break;
    }
    std::swap(v[up], v[down]);
  }
  std::swap(v[0], v[down]);
  return down;
}

/// Reorders the values so that the one at `position` is where sorting would put it, with no larger value before it and
/// no smaller one after it. On average O(n) comparisons by quickselect; when splits keep being lopsided, what is left
/// is heap-sorted (Musser 1997), so never more than O(n log n). `position` must exist; values must be comparable, no
/// NaN.
template <class Value>
void select(etl::span<Value> values, Index position) {
  int splits = 0;  // permitted: twice as many as perfect halving would take
  for (Index n = size(values); n > 1; n /= 2) {
    splits += 2;
  }
  while (size(values) > 1 && splits-- > 0) {
    const Index pivot = partition(values);
    if (pivot == position) {
      return;
    }
    if (position < pivot) {
      values = slice(values, 0, pivot);
    } else {
      values = slice(values, pivot + 1, size(values) - pivot - 1);
      position -= pivot + 1;
    }
  }
  heap_sort(values);
}

}  // namespace taut::numeric
