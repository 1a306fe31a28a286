#include "plain_posterior.hpp"

#include <limits>

namespace paper::faithful {

using taut::model::Latent;
using taut::model::Pack;
using taut::model::pack_width;

template <class Scalar>
Moments<Scalar> predict(const taut::model::Workspace<Scalar>& workspace, const taut::model::Problem<Scalar>& problem,
                        Which which, Panel<const Scalar> pack, Panel<Scalar> a, Panel<Scalar> scratch) {
  const Latent<Scalar> latent = workspace.latent(which);
  if (!problem.has(which)) {
    for (Index j = 0; j < a.rows(); ++j) {
      a.row(j).setZero();
    }
    return {Pack<Scalar>::Constant(latent.mean), Pack<Scalar>::Zero()};
  }
  taut::model::project<Scalar>(latent, workspace.points(), pack, a);
  return taut::model::moments<Scalar>(latent, problem.factor, a, scratch);
}

Index best_observed(const taut::model::Workspace<float>& workspace, const taut::model::Problem<float>& problem) {
  Index best = 0;
  float highest = -std::numeric_limits<float>::infinity();
  for (Index first = 0; first < problem.observations; first += pack_width) {
    const Pack<float> mean = predict<float>(workspace, problem, taut::model::g, workspace.inputs(first / pack_width),
                                            workspace.projection(taut::model::g), workspace.solved())
                                 .mean;
    for (Index w = 0; w < pack_width && first + w < problem.observations; ++w) {
      if (mean[w] > highest) {
        highest = mean[w];
        best = first + w;
      }
    }
  }
  return best;
}

template Moments<float> predict(const taut::model::Workspace<float>&, const taut::model::Problem<float>&, Which,
                                Panel<const float>, Panel<float>, Panel<float>);
template Moments<double> predict(const taut::model::Workspace<double>&, const taut::model::Problem<double>&, Which,
                                 Panel<const double>, Panel<double>, Panel<double>);

}  // namespace paper::faithful
