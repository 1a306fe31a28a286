// Takes one reading at each of a few hundred settings of a noisy instrument, learns from them what the average reading
// and what the worst 5 % of readings are anywhere, and compares where each is best.

#include <taut/taut.hpp>

#include <array>
#include <cstdio>

#include "plant.hpp"

namespace {

constexpr std::array<taut::Range<float>, 2> knobs{{{0.0F, 10.0F}, {-90.0F, 90.0F}}};  // A, degrees
constexpr taut::Limits limits{.inputs = 2, .inducing = 64, .observations = 600};
taut::Model<limits> model;

using Knobs = std::array<float, 2>;

/// Readings at an even design, the same for every question.
taut::Status learn(const taut::Statistic& statistic, const taut::Design<float>& design) {
  taut::Status status = model.begin({.statistic = statistic, .ranges = knobs});
  taut::Random noise = taut::Random(1).stream("noise");
  for (std::uint32_t i = 0; i < limits.observations && status == taut::Status::ok; ++i) {
    Knobs setting{};
    design.settings(i, setting);
    status = model.add(setting, measure({setting[0], setting[1]}, noise));
  }
  return status == taut::Status::ok ? model.fit() : status;
}

/// The best of many settings, by what the model predicts.
Knobs best_setting(const taut::Design<float>& design) {
  constexpr std::uint32_t candidates = 4000;
  Knobs best{};
  float best_value = -1e30F;
  for (std::uint32_t i = 0; i < candidates; ++i) {
    Knobs setting{};
    design.settings(i, setting);
    if (const auto prediction = model.predict(setting); prediction && prediction->value > best_value) {
      best = setting;
      best_value = prediction->value;
    }
  }
  return best;
}

bool show(const char* goal, const taut::Statistic& statistic, const taut::Design<float>& design) {
  const taut::Status status = learn(statistic, design);
  if (status != taut::Status::ok) {
    std::printf("%s: %s\n", goal, taut::text(status).data());
    return false;
  }
  const Knobs best = best_setting(design);
  const Setting setting{best[0], best[1]};
  const auto there = model.predict(best);
  std::printf("%-18s %9.2f A %9.1f deg %9.2f +- %.2f mJ %11.2f mJ %11.2f mJ\n", goal,
              static_cast<double>(setting.current), static_cast<double>(setting.phase),
              static_cast<double>(there->value), static_cast<double>(2 * there->deviation),
              static_cast<double>(true_mean(setting)), static_cast<double>(true_low_quantile(setting)));
  return true;
}

}  // namespace

int main() {
  const auto design = taut::Design<float>::over(knobs, 1);
  if (!design) {
    std::printf("no design: %s\n", taut::text(design.error()).data());
    return 1;
  }
  std::printf("one reading at each of %zu settings; a model of %zu bytes\n\n", limits.observations, sizeof(model));
  std::printf("%-18s %11s %13s %20s %14s %14s\n", "goal", "current", "phase", "estimated", "true mean", "true 5 %");
  return show("best mean", taut::mean(), *design) && show("best 5 % quantile", taut::quantile(0.05F), *design) ? 0 : 1;
}
