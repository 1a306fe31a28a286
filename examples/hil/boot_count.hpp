#pragma once

#include <cstdint>

namespace hil {

/// Counts this boot in the port's storage and returns how many came before it: a nonce for `Requester`. The count
/// begins anew when its sector of flash is full, after thousands of boots; it then differs from that of every recent
/// boot.
std::uint32_t count_boot();

}  // namespace hil
