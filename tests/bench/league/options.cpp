#include "options.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace league {
namespace {

constexpr const char* help = R"(league [OPTION..]
Whole runs of a tuner by default configuration, on plants whose truth is known, and how good the settings are that it
recommends: 0 is the median of random settings, 1 the optimum.

  --set practice      the plants: those that defaults are chosen on (this is the default),
        trial|both    those that only judge, or all
  --constraints       plants with constraints instead, of the same sets; of the options below, --seeds, --readings,
                      --batches, --jobs, --by-family and --least (feasible runs) count
  --family NAME,..    only these, of any set
  --seeds 5           how many plants of each family
  --readings 60,..    how long the runs are (60,150,400)
  --batches 8,..      how many trials the tuner proposes at once (8)
  --levels 0.05,..    which quantiles are sought (for each plant one up to 0.1, one between, one from 0.9 on)
  --jobs 2            threads

  --by-family         rows for each family, too
  --record FILE       write the table
  --compare FILE      print what has changed since a table was written
  --runs FILE         write a line for each run
  --least SCORE       fail if the mean score of all runs is below this

What is not the default of the library, for studies:
  --goal mean         the tuner seeks the mean; the score is still that of the quantile
  --strategy NAME     thompson, gibbon or improvement
  --inducing N        how many inducing points

  --list              print the families
  --pipe              let another program tune the plants, by the standard input and output (pipe.hpp)
  --help              print this
)";

[[noreturn]] void refuse(const std::string& problem) {
  std::fprintf(stderr, "league: %s; league --help lists the options\n", problem.c_str());
  std::exit(2);
}

[[noreturn]] void list_families() {
  std::printf("%-12s %-9s %-7s %s\n", "family", "set", "noise", "mean and tail");
  for (const Family& family : families()) {
    std::printf("%-12s %-9s %-7s %s\n", family.name.c_str(), family.set == Set::practice ? "practice" : "trial",
                family.strong ? "strong" : "mild", family.apart ? "apart" : "together");
  }
  std::exit(0);
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> list;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    list.push_back(word);
  }
  return list;
}

template <class Number>
std::vector<Number> numbers(const std::string& text, double least, double most) {
  std::vector<Number> list;
  for (const std::string& word : split(text)) {
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (end == word.c_str() || *end != 0 || !(value >= least && value <= most)) {
      std::ostringstream problem;
      problem << '\'' << word << "' is no number from " << least << " to " << most;
      refuse(problem.str());
    }
    list.push_back(static_cast<Number>(value));
  }
  if (list.empty()) {
    refuse("a number is missing");
  }
  return list;
}

template <class Number>
Number number(const std::string& text, double least, double most) {
  const std::vector<Number> list = numbers<Number>(text, least, most);
  if (list.size() > 1) {
    refuse("'" + text + "' is more than one number");
  }
  return list[0];
}

std::vector<const Family*> families_of(const std::string& set) {
  if (set != "practice" && set != "trial" && set != "both") {
    refuse("there is no set '" + set + "'");
  }
  std::vector<const Family*> list;
  for (const Family& family : families()) {
    if (set == "both" || (family.set == Set::trial) == (set == "trial")) {
      list.push_back(&family);
    }
  }
  return list;
}

std::vector<const Family*> named_families(const std::string& names) {
  std::vector<const Family*> list;
  for (const std::string& name : split(names)) {
    list.push_back(find_family(name));
    if (list.back() == nullptr) {
      refuse("there is no family '" + name + "'");
    }
  }
  if (list.empty()) {
    refuse("the name of a family is missing");
  }
  return list;
}

taut::Strategy strategy_of(const std::string& name) {
  if (name == "thompson") {
    return taut::Strategy::thompson;
  }
  if (name == "gibbon") {
    return taut::Strategy::gibbon;
  }
  if (name == "improvement") {
    return taut::Strategy::improvement;
  }
  refuse("there is no strategy '" + name + "'");
}

// Runs take minutes to hours: what their results need is looked at before.
void check_files(const Options& options) {
  if (!options.compare.empty() && !std::ifstream(options.compare)) {
    refuse("there is no file '" + options.compare + "' to compare with");
  }
  for (const std::string& file : {options.record, options.runs}) {
    if (!file.empty() && !std::ofstream(file, std::ios::app)) {
      refuse("cannot write '" + file + "'");
    }
  }
}

}  // namespace

Options parse(int count, char** words) {
  Options options;
  std::string& set = options.set;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto value = [&]() -> std::string {
      if (i + 1 == count) {
        refuse(word + " needs a value");
      }
      return words[++i];
    };
    if (word == "--help" || word == "-h") {
      std::fputs(help, stdout);
      std::exit(0);
    } else if (word == "--list") {
      list_families();
    } else if (word == "--constraints") {
      options.constraints = true;
    } else if (word == "--set") {
      set = value();
    } else if (word == "--family") {
      options.families = named_families(value());
      options.together = "chosen";
    } else if (word == "--seeds") {
      options.seeds = number<int>(value(), 1, 10000);
    } else if (word == "--readings") {
      options.readings = numbers<int>(value(), 8, 10000);
    } else if (word == "--batches") {
      options.batches = numbers<int>(value(), 1, 100);
    } else if (word == "--levels") {
      options.levels = numbers<float>(value(), 0.001, 0.999);
    } else if (word == "--jobs") {
      options.jobs = number<int>(value(), 1, 64);
    } else if (word == "--by-family") {
      options.by_family = true;
    } else if (word == "--compare") {
      options.compare = value();
    } else if (word == "--record") {
      options.record = value();
    } else if (word == "--runs") {
      options.runs = value();
    } else if (word == "--least") {
      options.least = number<double>(value(), -1, 1);
    } else if (word == "--goal") {
      if (value() != "mean") {
        refuse("the only other goal is mean");
      }
      options.variant.mean = true;
    } else if (word == "--strategy") {
      options.variant.config.strategy = strategy_of(value());
    } else if (word == "--inducing") {
      options.variant.inducing = number<std::size_t>(value(), 1, 512);
    } else {
      refuse("there is no option '" + word + "'");
    }
  }
  if (options.families.empty()) {
    options.families = families_of(set);
  }
  check_files(options);
  return options;
}

}  // namespace league
