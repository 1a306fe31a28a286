#pragma once

namespace taut {

/// The version of this library, by semantic versioning. The build reads it from here.
struct Version {
  int major = 0;  ///< Grows when programs have to change.
  int minor = 1;  ///< Grows with what is new. Until there is a major version, programs may have to change, too.
  int patch = 0;  ///< Grows with what is repaired.
};
/// Of the headers, and so of the archive that belongs to them.
inline constexpr Version version{};

}  // namespace taut
