#include "numeric/low_discrepancy.hpp"

#include <taut/random.hpp>

#include "numeric/low_discrepancy_table.hpp"

#include <array>
#include <bit>

namespace taut::numeric {

static_assert(sobol_dimensions.size() + 1 == LowDiscrepancy::maximum_dimensions);

namespace {

/// Coordinates are 32 binary digits. Until the last step they are kept mirrored, the digit of weight 1/2 in bit 0:
/// arithmetic carries upwards, and so passes from a digit to the finer ones only, as a nested scrambling has to.
using Mirrored = std::uint32_t;

/// The coordinate of point `index` in one dimension: the sum modulo 2 of the direction numbers that the binary digits
/// of the index select (Bratley and Fox, ACM TOMS 14, 1988). The direction numbers follow the recurrence of the
/// polynomial; it runs only as far as the index has digits, so that a table of the initial ones is enough.
Mirrored sobol(const SobolDimension& dimension, std::uint32_t index) {
  const unsigned degree = static_cast<unsigned>(std::bit_width(dimension.polynomial)) - 1U;
  std::array<Mirrored, 31> direction{};
  Mirrored sum = 0;
  for (unsigned k = 0; (index >> k) != 0; ++k) {
    if (k < degree) {
      direction[k] = dimension.initial[k];
    } else {
      const Mirrored oldest = direction[k - degree];
      direction[k] = oldest ^ (oldest << degree);
      for (unsigned i = 1; i < degree; ++i) {
        const bool coefficient = ((dimension.polynomial >> (degree - i)) & 1U) != 0;
        direction[k] ^= coefficient ? direction[k - i] : 0U;
      }
    }
    sum ^= ((index >> k) & 1U) != 0 ? direction[k] : 0U;
  }
  return sum;
}

/// Owen's scrambling by a hash in which a digit depends on itself and the coarser ones only (Laine and Karras, 2011;
/// B. Burley, "Practical hash-based Owen scrambling", JCGT 9, 2020). Three rounds of an addition and a product with
/// words of the key make the exchanges at any two nodes uncorrelated, which is all that the variance of a mean depends
/// on.
Mirrored scramble(Mirrored value, std::uint64_t key) {
  const auto a = static_cast<std::uint32_t>(key);
  const auto b = static_cast<std::uint32_t>(key >> 32U);
  value += a;
  value ^= value * (b << 1U);
  value += std::rotl(b, 16);
  value ^= value * (std::rotl(a, 16) << 1U);
  value += std::rotl(a, 8);
  value ^= value * (std::rotl(b, 24) << 1U);
  return value;
}

std::uint32_t mirror(Mirrored value) {
  value = ((value >> 1U) & 0x55555555U) | ((value & 0x55555555U) << 1U);
  value = ((value >> 2U) & 0x33333333U) | ((value & 0x33333333U) << 2U);
  value = ((value >> 4U) & 0x0f0f0f0fU) | ((value & 0x0f0f0f0fU) << 4U);
  value = ((value >> 8U) & 0x00ff00ffU) | ((value & 0x00ff00ffU) << 8U);
  return std::rotl(value, 16);
}

}  // namespace

Status LowDiscrepancy::begin(Index dimensions, std::uint64_t seed) {
  if (dimensions < 1 || dimensions > maximum_dimensions) {
    return Status::wrong_size;
  }
  dimensions_ = dimensions;
  key_ = Random::mix(seed);
  return Status::ok;
}

template <class Scalar>
Status LowDiscrepancy::point(std::uint32_t index, etl::span<Scalar> coordinates) const {
  if (dimensions_ == 0 || coordinates.size() != static_cast<std::size_t>(dimensions_)) {
    return Status::wrong_size;
  }
  if (index >= maximum_points) {
    return Status::out_of_range;
  }
  for (std::size_t d = 0; d < coordinates.size(); ++d) {
    // Mirroring the index itself gives the van der Corput sequence, the first dimension.
    const Mirrored value = d == 0 ? index : sobol(sobol_dimensions[d - 1], index);
    coordinates[d] = Random::to_unit<Scalar>(mirror(scramble(value, Random::mix(key_ + d))));
  }
  return Status::ok;
}

template Status LowDiscrepancy::point<float>(std::uint32_t, etl::span<float>) const;
template Status LowDiscrepancy::point<double>(std::uint32_t, etl::span<double>) const;

}  // namespace taut::numeric
