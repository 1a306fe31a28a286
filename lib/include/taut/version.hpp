#pragma once

namespace taut {

/// The version of this library, by semantic versioning. The build reads the numbers from here.
struct Version {
  int major = 0;  ///< Increases when programs have to change.
  int minor = 1;  ///< Increases with new features. While `major` is zero, programs may have to change then, too.
  int patch = 0;  ///< Increases with repairs.
};
/// The version of these headers, and so of their archive.
inline constexpr Version version{};

}  // namespace taut
