#include "shots.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

namespace laser {
namespace {

constexpr const char* energy_column = "GDET:FEE1:241:ENRC";

using Fields = std::vector<std::string>;

Fields split(std::string line) {
  if (!line.empty() && line.back() == '\r') {
    line.pop_back();
  }
  Fields fields;
  std::size_t start = 0;
  for (std::size_t comma = line.find(','); comma != std::string::npos; comma = line.find(',', start)) {
    fields.push_back(line.substr(start, comma - start));
    start = comma + 1;
  }
  fields.push_back(line.substr(start));
  return fields;
}

bool names_a_magnet(const std::string& name) {
  const std::string ending = ":BCTRL";
  return name.rfind("QUAD:", 0) == 0 && name.size() > ending.size() &&
         name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
}

/// Where the columns are.
struct Columns {
  std::size_t energy = 0;
  std::array<std::size_t, knob_count> magnets{};
};

std::string find_columns(const Fields& names, Columns& columns) {
  const auto energy = std::find(names.begin(), names.end(), energy_column);
  if (energy == names.end()) {
    return std::string("there is no column ") + energy_column;
  }
  columns.energy = static_cast<std::size_t>(energy - names.begin());
  std::size_t found = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names_a_magnet(names[i])) {
      if (found < knob_count) {
        columns.magnets[found] = i;
      }
      ++found;
    }
  }
  return found == knob_count
             ? ""
             : std::to_string(found) + " columns QUAD:...:BCTRL instead of " + std::to_string(knob_count);
}

std::string read_number(const Fields& fields, std::size_t column, std::size_t line, double& number) {
  const std::string where = "line " + std::to_string(line) + ", column " + std::to_string(column + 1);
  if (column >= fields.size()) {
    return where + ": missing";
  }
  const std::string& field = fields[column];
  char* end = nullptr;
  number = std::strtod(field.c_str(), &end);
  const bool whole = !field.empty() && end == field.c_str() + field.size();
  return whole && std::isfinite(number) ? "" : where + ": '" + field + "' is not a number";
}

std::string read_row(const Fields& fields, const Columns& columns, std::size_t line, Shots& shots) {
  double energy = 0;
  Share row{};
  std::string wrong = read_number(fields, columns.energy, line, energy);
  for (std::size_t d = 0; d < knob_count && wrong.empty(); ++d) {
    wrong = read_number(fields, columns.magnets[d], line, row[d]);
  }
  shots.energies.push_back(energy);
  shots.shares.push_back(row);
  return wrong;
}

/// From the magnets' units to shares of the ranges they were recorded in.
std::string scale(Shots& shots) {
  for (std::size_t d = 0; d < knob_count; ++d) {
    const auto below = [d](const Share& a, const Share& b) { return a[d] < b[d]; };
    const auto [lowest, highest] = std::minmax_element(shots.shares.begin(), shots.shares.end(), below);
    shots.lowest[d] = (*lowest)[d];
    shots.highest[d] = (*highest)[d];
    const double width = shots.highest[d] - shots.lowest[d];
    if (!(width > 0)) {
      return shots.names[d] + " was never moved";
    }
    for (Share& row : shots.shares) {
      row[d] = (row[d] - shots.lowest[d]) / width;
    }
  }
  return "";
}

}  // namespace

std::string read_shots(const std::string& path, Shots& shots) {
  shots = {};
  std::ifstream file(path);
  std::string text;
  if (!file || !std::getline(file, text)) {
    return "cannot be read";
  }
  const Fields names = split(text);
  Columns columns;
  std::string wrong = find_columns(names, columns);
  for (std::size_t d = 0; d < knob_count && wrong.empty(); ++d) {
    shots.names[d] = names[columns.magnets[d]];
  }
  for (std::size_t line = 2; wrong.empty() && std::getline(file, text); ++line) {
    if (!text.empty()) {
      wrong = read_row(split(text), columns, line, shots);
    }
  }
  if (wrong.empty() && shots.energies.empty()) {
    wrong = "there is no shot in it";
  }
  return wrong.empty() ? scale(shots) : wrong;
}

}  // namespace laser
