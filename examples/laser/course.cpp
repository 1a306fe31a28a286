#include "course.hpp"

#include <unistd.h>
#include <taut/statistics.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "plot.hpp"

namespace laser {
namespace {

taut::Tuner<limits> tuner;

constexpr const char* shot_colour = "#a9c4e4";

void show_progress(const char* name, std::uint64_t seed, std::size_t shots, const char* what, float quantile) {
  if (isatty(STDERR_FILENO) == 0) {
    return;  // into a file it would be thousands of lines
  }
  constexpr std::size_t width = 32;
  const std::size_t filled = shots * width / limits.observations;
  std::fprintf(stderr, "\r%-18s seed %-3d [%.*s%*s] %4zu shots, %-9s best %.3f mJ ", name, static_cast<int>(seed),
               static_cast<int>(filled), "################################", static_cast<int>(width - filled), "",
               shots, what, static_cast<double>(quantile));
  if (shots == limits.observations && std::string(what) == "finished") {
    std::fprintf(stderr, "\n");
  }
}

Course tune(const Method& method, std::uint64_t seed) {
  const bool of_quantile = method.kind == Method::Kind::quantile;
  taut::Status status =
      tuner.begin(task(seed, limits.observations, of_quantile ? taut::quantile(level) : taut::mean()));
  Course course;
  taut::Random noise = shots(seed);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  float quantile = nan;
  std::size_t slices = 0;
  while (status == taut::Status::ok && tuner.state() != taut::State::finished) {
    if (tuner.state() == taut::State::measuring) {
      const auto trial = tuner.ask();
      if (trial) {
        course.energies.push_back(Plant::energy(trial->settings, noise));
      }
      status = trial ? tuner.tell(trial->id, course.energies.back()) : trial.error();
    } else {
      const taut::State before = tuner.state();
      status = tuner.poll();
      if (before == taut::State::fitting && tuner.state() != before) {
        const auto best = tuner.best();
        quantile = Plant::quantile(best->settings, level);
        course.steps.push_back({tuner.readings(), of_quantile ? best->value : nan, quantile});
      }
    }
    if (++slices % 512 == 0 || tuner.state() == taut::State::finished) {
      show_progress(method.name, seed, tuner.readings(), taut::text(tuner.state()).data(), quantile);
    }
  }
  if (status != taut::Status::ok) {
    std::fprintf(stderr, "%s\n", taut::text(status).data());
    return {};
  }
  return course;
}

// The setting whose one shot was best, of as many as there are readings.
Course search_randomly(std::uint64_t seed) {
  taut::Random noise = shots(seed);
  taut::Random random = taut::Random(seed).stream("random search");
  Course course;
  std::array<float, Plant::knobs> settings{};
  std::array<float, Plant::knobs> best{};
  float highest = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 1; i <= limits.observations; ++i) {
    for (std::size_t d = 0; d < Plant::knobs; ++d) {
      const taut::Range<float>& range = Plant::ranges()[d];
      settings[d] = range.lowest + (range.highest - range.lowest) * random.uniform<float>();
    }
    course.energies.push_back(Plant::energy(settings, noise));
    if (course.energies.back() > highest) {
      highest = course.energies.back();
      best = settings;
    }
    if (i >= 400 && i % 100 == 0) {
      course.steps.push_back({i, std::numeric_limits<float>::quiet_NaN(), Plant::quantile(best, level)});
    }
  }
  return course;
}

}  // namespace

std::vector<Method> all_methods() {
  return {{"tuned for the quantile", "#1f5fa8", Method::Kind::quantile},
          {"tuned for the mean", "#c8651b", Method::Kind::mean},
          {"random search", "#777777", Method::Kind::random}};
}

Course run(const Method& method, std::uint64_t seed) {
  return method.kind == Method::Kind::random ? search_randomly(seed) : tune(method, seed);
}

float median_of_random_settings() {
  const auto design = taut::Design<float>::over(Plant::ranges(), 1);
  std::array<float, 1000> quantiles{};
  std::array<float, Plant::knobs> settings{};
  for (std::uint32_t i = 0; i < quantiles.size(); ++i) {
    design->settings(i, settings);
    quantiles[i] = Plant::quantile(settings, level);
  }
  return *taut::sample_quantile(etl::span<float>(quantiles), 0.5F);
}

bool write_table(const std::string& path, const std::vector<Method>& methods,
                 const std::vector<std::vector<Course>>& courses) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) {
    return false;
  }
  std::fprintf(file, "method,run,shots,estimate,quantile\n");
  for (std::size_t m = 0; m < methods.size(); ++m) {
    for (std::size_t r = 0; r < courses[m].size(); ++r) {
      for (const Step& step : courses[m][r].steps) {
        std::fprintf(file, "%s,%zu,%zu,%.4f,%.4f\n", methods[m].name, r, step.shots, static_cast<double>(step.estimate),
                     static_cast<double>(step.quantile));
      }
    }
  }
  return std::fclose(file) == 0;
}

bool draw(const std::string& path, const std::vector<Method>& methods, const std::vector<std::vector<Course>>& courses,
          float optimum) {
  Picture picture(720, 464);
  const Frame frame{60, 40, 620, 320, {0, 1600}, {0, 6}};
  picture.axes(frame, "A laser tunes itself: shots, and the 30 % quantile at what is recommended", "shots",
               "energy, mJ");
  Series cloud;
  for (const float energy : courses.front().front().energies) {
    cloud.x.push_back(static_cast<double>(cloud.x.size() + 1));
    cloud.y.push_back(static_cast<double>(energy));
  }
  picture.dots(frame, cloud, shot_colour);
  const auto best = static_cast<double>(optimum);
  picture.curve(frame, {{0, 1600}, {best, best}}, "#222222", true);
  for (std::size_t m = 0; m < methods.size(); ++m) {
    Series average;
    Series lower;
    Series upper;
    for (std::size_t s = 0; s < courses[m].front().steps.size(); ++s) {
      double sum = 0;
      double least = std::numeric_limits<double>::infinity();
      double most = -least;
      for (const Course& course : courses[m]) {
        const auto quantile = static_cast<double>(course.steps[s].quantile);
        sum += quantile;
        least = std::min(least, quantile);
        most = std::max(most, quantile);
      }
      const auto shots = static_cast<double>(courses[m].front().steps[s].shots);
      average.x.push_back(shots);
      average.y.push_back(sum / static_cast<double>(courses[m].size()));
      lower.x.push_back(shots);
      lower.y.push_back(least);
      upper.x.push_back(shots);
      upper.y.push_back(most);
    }
    if (courses[m].size() > 1) {
      picture.band(frame, lower, upper, methods[m].colour);
    }
    picture.curve(frame, average, methods[m].colour, false);
    picture.line_sample(70 + 200 * static_cast<double>(m), 425, methods[m].colour, false, methods[m].name);
  }
  picture.line_sample(470, 447, "#222222", true, "optimum");
  picture.dot_sample(70, 447, shot_colour, "a shot, while tuned for the quantile");
  return picture.write(path);
}

}  // namespace laser
