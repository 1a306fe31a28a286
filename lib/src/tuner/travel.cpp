#include "tuner/travel.hpp"

#include <cmath>

#include "data/knob.hpp"

namespace taut::tuner {
namespace {

// What the last bit of settings comes to, a few times over.
template <class Scalar>
Scalar rounding_of(const Range<Scalar>& range) {
  const Scalar size = std::fabs(range.lowest) > std::fabs(range.highest) ? range.lowest : range.highest;
  return 4 * std::numeric_limits<Scalar>::epsilon() * std::fabs(size);
}

// A knob must get away from wherever it is. Logarithmic, steps are widest where it is lowest.
template <class Scalar>
bool moves(const Range<Scalar>& range, Scalar reach) {
  if (range.scale == Scale::logarithmic) {
    return range.step > 0 ? range.lowest + range.step <= range.lowest * reach
                          : reach >= 1 + 4 * std::numeric_limits<Scalar>::epsilon();
  }
  return reach >= (range.step > 0 ? range.step : rounding_of(range));
}

template <class Scalar>
Status check_travel(const Range<Scalar>& range, Scalar travel) {
  if (!std::isfinite(travel)) {
    return Status::not_finite;
  }
  return travel > 0 && moves(range, reach_of(range, travel)) ? Status::ok : Status::out_of_range;
}

}  // namespace

// Without steps a little is taken off, so that the sum or product is never too large; with steps, a sum is of whole
// steps, and a product has a little added, so that it does not fall short of a step.
template <class Scalar>
Scalar reach_of(const Range<Scalar>& range, Scalar travel) {
  const bool steps = range.step > 0;
  if (range.scale == Scale::logarithmic) {
    constexpr Scalar little = 4 * std::numeric_limits<Scalar>::epsilon();
    return travel * (steps ? 1 + little : 1 - little);
  }
  return steps ? data::whole_steps(range, travel) : travel - rounding_of(range);
}

template <class Scalar>
Scalar on_step(const Range<Scalar>& range, Scalar setting) {
  return range.step > 0 ? data::setting_above(range, setting - range.lowest) : setting;
}

template <class Scalar>
Scalar within_reach(const Range<Scalar>& range, Scalar reach, Scalar from, Scalar wanted) {
  const bool ratio = range.scale == Scale::logarithmic;
  const Scalar low = ratio ? from / reach : from - reach;
  const Scalar high = ratio ? from * reach : from + reach;
  if (!(wanted < low || wanted > high)) {
    return wanted;
  }
  const Scalar nearest = wanted < low ? low : high;
  // The next step inside: of a sum it is the nearest one. Half a step further in it is of a product, too.
  const Scalar inwards = ratio ? (wanted < low ? range.step : -range.step) / 2 : Scalar(0);
  return data::setting_above(range, nearest + inwards - range.lowest);
}

template <class Scalar>
void limit_travel(const model::Workspace<Scalar>& workspace, etl::span<const Scalar> reach,
                  etl::span<const Scalar> from, etl::span<Scalar> wanted) {
  for (model::Index d = 0; d < workspace.sizes().inputs; ++d) {
    wanted.data()[d] = within_reach(workspace.range(d), reach.data()[d], from.data()[d], wanted.data()[d]);
  }
}

template <class Scalar>
void draw_towards(const model::Workspace<Scalar>& workspace, etl::span<const Scalar> setting, Scalar share,
                  etl::span<Scalar> point) {
  for (model::Index d = 0; d < workspace.sizes().inputs; ++d) {
    const Scalar centre = data::unit_of(workspace.range(d), setting.data()[d]);
    point.data()[d] = centre + share * (point.data()[d] - centre);
  }
}

template <class Scalar>
Finding check_way(const TunerConfig<Scalar>& config) {
  const std::size_t knobs = config.ranges.size();
  if (config.widen && config.start.empty()) {
    return {Status::out_of_range, Field::widen};
  }
  for (const Field field : {Field::travel, Field::start}) {
    const bool travel = field == Field::travel;
    const etl::span<const Scalar> given = travel ? config.travel : config.start;
    if (!given.empty() && given.size() != knobs) {
      return {Status::wrong_size, field};
    }
    for (std::size_t knob = 0; knob < given.size(); ++knob) {
      const Range<Scalar>& range = config.ranges[knob];
      const Status status = travel ? check_travel(range, given[knob]) : data::check(range, given[knob]);
      if (status != Status::ok) {
        return {status, field, knob};
      }
    }
  }
  return {};
}

template float reach_of(const Range<float>&, float);
template double reach_of(const Range<double>&, double);
template float on_step(const Range<float>&, float);
template double on_step(const Range<double>&, double);
template float within_reach(const Range<float>&, float, float, float);
template double within_reach(const Range<double>&, double, double, double);
template void limit_travel(const model::Workspace<float>&, etl::span<const float>, etl::span<const float>,
                           etl::span<float>);
template void limit_travel(const model::Workspace<double>&, etl::span<const double>, etl::span<const double>,
                           etl::span<double>);
template void draw_towards(const model::Workspace<float>&, etl::span<const float>, float, etl::span<float>);
template void draw_towards(const model::Workspace<double>&, etl::span<const double>, double, etl::span<double>);
template Finding check_way(const TunerConfig<float>&);
template Finding check_way(const TunerConfig<double>&);

}  // namespace taut::tuner
