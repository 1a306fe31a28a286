#pragma once

#include <etl/expected.h>

#include "task.hpp"

namespace shaper {

/// Tunes with as many moves as `limits` has room for. Returns the recommended settings, or what went wrong.
etl::expected<Settings, taut::Status> recommended(const taut::Statistic& statistic, std::uint64_t seed,
                                                  const Gantry& gantry = {});

}  // namespace shaper
