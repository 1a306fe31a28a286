#include "acquire/truncated_normal.hpp"

#include <cmath>
#include <limits>

#include "numeric/normal.hpp"

namespace taut::acquire {
namespace {

template <class Scalar>
constexpr bool single = sizeof(Scalar) == sizeof(float);

// Left of -tail the continued fraction takes over. At the seam, so many terms give the variance within 2e-7 (float) or
// 1e-13 (double) of itself, and so does the difference.
template <class Scalar>
constexpr Scalar tail = single<Scalar> ? Scalar(3) : Scalar(4);
template <class Scalar>
constexpr int terms = single<Scalar> ? 12 : 24;

// With x = -γ, r = x + f₁ where f_n = n / (x + f_{n+1}) (Laplace's continued fraction). From the definition follow
// 1 - r f₁ = f₁ (f₂ - f₁) and 2 f₁ - f₂ = f₁ f₂ (f₃ - f₂), hence variance and slope without cancellation.
template <class Scalar>
void truncate_tail(Scalar x, Index w, TruncatedNormal<Scalar>& result) {
  const auto beyond = static_cast<Scalar>(4 * (terms<Scalar> + 1));
  Scalar third = (std::sqrt(x * x + beyond) - x) / 2;  // where f_n and f_{n+1} are alike
  for (int n = terms<Scalar>; n > 2; --n) {
    third = static_cast<Scalar>(n) / (x + third);
  }
  const Scalar second = 2 / (x + third);
  const Scalar first = 1 / (x + second);
  const Scalar hazard = x + first;
  result.hazard[w] = hazard;
  result.distance[w] = first;
  result.variance[w] = first * (second - first);
  result.lost[w] = hazard * first;
  result.slope[w] = hazard * first * first * second * (third - second);
}

}  // namespace

template <class Scalar>
TruncatedNormal<Scalar> truncate(const Pack<Scalar>& limit) {
  constexpr auto farthest = Scalar(1e6);
  const Pack<Scalar> gamma = limit.max(-farthest).min(farthest);
  TruncatedNormal<Scalar> result;
  result.hazard = numeric::normal_hazard(gamma);
  result.distance = gamma + result.hazard;
  result.lost = result.hazard * result.distance;
  result.variance = 1 - result.lost;
  result.slope = (result.hazard * (result.distance * result.distance - result.variance)).max(Scalar(0));
  for (Index w = 0; w < pack_width; ++w) {
    if (gamma[w] < -tail<Scalar>) {
      truncate_tail(-gamma[w], w, result);
    }
  }
  return result;
}

template <class Scalar>
Pack<Scalar> deviation(const Pack<Scalar>& variance) {
  constexpr Scalar epsilon = std::numeric_limits<Scalar>::epsilon();
  return variance.max(epsilon * epsilon).sqrt();
}

template TruncatedNormal<float> truncate(const Pack<float>&);
template TruncatedNormal<double> truncate(const Pack<double>&);
template Pack<float> deviation(const Pack<float>&);
template Pack<double> deviation(const Pack<double>&);

}  // namespace taut::acquire
