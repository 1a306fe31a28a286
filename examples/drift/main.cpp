// Follows an instrument that drifts, for ever if need be: a tuner that holds the latest 240 readings and forgets older
// ones, beside the setting that was best at the start.
//
//     drift [--readings N] [--seed SEED] [--out FILE.svg]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include "course.hpp"
#include "instrument.hpp"
#include "picture.hpp"

namespace {

struct Options {
  std::size_t readings = 100000;
  std::uint64_t seed = 1;
  std::string picture;
};

[[noreturn]] void usage(const std::string& complaint) {
  std::fprintf(stderr, "%s\nusage: drift [--readings N] [--seed SEED] [--out FILE.svg]\n", complaint.c_str());
  std::exit(2);
}

std::size_t number(const char* text, long least) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < least || value > 100000000) {
    usage("not a number from " + std::to_string(least) + " to 100000000: " + text);
  }
  return static_cast<std::size_t>(value);
}

Options options_of(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; i += 2) {
    const std::string name = arguments[i];
    if (i + 1 == count) {
      usage("unknown option, or one without its value: " + name);
    }
    const char* const value = arguments[i + 1];
    if (name == "--readings") {
      options.readings = number(value, 2000);  // a jump must not fall into the first few
    } else if (name == "--seed") {
      options.seed = number(value, 0);
    } else if (name == "--out") {
      options.picture = value;
    } else {
      usage("unknown option: " + name);
    }
  }
  return options;
}

void print(const std::string& name, const Stretch& stretch) {
  std::printf("%9s %10.2f %12.2f %8.2f %8.2f %12.1f %6zu %7zu\n", name.c_str(), stretch.possible, stretch.recommended,
              stretch.tried, stretch.stayed, stretch.passes, stretch.fits, stretch.failed);
}

bool hold(bool condition, const char* claim) {
  std::printf("%s: %s\n", condition ? "yes" : "NO ", claim);
  return condition;
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = options_of(count, arguments);
  const std::clock_t start = std::clock();
  const Course course = run(options.readings, options.seed);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  if (course.stretches.empty()) {
    return 1;
  }
  const std::size_t stretches = course.stretches.size();

  std::printf("true 10 %% quantile in V, averages over each tenth of %zu readings\n\n", options.readings);
  std::printf("%9s %10s %12s %8s %8s %12s %6s %7s\n", "up to", "possible", "recommended", "tried", "stayed",
              "passes/fit", "fits", "failed");
  for (std::size_t i = 0; i < stretches; ++i) {
    print(std::to_string((i + 1) * options.readings / stretches), course.stretches[i]);
  }
  const Stretch all = average(course.stretches, 0, stretches);
  print("all", all);

  const double tracking = all.possible - all.recommended;
  const double staying = all.possible - all.stayed;
  const double share = static_cast<double>(course.below) / static_cast<double>(options.readings);
  const double chance = std::sqrt(0.1 * 0.9 / static_cast<double>(options.readings));
  std::printf("\nregret: %.3f V if the recommendation is followed, %.3f V at the setting that was best at the start\n",
              tracking, staying);
  std::printf("%zu readings after the jump the recommendation was within a tenth of the best again\n", course.recovery);
  std::printf("%.2f %% of the readings fell short of the true 10 %% quantile\n", 100 * share);
  std::printf("the tuner: %zu bytes; %.1f s of processor time, %.1f ms per fit and batch\n\n", bytes_of_tuner(),
              seconds, 1000 * seconds / static_cast<double>(all.fits));

  const Stretch last = course.stretches.back();
  bool good = hold(tracking < staying / 4, "followed, the regret is less than a quarter of that of staying");
  good = hold(last.possible - last.recommended < (last.possible - last.stayed) / 8,
              "and at the end, long after the jump, less than an eighth") &&
         good;
  good = hold(all.failed == 0, "no fit failed") && good;
  good = hold(std::abs(share - 0.1) < 4 * chance, "the quantile is what it is said to be") && good;
  if (!options.picture.empty()) {
    if (!draw(options.picture, course)) {
      std::fprintf(stderr, "cannot write %s\n", options.picture.c_str());
      return 1;
    }
    std::printf("picture: %s\n", options.picture.c_str());
  }
  return good ? 0 : 1;
}
