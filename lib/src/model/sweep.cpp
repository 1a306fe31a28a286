#include "model/sweep.hpp"

#include "numeric/elementary.hpp"
#include "numeric/symmetric.hpp"
#include "numeric/triangular.hpp"

namespace taut::model {
namespace {

using numeric::sum;

// Of what an observation is sure of, at least so much is not its own doing.
template <class Scalar>
constexpr Scalar least_left = Scalar(0.1);

// For an observation how many it stands for, for the padding of the last pack 0.
template <class Scalar>
Pack<Scalar> presence(const Problem<Scalar>& problem, Index pack) {
  Pack<Scalar> present;
  for (Index w = 0; w < pack_width; ++w) {
    present[w] = pack * pack_width + w < problem.observations ? problem.weight : Scalar(0);
  }
  return present;
}

template <class Scalar>
void add(const Natural<Scalar>& natural, Panel<const Scalar> projection, const Pack<Scalar>& precision,
         const Pack<Scalar>& shift) {
  numeric::accumulate<Scalar>(natural.precision, projection, precision);
  numeric::accumulate<Scalar>(natural.shift, projection, shift);
}

// The expected log-likelihood of a pack and its derivatives, zero for the padding, and what is believed of both latent
// functions there.
template <class Scalar>
struct Evaluation {
  Expectation<Scalar> expected;
  Marginals<Scalar> marginals;

  const Pack<Scalar>& mean_of(Which which) const { return which == g ? marginals.g.mean : marginals.h.mean; }

  const Pack<Scalar>& slope(Which which) const { return which == g ? expected.g_slope : expected.h_slope; }
  const Pack<Scalar>& curvature(Which which) const { return which == g ? expected.g_curvature : expected.h_curvature; }
};

template <class Scalar>
void project(const Workspace<Scalar>& workspace, Which which, Index pack) {
  model::project<Scalar>(workspace.latent(which), workspace.points(), workspace.inputs(pack),
                         workspace.projection(which));
}

template <class Scalar>
void project(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack) {
  for (const Which which : {g, h}) {
    if (problem.has(which)) {
      project(workspace, which, pack);
    }
  }
}

template <class Scalar>
Moments<Scalar> moments_of(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which) {
  const Latent<Scalar> latent = workspace.latent(which);
  if (!problem.has(which)) {
    return {Pack<Scalar>::Constant(latent.mean), Pack<Scalar>::Zero()};
  }
  return moments<Scalar>(latent, problem.factor, workspace.projection(which), workspace.solved());
}

// From the projections of both latent functions, in the workspace.
template <class Scalar>
void evaluate(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack,
              Evaluation<Scalar>& result) {
  Marginals<Scalar>& marginals = result.marginals;
  marginals = {moments_of(workspace, problem, g), moments_of(workspace, problem, h)};
  const Pack<Scalar> present = presence(problem, pack);
  Expectation<Scalar>& expected = result.expected;
  if (problem.noise == Noise::known) {
    const Pack<Scalar> variance = (present > 0).select(workspace.site_precision(h, pack).inverse(), Scalar(1));
    expected = expect_known_noise<Scalar>(variance, workspace.outputs(pack), marginals);
  } else {
    expected = expect<Scalar>(problem.likelihood, workspace.outputs(pack), marginals);
  }
  for (Pack<Scalar>* part :
       {&expected.value, &expected.g_slope, &expected.g_curvature, &expected.h_slope, &expected.h_curvature}) {
    *part *= present;
  }
}

// With a = L⁻¹ k(Z, x), the evidence changes with a by ā = α m + λ (a - P⁻¹ a), and with k(Z, x) by L⁻ᵀ ā.
template <class Scalar>
void add_kernel_slopes(const Workspace<Scalar>& workspace, Factor factor, Which which, Index pack,
                       const Pack<Scalar>& slope, const Pack<Scalar>& curvature) {
  const Latent<Scalar> latent = workspace.latent(which);
  const Panel<Scalar> a = workspace.projection(which);
  const Panel<Scalar> change = workspace.solved();
  for (Index j = 0; j < a.rows(); ++j) {
    change.row(j) = a.row(j);
  }
  multiply_by_covariance<Scalar>(latent, factor, change);
  Pack<Scalar> growth = Pack<Scalar>::Zero();  // ā·a: a grows with the standard deviation of the kernel
  for (Index j = 0; j < a.rows(); ++j) {
    const Pack<Scalar> row = a.row(j);
    const Pack<Scalar> by_row = slope * latent.weights[static_cast<std::size_t>(j)] + curvature * (row - change.row(j));
    growth += by_row * row;
    change.row(j) = by_row;
  }
  numeric::solve_lower_transposed<Scalar>(latent.prior_factor, change);
  add_lengthscale_gradient<Scalar>(latent.kernel, workspace.points(), workspace.inputs(pack), change,
                                   workspace.slopes(which));
  const etl::span<Scalar> gradient = workspace.gradient(which);
  const auto inputs = static_cast<std::size_t>(workspace.sizes().inputs);
  gradient[inputs] += (sum(growth) - latent.kernel.variance * sum(curvature)) / 2;
}

template <class Scalar>
void add_slope_by_mean(const Workspace<Scalar>& workspace, Which which, const Pack<Scalar>& slope) {
  const etl::span<Scalar> gradient = workspace.gradient(which);
  gradient[gradient.size() - 1] += sum(slope);
}

}  // namespace

template <class Scalar>
void set_identity(Triangle<Scalar> matrix) {
  numeric::clear(matrix.all());
  for (Index i = 0; i < matrix.size(); ++i) {
    matrix(i, i) = 1;
  }
}

template <class Scalar>
void clear_slopes(const Workspace<Scalar>& workspace) {
  numeric::clear(workspace.gradient());
  for (const Which which : {g, h}) {
    for (Index d = 0; d < workspace.sizes().inputs; ++d) {
      workspace.slopes(which).row(d).setZero();
    }
  }
}

template <class Scalar>
void set_prior(const Natural<Scalar>& natural) {
  set_identity(natural.precision);
  numeric::clear(natural.shift);
}

template <class Scalar>
void add_sites(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack, int slot) {
  for (const Which which : {g, h}) {
    if (problem.has(which)) {
      const Panel<Scalar> a = workspace.projection(which);
      const Latent<Scalar> latent = workspace.latent(which);
      project(workspace, which, pack);
      const Pack<Scalar> precision = workspace.site_precision(which, pack);
      add<Scalar>(workspace.natural(which, slot), a, precision,
                  workspace.site_shift(which, pack) - precision * latent.mean);
    }
  }
}

template <class Scalar>
void add_site_slopes(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which, Index pack) {
  project(workspace, which, pack);
  const Pack<Scalar> precision = workspace.site_precision(which, pack);
  const Pack<Scalar> mean = mean_at<Scalar>(workspace.latent(which), workspace.projection(which));
  const Pack<Scalar> slope = workspace.site_shift(which, pack) - precision * mean;
  add_slope_by_mean(workspace, which, slope);
  add_kernel_slopes(workspace, problem.factor, which, pack, slope, precision);
}

template <class Scalar>
Scalar renew_sites(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack, int slot,
                   Also also) {
  if (also == Also::nothing) {
    project(workspace, problem, pack);
  }
  Evaluation<Scalar> at;
  evaluate(workspace, problem, pack, at);
  if (also == Also::slopes && !problem.has(h)) {
    add_slope_by_mean(workspace, h, at.slope(h));
  }
  for (const Which which : {g, h}) {
    if (problem.has(which)) {
      const Pack<Scalar> mean = at.mean_of(which) - workspace.latent(which).mean;
      const Pack<Scalar> shift = at.curvature(which) * mean + at.slope(which);
      workspace.site_precision(which, pack) = at.curvature(which);
      workspace.site_shift(which, pack) = at.curvature(which) * at.mean_of(which) + at.slope(which);
      add<Scalar>(workspace.natural(which, slot), workspace.projection(which), at.curvature(which), shift);
    }
  }
  return sum(at.expected.value);
}

template <class Scalar>
Scalar add_slope_sums(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack) {
  project(workspace, problem, pack);
  Evaluation<Scalar> at;
  evaluate(workspace, problem, pack, at);
  for (const Which which : {g, h}) {
    add_slope_by_mean(workspace, which, at.slope(which));
    if (problem.has(which)) {
      add<Scalar>(workspace.natural(which, 0), workspace.projection(which), at.curvature(which), at.slope(which));
    }
  }
  return sum(at.expected.value);
}

template <class Scalar>
void add_slopes(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which, Index pack) {
  Evaluation<Scalar> at;
  evaluate(workspace, problem, pack, at);
  add_kernel_slopes(workspace, problem.factor, which, pack, at.slope(which), at.curvature(which));
}

template <class Scalar>
void add_spread(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack) {
  project(workspace, problem, pack);
  Evaluation<Scalar> at;
  evaluate(workspace, problem, pack, at);
  const Pack<Scalar> share = at.curvature(g) / problem.weight * at.marginals.g.variance;
  const Pack<Scalar> left = (1 - share).max(least_left<Scalar>);
  Pack<Scalar> scores = at.slope(g) * at.slope(g) / problem.weight / left;
  if (problem.likelihood.loss == Loss::pinball) {
    const Pack<Scalar> present = presence(problem, pack);
    const Pack<Scalar> exponent = at.marginals.h.variance - 2 * at.marginals.h.mean;  // of w²
    scores = numeric::exp(exponent) * (problem.likelihood.level * (1 - problem.likelihood.level)) * present;
    // Without its own site, which takes that share of it, an observation finds a larger variance.
    at.marginals.g.variance /= left;
    at.expected = expect<Scalar>(problem.likelihood, workspace.outputs(pack), at.marginals);
    at.expected.g_curvature *= present;
  }
  numeric::accumulate<Scalar>(workspace.natural(g, 0).precision, workspace.projection(g), scores);
  numeric::accumulate<Scalar>(workspace.natural(g, 1).precision, workspace.projection(g), at.curvature(g));
}

template void set_identity(Triangle<float>);
template void set_identity(Triangle<double>);
template void clear_slopes(const Workspace<float>&);
template void clear_slopes(const Workspace<double>&);
template void set_prior(const Natural<float>&);
template void set_prior(const Natural<double>&);
template void add_sites(const Workspace<float>&, const Problem<float>&, Index, int);
template void add_sites(const Workspace<double>&, const Problem<double>&, Index, int);
template void add_site_slopes(const Workspace<float>&, const Problem<float>&, Which, Index);
template void add_site_slopes(const Workspace<double>&, const Problem<double>&, Which, Index);
template float renew_sites(const Workspace<float>&, const Problem<float>&, Index, int, Also);
template double renew_sites(const Workspace<double>&, const Problem<double>&, Index, int, Also);
template float add_slope_sums(const Workspace<float>&, const Problem<float>&, Index);
template double add_slope_sums(const Workspace<double>&, const Problem<double>&, Index);
template void add_slopes(const Workspace<float>&, const Problem<float>&, Which, Index);
template void add_slopes(const Workspace<double>&, const Problem<double>&, Which, Index);
template void add_spread(const Workspace<float>&, const Problem<float>&, Index);
template void add_spread(const Workspace<double>&, const Problem<double>&, Index);

}  // namespace taut::model
