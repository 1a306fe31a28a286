#include "tuner/travel.hpp"

#include <cmath>

#include "data/knob.hpp"
#include "numeric/first_finding.hpp"

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
Finding check_way(const TunerConfig<Scalar>& config) {
  const std::size_t knobs = config.ranges.size();
  const auto fits = [knobs](const etl::span<const Scalar>& settings) {
    return settings.empty() || settings.size() == knobs;
  };
  numeric::FirstFinding first;
  first.require(fits(config.travel), {Status::wrong_size, Field::travel});
  first.require(fits(config.start), {Status::wrong_size, Field::start});
  first.require(!config.widen || !config.start.empty(), {Status::out_of_range, Field::widen});
  for (std::size_t knob = 0; knob < knobs && first.found().status == Status::ok; ++knob) {
    const Range<Scalar>& range = config.ranges[knob];
    if (!config.travel.empty()) {
      first.require({check_travel(range, config.travel[knob]), Field::travel, knob});
    }
    if (!config.start.empty()) {
      first.require({data::check(range, config.start[knob]), Field::start, knob});
    }
  }
  return first.found();
}

template float reach_of(const Range<float>&, float);
template double reach_of(const Range<double>&, double);
template float on_step(const Range<float>&, float);
template double on_step(const Range<double>&, double);
template float within_reach(const Range<float>&, float, float, float);
template double within_reach(const Range<double>&, double, double, double);
template Finding check_way(const TunerConfig<float>&);
template Finding check_way(const TunerConfig<double>&);

}  // namespace taut::tuner
