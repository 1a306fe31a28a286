#pragma once

#include <string>

namespace laser {

/// Reads what a firmware logged (lines as `taut::append` writes them, first of all one with the seed), tells a tuner
/// the same readings, and compares every trial and recommendation, bit by bit. Prints what it found and the score of
/// the last recommendation; returns whether all was the same.
bool replay(const std::string& path);

}  // namespace laser
