#include "tuner/settings.hpp"

#include <cmath>

#include "data/knob.hpp"

namespace taut::tuner {

template <class Scalar>
void settings_at(const model::Workspace<Scalar>& workspace, etl::span<const Scalar> point, etl::span<Scalar> settings) {
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    settings.data()[d] = data::setting_at(workspace.range(d), point.data()[d]);
  }
}

template <class Scalar>
void point_of(const model::Workspace<Scalar>& workspace, etl::span<const Scalar> settings, etl::span<Scalar> point) {
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    point.data()[d] = data::unit_of(workspace.range(d), settings.data()[d]);
  }
}

template <class Scalar>
void point_of(const model::Workspace<Scalar>& workspace, Index observation, etl::span<Scalar> point) {
  const model::Panel<Scalar> pack = workspace.inputs(observation / model::pack_width);
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    point.data()[d] = pack.row(d)[observation % model::pack_width];
  }
}

template <class Scalar>
bool on_steps(const model::Workspace<Scalar>& workspace, etl::span<const Scalar> settings) {
  for (Index d = 0; d < workspace.sizes().inputs; ++d) {
    const Range<Scalar> range = workspace.range(d);
    const Scalar setting = settings.data()[d];
    const Scalar away = data::setting_at(range, data::unit_of(range, setting)) - setting;
    if (range.step > 0 && std::fabs(away) > range.step / 100) {
      return false;
    }
  }
  return true;
}

template void settings_at(const model::Workspace<float>&, etl::span<const float>, etl::span<float>);
template void settings_at(const model::Workspace<double>&, etl::span<const double>, etl::span<double>);
template void point_of(const model::Workspace<float>&, etl::span<const float>, etl::span<float>);
template void point_of(const model::Workspace<double>&, etl::span<const double>, etl::span<double>);
template void point_of(const model::Workspace<float>&, Index, etl::span<float>);
template void point_of(const model::Workspace<double>&, Index, etl::span<double>);
template bool on_steps(const model::Workspace<float>&, etl::span<const float>);
template bool on_steps(const model::Workspace<double>&, etl::span<const double>);

}  // namespace taut::tuner
