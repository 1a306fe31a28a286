#pragma once

#include <etl/span.h>

#include "acquire/posterior_gradient.hpp"

namespace taut::acquire {

/// The logarithm of E[max(g - best, 0)] at each point, for normal g: of by how much a value is expected to exceed the
/// best (Mockus 1978; Jones, Schonlau & Welch 1998); and how that changes with mean and variance.
template <class Scalar>
struct LogImprovement {
  Pack<Scalar> value;
  Moments<Scalar> change_by;
};

/// Its maximum is where that of the improvement itself is. But that is flat, because it rounds to zero over most of the
/// box once the best is good, where its logarithm still has a slope that leads uphill (Ament et al., "Unexpected
/// improvements to expected improvement", NeurIPS 2023). Finite for any finite moments and best.
template <class Scalar>
LogImprovement<Scalar> log_expected_improvement(const Moments<Scalar>& g, Scalar best);

/// The logarithm of the expected improvement of g over `best`, for the posterior of a model.
template <class Scalar>
class Improvement {
 public:
  using Span = etl::span<Scalar>;

  /// How many scalars of scratch memory the functions below need.
  static constexpr Index memory(Index inducing) { return 2 * Panel<Scalar>::entries(inducing); }

  Improvement(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem, Span memory, Scalar best)
      : workspace_(&workspace), problem_(&problem), memory_(memory), best_(best) {}

  /// At each point of the pack, which has a row per input.
  Pack<Scalar> value(Panel<const Scalar> pack) const;

  /// The same, and sets `gradient` to its derivative by the inputs: a row per input.
  Pack<Scalar> value_and_gradient(Panel<const Scalar> pack, Panel<Scalar> gradient) const;

 private:
  Panel<Scalar> panel(Index which) const {
    const Index rows = workspace_->active();
    return {numeric::slice(memory_, which * Panel<Scalar>::entries(rows), Panel<Scalar>::entries(rows)), rows};
  }

  const Workspace<Scalar>* workspace_;  // a view, made for each call
  const Problem<Scalar>* problem_;
  Span memory_;
  Scalar best_;
};

}  // namespace taut::acquire
