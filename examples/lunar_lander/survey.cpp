// What the best 10 % and 2 % quantiles of the reward are, found by brute force: several searches for each, whose ends
// are flown again in fresh episodes. What the best two lose when one weight is changed, and what the standard weights
// reach.
//
//     lander_survey [--searches N] [--episodes N] [--check N] [--change N]

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "estimate.hpp"
#include "search.hpp"

namespace {

using lunar_lander::Estimate;
using lunar_lander::Six;

constexpr std::array<double, 2> levels{0.1, 0.02};

// Seeds of episodes: searches draw theirs from 2^64. The best of several ends, by episodes that all of them fly, is a
// lucky one in these; so its value is that of others. `lander --seed` repeats them.
constexpr std::uint64_t seeds_of_choice = 1'000'000;
constexpr std::uint64_t seeds_of_value = 2'000'000;

struct Options {
  long searches = 4;
  long episodes = 100000;
  long check = 10000;
  long change = 2000;
};

[[noreturn]] void usage(const std::string& complaint) {
  std::fprintf(stderr,
               "%s\nusage: lander_survey [--searches N] [--episodes N] [--check N] [--change N]\n"
               "  --searches  for each level, 4\n"
               "  --episodes  of each search, 100000; 17000 of them at random weights\n"
               "  --check     fresh ones for each setting that a table is about, 10000\n"
               "  --change    for each change of one weight, 2000\n",
               complaint.c_str());
  std::exit(2);
}

Options options_of(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    if (i + 1 == words.size()) {
      usage("unknown option, or one without its value: " + words[i]);
    }
    char* end = nullptr;
    const long value = std::strtol(words[i + 1].c_str(), &end, 10);
    const long least = words[i] == "--searches" ? 1 : 100;
    if (words[i + 1].empty() || *end != '\0' || value < least || value > 1000000) {
      usage("not a number from " + std::to_string(least) + " to 1000000: " + words[i + 1]);
    }
    if (words[i] == "--searches") {
      options.searches = value;
    } else if (words[i] == "--episodes") {
      options.episodes = value;
    } else if (words[i] == "--check") {
      options.check = value;
    } else if (words[i] == "--change") {
      options.change = value;
    } else {
      usage("unknown option: " + words[i]);
    }
  }
  return options;
}

using Quantiles = std::array<Estimate, levels.size()>;

struct Weight {
  const char* name;
  double lunar_lander::Weights::*member;
};
constexpr std::array<Weight, lunar_lander::knobs> all_weights{{
    {"angle_gain", &lunar_lander::Weights::angle_gain},
    {"angle_damping", &lunar_lander::Weights::angle_damping},
    {"hover_gain", &lunar_lander::Weights::hover_gain},
    {"hover_damping", &lunar_lander::Weights::hover_damping},
    {"landed_angle", &lunar_lander::Weights::landed_angle},
    {"landed_damping", &lunar_lander::Weights::landed_damping},
}};

void print(const char* name, const Quantiles& quantiles, const Six& six) {
  std::printf("%-8s", name);
  for (const Estimate& quantile : quantiles) {
    std::printf(" %8.2f +-%4.2f", quantile.value, quantile.error);
  }
  std::printf("  ");
  for (const float weight : six) {
    std::printf(" %g", static_cast<double>(weight));
  }
  std::printf("\n");
  std::fflush(stdout);
}

/// All that is flown is flown here, and counted.
class Survey {
 public:
  explicit Survey(const Options& options) : options_(options) {}

  void run() {
    std::printf("%-8s %14s %14s   %s\n", "search", "10 % quantile", "2 % quantile", "weights");
    const std::array<Six, levels.size()> best = best_of_searches();
    std::printf("\nin other episodes\n");
    for (std::size_t i = 0; i < levels.size(); ++i) {
      print(i == 0 ? "best 10%" : "best 2%", fly(best[i], seeds_of_value, options_.check), best[i]);
    }
    const lunar_lander::Weights usual = lunar_lander::standard();
    Six standard{};
    for (std::size_t d = 0; d < lunar_lander::knobs; ++d) {
      standard[d] = static_cast<float>(usual.*all_weights[d].member);
    }
    print("standard", fly(standard, seeds_of_value, options_.check), standard);
    for (std::size_t i = 0; i < levels.size(); ++i) {
      print_changes(i, best[i]);
    }
    std::printf("\n%ld episodes in all\n", flown_);
  }

 private:
  Quantiles fly(const Six& six, std::uint64_t first, long episodes) {
    std::vector<double> values = lunar_lander::rewards(six, first, static_cast<int>(episodes));
    flown_ += episodes;
    Quantiles quantiles{};
    for (std::size_t i = 0; i < levels.size(); ++i) {
      quantiles[i] = lunar_lander::quantile(values, levels[i]);
    }
    return quantiles;
  }

  /// The best end of the searches for each level, which take turns.
  std::array<Six, levels.size()> best_of_searches() {
    std::array<Six, levels.size()> best{};
    std::array<double, levels.size()> highest{};
    for (long i = 1; i <= options_.searches; ++i) {
      for (std::size_t level = 0; level < levels.size(); ++level) {
        const Six end = searched(level, i);
        const Quantiles there = fly(end, seeds_of_choice, options_.check);
        print((std::string(level == 0 ? "10 %, " : "2 %, ") + std::to_string(i)).c_str(), there, end);
        if (i == 1 || there[level].value > highest[level]) {
          highest[level] = there[level].value;
          best[level] = end;
        }
      }
    }
    return best;
  }

  Six searched(std::size_t level, long number) {
    const auto seed = static_cast<std::uint64_t>(number) * levels.size() + level;
    lunar_lander::Search search(levels[level], options_.episodes, seed);
    while (!search.done()) {
      search.generation();
      if (search.generations() % 10 == 0 || search.done()) {
        report(level, number, search);
      }
    }
    flown_ += search.flown();
    return search.best();
  }

  void report(std::size_t level, long number, const lunar_lander::Search& search) const {
    std::fprintf(stderr, "%g %%, search %ld of %ld: %ld of %ld episodes, step %.3f, near", 100 * levels[level], number,
                 options_.searches, search.flown(), options_.episodes, search.step());
    for (const float weight : search.best()) {
      std::fprintf(stderr, " %.3f", static_cast<double>(weight));
    }
    std::fprintf(stderr, "\n");
  }

  /// What the quantile of that level becomes.
  void print_changes(std::size_t level, const Six& best) {
    constexpr std::array<float, 6> changes{-0.2F, -0.1F, -0.05F, 0.05F, 0.1F, 0.2F};
    const Estimate before = fly(best, seeds_of_value, options_.change)[level];
    std::printf("\n%g %% quantile from %.1f +- %.1f, when one weight changes\n%-15s", 100 * levels[level], before.value,
                before.error, "");
    for (const float change : changes) {
      std::printf(" %+7.2f", static_cast<double>(change));
    }
    std::printf("\n");
    for (std::size_t d = 0; d < lunar_lander::knobs; ++d) {
      std::printf("%-15s", all_weights[d].name);
      for (const float change : changes) {
        const float changed = best[d] + change;
        if (changed < lunar_lander::ranges()[d].lowest || changed > lunar_lander::ranges()[d].highest) {
          std::printf(" %7s", "-");
          continue;
        }
        Six six = best;
        six[d] = changed;
        std::printf(" %7.1f", fly(six, seeds_of_value, options_.change)[level].value);
      }
      std::printf("\n");
      std::fflush(stdout);
    }
  }

  Options options_;
  long flown_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  Survey(options_of({arguments + 1, arguments + count})).run();
  return 0;
}
