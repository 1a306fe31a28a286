#include "model/sweep.hpp"

#include "model/evaluation.hpp"
#include "numeric/symmetric.hpp"
#include "numeric/triangular.hpp"

namespace taut::model {
namespace {

using numeric::sum;

template <class Scalar>
void add(const Natural<Scalar>& natural, Panel<const Scalar> projection, const Pack<Scalar>& precision,
         const Pack<Scalar>& shift) {
  numeric::accumulate<Scalar>(natural.precision, projection, precision);
  numeric::accumulate<Scalar>(natural.shift, projection, shift);
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
                   Gather gather) {
  if (gather == Gather::nothing) {
    project(workspace, problem, pack);
  }
  Evaluation<Scalar> at;
  evaluate(workspace, problem, pack, at);
  if (gather == Gather::slopes && !problem.has(h)) {
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
template float renew_sites(const Workspace<float>&, const Problem<float>&, Index, int, Gather);
template double renew_sites(const Workspace<double>&, const Problem<double>&, Index, int, Gather);
template float add_slope_sums(const Workspace<float>&, const Problem<float>&, Index);
template double add_slope_sums(const Workspace<double>&, const Problem<double>&, Index);
template void add_slopes(const Workspace<float>&, const Problem<float>&, Which, Index);
template void add_slopes(const Workspace<double>&, const Problem<double>&, Which, Index);

}  // namespace taut::model
