#pragma once

#include <limits>

#include "data/observation_arrays.hpp"

namespace taut::data {

/// How readings in the user's unit become outputs of about 1 inside the model. Robust statistics, because noise may
/// have heavy tails, and determined rarely, because observations crowd where readings are good.
template <class Scalar>
struct Scaling {
  Scalar centre = 0;  ///< In the user's unit; 0 inside.
  Scalar factor = 1;  ///< In the user's unit; 1 inside.

  /// So far from the centre an output may lie, at most: a likelihood of squares must not overflow.
  static constexpr Scalar farthest = Scalar(1e4);

  /// A reading may be so large: differences of readings still are numbers.
  static constexpr Scalar largest = std::numeric_limits<Scalar>::max() / 4;

  Scalar to_model(Scalar reading) const { return limited((reading - centre) / factor, farthest); }
  /// The same for readings from which a scaling is yet to be determined: this one says nothing about them.
  Scalar to_model_unlimited(Scalar reading) const { return limited((reading - centre) / factor, largest); }
  Scalar to_user(Scalar output) const { return centre + factor * output; }

 private:
  static Scalar limited(Scalar output, Scalar limit) {
    const Scalar below = output < limit ? output : limit;
    return below > -limit ? below : -limit;
  }
};

/// Scales outputs anew: their quantile of this level becomes 0, and their robust scale becomes 1; if that is nothing,
/// half of their whole range. If they are all equal, the reading itself becomes 1, and the answer is false: nothing can
/// be learnt from them. `scaling` is how they are scaled so far. `scratch` is as long as the outputs.
template <class Scalar>
bool rescale(etl::span<Scalar> outputs, etl::span<Scalar> scratch, Scalar level, Scaling<Scalar>& scaling);

/// Scales them again, so that what was so far from 0 is 1.
template <class Scalar>
void stretch(etl::span<Scalar> outputs, Scalar far, Scaling<Scalar>& scaling);

}  // namespace taut::data
