#pragma once

namespace league {

/// Lets other programs tune the same plants: reads a request per line from the standard input and answers each with a
/// line, until the input ends. Settings are in [0, 1] of every knob.
///
///     families practice|trial   their names
///     problem NAME SEED         knobs, 1 if it is to be minimised; for each knob lowest, highest, logarithmic, step
///     measure U1 .. UD          a noisy reading
///     score LEVEL U1 .. UD      the true score of the quantile of this level
///
/// An answer that begins with "error" says what was wrong with the request.
int serve();

}  // namespace league
