#include "data/observations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/knob.hpp"
#include "numeric/validity.hpp"

namespace taut::data {
namespace {

// The scaling, and all that was learnt with it, starts anew when there are so many times the observations.
constexpr std::uint64_t growth_before_rescaling = 8;

// And it is looked whether they still fit when one in so many is new.
constexpr std::uint64_t new_share_before_looking = 8;

// What stands for the variance of known noise, once outputs are of about 1: a larger precision would only be rounding,
// and a smaller one says nothing either.
template <class Scalar>
constexpr Scalar largest_precision = 1 / std::numeric_limits<Scalar>::epsilon();
template <class Scalar>
constexpr Scalar least_precision = 1 / (largest_precision<Scalar> * largest_precision<Scalar>);

// Outputs so far from the middle look like errors.
template <class Scalar>
constexpr auto far = Scalar(4);

// Readings that agree so far above the middle are of a small region, which is then placed where the model can reach it.
template <class Scalar>
constexpr auto agreed_from = Scalar(1.8);
template <class Scalar>
constexpr auto agreed_place = Scalar(1.5);

// Whether the scaling fits the outputs no longer: more than a tenth of them, as many as it leaves out at both ends, are
// so far away that they look like errors. It comes from observations that were alike, perhaps, and have been forgotten;
// or from the first ones, of which hardly any was in the small part of the box that it is all about.
template <class Scalar>
bool outgrown(etl::span<const Scalar> outputs) {
  std::size_t count = 0;
  for (const Scalar output : outputs) {
    count += output > far<Scalar> || output < -far<Scalar> ? 1 : 0;
  }
  return 10 * count > outputs.size();
}

// Two readings of the same settings that agree so far above the others are no errors, but a small region that the
// scaling does not know. Answers with what both of them reach, the largest of several; or 0. `scratch` keeps which are
// that far above. A region with more than a tenth of them is not small: they are not looked through beyond that, and
// the work is bounded.
template <class Scalar>
Scalar agreed_height(const ObservationArrays<Scalar>& arrays, etl::span<const Scalar> outputs,
                     etl::span<Scalar> scratch) {
  Scalar height = 0;
  std::size_t found = 0;
  for (std::size_t i = 0; i < outputs.size() && 10 * found <= outputs.size(); ++i) {
    if (outputs[i] > agreed_from<Scalar>) {
      scratch[found++] = static_cast<Scalar>(i);
    }
  }
  for (std::size_t i = 1; i < found; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto one = static_cast<Index>(scratch[i]);
      const auto other = static_cast<Index>(scratch[j]);
      const Scalar both = std::min(outputs[static_cast<std::size_t>(one)], outputs[static_cast<std::size_t>(other)]);
      height = both > height && arrays.same_settings(one, other) ? both : height;
    }
  }
  return height;
}

}  // namespace

template <class Scalar>
void Observations<Scalar>::begin(WhenFull when_full) {
  *this = {};
  when_full_ = when_full;
}

template <class Scalar>
Status Observations<Scalar>::check(const Arrays& arrays, etl::span<const Scalar> settings) {
  if (numeric::size(settings) != arrays.dimension()) {
    return Status::wrong_size;
  }
  Status status = Status::ok;
  for (std::size_t d = 0; d < settings.size() && status != Status::not_finite; ++d) {
    const Status found = data::check(arrays.range(static_cast<Index>(d)), settings[d]);
    status = found == Status::ok ? status : found;
  }
  return status;
}

template <class Scalar>
Status Observations<Scalar>::check(Scalar reading) {
  if (!std::isfinite(reading)) {
    return Status::not_finite;
  }
  constexpr Scalar largest = Scaling<Scalar>::largest;
  return reading <= largest && reading >= -largest ? Status::ok : Status::out_of_range;
}

template <class Scalar>
Status Observations<Scalar>::check(const Arrays& arrays, etl::span<const Scalar> settings, Scalar reading,
                                   Scalar variance, bool known_noise) const {
  Status status = check(arrays, settings);
  if (status == Status::ok) {
    status = check(reading);
  }
  if (status != Status::ok) {
    return status;
  }
  if (!std::isfinite(variance)) {
    return Status::not_finite;
  }
  if (known_noise != (variance > 0)) {
    return Status::out_of_range;
  }
  return added_ >= static_cast<Count>(arrays.capacity()) && !forgets() ? Status::full : Status::ok;
}

template <class Scalar>
void Observations<Scalar>::write(const Arrays& arrays, Index place, const Scalar* settings, Scalar reading) const {
  const Index pack = place / pack_width;
  const Index w = place % pack_width;
  const Panel<Scalar> inputs = arrays.inputs(pack);
  if (w == 0 && added_ < static_cast<Count>(arrays.capacity())) {  // the padding has to be numbers, too
    for (Index d = 0; d < arrays.dimension(); ++d) {
      inputs.row(d).setZero();
    }
    arrays.outputs(pack).setZero();
    arrays.known_precision(pack).setZero();
  }
  for (Index d = 0; d < arrays.dimension(); ++d) {
    inputs.row(d)[w] = data::unit_of(arrays.range(d), settings[d]);
  }
  arrays.outputs(pack)[w] = scaled_ > 0 ? scaling_.to_model(reading) : scaling_.to_model_unlimited(reading);
}

template <class Scalar>
void Observations<Scalar>::add(const Arrays& arrays, const Scalar* settings, Scalar reading, Scalar variance,
                               bool known_noise) {
  const Index place = next(arrays.capacity());
  write(arrays, place, settings, reading);
  if (known_noise) {
    const Scalar inside = variance / scaling_.factor / scaling_.factor;
    const Scalar least = scaled_ > 0 ? 1 / largest_precision<Scalar> : std::numeric_limits<Scalar>::min();
    const Scalar most = scaled_ > 0 ? 1 / least_precision<Scalar> : std::numeric_limits<Scalar>::max();
    arrays.known_precision(place / pack_width)[place % pack_width] = 1 / std::clamp(inside, least, most);
  }
  ++added_;
}

template <class Scalar>
etl::expected<Reading<Scalar>, Status> Observations<Scalar>::read(const Arrays& arrays, std::size_t index,
                                                                  etl::span<Scalar> settings, bool known_noise) const {
  if (numeric::size(settings) != arrays.dimension()) {
    return etl::unexpected<Status>(Status::wrong_size);
  }
  if (index >= static_cast<std::size_t>(count(arrays.capacity()))) {
    return etl::unexpected<Status>(Status::out_of_range);
  }
  const Count oldest = forgotten(arrays.capacity()) ? added_ : 0;  // whose place is the next to be taken
  const auto place = static_cast<Index>((oldest + index) % static_cast<Count>(arrays.capacity()));
  const Index pack = place / pack_width;
  const Index w = place % pack_width;
  for (Index d = 0; d < arrays.dimension(); ++d) {
    settings[static_cast<std::size_t>(d)] = data::setting_at(arrays.range(d), arrays.inputs(pack).row(d)[w]);
  }
  const Scalar variance = scaling_.factor / arrays.known_precision(pack)[w] * scaling_.factor;
  constexpr Scalar largest = Scaling<Scalar>::largest;  // beyond which no reading is taken
  const Scalar value = std::clamp(scaling_.to_user(arrays.outputs(pack)[w]), -largest, largest);
  return Reading<Scalar>{value, known_noise ? variance : Scalar(0)};
}

template <class Scalar>
bool Observations<Scalar>::rescale_if_due(const Arrays& arrays, etl::span<Scalar> scratch, bool known_noise) {
  const Index kept = count(arrays.capacity());
  const etl::span<Scalar> outputs = numeric::slice(arrays.all_outputs(), 0, kept);
  const auto capacity = static_cast<Count>(arrays.capacity());
  const bool replaced = forgotten(arrays.capacity()) && added_ - scaled_ >= capacity;
  const bool grown = added_ - scaled_ > static_cast<Count>(kept) / new_share_before_looking;
  const bool agreed = scaled_ > 0 && grown && agreed_height<Scalar>(arrays, outputs, scratch) > 0;
  const bool misfits = replaced || agreed || (grown && outgrown<Scalar>(outputs));
  if (scaled_ > 0 && !misfits && static_cast<Count>(kept) < growth_before_rescaling * scaled_) {
    return false;
  }
  const Scalar before = scaling_.factor;
  const bool differ = rescale(outputs, scratch, Scalar(0.5), scaling_);  // from the middle, at any level
  const auto height = agreed_height<Scalar>(arrays, outputs, scratch);
  if (height > 0) {
    stretch(outputs, height / agreed_place<Scalar>, scaling_);
  }
  small_region_ = agreed || height > 0;
  scaled_ = differ ? added_ : 0;
  const Scalar ratio = scaling_.factor / before;
  for (Index pack = 0; known_noise && pack < packs(kept); ++pack) {
    const Pack<Scalar> precision = arrays.known_precision(pack) * ratio * ratio;
    arrays.known_precision(pack) = precision.min(largest_precision<Scalar>).max(least_precision<Scalar>);
  }
  return true;
}

template <class Scalar>
Index Observations<Scalar>::first_ones(Index capacity) const {
  const Index kept = count(capacity);
  return forgotten(capacity) || scaled_ == 0 ? kept : std::min(kept, static_cast<Index>(scaled_));
}

// Of the arrays, whatever decides how a computation runs. Other numbers at worst make a fit fail, or a poor one.
template <class Scalar>
bool Observations<Scalar>::valid(const Arrays& arrays, bool known_noise) const {
  bool valid = std::isfinite(scaling_.centre) && std::isfinite(scaling_.factor) && scaling_.factor > 0 &&
               scaled_ <= added_ && numeric::is_truth(small_region_) && (!forgotten(arrays.capacity()) || forgets());
  const Index kept = count(arrays.capacity());
  const Index lanes = packs(kept) * pack_width;
  for (const Scalar coordinate : numeric::slice(arrays.all_inputs(), 0, lanes * arrays.dimension())) {
    valid = valid && coordinate >= 0 && coordinate <= 1;
  }
  for (const Scalar output : numeric::slice(arrays.all_outputs(), 0, lanes)) {
    valid = valid && check(output) == Status::ok && std::isfinite(scaling_.to_user(output));
  }
  for (Index i = 0; known_noise && i < kept; ++i) {
    const Scalar precision = arrays.known_precision(i / pack_width)[i % pack_width];
    valid = valid && precision > 0 && std::isfinite(precision);
  }
  return valid;
}

template <class Scalar>
void Observations<Scalar>::age(Count observations) {
  added_ += observations;
  scaled_ += observations;
}

template class Observations<float>;
template class Observations<double>;

}  // namespace taut::data
