#pragma once

#include <taut/random.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

/// What the controller drives: stands for a motor and its sensor. It follows its input with a time constant of 20 ms.
/// What the controller hears of it is some milliseconds old and noisy.
class Plant {
 public:
  /// What differs from run to run: how old readings are, and the load. Bad days are those with a slow bus.
  void begin_run(taut::Random& random);

  /// The speed as the sensor tells it.
  float reading(taut::Random& random) const;

  /// One millisecond with this input. `loaded`: whether the load of the run is on.
  void advance(float input, bool loaded);

 private:
  static constexpr std::size_t longest_delay = 8;  // ms

  float speed_ = 0;
  float load_ = 0;
  std::array<float, longest_delay> past_{};
  std::size_t now_ = 0;
  std::size_t delay_ = 0;
};
