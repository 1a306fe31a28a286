#pragma once

#include "options.hpp"

namespace league {

/// Whole runs of tuners with constraints: a table on the standard output. What is promised of them is judged by the set
/// `trial`. False if fewer runs than `least` ended with a setting that is feasible.
bool run_constrained(const Options& options);

}  // namespace league
