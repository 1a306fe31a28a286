#pragma once

#include <taut/status.hpp>

#include <cstddef>

namespace taut {

/// A member of `TunerConfig` or `ModelConfig`, or of the goal inside.
enum class Field : std::uint8_t {
  none,
  statistic,
  level,
  ranges,
  strategy,
  initial,
  batch,
  budget,
  when_full,
  noise,
  placement,
  inference,
  cold_evaluations,
  warm_evaluations,
  steps,
  rate,
  minibatch,
  caution,
  noise_multiplier,
  travel,
  start,
  widen,
  tolerance,
  constraints,
};

/// The name of `field`, for logs. Points to static memory.
etl::string_view text(Field field);

/// The first thing that is wrong with the configuration of a tuner or a model. Where several members do not go
/// together, it is the one that asks for more than the others allow. `append` of log.hpp makes a line of it:
/// "ranges[1]: out of range".
struct Finding {
  Status status = Status::ok;  ///< What `begin` returns.
  Field field = Field::none;   ///< What is wrong; none if the status is ok.
  /// If it is wrong for one knob or one constraint, which; else 0, also if their number is wrong (`wrong_size`).
  std::size_t knob = 0;

  /// Whether status and place are the same.
  friend constexpr bool operator==(const Finding&, const Finding&) = default;
};

}  // namespace taut
