#pragma once

#include <taut/tuner.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace monitor {

/// What a log says of its tuner in its line that begins with `task`.
struct Task {
  std::string version;  ///< Of the library that wrote it.
  taut::Limits limits{};
  taut::TunerConfig<float> config{};  ///< Without its ranges and other numbers for each knob, which are
  std::vector<taut::Range<float>> ranges{};
  std::vector<float> travel{};
  std::vector<float> start{};
  std::vector<taut::Constraint> constraints{};  ///< And without these.

  taut::TunerConfig<float> complete() const {
    taut::TunerConfig<float> whole = config;
    whole.ranges = etl::span<const taut::Range<float>>(ranges.data(), ranges.size());
    whole.travel = etl::span<const float>(travel.data(), travel.size());
    whole.start = etl::span<const float>(start.data(), start.size());
    whole.constraints = etl::span<const taut::Constraint>(constraints.data(), constraints.size());
    return whole;
  }
};

/// Reads such a line. Returns what is wrong with it; nothing if all is well.
std::string read(std::string_view line, Task& task);

/// The version of the library that this program has.
std::string own_version();

}  // namespace monitor
