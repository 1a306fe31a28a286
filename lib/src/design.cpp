#include <taut/design.hpp>

#include "data/knob.hpp"
#include "numeric/low_discrepancy.hpp"

namespace taut {

template <class Scalar>
etl::expected<Design<Scalar>, Status> Design<Scalar>::over(const Ranges<Scalar>& ranges, std::uint64_t seed) {
  static_assert(most_knobs == numeric::LowDiscrepancy::maximum_dimensions);
  if (ranges.empty() || ranges.size() > most_knobs) {
    return etl::unexpected<Status>(Status::wrong_size);
  }
  for (const Range<Scalar>& range : ranges) {
    if (const Status status = data::check(range); status != Status::ok) {
      return etl::unexpected<Status>(status);
    }
  }
  return Design(ranges, seed);
}

template <class Scalar>
Status Design<Scalar>::settings(std::uint32_t index, etl::span<Scalar> settings) const {
  numeric::LowDiscrepancy points;
  points.begin(static_cast<numeric::Index>(ranges_.size()), seed_);
  const Status status = points.point(index, settings);
  if (status != Status::ok) {
    return status;
  }
  for (std::size_t i = 0; i < settings.size(); ++i) {
    settings[i] = data::setting_at(ranges_[i], settings[i]);
  }
  return Status::ok;
}

template class Design<float>;
template class Design<double>;

}  // namespace taut
