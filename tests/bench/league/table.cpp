#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <tuple>

namespace league {
namespace {

constexpr std::size_t key_fields = 5;

Group group_of(const Entry& entry, bool single, const std::string& together) {
  return {.set = entry.family->set,
          .single = single,
          .family = single ? entry.family->name : together,
          .levels = entry.level <= 0.1F  ? Levels::low
                    : entry.level < 0.9F ? Levels::middle
                                         : Levels::high,
          .readings = entry.readings,
          .batch = entry.batch};
}

const char* text_of(Set set) { return set == Set::practice ? "practice" : "trial"; }

const char* text_of(Levels levels) {
  constexpr const char* texts[] = {"<= 0.1", "between", ">= 0.9"};
  return texts[static_cast<int>(levels)];
}

// How a group is called in a file.
std::string key_of(const Group& group) {
  std::ostringstream text;
  text << text_of(group.set) << ',' << group.family << ',' << text_of(group.levels) << ',' << group.readings << ','
       << group.batch;
  return text.str();
}

void print_group(const Group& group) {
  std::printf("%-8s %-10s %-7s %8d %5d", text_of(group.set), group.family.c_str(), text_of(group.levels),
              group.readings, group.batch);
}

bool written(const std::ofstream& out, const std::string& file) {
  if (!out) {
    std::fprintf(stderr, "league: cannot write '%s'\n", file.c_str());
  }
  return static_cast<bool>(out);
}

Row row_of(const std::vector<const Result*>& results) {
  Row row;
  row.runs = static_cast<int>(results.size());
  const double share = 1.0 / row.runs;
  row.worst = results[0]->score;
  double squares = 0;
  std::vector<int> passed;
  for (const Result* result : results) {
    row.mean += share * result->score;
    squares += share * result->score * result->score;
    row.below_half += result->score < 0.5 ? share : 0;
    row.below_zero += result->score < 0 ? share : 0;
    row.spoilt += result->score < result->first_score - 0.1 ? share : 0;
    row.worst = std::fmin(row.worst, result->score);
    row.covered += std::fabs(result->miss) <= 2 ? share : 0;
    row.largest_miss = std::fmax(row.largest_miss, std::fabs(result->miss));
    row.seconds += share * result->seconds;
    passed.push_back(result->passed > 0 ? result->passed : 1 << 30);
  }
  row.error = std::sqrt(std::fmax(squares - row.mean * row.mean, 0.0) * share);
  std::nth_element(passed.begin(), passed.begin() + row.runs / 2, passed.end());
  const int middle = passed[static_cast<std::size_t>(row.runs / 2)];
  row.passed = middle == 1 << 30 ? 0 : middle;
  return row;
}

}  // namespace

bool Group::operator<(const Group& other) const {
  return std::tie(set, single, family, levels, readings, batch) <
         std::tie(other.set, other.single, other.family, other.levels, other.readings, other.batch);
}

Table summarise(const std::vector<Outcome>& outcomes, const std::string& together, bool by_family) {
  std::map<Group, std::vector<const Result*>> groups;
  for (const Outcome& outcome : outcomes) {
    groups[group_of(outcome.entry, false, together)].push_back(&outcome.result);
    if (by_family) {
      groups[group_of(outcome.entry, true, together)].push_back(&outcome.result);
    }
  }
  Table table;
  for (const auto& [group, results] : groups) {
    table[group] = row_of(results);
  }
  return table;
}

void print(const Table& table) {
  std::printf("%-42s %5s  %6s %6s %6s %6s %6s %6s  %8s %8s  %8s %7s\n", "", "", "mean", "its", "below", "below", "",
              "worst", "interval", "largest", "readings", "CPU s");
  std::printf("%-8s %-10s %-7s %8s %5s  %5s  %6s %6s %6s %6s %6s %6s  %8s %8s  %8s %7s\n", "set", "family", "level",
              "readings", "batch", "runs", "score", "error", "0.5", "0", "spoilt", "score", "holds", "miss", "to 0.8",
              "per run");
  for (const auto& [group, row] : table) {
    print_group(group);
    std::printf("  %5d  %6.3f %6.3f %5.1f%% %5.1f%% %5.1f%% %6.2f  %7.1f%% %8.1f", row.runs, row.mean, row.error,
                100 * row.below_half, 100 * row.below_zero, 100 * row.spoilt, row.worst, 100 * row.covered,
                row.largest_miss);
    if (row.passed > 0) {
      std::printf("  %8.0f %7.3f\n", row.passed, row.seconds);
    } else {
      std::printf("  %8s %7.3f\n", "never", row.seconds);
    }
  }
}

bool record(const Table& table, const std::string& file) {
  std::ofstream out(file);
  out << "set,family,level,readings,batch,runs,mean,error,below_half,below_zero,spoilt,worst,covered,largest_miss,"
         "passed,seconds\n";
  for (const auto& [group, row] : table) {
    char text[200];
    std::snprintf(text, sizeof text, "%d,%.4f,%.4f,%.4f,%.4f,%.4f,%.3f,%.4f,%.2f,%.0f,%.3f", row.runs, row.mean,
                  row.error, row.below_half, row.below_zero, row.spoilt, row.worst, row.covered, row.largest_miss,
                  row.passed, row.seconds);
    out << key_of(group) << ',' << text << '\n';
  }
  out.flush();
  return written(out, file);
}

bool compare(const Table& table, const std::string& file) {
  struct Score {
    double mean;
    double error;
  };
  std::map<std::string, Score> recorded;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> fields;
    std::istringstream words(line);
    for (std::string word; std::getline(words, word, ',');) {
      fields.push_back(word);
    }
    if (fields.size() < key_fields + 3) {
      continue;
    }
    std::string key = fields[0];
    for (std::size_t i = 1; i < key_fields; ++i) {
      key += ',' + fields[i];
    }
    recorded[key] = {std::strtod(fields[key_fields + 1].c_str(), nullptr),
                     std::strtod(fields[key_fields + 2].c_str(), nullptr)};
  }

  bool any = false;
  std::printf("\n%-42s  %8s %8s %8s\n", "mean score, compared with the record", "then", "now", "change");
  for (const auto& [group, row] : table) {
    const auto then = recorded.find(key_of(group));
    if (then == recorded.end()) {
      continue;
    }
    any = true;
    const double change = row.mean - then->second.mean;
    const double noise = std::hypot(row.error, then->second.error);
    print_group(group);
    std::printf("  %8.3f %8.3f %+8.3f%s\n", then->second.mean, row.mean, change,
                std::fabs(change) > 2 * noise ? "  more than noise" : "");
  }
  if (!any) {
    std::fprintf(stderr, "league: none of these groups is on record in '%s'\n", file.c_str());
  }
  return any;
}

bool write_runs(const std::vector<Outcome>& outcomes, const std::string& file) {
  std::ofstream out(file);
  out << "family,seed,level,readings,batch,score,first,tried,miss,passed,seconds\n";
  for (const Outcome& outcome : outcomes) {
    char text[200];
    std::snprintf(text, sizeof text, "%s,%d,%g,%d,%d,%.4f,%.4f,%.4f,%.2f,%d,%.4f\n", outcome.entry.family->name.c_str(),
                  static_cast<int>(outcome.entry.seed), static_cast<double>(outcome.entry.level),
                  outcome.entry.readings, outcome.entry.batch, outcome.result.score, outcome.result.first_score,
                  outcome.result.best_tried, outcome.result.miss, outcome.result.passed, outcome.result.seconds);
    out << text;
  }
  out.flush();
  return written(out, file);
}

}  // namespace league
