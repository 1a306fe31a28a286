#include "replay.hpp"

#include <taut/log.hpp>

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <sstream>

#include "task.hpp"

namespace laser {
namespace {

taut::Tuner<limits> tuner;

// What the tuner itself logs in the replay, and has not been compared yet.
std::deque<std::string> own_lines;
void keep(const taut::Event<float>& event) {
  etl::string<taut::line_size(Plant::knobs)> line;
  taut::append(line, event);
  own_lines.emplace_back(line.c_str());
}

struct Outcome {
  int trials = 0;
  int readings = 0;
  int recommendations = 0;
};

// Does what one line of the log says was done. What is refused here shows in the lines that follow.
void follow(const std::string& kind, std::istringstream& words, Outcome& outcome) {
  std::uint32_t id = 0;
  if (kind == "trial") {
    static_cast<void>(tuner.ask());
    ++outcome.trials;
  } else if (kind == "reading") {
    std::string bits;
    words >> id >> bits;
    const auto reading = std::bit_cast<float>(static_cast<std::uint32_t>(std::strtoul(bits.c_str(), nullptr, 16)));
    static_cast<void>(tuner.tell(id, reading));
    ++outcome.readings;
  } else if (kind == "failure") {
    words >> id;
    static_cast<void>(tuner.fail(id));
  } else {
    outcome.recommendations += kind == "best" ? 1 : 0;
    while (own_lines.empty() && (tuner.state() == taut::State::fitting || tuner.state() == taut::State::proposing)) {
      static_cast<void>(tuner.poll());
    }
  }
}

bool is_event(const std::string& kind) {
  for (const char* const known : {"trial", "reading", "failure", "fit", "best", "batch", "finished"}) {
    if (kind == known) {
      return true;
    }
  }
  return false;
}

// Whether the tuner does the same, and says so in the same words.
bool agrees(const std::string& line, int number, Outcome& outcome) {
  std::istringstream words(line);
  std::string kind;
  words >> kind;
  if (!is_event(kind)) {
    return true;
  }
  follow(kind, words, outcome);
  const std::string own = own_lines.empty() ? "nothing" : own_lines.front();
  if (own != line) {
    std::printf("line %d differs.\n  logged:   %s\n  replayed: %s\n", number, line.c_str(), own.c_str());
    return false;
  }
  own_lines.pop_front();
  return true;
}

}  // namespace

bool replay(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    return false;
  }
  Outcome outcome;
  std::string line;
  bool begun = false;
  for (int number = 1; std::getline(file, line); ++number) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t seed = 0;
    std::size_t readings = 0;
    if (words >> name >> seed && name == "seed" && words >> name >> readings) {
      begun = tuner.begin(task(seed, readings)) == taut::Status::ok;
      tuner.observe(taut::Observer<float>::create<keep>());
    } else if (begun && !agrees(line, number, outcome)) {
      return false;
    }
  }
  if (outcome.trials == 0) {
    std::fprintf(stderr, "%s holds no run\n", path.c_str());
    return false;
  }
  std::printf("replayed: %d trials, %d readings, %d recommendations, all the same bit by bit\n", outcome.trials,
              outcome.readings, outcome.recommendations);
  if (const auto best = tuner.best()) {
    std::printf("recommended: estimated %.3f, true %.3f mJ\n", static_cast<double>(best->value),
                static_cast<double>(Plant::quantile(best->settings, level)));
  }
  return true;
}

}  // namespace laser
