#include "acquire/gibbon.hpp"

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

// At a pack of candidates. The information is of each alone until `repel` and `differentiate_repulsion` add to it.
template <class Scalar>
struct Gibbon<Scalar>::Evaluation {
  Scale<Scalar> scale;
  NoiseVariance<Scalar> noise;
  Pack<Scalar> variance;  // C_xx
  Pack<Scalar> known;     // the share of it that the chosen points explain
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
    std::array all{
        &at.worth.value, &at.worth.by_g_mean, &at.worth.by_g_variance, &at.worth.by_h_mean,   &at.worth.by_h_variance,
        &at.scale.mean,  &at.scale.growth,    &at.noise.value,         &at.noise.by_variance, &at.variance,
        &at.known};
    static_assert(all.size() == static_cast<std::size_t>(Storage::found_rows));
    return all;
  }
};

template <class Scalar>
Status Gibbon<Scalar>::begin(const Storage& storage, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                             etl::span<const Scalar> maxima, const Settings& settings) {
  const typename Storage::Sizes& sizes = storage.sizes();
  if (!storage.fits() || sizes.inputs != workspace.sizes().inputs || sizes.inducing != workspace.active() ||
      sizes.samples < 1 || numeric::size(maxima) != sizes.samples) {
    return Status::wrong_size;
  }
  if (!numeric::all_finite<Scalar>(maxima) || !std::isfinite(settings.repulsion)) {
    return Status::not_finite;
  }
  if (settings.repulsion < 0) {
    return Status::out_of_range;
  }
  settings_ = settings;
  noise_ = noise_moments(problem.likelihood);
  chosen_ = 0;
  step_ = Step::predict;
  numeric::copy<Scalar>(maxima, storage.maxima());
  return Status::ok;
}

template <class Scalar>
Scalar Gibbon<Scalar>::weight() const {
  const auto count = static_cast<Scalar>(static_cast<int>(chosen_));
  return settings_.fading && chosen_ > 0 ? settings_.repulsion / (count * count) : settings_.repulsion;
}

template <class Scalar>
void Gibbon<Scalar>::predict_at(const Storage& storage, const Workspace<Scalar>& workspace,
                                const Problem<Scalar>& problem, Panel<const Scalar> pack, Evaluation& at) const {
  at.scale =
      scale_of(predict<Scalar>(workspace, problem, model::h, pack, storage.projection(model::h), storage.scratch()));
  at.noise = noise_variance(noise_, at.scale);
  const Moments<Scalar> g =
      predict<Scalar>(workspace, problem, model::g, pack, storage.projection(model::g), storage.scratch());
  const Pack<Scalar> s = deviation(g.variance);
  at.variance = s * s + at.noise.value;
  at.known = Pack<Scalar>::Zero();
  at.worth = information<Scalar>(g, at.noise, storage.maxima());
}

// Covariances of observations at the candidates with those at the chosen points. That of a latent function is
// k(x, x') - aᵀ (I - P⁻¹) a': one product with a vector that was kept.
template <class Scalar>
void Gibbon<Scalar>::covary(const Storage& storage, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                            Panel<const Scalar> pack, const Scale<Scalar>& scale) const {
  for (const Which which : {model::g, model::h}) {
    const Panel<Scalar> covariances = which == model::g ? storage.covariances(chosen_) : storage.growing(chosen_);
    if (!problem.has(which) || (which == model::h && noise_.shift == 0)) {
      for (Index i = 0; i < chosen_; ++i) {
        covariances.row(i) = Pack<Scalar>::Zero();
      }
      continue;
    }
    model::cross_covariance<Scalar>(workspace.latent(which).kernel, storage.points(chosen_), pack, covariances);
    const Panel<Scalar> a = storage.projection(which);
    for (Index i = 0; i < chosen_; ++i) {
      const etl::span<Scalar> kept = storage.whitened(which, i);
      Pack<Scalar> sum = covariances.row(i);
      for (Index j = 0; j < a.rows(); ++j) {
        sum -= kept.data()[j] * a.row(j);
      }
      covariances.row(i) = sum;
    }
  }
  for (Index i = 0; i < chosen_; ++i) {  // shift² E[σ] E[σ_i] (exp(S) - 1), of which `growing` keeps the exponential
    const Pack<Scalar> exponent = storage.growing(chosen_).row(i).min(Scalar(10));
    const Pack<Scalar> product = (noise_.shift * storage.scale(i)) * scale.mean;
    const Pack<Scalar> growing = product * numeric::exp(exponent);
    storage.growing(chosen_).row(i) = growing;
    storage.covariances(chosen_).row(i) += growing - product;
  }
}

template <class Scalar>
void Gibbon<Scalar>::repel(const Storage& storage, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                           Panel<const Scalar> pack, Evaluation& at) const {
  covary(storage, workspace, problem, pack, at.scale);
  const Panel<Scalar> covariances = storage.covariances(chosen_);
  numeric::solve_lower<Scalar>(storage.factor(chosen_), covariances);
  Pack<Scalar> sum = Pack<Scalar>::Zero();
  for (Index i = 0; i < chosen_; ++i) {
    const Pack<Scalar> row = covariances.row(i);
    sum += row * row;
  }
  at.known = (sum / at.variance).min(1 - least_share<Scalar>);
  const Pack<Scalar> remaining = 1 - at.known;
  at.worth.value += weight() / 2 * log_of_share(at.known, remaining);
}

// Replaces covariances by how the worth changes with them, `growing` by how it changes with covariances of h, and adds
// to how it changes with the moments at the candidates.
template <class Scalar>
void Gibbon<Scalar>::differentiate_repulsion(const Storage& storage, Evaluation& at) const {
  const Panel<Scalar> covariances = storage.covariances(chosen_);
  const Panel<Scalar> growing = storage.growing(chosen_);
  numeric::solve_lower_transposed<Scalar>(storage.factor(chosen_), covariances);
  const Pack<Scalar> by_explained = -(weight() / 2) / (at.variance * (1 - at.known));
  Pack<Scalar> by_scale = Pack<Scalar>::Zero();
  for (Index i = 0; i < chosen_; ++i) {
    const Pack<Scalar> by_covariance = 2 * by_explained * covariances.row(i);
    const Pack<Scalar> product = (noise_.shift * storage.scale(i)) * at.scale.mean;
    by_scale += by_covariance * (growing.row(i) - product);
    covariances.row(i) = by_covariance;
    growing.row(i) *= by_covariance;
  }
  const Pack<Scalar> by_variance = -by_explained * at.known;
  at.worth.by_g_variance += by_variance;
  at.worth.by_h_mean += by_variance * 2 * at.noise.value + by_scale;
  at.worth.by_h_variance += by_variance * at.noise.by_variance + by_scale / 2;
}

template <class Scalar>
void Gibbon<Scalar>::add_gradient_of(Which which, const Storage& storage, const Workspace<Scalar>& workspace,
                                     const Problem<Scalar>& problem, Panel<const Scalar> pack,
                                     const Moments<Scalar>& change_by, Panel<Scalar> gradient) const {
  const Latent<Scalar> latent = workspace.latent(which);
  const Panel<Scalar> change = storage.scratch();
  const Panel<Scalar> by_covariance = which == model::g ? storage.covariances(chosen_) : storage.growing(chosen_);
  differentiate<Scalar>(latent, problem.factor, storage.projection(which), change_by, change);
  for (Index i = 0; i < chosen_; ++i) {
    const etl::span<Scalar> kept = storage.whitened(which, i);
    const Pack<Scalar> by = by_covariance.row(i);
    for (Index j = 0; j < change.rows(); ++j) {
      change.row(j) -= kept.data()[j] * by;
    }
  }
  add_gradient<Scalar>(latent, workspace.points(), pack, change, gradient);
  add_covariance_gradient<Scalar>(latent.kernel, storage.points(chosen_), pack, by_covariance, gradient);
}

template <class Scalar>
void Gibbon<Scalar>::evaluate(const Storage& storage, const Workspace<Scalar>& workspace,
                              const Problem<Scalar>& problem, Panel<const Scalar> pack, Panel<Scalar> gradient) {
  const Step after_value = gradient.rows() > 0 ? Step::differentiate_g : Step::predict;
  Evaluation at;
  if (step_ != Step::predict) {
    at.load(storage.found());
  }
  switch (step_) {
    case Step::predict:
      predict_at(storage, workspace, problem, pack, at);
      step_ = chosen_ > 0 ? Step::repel : after_value;
      break;
    case Step::repel:
      repel(storage, workspace, problem, pack, at);
      if (gradient.rows() > 0) {
        differentiate_repulsion(storage, at);
      }
      step_ = after_value;
      break;
    case Step::differentiate_g:
      for (Index d = 0; d < gradient.rows(); ++d) {
        gradient.row(d) = Pack<Scalar>::Zero();
      }
      add_gradient_of(model::g, storage, workspace, problem, pack, {at.worth.by_g_mean, at.worth.by_g_variance},
                      gradient);
      step_ = problem.has(model::h) ? Step::differentiate_h : Step::predict;
      break;
    case Step::differentiate_h:
      add_gradient_of(model::h, storage, workspace, problem, pack, {at.worth.by_h_mean, at.worth.by_h_variance},
                      gradient);
      step_ = Step::predict;
      break;
    case Step::adopt:
      break;
  }
  at.save(storage.found());
}

template <class Scalar>
Pack<Scalar> Gibbon<Scalar>::values(const Storage& storage) const {
  return storage.found().row(0);
}

template <class Scalar>
Pack<Scalar> Gibbon<Scalar>::value(const Storage& storage, const Workspace<Scalar>& workspace,
                                   const Problem<Scalar>& problem, Panel<const Scalar> pack) {
  return value_and_gradient(storage, workspace, problem, pack, Panel<Scalar>({}, 0));
}

template <class Scalar>
Pack<Scalar> Gibbon<Scalar>::value_and_gradient(const Storage& storage, const Workspace<Scalar>& workspace,
                                                const Problem<Scalar>& problem, Panel<const Scalar> pack,
                                                Panel<Scalar> gradient) {
  do {
    evaluate(storage, workspace, problem, pack, gradient);
  } while (busy());
  return values(storage);
}

template <class Scalar>
Status Gibbon<Scalar>::choose(const Storage& storage, const Workspace<Scalar>& workspace,
                              const Problem<Scalar>& problem, etl::span<const Scalar> point) {
  if (numeric::size(point) != storage.sizes().inputs || chosen_ == storage.sizes().batch) {
    return Status::wrong_size;
  }
  if (!numeric::all_finite(point)) {
    return Status::not_finite;
  }
  do {
    add(storage, workspace, problem, point);
  } while (busy());
  return Status::ok;
}

template <class Scalar>
void Gibbon<Scalar>::add(const Storage& storage, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                         etl::span<const Scalar> point) {
  Evaluation at;
  if (step_ == Step::adopt) {
    at.load(storage.found());
    adopt(storage, workspace, problem, point, at);
    step_ = Step::predict;
    return;
  }
  const Panel<Scalar> spot = storage.spot();
  for (Index d = 0; d < spot.rows(); ++d) {
    spot.row(d) = Pack<Scalar>::Constant(point.data()[d]);
  }
  predict_at(storage, workspace, problem, spot, at);
  at.save(storage.found());
  step_ = Step::adopt;
}

// The point becomes one of the chosen, with all that later candidates ask of it.
template <class Scalar>
void Gibbon<Scalar>::adopt(const Storage& storage, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                           etl::span<const Scalar> point, const Evaluation& at) {
  covary(storage, workspace, problem, storage.spot(), at.scale);
  numeric::copy<Scalar>(point, storage.point(chosen_));
  storage.scale(chosen_) = noise_.shift * at.scale.mean[0];
  for (const Which which : {model::g, model::h}) {
    keep(storage, workspace, problem, which);
  }
  const Triangle<Scalar> factor = storage.factor(chosen_ + 1);
  for (Index i = 0; i < chosen_; ++i) {
    factor(chosen_, i) = storage.covariances(chosen_).row(i)[0];
  }
  factor(chosen_, chosen_) = at.variance[0];
  if (numeric::extend<Scalar>(factor) != Status::ok) {  // a chosen point again, and no noise: as if there were a little
    factor(chosen_, chosen_) = std::sqrt(least_share<Scalar> * at.variance[0]);
  }
  ++chosen_;
}

// (I - P⁻¹) a at the first candidate.
template <class Scalar>
void Gibbon<Scalar>::keep(const Storage& storage, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                          Which which) const {
  const Panel<Scalar> a = storage.projection(which);
  const Panel<Scalar> solved = storage.scratch();
  for (Index j = 0; j < a.rows(); ++j) {
    solved.row(j) = a.row(j);
  }
  if (problem.has(which)) {
    model::multiply_by_covariance<Scalar>(workspace.latent(which), problem.factor, solved);
  }
  for (Index j = 0; j < a.rows(); ++j) {
    storage.whitened(which, chosen_).data()[j] = a.row(j)[0] - solved.row(j)[0];
  }
}

template class Gibbon<float>;
template class Gibbon<double>;

}  // namespace taut::acquire
