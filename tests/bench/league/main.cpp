// Whole runs of a tuner by default configuration, on many plants whose truth is known: what a user's first run is
// worth. See README.md beside this file for the plants, the scores and how to use it.

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <thread>

#include "constrained.hpp"
#include "options.hpp"
#include "pipe.hpp"
#include "progress.hpp"
#include "table.hpp"

namespace {

using league::Entry;
using league::Options;
using league::Outcome;

// One level of each group, another one by each seed.
std::vector<float> levels_of(const Options& options, int seed) {
  if (!options.levels.empty()) {
    return options.levels;
  }
  constexpr float low[] = {0.02F, 0.05F, 0.1F};
  constexpr float middle[] = {0.3F, 0.5F, 0.7F};
  constexpr float high[] = {0.98F, 0.95F, 0.9F};
  return {low[seed % 3], middle[seed % 3], high[seed % 3]};
}

std::vector<Entry> entries_of(const Options& options) {
  std::vector<Entry> entries;
  for (int seed = 1; seed <= options.seeds; ++seed) {
    for (const league::Family* family : options.families) {
      for (const float level : levels_of(options, seed)) {
        for (const int readings : options.readings) {
          for (const int batch : options.batches) {
            entries.push_back({family, static_cast<std::uint64_t>(seed), level, readings, batch});
          }
        }
      }
    }
  }
  return entries;
}

std::vector<Outcome> run_all(const std::vector<Entry>& entries, const Options& options) {
  std::vector<Outcome> outcomes(entries.size());
  std::atomic<std::size_t> next{0};
  league::Progress progress(entries.size());
  const auto work = [&] {
    for (std::size_t i = next++; i < entries.size(); i = next++) {
      outcomes[i] = {entries[i], run(entries[i], options.variant)};
      progress.step();
    }
  };
  std::vector<std::thread> threads;
  for (int job = 0; job < options.jobs; ++job) {
    threads.emplace_back(work);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  return outcomes;
}

}  // namespace

int main(int count, char** words) {
  if (count == 2 && std::strcmp(words[1], "--pipe") == 0) {
    return league::serve();
  }
  const Options options = league::parse(count, words);
  if (options.constraints) {
    return league::run_constrained(options) ? 0 : 1;
  }
  const std::vector<Outcome> outcomes = run_all(entries_of(options), options);
  if (!options.runs.empty() && !league::write_runs(outcomes, options.runs)) {
    return 1;
  }
  const league::Table table = league::summarise(outcomes, options.together, options.by_family);
  league::print(table);
  if (!options.compare.empty() && !league::compare(table, options.compare)) {
    return 1;
  }
  if (!options.record.empty() && !league::record(table, options.record)) {
    return 1;
  }
  // No setting is better than the optimum: if one were, the truth would be wrong.
  double sum = 0;
  double highest = 0;
  for (const Outcome& outcome : outcomes) {
    sum += outcome.result.score;
    highest = std::fmax(highest, outcome.result.score);
  }
  if (highest > 1.001) {
    std::fprintf(stderr, "league: a score of %.4f: the optimum of its plant is wrong\n", highest);
    return 1;
  }
  if (sum / static_cast<double>(outcomes.size()) < options.least) {
    std::fprintf(stderr, "league: the mean score, %.3f, is below %.3f\n", sum / static_cast<double>(outcomes.size()),
                 options.least);
    return 1;
  }
  return 0;
}
