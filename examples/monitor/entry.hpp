#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace monitor {

/// What one line of a log says: taut/log.hpp shows them all.
struct Entry {
  /// The kinds of events, as `taut::Event` has them; then, what else a line may be.
  enum class Kind : std::uint8_t {
    trial,
    reading,
    failure,
    fit,
    best,
    batch,
    finished,
    verify,
    certificate,
    go_on,
    task,     ///< What the log begins with.
    damaged,  ///< It begins like one of the above, and does not go on like it.
    other,    ///< Something else that the device prints.
  };

  Kind kind = Kind::other;
  std::uint32_t id = 0;              ///< For a trial, a reading, a failure.
  std::vector<float> settings{};     ///< For a trial, a best setting, and a reading that was not asked for.
  float reading = 0;                 ///< For a reading, and
  float variance = 0;                ///< the variance of its noise, if it is known.
  std::vector<float> constraints{};  ///< For a reading: those of the constraints.
  std::uint32_t readings = 0;  ///< How many there were: for all but trials and failures. Of a verification, its own.
  float bound = 0;             ///< For a certificate: the bound,
  float confidence = 0;        ///< and its confidence.
  float value = 0;             ///< For a best setting: the estimate,
  float deviation = 0;         ///< its standard deviation,
  float level = 0;             ///< and its level;
  float feasible = 1;          ///< the probability that it keeps to the constraints. Without settings there is none.
  bool fitted = false;         ///< For a fit: whether it succeeded. Then
  int passes = 0;              ///< its passes,
  int evaluations = 0;         ///< its evaluations,
  float evidence = 0;          ///< and the evidence, to six digits.

  bool is_event() const { return kind <= Kind::go_on; }
};

/// Reads a line without its end.
Entry read(std::string_view line);

}  // namespace monitor
