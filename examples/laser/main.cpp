// Tunes the laser on this machine: for its 30 % quantile, for its mean, and by random search.
//
//     laser [--seeds N] [--first SEED] [--out FILE.svg] [--csv FILE.csv]
//     laser --replay LOG        is told what a firmware's log says, and shows that it asks the same
//     laser --list              the seeds' numbers only, one line each, without comparisons
//
// A run takes 1600 shots; its recommendation is scored by the exact quantile of the plant there.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "course.hpp"
#include "optimum.hpp"
#include "replay.hpp"

namespace {

struct Options {
  int seeds = 1;
  int first = 1;
  bool list = false;
  std::string picture;
  std::string table;
  std::string log;
};

[[noreturn]] void usage(const std::string& complaint) {
  std::fprintf(stderr,
               "%s\nusage: laser [--seeds N] [--first SEED] [--out FILE.svg] [--csv FILE.csv] [--list]\n"
               "       laser --replay LOG\n",
               complaint.c_str());
  std::exit(2);
}

int number(const char* text) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < 1 || value > 100000) {
    usage(std::string("not a number from 1 to 100000: ") + text);
  }
  return static_cast<int>(value);
}

Options options_of(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    if (name == "--list") {
      options.list = true;
      continue;
    }
    if (i + 1 == count) {
      usage("unknown option, or one without its value: " + name);
    }
    const char* const value = arguments[++i];
    if (name == "--seeds") {
      options.seeds = number(value);
    } else if (name == "--first") {
      options.first = number(value);
    } else if (name == "--out") {
      options.picture = value;
    } else if (name == "--csv") {
      options.table = value;
    } else if (name == "--replay") {
      options.log = value;
    } else {
      usage("unknown option: " + name);
    }
  }
  return options;
}

void report(const char* method, const std::vector<laser::Course>& courses, double optimum, double start) {
  double sum = 0;
  auto least = static_cast<double>(courses.front().steps.back().quantile);
  for (const laser::Course& course : courses) {
    const auto found = static_cast<double>(course.steps.back().quantile);
    sum += found;
    least = found < least ? found : least;
  }
  const double average = sum / static_cast<double>(courses.size());
  std::printf("%-28s %8.3f %8.3f %10.1f %%\n", method, average, least, 100 * (average - start) / (optimum - start));
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = options_of(count, arguments);
  if (!options.log.empty()) {
    return laser::replay(options.log) ? 0 : 1;
  }
  std::vector<laser::Method> methods = laser::all_methods();
  if (options.list) {
    methods.resize(1);
  }
  std::vector<std::vector<laser::Course>> courses(methods.size());
  for (int seed = options.first; seed < options.first + options.seeds; ++seed) {
    for (std::size_t m = 0; m < methods.size(); ++m) {
      courses[m].push_back(laser::run(methods[m], static_cast<std::uint64_t>(seed)));
      if (options.list) {
        const laser::Step& last = courses[m].back().steps.back();
        std::printf("seed %d: estimated %.3f, true %.3f mJ\n", seed, static_cast<double>(last.estimate),
                    static_cast<double>(last.quantile));
        std::fflush(stdout);
      }
    }
  }
  const laser::Optimum optimum = laser::best_quantile(laser::level);
  const float start = laser::median_of_random_settings();
  std::printf("\n30 %% quantile of the energy at the recommended setting, in mJ, after %zu shots, %d seed%s:\n\n",
              laser::limits.observations, options.seeds, options.seeds == 1 ? "" : "s");
  std::printf("%-28s %8s %8s %12s\n", "", "average", "worst", "of the way");
  for (std::size_t m = 0; m < methods.size(); ++m) {
    report(methods[m].name, courses[m], static_cast<double>(optimum.value), static_cast<double>(start));
  }
  std::printf("%-28s %8.3f\n%-28s %8.3f\n\n", "true optimum", static_cast<double>(optimum.value),
              "median of random settings", static_cast<double>(start));
  if (!options.table.empty() && !laser::write_table(options.table, methods, courses)) {
    std::fprintf(stderr, "cannot write %s\n", options.table.c_str());
    return 1;
  }
  if (!options.picture.empty()) {
    if (!laser::draw(options.picture, methods, courses, optimum.value)) {
      std::fprintf(stderr, "cannot write %s\n", options.picture.c_str());
      return 1;
    }
    std::printf("picture: %s\n", options.picture.c_str());
  }
  return 0;
}
