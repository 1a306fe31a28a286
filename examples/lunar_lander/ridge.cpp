// Tunes the lander, then compares what the tuner believes with what is true, from the weights that it recommends to
// given ones in a straight line.
//
//     lander_ridge LEVEL SEED ANGLE_GAIN ANGLE_DAMPING HOVER_GAIN HOVER_DAMPING LANDED_ANGLE LANDED_DAMPING

#include <taut/tuner.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "estimate.hpp"
#include "lander.hpp"
#include "search.hpp"

namespace {

using lunar_lander::Six;
using taut::Status;

// As in ../paper.
constexpr taut::Limits limits{.inputs = 6, .inducing = 100, .observations = 1500, .outstanding = 25, .features = 1000};
constexpr std::size_t first_design = 300;
taut::Tuner<limits> tuner;

constexpr int places = 6;  // on the line
constexpr int episodes = 2000;
constexpr std::uint64_t first_seed = 2'000'000;

double number(const char* text) {
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  if (end == text || *end != '\0' || !std::isfinite(value)) {
    std::fprintf(stderr, "not a number: %s\n", text);
    std::exit(2);
  }
  return value;
}

Status tune(double level, std::uint64_t seed) {
  Status status = tuner.begin({.goal = taut::maximise(taut::quantile(static_cast<float>(level))),
                               .ranges = lunar_lander::ranges(),
                               .seed = seed,
                               .initial = first_design,
                               .batch = limits.outstanding,
                               .budget = limits.observations});
  taut::Random noise = taut::Random(seed).stream("noise");
  while (status == Status::ok && tuner.wants_readings()) {
    const auto trial = tuner.ask();
    if (!trial) {
      return trial.error();
    }
    const std::uint64_t high = noise.next();
    const auto weights = lunar_lander::tuned({trial->settings.data(), trial->settings.size()});
    status = tuner.tell(trial->id, static_cast<float>(lunar_lander::episode(weights, high << 32U | noise.next())));
  }
  return status;
}

int compare(double level, const Six& goal) {
  const auto best = tuner.best();
  if (!best) {
    std::fprintf(stderr, "%s\n", taut::text(best.error()).data());
    return 1;
  }
  std::printf("%% of the way  believed        true            weights\n");
  for (int i = 0; i < places; ++i) {
    const float share = static_cast<float>(i) / (places - 1);
    Six six{};
    for (std::size_t d = 0; d < six.size(); ++d) {
      six[d] = std::lerp(best->settings[d], goal[d], share);
    }
    const auto believed = tuner.predict(six);
    if (!believed) {
      std::fprintf(stderr, "%s\n", taut::text(believed.error()).data());
      return 1;
    }
    std::vector<double> rewards = lunar_lander::rewards(six, first_seed, episodes);
    const lunar_lander::Estimate found = lunar_lander::quantile(rewards, level);
    std::printf("%12.0f  %6.1f +- %-4.1f  %6.1f +- %-4.1f ", 100 * static_cast<double>(share),
                static_cast<double>(believed->value), static_cast<double>(believed->deviation), found.value,
                found.error);
    for (const float weight : six) {
      std::printf(" %.3f", static_cast<double>(weight));
    }
    std::printf("\n");
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<const char*> words(arguments + 1, arguments + count);
  if (words.size() != 2 + lunar_lander::knobs) {
    std::fprintf(stderr, "usage: lander_ridge LEVEL SEED and six weights\n");
    return 2;
  }
  const double level = number(words[0]);
  Six goal{};
  for (std::size_t d = 0; d < goal.size(); ++d) {
    goal[d] = static_cast<float>(number(words[2 + d]));
  }
  const Status status = tune(level, static_cast<std::uint64_t>(number(words[1])));
  if (status != Status::ok) {
    std::fprintf(stderr, "%s\n", taut::text(status).data());
    return 1;
  }
  return compare(level, goal);
}
