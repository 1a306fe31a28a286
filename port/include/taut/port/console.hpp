#pragma once

#include <etl/string_view.h>

namespace taut::port {

/// Writes `text` to wherever a person reads it. Blocks until the bytes are handed over; never fails.
void write(etl::string_view text);

}  // namespace taut::port
