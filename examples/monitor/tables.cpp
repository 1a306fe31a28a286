#include "tables.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace monitor {

using Kind = Entry::Kind;

namespace {

void put(std::string& line, const std::string& cell) {
  line += ',';
  line += cell;
}

}  // namespace

std::string text_of(float number) {
  std::array<char, 32> text{};
  for (int digits = 6; digits <= 9; ++digits) {
    std::snprintf(text.data(), text.size(), "%.*g", digits, static_cast<double>(number));
    if (std::strtof(text.data(), nullptr) == number) {
      break;
    }
  }
  return text.data();
}

std::string columns_of(const std::vector<float>& settings) {
  std::string text;
  for (const float setting : settings) {
    put(text, text_of(setting));
  }
  return text;
}

std::string column_names(std::size_t knobs) {
  std::string names;
  for (std::size_t i = 0; i < knobs; ++i) {
    put(names, "knob_");
    names += std::to_string(i);
  }
  return names;
}

std::string TrialTable::take(const Entry& entry) {
  if (entry.kind == Kind::task) {
    outstanding_.clear();
    best_ = {};
  } else if (entry.kind == Kind::trial) {
    outstanding_[entry.id] = entry.settings;
  } else if (entry.kind == Kind::best) {
    best_ = entry;
  } else if (entry.kind == Kind::reading && entry.id == 0) {
    return row(entry, entry.settings);
  } else if (entry.kind == Kind::reading || entry.kind == Kind::failure) {
    const auto trial = outstanding_.find(entry.id);
    if (trial != outstanding_.end()) {
      const std::string line = row(entry, trial->second);
      outstanding_.erase(trial);
      return line;
    }
  }
  return "";
}

std::string TrialTable::row(const Entry& entry, const std::vector<float>& settings) {
  std::string line;
  if (!named_) {
    named_ = true;
    line = "trial" + column_names(settings.size()) + ",reading,variance,outcome,readings,best_value,best_deviation\n";
  }
  const bool read = entry.kind == Kind::reading;
  const bool recommended = !best_.settings.empty();
  line += std::to_string(entry.id) + columns_of(settings);
  put(line, read ? text_of(entry.reading) : "");
  put(line, read ? text_of(entry.variance) : "");
  put(line, read ? "reading" : "failure");
  put(line, read ? std::to_string(entry.readings) : "");
  put(line, recommended ? text_of(best_.value) : "");
  put(line, recommended ? text_of(best_.deviation) : "");
  return line + "\n";
}

std::string BestTable::take(const Entry& entry) {
  if (entry.kind == Kind::reading) {
    readings_ = entry.readings;
  }
  if (entry.kind != Kind::best || entry.settings.empty()) {
    return "";
  }
  std::string line;
  if (!named_) {
    named_ = true;
    line = "readings" + column_names(entry.settings.size()) + ",value,deviation,level\n";
  }
  line += std::to_string(readings_) + columns_of(entry.settings);
  for (const float number : {entry.value, entry.deviation, entry.level}) {
    put(line, text_of(number));
  }
  return line + "\n";
}

}  // namespace monitor
