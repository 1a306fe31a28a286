// Tunes a noisy instrument twice, for its average reading and for its worst 5 % of readings, and shows that these are
// best at different settings.

#include <taut/taut.hpp>

#include <array>
#include <cstdio>

#include "plant.hpp"

namespace {

constexpr std::array<taut::Range<float>, 2> knobs{{{0.0F, 10.0F}, {-90.0F, 90.0F}}};  // A, degrees
constexpr taut::Limits limits{.inputs = 2, .inducing = 32, .observations = 320, .outstanding = 8, .features = 128};
taut::Tuner<limits> tuner;  // all the RAM it will ever use: sizeof(tuner)

bool tune(const char* name, const taut::Goal& goal) {
  taut::Status status = tuner.begin({.goal = goal, .ranges = knobs, .seed = 1});
  taut::Random noise = taut::Random(1).stream("noise");
  while (status == taut::Status::ok && tuner.wants_readings()) {
    const auto trial = tuner.ask();  // blocks while the model is fitted; firmware that must not, calls poll()
    status = trial ? tuner.tell(trial->id, measure({trial->settings[0], trial->settings[1]}, noise)) : trial.error();
  }
  const auto best = tuner.best();
  if (status != taut::Status::ok || !best) {
    std::printf("%s: %s\n", name, taut::text(status != taut::Status::ok ? status : best.error()).data());
    return false;
  }
  const Setting setting{best->settings[0], best->settings[1]};
  std::printf("%-18s %9.2f A %9.1f deg %9.2f +- %.2f mJ %11.2f mJ %11.2f mJ\n", name,
              static_cast<double>(setting.current), static_cast<double>(setting.phase),
              static_cast<double>(best->value), static_cast<double>(2 * best->deviation),
              static_cast<double>(true_mean(setting)), static_cast<double>(true_low_quantile(setting)));
  return true;
}

}  // namespace

int main() {
  std::printf("%zu readings, one per trial; a tuner of %zu bytes\n\n", limits.observations, sizeof(tuner));
  std::printf("%-18s %11s %13s %20s %14s %14s\n", "tuned for", "current", "phase", "estimated", "true mean",
              "true 5 %");
  const bool done =
      tune("the mean", taut::maximise(taut::mean())) && tune("the 5 % quantile", taut::maximise(taut::quantile(0.05F)));
  return done ? 0 : 1;
}
