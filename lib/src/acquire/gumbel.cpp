#include "acquire/gumbel.hpp"

#include <algorithm>
#include <limits>

#include "acquire/truncated_normal.hpp"
#include "numeric/elementary.hpp"
#include "numeric/normal.hpp"

namespace taut::acquire {
namespace {

template <class Scalar>
constexpr Scalar lowest = std::numeric_limits<Scalar>::lowest();

}  // namespace

template <class Scalar>
Scalar Gumbel<Scalar>::draw(Random& random) const {
  return location - scale * numeric::log(-numeric::log(random.uniform<Scalar>()));
}

template <class Scalar>
void MaximumLevels<Scalar>::begin() {
  lower_ = lowest<Scalar>;
  upper_ = lowest<Scalar>;
  best_mean_ = lowest<Scalar>;
  minus_log_.fill(0);
}

// For y = m_i - s_i of any variable P(y) ≤ Φ(-1) < 0.16. For y = m_i + 5 s_i or more of all, P(y) ≥ Φ(5)^count, which
// is 0.75 for a million.
template <class Scalar>
void MaximumLevels<Scalar>::widen(const Moments<Scalar>& variables, Index count) {
  const Pack<Scalar> s = deviation(variables.variance);
  for (Index w = 0; w < count; ++w) {
    best_mean_ = std::max(best_mean_, variables.mean[w]);
    lower_ = std::max(lower_, variables.mean[w] - s[w]);
    upper_ = std::max(upper_, variables.mean[w] + 5 * s[w]);
  }
}

template <class Scalar>
Scalar MaximumLevels<Scalar>::level(Index l) const {
  const Scalar share = static_cast<Scalar>(static_cast<int>(l)) / static_cast<Scalar>(static_cast<int>(levels - 1));
  return lower_ + (upper_ - lower_) * (share * share);
}

template <class Scalar>
void MaximumLevels<Scalar>::add(const Moments<Scalar>& variables, Index count) {
  constexpr auto certain = Scalar(7);  // 1 - Φ(7) is 1e-12, so that a million variables beyond do not matter
  const Pack<Scalar> inverse = 1 / deviation(variables.variance);
  for (Index l = 0; l < levels; ++l) {
    Pack<Scalar> z = (level(l) - variables.mean) * inverse;
    for (Index w = count; w < pack_width; ++w) {
      z[w] = 2 * certain;
    }
    if ((z > certain).all()) {
      return;  // and at all higher levels
    }
    minus_log_[static_cast<std::size_t>(l)] -= numeric::sum<Scalar>(numeric::normal_log_cdf(z));
  }
}

template <class Scalar>
Scalar MaximumLevels<Scalar>::quantile(Scalar share) const {
  constexpr auto tiny = Scalar(1e-12);
  const Scalar wanted = -numeric::log(share);
  Index l = 0;
  while (l < levels && minus_log_[static_cast<std::size_t>(l)] > wanted) {
    ++l;
  }
  if (l == 0 || l == levels) {
    return l == 0 ? lower_ : upper_;
  }
  const Scalar before = numeric::log(minus_log_[static_cast<std::size_t>(l - 1)]);
  const Scalar after = numeric::log(std::max(minus_log_[static_cast<std::size_t>(l)], tiny));
  const Scalar part = (before - numeric::log(wanted)) / (before - after);
  return level(l - 1) + part * (level(l) - level(l - 1));
}

// The scale is from y75 - y25 = scale (log log 4 - log log 4/3).
template <class Scalar>
Gumbel<Scalar> MaximumLevels<Scalar>::fit() const {
  constexpr auto log_log_4 = Scalar(0.326634259978281);
  constexpr auto log_log_4_3 = Scalar(-1.245899323707238);
  const Scalar low = quantile(Scalar(0.25));
  const Scalar high = quantile(Scalar(0.75));
  const Scalar scale = std::max((high - low) / (log_log_4 - log_log_4_3), Scalar(0));
  return {low + scale * log_log_4, scale};
}

template struct Gumbel<float>;
template struct Gumbel<double>;
template class MaximumLevels<float>;
template class MaximumLevels<double>;

}  // namespace taut::acquire
