#include "data/knob.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "numeric/elementary.hpp"

namespace taut::data {
namespace {

template <class Scalar>
Scalar absolute(Scalar value) {
  return value < 0 ? -value : value;
}

template <class Scalar>
Scalar limited(Scalar value, Scalar least, Scalar most) {
  const Scalar below = value < most ? value : most;
  return below > least ? below : least;
}

// The whole steps of so many, which are 0 or more. Numbers beyond the limit have no fraction. Integers are no longer
// than need be: a core without double precision makes its way from float to 64 bits by software in double.
template <class Scalar>
Scalar whole(Scalar steps) {
  constexpr int digits = std::numeric_limits<Scalar>::digits;
  using Integer = std::conditional_t<(digits < 32), std::int32_t, std::int64_t>;
  constexpr auto limit = static_cast<Scalar>(Integer{1} << (digits - 1));
  return steps < limit ? static_cast<Scalar>(static_cast<Integer>(steps)) : steps;
}

}  // namespace

template <class Scalar>
Status check(const Range<Scalar>& range) {
  if (!std::isfinite(range.lowest) || !std::isfinite(range.highest) || !std::isfinite(range.highest - range.lowest) ||
      !std::isfinite(range.step)) {
    return Status::not_finite;
  }
  const bool stretch = range.lowest < range.highest && range.step >= 0 && range.step <= range.highest - range.lowest;
  if (range.scale == Scale::linear) {
    return stretch ? Status::ok : Status::out_of_range;
  }
  const bool ratio = range.lowest > 0 && std::isfinite(range.highest / range.lowest);
  return stretch && ratio && range.scale == Scale::logarithmic ? Status::ok : Status::out_of_range;
}

template <class Scalar>
Status check(const Range<Scalar>& range, Scalar setting) {
  if (!std::isfinite(setting)) {
    return Status::not_finite;
  }
  return setting >= range.lowest && setting <= range.highest ? Status::ok : Status::out_of_range;
}

template <class Scalar>
Scalar unit_of(const Range<Scalar>& range, Scalar setting) {
  const Scalar unit = range.scale == Scale::logarithmic
                          ? numeric::log(setting / range.lowest) / numeric::log(range.highest / range.lowest)
                          : (setting - range.lowest) / (range.highest - range.lowest);
  return limited(unit, Scalar(0), Scalar(1));
}

template <class Scalar>
Scalar setting_at(const Range<Scalar>& range, Scalar unit) {
  const Scalar above =
      range.scale == Scale::logarithmic
          ? range.lowest * numeric::exp(unit * numeric::log(range.highest / range.lowest)) - range.lowest
          : unit * (range.highest - range.lowest);
  // The sum may round past the end, or not quite reach it.
  return unit < 1 || range.step > 0 ? setting_above(range, above) : range.highest;
}

template <class Scalar>
Scalar setting_above(const Range<Scalar>& range, Scalar above) {
  if (range.step > 0) {
    const Scalar stretch = range.highest - range.lowest;
    // The ends are rounded, and so is the step: 0.3 / 0.1 is three steps all the same.
    const Scalar rounding =
        4 * std::numeric_limits<Scalar>::epsilon() * (absolute(range.lowest) + absolute(range.highest)) / range.step;
    const Scalar last = whole(stretch / range.step + limited(rounding, Scalar(0), Scalar(0.5)));
    const Scalar steps = limited(whole(above / range.step + Scalar(0.5)), Scalar(0), last);
    return limited(range.lowest + steps * range.step, range.lowest, range.highest);
  }
  return limited(range.lowest + above, range.lowest, range.highest);
}

template <class Scalar>
Scalar whole_steps(const Range<Scalar>& range, Scalar length) {
  return whole(length / range.step * (1 + 4 * std::numeric_limits<Scalar>::epsilon())) * range.step;
}

template Status check(const Range<float>&);
template Status check(const Range<double>&);
template Status check(const Range<float>&, float);
template Status check(const Range<double>&, double);
template float unit_of(const Range<float>&, float);
template double unit_of(const Range<double>&, double);
template float setting_at(const Range<float>&, float);
template double setting_at(const Range<double>&, double);
template float setting_above(const Range<float>&, float);
template double setting_above(const Range<double>&, double);
template float whole_steps(const Range<float>&, float);
template double whole_steps(const Range<double>&, double);

}  // namespace taut::data
