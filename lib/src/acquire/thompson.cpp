#include "acquire/thompson.hpp"

#include <algorithm>

namespace taut::acquire {

template <class Scalar>
void Thompson<Scalar>::begin(const BatchSoFar<Scalar>& batch) {
  const ProposalSettings<Scalar>& settings = batch.settings;
  maxima_.begin(batch, std::min(settings.batch - batch.count, pack_width), settings.noise_multiplier != 0,
                settings.mean_first);
}

template <class Scalar>
Index Thompson<Scalar>::advance(const BatchSoFar<Scalar>& batch) {
  return maxima_.advance(batch) ? maxima_.functions() : 0;
}

template class Thompson<float>;
template class Thompson<double>;

}  // namespace taut::acquire
