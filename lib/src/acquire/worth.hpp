#pragma once

#include "acquire/noise_moments.hpp"

namespace taut::acquire {

/// What is sought at each point of a pack: g + multiple · exp(h), for example a quantile by way of another one.
template <class Scalar>
struct Worth {
  Pack<Scalar> mean;
  Pack<Scalar> deviation;  ///< The standard deviation.
};

/// The multiple is known up to an error, its standard deviation.
template <class Scalar>
Worth<Scalar> worth_of(const model::Marginals<Scalar>& at, Scalar multiple, Scalar error) {
  const Scale<Scalar> scale = scale_of(at.h);
  const Pack<Scalar> shift = multiple * scale.mean;
  const Pack<Scalar> doubt = error * scale.mean;
  return {at.g.mean + shift, (at.g.variance + shift * shift * (scale.growth - 1) + doubt * doubt).sqrt()};
}

}  // namespace taut::acquire
