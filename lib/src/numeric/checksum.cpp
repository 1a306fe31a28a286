#include "numeric/checksum.hpp"

#include "numeric/arithmetic.hpp"

namespace taut::numeric {

void Checksum::add(etl::span<const std::uint8_t> bytes) { remainder_.add(bytes.begin(), bytes.end()); }

}  // namespace taut::numeric
