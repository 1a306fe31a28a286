#pragma once

#include <etl/string.h>
#include <taut/event.hpp>
#include <taut/finding.hpp>
#include <taut/limits.hpp>
#include <taut/tuner.hpp>

namespace taut {

/// Appends one line about an event to `line`, without a line break. What does not fit is cut off. Examples:
///
///     trial 17 41200000 c1a00000 (10, -20)
///     reading 17 40811062 (4.03325) 16 so far
///     failure 18
///     fit 400 readings, 23 passes, 4 evaluations, evidence -512.25
///     best 41200000 c1a00000 (10, -20) value 40811062 (4.03325) deviation 3dcccccd (0.1) level 3d4ccccd (0.05)
///     batch 400 readings
///     finished 1600 readings
///     verify 59 readings
///     certificate 59 readings bound 40400000 (3) confidence 3f7394a4 (0.951487)
///     go_on 1600 readings
///
/// Hexadecimal numbers are the bits of a float, so that a log can be replayed exactly. The numbers in brackets are for
/// people, to six digits. A reading whose variance is known, and one that was not asked for:
///
///     reading 17 40811062 (4.03325) variance 3dcccccd (0.1) 16 so far
///     reading 0 40811062 (4.03325) 16 so far at 41200000 c1a00000 (10, -20)
///
/// With constraints there are their readings as well, and the best setting has the probability that it keeps to them;
/// or there is none:
///
///     reading 17 40811062 (4.03325) with 3fc00000 (1.5) 16 so far
///     best 41200000 c1a00000 (10, -20) value ... level 3d4ccccd (0.05) feasible 3f7d70a4 (0.99)
///     best none: no setting is known to keep to the constraints
void append(etl::istring& line, const Event<float>& event);

/// The size of a line that holds any event of a tuner with this many knobs and constraints.
constexpr std::size_t line_size(std::size_t knobs, std::size_t constraints = 0) {
  return 128 + 24 * knobs + 40 * constraints;
}

/// Appends the line that a log begins with: the version of taut, the limits and the configuration of the tuner, and a
/// checksum (CRC-32) of the line up to it. With this line anybody can replay the log, by `taut_log` for example.
/// Limits, goal and all else have the names of their members, `travel` and `start` with the bits of a number for each
/// knob, or none. Then there are, for each knob, its scale and the bits of its lowest setting, its highest and its
/// step:
///
///     task 0.1.0 inputs 2 inducing 32 ... seed 1 strategy thompson ... ranges linear 00000000 41200000 00000000
///     logarithmic 3f000000 40800000 00000000 checksum f0e1d2c3
///
/// in one line, of which the middle is left out here. Before the ranges there are the constraints, if there are any,
/// each with its level and its bound: `at_most quantile 3f733333 (0.95) 40000000 (2)`.
void append(etl::istring& line, const Limits& limits, const TunerConfig<float>& config);

/// The size of a line that holds the task of any tuner with this many knobs and constraints.
constexpr std::size_t task_line_size(std::size_t knobs, std::size_t constraints = 0) {
  return 760 + 60 * knobs + 96 * constraints;
}

/// Appends what is wrong with a configuration: "batch: wrong size", "ranges[1]: out of range", or "ok". 64 characters
/// hold any.
void append(etl::istring& line, const Finding& finding);

/// Appends `number` in decimal, to six significant digits. Uses nothing from the C library.
void append(etl::istring& line, float number);

/// Appends the bits of `number` as eight hexadecimal digits.
void append_bits(etl::istring& line, float number);

}  // namespace taut
