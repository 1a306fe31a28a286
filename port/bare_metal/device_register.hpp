#pragma once

#include <cstdint>

namespace taut::port {

/// The device register at `address`.
inline volatile std::uint32_t& device_register(std::uintptr_t address) {
  return *reinterpret_cast<volatile std::uint32_t*>(address);
}

}  // namespace taut::port
