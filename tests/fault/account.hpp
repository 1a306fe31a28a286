#pragma once

#include <taut/tuner.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "open_tuner.hpp"
#include "random_readings.hpp"
#include "random_settings.hpp"

namespace fault {

/// What the user of a tuner knows of it, and what the tuner must therefore answer.
struct Account {
  bool begun = false;
  std::uint32_t task = 0;  // another one for each `begin`
  Ranges ranges;
  std::size_t wanted = 0;
  std::size_t initial = 0;
  std::size_t readings = 0;
  bool known_noise = false;
  bool recommended = false;
  bool fit_begun = false;  // by a poll: only then no more readings are taken
  std::vector<std::uint32_t> outstanding;
  std::uint32_t last_id = 0;

  /// After `begin`.
  static Account of(const Settings& settings, const Ranges& ranges, const taut::Limits& limits, std::uint32_t task) {
    constexpr std::size_t endless = std::numeric_limits<std::size_t>::max();
    const bool forgets = settings.when_full == taut::WhenFull::forget_oldest;
    Account account;
    account.begun = true;
    account.task = task;
    account.ranges = ranges;
    account.wanted = settings.readings != 0 ? settings.readings : forgets ? endless : limits.observations;
    account.initial = settings.initial != 0 ? settings.initial
                                            : std::clamp<std::size_t>(std::min(account.wanted, limits.observations) / 4,
                                                                      1, (2 * limits.inducing + 2) / 3);
    account.known_noise = settings.noise == taut::Noise::known;
    return account;
  }

  bool is_outstanding(std::uint32_t id) const {
    return std::find(outstanding.begin(), outstanding.end(), id) != outstanding.end();
  }
  void settle(std::uint32_t id) { outstanding.erase(std::find(outstanding.begin(), outstanding.end(), id)); }

  /// What must be said of a reading whose trial or settings are fine, and whose variance is.
  taut::Status judge(float reading, const std::optional<float>& variance) const {
    if (!std::isfinite(reading)) {
      return taut::Status::not_finite;
    }
    const bool fine = std::fabs(reading) <= largest_reading && variance.has_value() == known_noise;
    return fine ? taut::Status::ok : taut::Status::out_of_range;
  }

  /// What must be said of a variance.
  static taut::Status judge(const std::optional<float>& variance) {
    if (!variance || (std::isfinite(*variance) && *variance > 0)) {
      return taut::Status::ok;
    }
    return std::isfinite(*variance) ? taut::Status::out_of_range : taut::Status::not_finite;
  }

  /// Numbers, and on the steps, within what rounding makes of steps.
  void require_settings(etl::span<const float> settings) const {
    require(settings.size() == ranges.size(), "there is a setting per knob");
    for (std::size_t d = 0; d < settings.size(); ++d) {
      const taut::Range<float>& range = ranges[d];
      require(settings[d] >= range.lowest && settings[d] <= range.highest, "a setting lies in its range");
      if (range.step > 0) {
        const double steps = (double(settings[d]) - double(range.lowest)) / double(range.step);
        const double size = std::max(std::fabs(double(range.lowest)), std::fabs(double(range.highest)));
        require(std::fabs(steps - std::round(steps)) * double(range.step) <= 1e-6 * size, "a setting is on a step");
      }
    }
  }

  void require_best(const taut::Best<float>& best) const {
    require_settings(best.settings);
    require(std::isfinite(best.value) && std::isfinite(best.deviation), "the best is a number");
    require(best.deviation >= 0, "a deviation is not negative");
  }

  /// Of the tuner with the account: its state, what it counts, and its outstanding trials.
  void require_agreement(const OpenTuner& tuner, const taut::Limits& limits) const {
    const taut::State state = tuner.state();
    require((state != taut::State::idle) == begun, "a tuner is idle until it begins");
    require(tuner.readings() == readings, "readings are counted");
    require(readings <= wanted || !begun, "there are no more than are wanted");
    require(tuner.outstanding() == outstanding.size(), "outstanding trials are counted");
    require(tuner.outstanding() <= limits.batch, "there are no more than there is room for");
    const bool all = begun && readings >= wanted && outstanding.empty();
    require(tuner.finished() == all, "a tuner has finished when all readings are in");
    require(state != taut::State::finished || all, "the state is finished only then");
    require(state == taut::State::measuring || outstanding.empty(), "trials are outstanding in one state only");
    require(!begun || readings >= initial || state == taut::State::measuring,
            "nothing is fitted before the first design has been measured");
    for (std::size_t i = 0; i < tuner.outstanding(); ++i) {
      const auto trial = tuner.pending(i);
      require(trial.has_value() && is_outstanding(trial->id), "a pending trial is outstanding");
      for (std::size_t j = 0; j < i; ++j) {
        require(tuner.pending(j)->id != trial->id, "each of them once");
      }
      require_settings(trial->settings);
    }
  }
};

}  // namespace fault
