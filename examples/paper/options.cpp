#include "options.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "problem.hpp"
#include "run.hpp"

namespace paper {
namespace {

constexpr const char* usage = R"(usage: paper gld|lander|fel [options]
       paper smoke
  --dim 3,6              gld: inputs
  --tau 0.75,0.95        levels; of lander 0.1,0.02, of fel 0.3
  --batch 10,50          readings between two fits; of lander 25, of fel 100
  --method NAME,..|all   quantile_ts quantile_gibbon paper_ts paper_gibbon paper_gibbon_runs expectile_ts
                         expectile_gibbon gpr_ei hetgp homoscedastic_ts random
  --problems A:B         gld: which draws, 1:15
  --runs N               of each problem; of gld 1, of the others 5
  --variant runs|text    gld: as in the paper's runs, or as in its text
  --seed N  --jobs N     1 each
  --out FOLDER           build/paper
)";

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char character : text) {
    if (character == separator) {
      parts.emplace_back();
    } else {
      parts.back() += character;
    }
  }
  return parts;
}

std::uint64_t number(const std::string& text, std::uint64_t least, std::uint64_t most) {
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(text.c_str(), &end, 10);
  const bool digits = !text.empty() && text.size() < 19 && std::all_of(text.begin(), text.end(), [](char character) {
    return character >= '0' && character <= '9';
  });
  if (!digits || value < least || value > most) {
    refuse("not a whole number from " + std::to_string(least) + " to " + std::to_string(most) + ": '" + text + "'");
  }
  return value;
}

std::vector<std::size_t> numbers(const std::string& text, std::size_t least, std::size_t most) {
  std::vector<std::size_t> values;
  for (const std::string& part : split(text, ',')) {
    values.push_back(number(part, least, most));
  }
  return values;
}

std::vector<std::string> levels(const std::string& text) {
  std::vector<std::string> values = split(text, ',');
  for (const std::string& part : values) {
    char* end = nullptr;
    const float value = std::strtof(part.c_str(), &end);
    if (part.empty() || *end != '\0' || !(value >= 0.001F && value <= 0.999F)) {
      refuse("not a level from 0.001 to 0.999: '" + part + "'");
    }
  }
  return values;
}

std::vector<const MethodEntry*> methods(const std::string& text) {
  std::vector<const MethodEntry*> chosen;
  for (const std::string& name : split(text, ',')) {
    const auto* const before = all_methods.begin();
    const auto* const found =
        std::find_if(before, all_methods.end(), [&](const auto& entry) { return entry.name == name; });
    if (name == "all") {
      for (const MethodEntry& entry : all_methods) {
        chosen.push_back(&entry);
      }
    } else if (found == all_methods.end()) {
      refuse("there is no method '" + name + "'");
    } else {
      chosen.push_back(found);
    }
  }
  return chosen;
}

Options defaults(const std::string& family) {
  Options options{.family = family, .levels = {}, .batches = {}, .methods = {}};
  if (family == "gld") {
    options.variant = "runs";
    options.dimensions = {3, 6};
    options.levels = {"0.75", "0.95"};
    options.batches = {10, 50};
    options.methods = methods("quantile_ts,quantile_gibbon,gpr_ei,hetgp,random");
    options.last = 15;
  } else if (family == "lander") {
    options.levels = {"0.1", "0.02"};
    options.batches = {25};
    options.methods = methods("quantile_ts,gpr_ei,hetgp");
    options.runs = 5;
  } else if (family == "fel") {
    options.levels = {"0.3"};
    options.batches = {100};
    options.methods = methods("quantile_ts,quantile_gibbon,gpr_ei,random");
    options.runs = 5;
  } else {
    refuse("there is no problem '" + family + "'");
  }
  if (family == "lander" && !has_lander()) {
    refuse("this build has no lander: Box2D was not found when it was configured");
  }
  return options;
}

void take(Options& options, const std::string& name, const std::string& value) {
  const bool gld = options.family == "gld";
  if (!gld && (name == "--dim" || name == "--problems" || name == "--variant")) {
    refuse(name + " is for gld: " + options.family + " has one problem");
  }
  if (name == "--dim") {
    options.dimensions = numbers(value, 3, 6);
    if (std::any_of(options.dimensions.begin(), options.dimensions.end(), [](auto d) { return d != 3 && d != 6; })) {
      refuse("--dim is 3, 6 or both");
    }
  } else if (name == "--tau") {
    options.levels = levels(value);
  } else if (name == "--batch") {
    options.batches = numbers(value, 1, options.family == "fel" ? 100 : 50);
  } else if (name == "--method") {
    options.methods = methods(value);
  } else if (name == "--problems") {
    const std::vector<std::string> ends = split(value, ':');
    if (ends.size() > 2) {
      refuse("--problems is A:B, the first and the last, or one number");
    }
    options.first = number(ends.front(), 1, 1000000);
    options.last = number(ends.back(), options.first, 1000000);
  } else if (name == "--runs") {
    options.runs = number(value, 1, 1000);
  } else if (name == "--variant") {
    if (value != "runs" && value != "text") {
      refuse("--variant is runs or text");
    }
    options.variant = value;
  } else if (name == "--seed") {
    options.seed = number(value, 0, 1000000);
  } else if (name == "--jobs") {
    options.jobs = number(value, 1, 256);
  } else if (name == "--out") {
    options.out = value;
  } else {
    refuse("there is no option '" + name + "'");
  }
}

/// What the options say together.
void check(const Options& options) {
  for (const std::size_t dimensions : options.dimensions) {
    const Budget budget = make_problem({.family = options.family,
                                        .variant = options.variant,
                                        .dimensions = dimensions,
                                        .level = options.levels.front()})
                              ->budget();
    for (const std::size_t batch : options.batches) {
      if (budget.initial % batch != 0 || budget.total % batch != 0) {
        refuse("batches of " + std::to_string(batch) + " do not divide " + std::to_string(budget.initial) + " and " +
               std::to_string(budget.total) + " readings");
      }
      for (const MethodEntry* const method : options.methods) {
        if (method->method == Method::gpr_ei && budget.total / batch > most_replicated) {
          refuse("gpr_ei has no room for " + std::to_string(budget.total / batch) + " settings: use larger batches");
        }
      }
    }
  }
  for (const MethodEntry* const method : options.methods) {
    const bool known = options.family == "gld" && options.variant == "runs";
    if (method->judged_by == taut::Statistic::Kind::expectile && !known) {
      refuse("true expectiles are known of gld alone, and of its variant runs");
    }
  }
}

}  // namespace

void refuse(const std::string& complaint) {
  std::fprintf(stderr, "paper: %s\n%s", complaint.c_str(), usage);
  std::exit(2);
}

Options parse(const std::vector<std::string>& words) {
  if (words.empty()) {
    refuse("which problem?");
  }
  Options options = defaults(words.front());
  for (std::size_t i = 1; i < words.size(); i += 2) {
    if (i + 1 == words.size()) {
      refuse("unknown option, or one without its value: '" + words[i] + "'");
    }
    take(options, words[i], words[i + 1]);
  }
  check(options);
  return options;
}

}  // namespace paper
