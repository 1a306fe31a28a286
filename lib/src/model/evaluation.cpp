#include "model/evaluation.hpp"

namespace taut::model {
namespace {

template <class Scalar>
Moments<Scalar> moments_of(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Which which) {
  const Latent<Scalar> latent = workspace.latent(which);
  if (!problem.has(which)) {
    return {Pack<Scalar>::Constant(latent.mean), Pack<Scalar>::Zero()};
  }
  return moments<Scalar>(latent, problem.factor, workspace.projection(which), workspace.solved());
}

}  // namespace

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
Pack<Scalar> presence(const Problem<Scalar>& problem, Index pack) {
  Pack<Scalar> present;
  for (Index w = 0; w < pack_width; ++w) {
    present[w] = pack * pack_width + w < problem.observations ? problem.weight : Scalar(0);
  }
  return present;
}

template <class Scalar>
void evaluate(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Index pack,
              Evaluation<Scalar>& result) {
  Marginals<Scalar>& marginals = result.marginals;
  marginals = {moments_of(workspace, problem, g), moments_of(workspace, problem, h)};
  const Pack<Scalar> present = presence(problem, pack);
  Expectation<Scalar>& expected = result.expected;
  if (problem.noise == Noise::known) {
    const Pack<Scalar> variance = (present > 0).select(workspace.known_precision(pack).inverse(), Scalar(1));
    expected = expect_known_noise<Scalar>(variance, workspace.outputs(pack), marginals);
  } else {
    expected = expect<Scalar>(problem.likelihood, workspace.outputs(pack), marginals);
  }
  for (Pack<Scalar>* part :
       {&expected.value, &expected.g_slope, &expected.g_curvature, &expected.h_slope, &expected.h_curvature}) {
    *part *= present;
  }
}

template void project(const Workspace<float>&, Which, Index);
template void project(const Workspace<float>&, const Problem<float>&, Index);
template Pack<float> presence(const Problem<float>&, Index);
template void evaluate(const Workspace<float>&, const Problem<float>&, Index, Evaluation<float>&);
template void project(const Workspace<double>&, Which, Index);
template void project(const Workspace<double>&, const Problem<double>&, Index);
template Pack<double> presence(const Problem<double>&, Index);
template void evaluate(const Workspace<double>&, const Problem<double>&, Index, Evaluation<double>&);

}  // namespace taut::model
