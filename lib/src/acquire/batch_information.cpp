#include "acquire/batch_information.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "acquire/truncated_normal.hpp"
#include "numeric/cholesky.hpp"
#include "numeric/elementary.hpp"
#include "numeric/triangular.hpp"

namespace taut::acquire {
namespace {

// What is left of a variance when everything else is known, so that its logarithm and inverse are finite.
template <class Scalar>
constexpr Scalar least_share = 4 * std::numeric_limits<Scalar>::epsilon();

}  // namespace

// At a pack of candidates.
template <class Scalar>
struct BatchInformation<Scalar>::Evaluation {
  Moments<Scalar> g;  // its variance given the readings at the chosen points, once `condition` has seen to it
  NoiseVariance<Scalar> noise;
  Information<Scalar> worth;

  // Between steps it is in the storage.
  void load(Panel<const Scalar> found) {
    Index row = 0;
    for (Pack<Scalar>* part : parts(*this)) {
      *part = found.row(row++);
    }
  }
  void save(Panel<Scalar> found) const {
    Index row = 0;
    for (const Pack<Scalar>* part : parts(*this)) {
      found.row(row++) = *part;
    }
  }

 private:
  template <class Self>
  static auto parts(Self& at) {  // what the points are worth is the first
    std::array all{&at.worth.value,     &at.worth.by_g_mean,     &at.worth.by_g_variance,
                   &at.worth.by_h_mean, &at.worth.by_h_variance, &at.g.mean,
                   &at.g.variance,      &at.noise.value,         &at.noise.by_variance};
    static_assert(all.size() == static_cast<std::size_t>(Storage::found_rows));
    return all;
  }
};

template <class Scalar>
Status BatchInformation<Scalar>::begin(const Storage& storage, const Workspace<Scalar>& workspace,
                                       const Problem<Scalar>& problem, etl::span<const Scalar> maxima) {
  const typename Storage::Sizes& sizes = storage.sizes();
  if (!storage.fits() || sizes.inputs != workspace.sizes().inputs || sizes.inducing != workspace.active() ||
      sizes.samples < 1 || numeric::size(maxima) != sizes.samples) {
    return Status::wrong_size;
  }
  if (!numeric::all_finite<Scalar>(maxima)) {
    return Status::not_finite;
  }
  noise_ = noise_moments(problem.likelihood);
  chosen_ = 0;
  step_ = Step::predict;
  numeric::copy<Scalar>(maxima, storage.maxima());
  return Status::ok;
}

template <class Scalar>
void BatchInformation<Scalar>::predict_at(const Storage& storage, const Workspace<Scalar>& workspace,
                                          const Problem<Scalar>& problem, Panel<const Scalar> pack,
                                          Evaluation& at) const {
  const Moments<Scalar> h =
      predict<Scalar>(workspace, problem, model::h, pack, storage.projection(model::h), storage.scratch());
  at.noise = noise_variance(noise_, scale_of(h));
  at.g = predict<Scalar>(workspace, problem, model::g, pack, storage.projection(model::g), storage.scratch());
  at.worth = information<Scalar>(at.g, at.noise, storage.maxima());
}

// Covariances of g at the candidates and at the chosen points, k(x, x') - aᵀ (I - P⁻¹) a': one product with a vector
// that was kept.
template <class Scalar>
void BatchInformation<Scalar>::covary(const Storage& storage, const Workspace<Scalar>& workspace,
                                      Panel<const Scalar> pack) const {
  const Panel<Scalar> covariances = storage.covariances(chosen_);
  model::cross_covariance<Scalar>(workspace.latent(model::g).kernel, storage.points(chosen_), pack, covariances);
  const Panel<Scalar> a = storage.projection(model::g);
  for (Index i = 0; i < chosen_; ++i) {
    const etl::span<Scalar> kept = storage.whitened(i);
    Pack<Scalar> sum = covariances.row(i);
    for (Index j = 0; j < a.rows(); ++j) {
      sum -= kept.data()[j] * a.row(j);
    }
    covariances.row(i) = sum;
  }
}

// Given the readings at the chosen points, with C_B = L Lᵀ. Leaves L⁻¹ c in the place of the covariances.
template <class Scalar>
void BatchInformation<Scalar>::condition(const Storage& storage, const Workspace<Scalar>& workspace,
                                         Panel<const Scalar> pack, Evaluation& at) const {
  covary(storage, workspace, pack);
  const Panel<Scalar> covariances = storage.covariances(chosen_);
  numeric::solve_lower<Scalar>(storage.factor(chosen_), covariances);
  Pack<Scalar> explained = Pack<Scalar>::Zero();
  for (Index i = 0; i < chosen_; ++i) {
    const Pack<Scalar> row = covariances.row(i);
    explained += row * row;
  }
  at.g.variance = (at.g.variance - explained).max(at.g.variance * least_share<Scalar>);
  at.worth = information<Scalar>(at.g, at.noise, storage.maxima());
}

// The variance of g changes with its covariances by -2 C_B⁻¹ c.
template <class Scalar>
void BatchInformation<Scalar>::differentiate_g(const Storage& storage, const Workspace<Scalar>& workspace,
                                               const Problem<Scalar>& problem, Panel<const Scalar> pack,
                                               const Evaluation& at, Panel<Scalar> gradient) const {
  const Latent<Scalar> latent = posterior(workspace, problem, model::g);
  const Panel<Scalar> change = storage.scratch();
  const Panel<Scalar> by_covariance = storage.covariances(chosen_);
  differentiate<Scalar>(latent, problem.factor, storage.projection(model::g),
                        {at.worth.by_g_mean, at.worth.by_g_variance}, change);
  for (Index i = 0; i < chosen_; ++i) {
    const etl::span<Scalar> kept = storage.whitened(i);
    const Pack<Scalar> by = -2 * at.worth.by_g_variance * by_covariance.row(i);
    by_covariance.row(i) = by;
    for (Index j = 0; j < change.rows(); ++j) {
      change.row(j) -= kept.data()[j] * by;
    }
  }
  add_gradient<Scalar>(latent, workspace.points(), pack, change, gradient);
  model::add_covariance_gradient<Scalar>(latent.kernel, storage.points(chosen_), pack, by_covariance, gradient);
}

template <class Scalar>
void BatchInformation<Scalar>::evaluate(const Storage& storage, const Workspace<Scalar>& workspace,
                                        const Problem<Scalar>& problem, Panel<const Scalar> pack,
                                        Panel<Scalar> gradient) {
  const Step after_value = gradient.rows() > 0 ? Step::differentiate_g : Step::predict;
  Evaluation at;
  if (step_ != Step::predict) {
    at.load(storage.found());
  }
  switch (step_) {
    case Step::predict:
      predict_at(storage, workspace, problem, pack, at);
      step_ = chosen_ > 0 ? Step::condition : after_value;
      break;
    case Step::condition:
      condition(storage, workspace, pack, at);
      if (gradient.rows() > 0) {
        numeric::solve_lower_transposed<Scalar>(storage.factor(chosen_), storage.covariances(chosen_));
      }
      step_ = after_value;
      break;
    case Step::differentiate_g:
      for (Index d = 0; d < gradient.rows(); ++d) {
        gradient.row(d) = Pack<Scalar>::Zero();
      }
      differentiate_g(storage, workspace, problem, pack, at, gradient);
      step_ = problem.has(model::h) ? Step::differentiate_h : Step::predict;
      break;
    case Step::differentiate_h:
      differentiate<Scalar>(workspace.latent(model::h), problem.factor, storage.projection(model::h),
                            {at.worth.by_h_mean, at.worth.by_h_variance}, storage.scratch());
      add_gradient<Scalar>(workspace.latent(model::h), workspace.points(), pack, storage.scratch(), gradient);
      step_ = Step::predict;
      break;
    case Step::adopt:
      break;
  }
  at.save(storage.found());
}

template <class Scalar>
Pack<Scalar> BatchInformation<Scalar>::values(const Storage& storage) const {
  return storage.found().row(0);
}

template <class Scalar>
void BatchInformation<Scalar>::add(const Storage& storage, const Workspace<Scalar>& workspace,
                                   const Problem<Scalar>& problem, etl::span<const Scalar> point) {
  Evaluation at;
  if (step_ == Step::adopt) {
    at.load(storage.found());
    adopt(storage, workspace, problem, point, at);
    step_ = Step::predict;
    return;
  }
  const Panel<Scalar> queries = storage.queries();
  for (Index d = 0; d < queries.rows(); ++d) {
    queries.row(d) = Pack<Scalar>::Constant(point.data()[d]);
  }
  predict_at(storage, workspace, problem, queries, at);
  at.save(storage.found());
  step_ = Step::adopt;
}

// The point becomes one of the chosen, with all that later candidates ask of it: covariances of its reading with the
// others', and (I - P⁻¹) a.
template <class Scalar>
void BatchInformation<Scalar>::adopt(const Storage& storage, const Workspace<Scalar>& workspace,
                                     const Problem<Scalar>& problem, etl::span<const Scalar> point,
                                     const Evaluation& at) {
  covary(storage, workspace, storage.queries());
  const Triangle<Scalar> factor = storage.factor(chosen_ + 1);
  for (Index i = 0; i < chosen_; ++i) {
    factor(chosen_, i) = storage.covariances(chosen_).row(i)[0];
  }
  const Scalar variance = at.g.variance[0] + at.noise.value[0];
  factor(chosen_, chosen_) = variance;
  if (numeric::extend<Scalar>(factor) != Status::ok) {  // a chosen point again, and no noise: as if there were a little
    factor(chosen_, chosen_) = std::sqrt(least_share<Scalar> * variance);
  }
  numeric::copy<Scalar>(point, storage.point(chosen_));
  const Panel<Scalar> a = storage.projection(model::g);
  const Panel<Scalar> solved = storage.scratch();
  for (Index j = 0; j < a.rows(); ++j) {
    solved.row(j) = a.row(j);
  }
  model::multiply_by_covariance<Scalar>(posterior(workspace, problem, model::g), problem.factor, solved);
  for (Index j = 0; j < a.rows(); ++j) {
    storage.whitened(chosen_).data()[j] = a.row(j)[0] - solved.row(j)[0];
  }
  ++chosen_;
}

template class BatchInformation<float>;
template class BatchInformation<double>;

}  // namespace taut::acquire
