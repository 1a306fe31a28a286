#include "determinant_gibbon.hpp"

#include <cmath>
#include <limits>

#include "acquire/information.hpp"
#include "acquire/posterior_gradient.hpp"
#include "numeric/elementary.hpp"
#include "numeric/triangular.hpp"
#include "plain_posterior.hpp"

namespace paper::faithful {
namespace {

using taut::model::g;
using taut::model::h;
using taut::model::Latent;
using taut::model::pack_width;
using taut::model::Points;
using taut::model::Triangle;

// What is left of a variance when all else is known, so that its logarithm is finite.
template <class Scalar>
constexpr Scalar least_share = 4 * std::numeric_limits<Scalar>::epsilon();

}  // namespace

// At a pack of candidates.
template <class Scalar>
struct DeterminantGibbon<Scalar>::Evaluation {
  taut::acquire::Scale<Scalar> scale;
  taut::acquire::NoiseVariance<Scalar> noise;
  taut::acquire::Information<Scalar> alone;
  Pack<Scalar> variance;   // C
  Pack<Scalar> explained;  // cᵀ C_B⁻¹ c
  Pack<Scalar> value;
};

template <class Scalar>
DeterminantGibbon<Scalar>::DeterminantGibbon(const taut::model::Workspace<Scalar>& workspace,
                                             const taut::model::Problem<Scalar>& problem, std::vector<Scalar> maxima,
                                             Repulsion repulsion)
    : workspace_(workspace),
      problem_(problem),
      maxima_(std::move(maxima)),
      repulsion_(repulsion),
      noise_(taut::acquire::noise_moments(problem.likelihood)),
      scratch_(static_cast<std::size_t>(Panel<Scalar>::entries(workspace.active()))) {
  for (Function& function : functions_) {
    function.projection = scratch_;
  }
}

template <class Scalar>
Scalar DeterminantGibbon<Scalar>::repulsion_weight() const {
  const bool whole = repulsion_ == Repulsion::whole || chosen() == 0;
  return whole ? Scalar(1) : 1 / static_cast<Scalar>(chosen() * chosen());
}

template <class Scalar>
Panel<Scalar> DeterminantGibbon<Scalar>::projection(Which which) {
  return {functions_[which].projection, workspace_.active()};
}

template <class Scalar>
Panel<Scalar> DeterminantGibbon<Scalar>::covariances(Which which) {
  return {functions_[which].covariances, chosen()};
}

// k(x, x') - aᵀ (I - P⁻¹) a'; 0 of a function that is not modelled.
template <class Scalar>
void DeterminantGibbon<Scalar>::covary(Which which, Panel<const Scalar> pack) {
  const Panel<Scalar> covariances = this->covariances(which);
  if (!problem_.has(which)) {
    for (Index i = 0; i < chosen(); ++i) {
      covariances.row(i).setZero();
    }
    return;
  }
  taut::model::cross_covariance<Scalar>(workspace_.latent(which).kernel, {points_, pack.rows()}, pack, covariances);
  const Panel<Scalar> a = projection(which);
  const Scalar* kept = functions_[which].whitened.data();
  for (Index i = 0; i < chosen(); ++i) {
    Pack<Scalar> sum = covariances.row(i);
    for (Index j = 0; j < a.rows(); ++j) {
      sum -= *kept++ * a.row(j);
    }
    covariances.row(i) = sum;
  }
}

template <class Scalar>
typename DeterminantGibbon<Scalar>::Evaluation DeterminantGibbon<Scalar>::evaluate(Panel<const Scalar> pack) {
  const Panel<Scalar> scratch(scratch_, workspace_.active());
  const Moments<Scalar> at_g = predict<Scalar>(workspace_, problem_, g, pack, projection(g), scratch);
  const Moments<Scalar> at_h = predict<Scalar>(workspace_, problem_, h, pack, projection(h), scratch);
  Evaluation at;
  at.scale = taut::acquire::scale_of(at_h);
  at.noise = taut::acquire::noise_variance(noise_, at.scale);
  at.alone = taut::acquire::information<Scalar>(at_g, at.noise, maxima_);
  at.variance = at_g.variance + at.noise.value;
  at.explained = Pack<Scalar>::Zero();
  covary(g, pack);
  covary(h, pack);
  const Panel<Scalar> c(solved_, chosen());
  for (Index i = 0; i < chosen(); ++i) {
    const Pack<Scalar> of_h = covariances(h).row(i);
    const Scalar of_point = noise_.shift * noise_.shift * scales_[static_cast<std::size_t>(i)];
    c.row(i) = covariances(g).row(i) + of_point * at.scale.mean * (taut::numeric::exp(of_h) - 1);
  }
  taut::numeric::solve_lower<Scalar>(Triangle<const Scalar>(factor_, chosen()), c);
  for (Index i = 0; i < chosen(); ++i) {
    at.explained += c.row(i) * c.row(i);
  }
  at.explained = at.explained.min(at.variance * (1 - least_share<Scalar>));
  const Pack<Scalar> lost = at.explained / at.variance;
  const Pack<Scalar> left = 1 - lost;
  at.value = at.alone.value + repulsion_weight() / 2 * taut::acquire::log_of_share(lost, left);
  return at;
}

// With e = cᵀ C_B⁻¹ c, ½ log((C - e) / C) changes with C by ½ (1/(C - e) - 1/C), and with c by -C_B⁻¹ c / (C - e).
// What is a covariance of scales in c changes with the mean of h at x as much as it is, with the variance half as much.
template <class Scalar>
Pack<Scalar> DeterminantGibbon<Scalar>::value_and_gradient(Panel<const Scalar> pack, Panel<Scalar> gradient) {
  const Evaluation at = evaluate(pack);
  if (gradient.rows() == 0) {
    return at.value;
  }
  const Panel<Scalar> c(solved_, chosen());
  taut::numeric::solve_lower_transposed<Scalar>(Triangle<const Scalar>(factor_, chosen()), c);
  const Pack<Scalar> left = at.variance - at.explained;
  const Pack<Scalar> by_variance = repulsion_weight() * at.explained / (2 * at.variance * left);
  Moments<Scalar> by_g{at.alone.by_g_mean, at.alone.by_g_variance + by_variance};
  Moments<Scalar> by_h{at.alone.by_h_mean + 2 * by_variance * at.noise.value,
                       at.alone.by_h_variance + by_variance * at.noise.by_variance};
  for (Index i = 0; i < chosen(); ++i) {
    const Pack<Scalar> by_c = -repulsion_weight() * c.row(i) / left;
    const Pack<Scalar> of_h = covariances(h).row(i);
    const Pack<Scalar> product = noise_.shift * noise_.shift * scales_[static_cast<std::size_t>(i)] * at.scale.mean;
    const Pack<Scalar> growth = taut::numeric::exp(of_h);
    by_h.mean += by_c * product * (growth - 1);
    by_h.variance += by_c * product * (growth - 1) / 2;
    covariances(g).row(i) = by_c;
    covariances(h).row(i) = by_c * product * growth;
  }
  for (Index d = 0; d < gradient.rows(); ++d) {
    gradient.row(d).setZero();
  }
  differentiate(g, pack, by_g, gradient);
  if (problem_.has(h)) {
    differentiate(h, pack, by_h, gradient);
  }
  return at.value;
}

// By mean and variance of one latent function, and by its covariances, in whose place the derivatives by them are.
template <class Scalar>
void DeterminantGibbon<Scalar>::differentiate(Which which, Panel<const Scalar> pack, const Moments<Scalar>& change_by,
                                              Panel<Scalar> gradient) {
  const Latent<Scalar> latent = workspace_.latent(which);
  const Panel<Scalar> change(scratch_, workspace_.active());
  const Panel<Scalar> by_covariance = covariances(which);
  taut::acquire::differentiate<Scalar>(latent, problem_.factor, projection(which), change_by, change);
  const Scalar* kept = functions_[which].whitened.data();
  for (Index i = 0; i < chosen(); ++i) {
    const Pack<Scalar> by = by_covariance.row(i);
    for (Index j = 0; j < change.rows(); ++j) {
      change.row(j) -= *kept++ * by;
    }
  }
  taut::acquire::add_gradient<Scalar>(latent, workspace_.points(), pack, change, gradient);
  taut::model::add_covariance_gradient<Scalar>(latent.kernel, {points_, pack.rows()}, pack, by_covariance, gradient);
}

template <class Scalar>
void DeterminantGibbon<Scalar>::choose(etl::span<const Scalar> point) {
  std::vector<Scalar> everywhere;
  for (const Scalar coordinate : point) {
    everywhere.insert(everywhere.end(), static_cast<std::size_t>(pack_width), coordinate);
  }
  const Evaluation at = evaluate({everywhere, static_cast<Index>(point.size())});
  const Panel<Scalar> row(solved_, chosen());  // L⁻¹ c is the next row of the factor
  for (Index i = 0; i < chosen(); ++i) {
    factor_.push_back(row.row(i)[0]);
  }
  factor_.push_back(std::sqrt(at.variance[0] - at.explained[0]));
  const Panel<Scalar> columns(scratch_, workspace_.active());
  for (const Which which : {g, h}) {
    if (!problem_.has(which)) {
      continue;
    }
    const Panel<Scalar> a = projection(which);
    for (Index j = 0; j < a.rows(); ++j) {
      columns.row(j) = a.row(j);
    }
    taut::model::multiply_by_covariance<Scalar>(workspace_.latent(which), problem_.factor, columns);
    for (Index j = 0; j < a.rows(); ++j) {
      functions_[which].whitened.push_back(a.row(j)[0] - columns.row(j)[0]);
    }
  }
  points_.insert(points_.end(), point.begin(), point.end());
  scales_.push_back(at.scale.mean[0]);
  const auto entries = static_cast<std::size_t>(Panel<Scalar>::entries(chosen()));
  solved_.resize(entries);
  for (Function& function : functions_) {
    function.covariances.resize(entries);
  }
}

template class DeterminantGibbon<float>;
template class DeterminantGibbon<double>;

}  // namespace paper::faithful
