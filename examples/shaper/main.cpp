// Tunes an input shaper on this machine, for the mean and for the 95 % quantile of what moves cost, and compares the
// true mean and the true quantile of what is recommended.
//
//     shaper [--seeds N] [--carry PERCENT] [--out FILE.svg]
//
// PERCENT of the moves carry a part. The picture shows, for each of the two goals, the run whose quantile is the median
// of all runs.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "course.hpp"
#include "picture.hpp"
#include "truth.hpp"

namespace {

struct Options {
  int seeds = 20;
  shaper::Gantry gantry{};
  std::string picture;
};

[[noreturn]] void usage(const std::string& complaint) {
  std::fprintf(stderr, "%s\nusage: shaper [--seeds N] [--carry PERCENT] [--out FILE.svg]\n", complaint.c_str());
  std::exit(2);
}

int number(const char* value, int highest) {
  char* end = nullptr;
  const long number = std::strtol(value, &end, 10);
  if (*end != '\0' || number < 1 || number > highest) {
    usage("not a number from 1 to " + std::to_string(highest) + ": " + value);
  }
  return static_cast<int>(number);
}

Options options_of(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    if (i + 1 == count) {
      usage("unknown option, or one without its value: " + name);
    }
    const char* const value = arguments[++i];
    if (name == "--out") {
      options.picture = value;
    } else if (name == "--seeds") {
      options.seeds = number(value, 1000);
    } else if (name == "--carry") {
      options.gantry.loaded = static_cast<float>(number(value, 100)) / 100;
    } else {
      usage("unknown option: " + name);
    }
  }
  return options;
}

struct Run {
  shaper::Settings settings{};
  double mean = 0;  ///< The true ones, in ms.
  double quantile = 0;
};

Run score(const shaper::Truth& truth, const shaper::Settings& settings) {
  return {settings, truth.mean(settings), truth.quantile(settings, static_cast<double>(shaper::level))};
}

std::vector<Run> tune(const shaper::Truth& truth, const taut::Statistic& statistic, const Options& options) {
  std::vector<Run> runs;
  for (int seed = 1; seed <= options.seeds; ++seed) {
    const auto settings = shaper::recommended(statistic, static_cast<std::uint64_t>(seed), options.gantry);
    if (!settings) {
      std::fprintf(stderr, "%s\n", taut::text(settings.error()).data());
      std::exit(1);
    }
    runs.push_back(score(truth, *settings));
  }
  return runs;
}

void print(const char* name, const std::vector<Run>& runs) {
  std::printf("%-32s", name);
  for (double Run::*const what : {&Run::mean, &Run::quantile}) {
    double sum = 0;
    double squares = 0;
    double most = 0;
    for (const Run& run : runs) {
      sum += run.*what;
      squares += run.*what * (run.*what);
      most = std::max(most, run.*what);
    }
    const auto count = static_cast<double>(runs.size());
    const double average = sum / count;
    const double deviation = std::sqrt(std::max(0.0, squares / count - average * average));
    std::printf(" %7.1f +- %4.1f, at most %5.1f", average, deviation, most);
  }
  std::printf("\n");
}

void print(const char* name, const Run& optimum) {
  std::printf("%-32s %7.1f %30.1f\n", name, optimum.mean, optimum.quantile);
}

int count_lower(const std::vector<Run>& runs, const std::vector<Run>& others) {
  int lower = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    lower += runs[i].quantile < others[i].quantile ? 1 : 0;
  }
  return lower;
}

shaper::Panel panel(const shaper::Truth& truth, const char* title, const char* colour, std::vector<Run> runs) {
  const auto middle = runs.begin() + static_cast<std::ptrdiff_t>((runs.size() - 1) / 2);
  std::nth_element(runs.begin(), middle, runs.end(),
                   [](const Run& a, const Run& b) { return a.quantile < b.quantile; });
  return {title, colour, truth.costs(middle->settings), middle->mean, middle->quantile};
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = options_of(count, arguments);
  const shaper::Truth truth(options.gantry);
  std::printf(
      "An input shaper tuned by %zu moves of a gantry, %.0f %% of which carry a part; %d seed%s. What a move costs,\n"
      "in ms, at the recommended setting: the true mean and the true 95 %% quantile, which 19 moves in 20 stay "
      "below.\n\n",
      shaper::limits.observations, 100 * static_cast<double>(options.gantry.loaded), options.seeds,
      options.seeds == 1 ? "" : "s");
  const std::vector<Run> for_mean = tune(truth, taut::mean(), options);
  const std::vector<Run> for_tail = tune(truth, taut::quantile(shaper::level), options);
  std::printf("%-32s %-30s %s\n", "", "   mean", "   95 % quantile");
  print("tuned for the mean", for_mean);
  print("tuned for the 95 % quantile", for_tail);
  print("best possible mean", score(truth, truth.best_mean().settings));
  print("best possible 95 % quantile", score(truth, truth.best_quantile(static_cast<double>(shaper::level)).settings));
  std::printf("\nTuned for it, the 95 %% quantile is lower with %d of %d seeds.\n", count_lower(for_tail, for_mean),
              options.seeds);
  if (!options.picture.empty()) {
    if (!shaper::draw(options.picture, {panel(truth, "Tuned for the mean", "#c8651b", for_mean),
                                        panel(truth, "Tuned for the 95 % quantile", "#1f5fa8", for_tail)})) {
      std::fprintf(stderr, "cannot write %s\n", options.picture.c_str());
      return 1;
    }
    std::printf("picture: %s\n", options.picture.c_str());
  }
  return 0;
}
