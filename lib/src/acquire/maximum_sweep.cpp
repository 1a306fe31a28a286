#include "acquire/maximum_sweep.hpp"

#include <algorithm>

namespace taut::acquire {

template <class Scalar>
Status MaximumSweep<Scalar>::begin(const Workspace<Scalar>& workspace, Index points, std::uint64_t seed) {
  numeric::LowDiscrepancy even;
  if (points < 1 || even.begin(workspace.sizes().inputs, seed) != Status::ok) {
    return Status::wrong_size;
  }
  even_ = even;
  packs_ = model::packs(points);
  pack_ = 0;
  distribution_.begin();
  stage_ = Stage::range;
  return Status::ok;
}

// The next pack of points that are not observed.
template <class Scalar>
void MaximumSweep<Scalar>::place(Panel<Scalar> spot, Span point) const {
  for (Index w = 0; w < pack_width; ++w) {
    const auto index = static_cast<std::uint32_t>(pack_ * pack_width + w);
    even_.point<Scalar>(index % numeric::LowDiscrepancy::maximum_points, point);
    for (Index d = 0; d < spot.rows(); ++d) {
      spot.row(d)[w] = point.data()[d];
    }
  }
}

template <class Scalar>
void MaximumSweep<Scalar>::advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Span memory) {
  const Index inputs = workspace.sizes().inputs;
  const Index inducing = workspace.active();
  if (done() || numeric::size(memory) < this->memory(inputs, inducing)) {
    return;
  }
  const Index column = Panel<Scalar>::entries(inducing);
  const Panel<Scalar> a(numeric::slice(memory, 0, column), inducing);
  const Panel<Scalar> scratch(numeric::slice(memory, column, column), inducing);
  const Panel<Scalar> spot(numeric::slice(memory, 2 * column, Panel<Scalar>::entries(inputs)), inputs);
  const Index observed = pack_ - packs_;  // after the others
  Index count = pack_width;
  if (observed < 0) {
    place(spot, numeric::slice(memory, 2 * column + Panel<Scalar>::entries(inputs), inputs));
  } else {
    count = std::min(pack_width, problem.observations - observed * pack_width);
  }
  const Moments<Scalar> moments =
      predict<Scalar>(workspace, problem, model::g, observed < 0 ? spot : workspace.inputs(observed), a, scratch);
  if (stage_ == Stage::range) {
    distribution_.widen(moments, count);
  } else {
    distribution_.add(moments, count);
  }
  if (++pack_ == packs_ + model::packs(problem.observations)) {
    pack_ = 0;
    stage_ = stage_ == Stage::range ? Stage::levels : Stage::done;
  }
}

template <class Scalar>
void MaximumSweep<Scalar>::draw(Random& random, Span maxima) const {
  const Gumbel<Scalar> gumbel = distribution_.fit();
  for (Scalar& maximum : maxima) {
    maximum = std::max(gumbel.draw(random), distribution_.best_mean());
  }
}

template class MaximumSweep<float>;
template class MaximumSweep<double>;

}  // namespace taut::acquire
