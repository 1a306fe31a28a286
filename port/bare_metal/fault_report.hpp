#pragma once

#include <etl/string_view.h>

#include <cstdint>

namespace taut::port {

/// Writes `label` and a number in hexadecimal digits.
void write_value(etl::string_view label, std::uint32_t value);

}  // namespace taut::port
