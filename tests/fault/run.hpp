#pragma once

#include <taut/random.hpp>
#include <taut/range.hpp>
#include <taut/tuner.hpp>

#include <array>
#include <cmath>

#include "open_tuner.hpp"

namespace fault {

/// The tuning run that is interrupted: small, with a knob in steps and one on a logarithmic scale.
constexpr taut::Limits without{.inputs = 2, .inducing = 8, .observations = 40, .outstanding = 5, .features = 16};
constexpr taut::Limits with_constraints{
    .inputs = 2, .inducing = 8, .observations = 40, .outstanding = 5, .features = 16, .constraints = 2};
inline taut::Limits small = without;  ///< One of these.
/// One that a quarter of the box breaks, and one that hardly matters.
constexpr std::array<taut::Constraint, 2> constraints{
    {taut::at_most(taut::quantile(0.8F), 2.0F), taut::at_least(taut::quantile(0.1F), -9.0F)}};
constexpr std::array<taut::Range<float>, 2> knobs{{taut::steps(-2.0F, 3.0F, 0.25F), taut::logarithmic(0.1F, 10.0F)}};

/// The instrument. The same trial gives the same reading, so a run that is repeated in part repeats what follows.
inline float measure(const taut::Trial<float>& trial) {
  const float a = trial.settings[0] - 1.0F;
  const float b = std::log(trial.settings[1]);
  return 4.0F - a * a - b * b + 0.3F * taut::Random(7).stream("noise", trial.id).normal<float>();
}

inline std::array<float, 2> measure_others(const taut::Trial<float>& trial) {
  const float noise = taut::Random(8).stream("noise", trial.id).normal<float>();
  return {trial.settings[0] + 0.3F * noise, 0.1F * trial.settings[1] + noise};
}

inline void begin(OpenTuner& tuner) {
  const taut::TunerConfig<float> config{.goal = taut::maximise(taut::quantile(0.2F)),
                                        .ranges = knobs,
                                        .seed = 5,
                                        .initial = 10,
                                        .cold_evaluations = 3,
                                        .warm_evaluations = 1,
                                        .constraints = {constraints.data(), small.constraints}};
  require(tuner.begin(config) == taut::Status::ok, "the run can begin");
}

/// Within the ranges, and a number with a deviation.
inline void require_valid(const taut::Best<float>& best) {
  for (std::size_t d = 0; d < knobs.size(); ++d) {
    require(best.settings[d] >= knobs[d].lowest && best.settings[d] <= knobs[d].highest, "the best lies in the ranges");
  }
  require(std::isfinite(best.value) && std::isfinite(best.deviation) && best.deviation >= 0, "the best is a number");
}

/// When a run is saved: once in each batch, in a state that differs between these.
enum class Moment : std::uint8_t {
  told,      ///< When the last reading of a batch is in: a fit is about to begin.
  between,   ///< In the middle of a batch, with a trial outstanding.
  proposing  ///< When a fit has ended and a proposal is about to begin, or the run has ended.
};
constexpr Moment moments[] = {Moment::told, Moment::between, Moment::proposing};

/// Goes on with a run by one trial, reading or slice of work, with two trials outstanding if possible. Depends on
/// nothing but the tuner. Returns whether this is a moment to save.
inline bool step(OpenTuner& tuner, Moment moment) {
  if (tuner.state() != taut::State::measuring) {
    const bool fitting = tuner.state() == taut::State::fitting;
    require(tuner.poll() == taut::Status::ok, "a slice of work is done");
    return moment == Moment::proposing && fitting && tuner.state() != taut::State::fitting;
  }
  if (tuner.outstanding() < 2 && tuner.ask()) {
    return false;
  }
  const auto trial = tuner.outstanding_trial(tuner.outstanding() - 1);
  require(trial.has_value(), "a tuner that is measuring has a trial to ask for or one outstanding");
  const std::array<float, 2> others = measure_others(*trial);
  require(tuner.tell(trial->id, measure(*trial), {others.data(), small.constraints}) == taut::Status::ok,
          "a reading is accepted");
  const std::size_t of_batch = tuner.readings() % small.outstanding;
  return of_batch == (moment == Moment::told ? 0U : 2U) && moment != Moment::proposing;
}

}  // namespace fault
