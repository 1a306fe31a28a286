#include "acquire/log_improvement.hpp"

#include "acquire/truncated_normal.hpp"
#include "numeric/elementary.hpp"
#include "numeric/normal.hpp"

namespace taut::acquire {
namespace {

// Beyond, z² / 2 in float has no digits left that would tell one point from another.
template <class Scalar>
Pack<Scalar> standardise(const Moments<Scalar>& g, const Pack<Scalar>& s, Scalar best) {
  return ((g.mean - best) / s).max(Scalar(-1e6)).min(Scalar(1e6));
}

// s (φ(z)/Φ(z) + z): the expected improvement if there is one. Without cancellation, and far above the best exactly by
// how much, even without any deviation.
template <class Scalar>
Pack<Scalar> length_of(const Moments<Scalar>& g, Scalar best, const Pack<Scalar>& s, const TruncatedNormal<Scalar>& at,
                       const Pack<Scalar>& z) {
  return (z > Scalar(40)).select(g.mean - best, s * at.distance);
}

}  // namespace

// The improvement is s (φ(z) + z Φ(z)) = Φ(z) s (φ(z)/Φ(z) + z).
template <class Scalar>
LogImprovement<Scalar> log_expected_improvement(const Moments<Scalar>& g, Scalar best) {
  const Pack<Scalar> s = deviation(g.variance);
  const Pack<Scalar> z = standardise(g, s, best);
  const TruncatedNormal<Scalar> below = truncate(z);
  const Pack<Scalar> length = length_of(g, best, s, below, z);
  return {numeric::normal_log_cdf(z) + numeric::log(length), {1 / length, below.hazard / (2 * s * length)}};
}

template <class Scalar>
Pack<Scalar> Improvement<Scalar>::value(Panel<const Scalar> pack) const {
  return log_expected_improvement(predict(*workspace_, *problem_, model::g, pack, panel(0), panel(1)), best_).value;
}

template <class Scalar>
Pack<Scalar> Improvement<Scalar>::value_and_gradient(Panel<const Scalar> pack, Panel<Scalar> gradient) const {
  const Moments<Scalar> moments = predict(*workspace_, *problem_, model::g, pack, panel(0), panel(1));
  const LogImprovement<Scalar> result = log_expected_improvement(moments, best_);
  for (Index d = 0; d < gradient.rows(); ++d) {
    gradient.row(d) = Pack<Scalar>::Zero();
  }
  const Latent<Scalar> latent = posterior(*workspace_, *problem_, model::g);
  differentiate<Scalar>(latent, problem_->factor, panel(0), result.change_by, panel(1));
  add_gradient<Scalar>(latent, workspace_->points(), pack, panel(1), gradient);
  return result.value;
}

template LogImprovement<float> log_expected_improvement(const Moments<float>&, float);
template LogImprovement<double> log_expected_improvement(const Moments<double>&, double);
template class Improvement<float>;
template class Improvement<double>;

}  // namespace taut::acquire
