#pragma once

#include "options.hpp"

namespace paper {

/// Runs what the options ask for, several at a time, with a line of progress on the error output. Each run is a file of
/// its own in the folder, which appears when the run has ended: whatever is there already is not run again, and what
/// was interrupted starts anew. Returns whether all files could be written.
bool campaign(const Options& options);

}  // namespace paper
