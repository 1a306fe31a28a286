#pragma once

#include <taut/tuner.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace monitor {

/// A span of nothing is one without a pointer, too.
template <class What>
etl::span<const What> span_of(const std::vector<What>& all) {
  return all.empty() ? etl::span<const What>() : etl::span<const What>(all.data(), all.size());
}

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
    whole.ranges = span_of(ranges);
    whole.travel = span_of(travel);
    whole.start = span_of(start);
    whole.constraints = span_of(constraints);
    return whole;
  }
};

/// Reads such a line. Returns what is wrong with it; nothing if all is well.
std::string read(std::string_view line, Task& task);

/// The version of the library that this program has.
std::string own_version();

}  // namespace monitor
