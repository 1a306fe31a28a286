#pragma once

#include <string>
#include <vector>

#include "task.hpp"

namespace laser {

/// A recommendation in the course of a run.
struct Step {
  std::size_t shots;
  float estimate;  ///< What the tuner thinks the quantile is there, in mJ; NaN if it is not about that.
  float quantile;  ///< What it is.
};

struct Course {
  std::vector<Step> steps;
  std::vector<float> energies;  ///< Of all shots, in their order, in mJ.
};

struct Method {
  const char* name;
  const char* colour;
  enum class Kind { quantile, mean, random } kind;
};
std::vector<Method> all_methods();

/// A whole run, with a progress display on the error output.
Course run(const Method& method, std::uint64_t seed);

/// Of the true quantile, over a thousand settings: where one starts who knows nothing.
float median_of_random_settings();

/// One line per recommendation: method, seed's place, shots, estimate, quantile.
bool write_table(const std::string& path, const std::vector<Method>& methods,
                 const std::vector<std::vector<Course>>& courses);

/// Shots of the first run, and of each method the quantile at what it recommends, against shots, as SVG.
bool draw(const std::string& path, const std::vector<Method>& methods, const std::vector<std::vector<Course>>& courses,
          float optimum);

}  // namespace laser
