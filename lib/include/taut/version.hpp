#pragma once

namespace taut {

/// The version of this library, by semantic versioning. The build reads it from here.
struct Version {
  int major = 0;
  int minor = 1;
  int patch = 0;
};
inline constexpr Version version{};

}  // namespace taut
