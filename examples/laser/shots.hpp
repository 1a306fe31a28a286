#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace laser {

inline constexpr std::size_t knob_count = 16;

/// Settings of the magnets, each as a share of its range: 0 is its lowest, 1 its highest.
using Share = std::array<double, knob_count>;

/// Recorded shots of a laser: how the magnets stood, and the energy of the pulse.
struct Shots {
  std::array<std::string, knob_count> names;  ///< Of the magnets.
  Share lowest{};                             ///< Recorded anywhere, in the magnets' own units.
  Share highest{};
  std::vector<Share> shares;     ///< Row by row.
  std::vector<double> energies;  ///< mJ
};

/// Reads a table of comma-separated values with a line of names: the column `GDET:FEE1:241:ENRC` is the energy, and the
/// 16 columns `QUAD:...:BCTRL` are the magnets. Returns what is wrong with the file, or nothing if all is well.
std::string read_shots(const std::string& path, Shots& shots);

}  // namespace laser
