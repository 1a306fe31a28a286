#include "tuner/certificate.hpp"

#include <cmath>

#include "numeric/validity.hpp"

namespace taut::tuner {
namespace {

// What is promised; and what rounding takes of it, for each deviation of twice the count. Terms that count are within
// six deviations from the largest, and go wrong by a last bit or two with each step away from it.
constexpr float promised = 0.95F;
constexpr float rounding = 1e-6F;

}  // namespace

// The reading of rank r lies below the quantile if r readings or more do: the upper tail of a binomial distribution.
// Its terms are told as multiples of the largest, from which each follows its neighbour, so that none overflows.
OrderBound order_bound(Index readings, float level) {
  const auto count = static_cast<float>(readings);
  const float odds = level / (1 - level);
  const auto mode = static_cast<Index>((count + 1) * level);
  const Index most = mode < readings ? mode : readings;
  float upper = 1;
  float term = 1;
  for (Index j = most; j < readings && term > 0; ++j) {
    term *= (count - static_cast<float>(j)) / static_cast<float>(j + 1) * odds;
    upper += term;
  }
  const auto before = [&](Index j) { return static_cast<float>(j) / ((count - static_cast<float>(j - 1)) * odds); };
  float all = upper;
  term = 1;
  for (Index j = most; j > 0 && term > 0; --j) {
    term *= before(j);
    all += term;
  }
  term = 1;
  Index rank = most;
  const float enough = (promised + rounding * std::sqrt(count)) * all;
  for (; rank > 0 && upper < enough; --rank) {
    term *= before(rank);
    upper += term;
  }
  return {rank, rank > 0 ? upper / all : 0.0F};
}

template <class Scalar>
void Verification<Scalar>::begin(Index readings, const OrderBound& bound) {
  wanted_ = static_cast<std::int32_t>(readings);
  told_ = 0;
  rank_ = static_cast<std::int32_t>(bound.rank);
  confidence_ = bound.confidence;
}

template <class Scalar>
void Verification<Scalar>::add(etl::span<Scalar> memory, Scalar reading) {
  Index place = told_ < rank_ ? told_ : rank_;  // behind those that are kept
  for (; place > 0 && reading < memory[static_cast<std::size_t>(place - 1)]; --place) {
    if (place < rank_) {
      memory[static_cast<std::size_t>(place)] = memory[static_cast<std::size_t>(place - 1)];
    }
  }
  if (place < rank_) {
    memory[static_cast<std::size_t>(place)] = reading;
  }
  ++told_;
  if (done()) {
    bound_ = memory[static_cast<std::size_t>(rank_ - 1)];
  }
}

template <class Scalar>
bool Verification<Scalar>::valid(etl::span<const Scalar> memory) const {
  const auto room = static_cast<Index>(memory.size());
  if (!numeric::within(wanted_, 0, Index(most_verified)) || !numeric::within(told_, 0, wanted_) ||
      !numeric::within(rank_, wanted_ > 0 ? 1 : 0, wanted_ < room ? wanted_ : room) || !std::isfinite(bound_) ||
      !std::isfinite(confidence_)) {
    return false;
  }
  for (Index i = 0; open() && i < told_ && i < rank_; ++i) {
    if (!std::isfinite(memory[static_cast<std::size_t>(i)])) {
      return false;
    }
  }
  return true;
}

template class Verification<float>;
template class Verification<double>;

}  // namespace taut::tuner
