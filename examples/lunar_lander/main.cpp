// Flies the lunar lander with given weights, or the standard ones, and says how well that goes.
//
//     lander [--episodes N] [--seed FIRST] [--out FILE.svg] [six weights]

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "estimate.hpp"
#include "lander.hpp"
#include "picture.hpp"

namespace {

struct Options {
  int episodes = 1000;
  int seed = 0;
  std::string picture;
  lunar_lander::Weights weights = lunar_lander::standard();
};

[[noreturn]] void usage(const std::string& complaint) {
  std::fprintf(stderr,
               "%s\nusage: lander [--episodes N] [--seed FIRST] [--out FILE.svg] [ANGLE_GAIN ANGLE_DAMPING HOVER_GAIN "
               "HOVER_DAMPING LANDED_ANGLE LANDED_DAMPING]\n",
               complaint.c_str());
  std::exit(2);
}

int number(const char* text, long least) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < least || value > 100000000) {
    usage("not a number from " + std::to_string(least) + " to 100000000: " + text);
  }
  return static_cast<int>(value);
}

float weight(const char* text) {
  char* end = nullptr;
  const float value = std::strtof(text, &end);
  if (end == text || *end != '\0' || !std::isfinite(value)) {
    usage(std::string("neither an option nor a finite weight: ") + text);
  }
  return value;
}

Options options_of(int count, char** arguments) {
  Options options;
  std::vector<float> weights;
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    if (name.rfind("--", 0) != 0) {
      weights.push_back(weight(arguments[i]));
      continue;
    }
    if (++i == count) {
      usage("unknown option, or one without its value: " + name);
    }
    if (name == "--episodes") {
      options.episodes = number(arguments[i], 2);
    } else if (name == "--seed") {
      options.seed = number(arguments[i], 0);
    } else if (name == "--out") {
      options.picture = arguments[i];
    } else {
      usage("unknown option: " + name);
    }
  }
  if (!weights.empty()) {
    if (weights.size() != lunar_lander::knobs) {
      usage("six weights, or none");
    }
    options.weights = lunar_lander::tuned(weights);
  }
  return options;
}

}  // namespace

int main(int count, char** arguments) {
  using lunar_lander::Ending;
  const Options options = options_of(count, arguments);
  const auto episodes = static_cast<double>(options.episodes);
  std::vector<double> rewards;
  double sum = 0;
  double squares = 0;
  double steps = 0;
  std::array<int, 4> endings{};
  const std::clock_t start = std::clock();
  for (int i = 0; i < options.episodes; ++i) {
    const auto seed = static_cast<std::uint64_t>(options.seed) + static_cast<std::uint64_t>(i);
    const lunar_lander::Outcome outcome = lunar_lander::fly(options.weights, seed);
    rewards.push_back(outcome.reward);
    sum += outcome.reward;
    squares += outcome.reward * outcome.reward;
    steps += outcome.steps;
    ++endings[static_cast<std::size_t>(outcome.ending)];
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;

  const double mean = sum / episodes;
  const double error = std::sqrt((squares / episodes - mean * mean) / episodes);
  const auto percent = [&endings, episodes](Ending ending) {
    return 100 * endings[static_cast<std::size_t>(ending)] / episodes;
  };
  std::printf("%d episodes, seeds from %d\n", options.episodes, options.seed);
  std::printf("mean reward   %8.2f +- %.2f\n", mean, error);
  for (const double level : {0.1, 0.02}) {
    const lunar_lander::Estimate quantile = lunar_lander::quantile(rewards, level);
    std::printf("%2.0f %% quantile %8.2f +- %.2f\n", 100 * level, quantile.value, quantile.error);
  }
  std::printf("landed %.1f %%, crashed %.1f %%, out of time %.1f %%\n", percent(Ending::landed),
              percent(Ending::crashed), percent(Ending::timed_out));
  std::printf("%.0f episodes per second of processor time, %.1f steps each, %.1f us per step\n", episodes / seconds,
              steps / episodes, 1e6 * seconds / steps);
  if (!options.picture.empty()) {
    if (!lunar_lander::draw(options.picture, options.weights, static_cast<std::uint64_t>(options.seed))) {
      std::fprintf(stderr, "cannot write %s\n", options.picture.c_str());
      return 1;
    }
    std::printf("picture: %s\n", options.picture.c_str());
  }
  return 0;
}
