#pragma once

#include <cstdint>

#include "../bare_metal/device_register.hpp"

namespace taut::port {

/// Registers of the system control block (ARMv7-M and ARMv8-M reference manuals, "System Control Space").
namespace scb {

inline constexpr std::uintptr_t vtor = 0xE000ED08;   ///< Address of the vector table.
inline constexpr std::uintptr_t ccr = 0xE000ED14;    ///< Configuration and control.
inline constexpr std::uintptr_t shcsr = 0xE000ED24;  ///< Enables the individual fault handlers.
inline constexpr std::uintptr_t cfsr = 0xE000ED28;   ///< What the memory, bus or usage fault was about.
inline constexpr std::uintptr_t hfsr = 0xE000ED2C;   ///< What the hard fault was about.
inline constexpr std::uintptr_t mmfar = 0xE000ED34;  ///< Address of the memory fault, where CFSR says it is valid.
inline constexpr std::uintptr_t bfar = 0xE000ED38;   ///< Address of the bus fault, where CFSR says it is valid.
inline constexpr std::uintptr_t cpacr = 0xE000ED88;  ///< Access to the coprocessors, of which the FPU is two.

}  // namespace scb

/// Registers of the ARMv7-M memory protection unit.
namespace mpu {

inline constexpr std::uintptr_t control = 0xE000ED94;
inline constexpr std::uintptr_t region_number = 0xE000ED98;
inline constexpr std::uintptr_t region_base = 0xE000ED9C;
inline constexpr std::uintptr_t region_attributes = 0xE000EDA0;

}  // namespace mpu

}  // namespace taut::port
