// How the error of an estimated quantile or expectile falls as readings grow in number: normal readings, and readings
// of a generalised lambda distribution, whose skewness and tails vary too. Two inputs, scale varying sixfold.
//
//     bench_growth [data sets for each number, default 5]

#include <taut/model.hpp>
#include <taut/random.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace {

using Place = std::array<double, 2>;
constexpr std::size_t most_readings = 6400;
constexpr std::array<std::size_t, 7> sizes{100, 200, 400, 800, 1600, 3200, most_readings};
using Model = taut::Model<taut::Limits{.inputs = 2, .inducing = 64, .observations = most_readings}>;
using Errors = std::array<double, sizes.size()>;

double centre(const Place& x) { return std::sin(4 * x[0]) + x[1] * x[1] - x[0] * x[1]; }
double scale(const Place& x) { return 0.1 + 0.5 * x[1] * x[1]; }

// The root of a decreasing function.
template <class Function>
double root(Function function, double below, double above) {
  for (int i = 0; i < 60; ++i) {
    const double between = (below + above) / 2;
    (function(between) > 0 ? below : above) = between;
  }
  return (below + above) / 2;
}

/// Normal about the centre.
struct Normal {
  static constexpr const char* name = "normal";

  static double above(double z) { return std::erfc(z / std::sqrt(2.0)) / 2; }
  static double standard(const taut::Statistic& statistic) {
    const auto level = static_cast<double>(statistic.level);
    if (statistic.kind == taut::Statistic::Kind::quantile) {
      return root([level](double z) { return above(z) - (1 - level); }, -10, 10);
    }
    return root(
        [level](double z) {
          const double excess = std::exp(-z * z / 2) / std::sqrt(2 * 3.14159265358979324) - z * above(z);
          return level * excess - (1 - level) * (excess + z);  // what is missing is the excess plus z
        },
        -10, 10);
  }
  static double truth(const Place& x, const taut::Statistic& statistic) {
    return centre(x) + scale(x) * standard(statistic);
  }
  static double draw(const Place& x, taut::Random& random) { return centre(x) + scale(x) * random.normal<double>(); }
};

/// Generalised lambda (Freimer et al. 1988): the quantile function is location + scale (T(u, a) - T(1 - u, b)), with
/// T(u, a) = (uᵃ - 1) / a.
struct Lambda {
  static constexpr const char* name = "lambda";

  static double tail(double u, double shape) {
    return std::abs(shape) < 1e-6 ? std::log(u) : (std::pow(u, shape) - 1) / shape;
  }
  static double quantile(const Place& x, double u) {
    const double lower = 0.2 * std::sin(5 * x[0]);
    const double upper = 0.2 * std::cos(4 * x[1]);
    return centre(x) + scale(x) / 2 * (tail(u, lower) - tail(1 - u, upper));
  }

  // Missing and excess are integrals over u, by the midpoint rule after a substitution that is flat at both ends,
  // where the quantile function may be infinite.
  static double expectile(const Place& x, double level) {
    constexpr int nodes = 1000;
    std::array<double, nodes> value{};
    std::array<double, nodes> weight{};
    for (std::size_t i = 0; i < nodes; ++i) {
      const double v = (static_cast<double>(i) + 0.5) / nodes;
      value[i] = quantile(x, v * v * v * (10 - 15 * v + 6 * v * v));
      weight[i] = 30 * v * v * (1 - v) * (1 - v) / nodes;
    }
    return root(
        [&](double e) {
          double balance = 0;
          for (std::size_t i = 0; i < nodes; ++i) {
            balance += weight[i] * (value[i] > e ? level : 1 - level) * (value[i] - e);
          }
          return balance;
        },
        -20, 20);
  }
  static double truth(const Place& x, const taut::Statistic& statistic) {
    const auto level = static_cast<double>(statistic.level);
    return statistic.kind == taut::Statistic::Kind::quantile ? quantile(x, level) : expectile(x, level);
  }
  static double draw(const Place& x, taut::Random& random) { return quantile(x, random.uniform<double>()); }
};

Place draw_place(taut::Random& random) { return {random.uniform<double>(), random.uniform<double>()}; }

void expect(bool good) {
  if (!good) {
    std::printf("a fit failed\n");
    std::exit(1);
  }
}

/// Where estimates are compared with the truth.
struct Test {
  std::vector<Place> places;
  std::vector<double> truth;

  template <class Distribution>
  static Test of(const taut::Statistic& statistic) {
    taut::Random random = taut::Random(7).stream("test");
    Test test;
    for (int i = 0; i < 400; ++i) {
      test.places.push_back(draw_place(random));
      test.truth.push_back(Distribution::truth(test.places.back(), statistic));
    }
    return test;
  }
};

// The mean square error of a fit to so many readings.
template <class Distribution>
double square_error(Model& model, const taut::Statistic& statistic, const Test& test, std::size_t size,
                    std::uint64_t seed) {
  constexpr std::array<taut::Range<float>, 2> ranges{{{0, 1}, {0, 1}}};
  taut::Random random = taut::Random(seed).stream("readings", size);
  expect(model.begin({.statistic = statistic, .ranges = ranges}) == taut::Status::ok);
  for (std::size_t i = 0; i < size; ++i) {
    const Place x = draw_place(random);
    const std::array<float, 2> settings{static_cast<float>(x[0]), static_cast<float>(x[1])};
    expect(model.add(settings, static_cast<float>(Distribution::draw(x, random))) == taut::Status::ok);
  }
  expect(model.fit() == taut::Status::ok);
  double sum = 0;
  for (std::size_t i = 0; i < test.places.size(); ++i) {
    const Place& x = test.places[i];
    const std::array<float, 2> settings{static_cast<float>(x[0]), static_cast<float>(x[1])};
    const auto at = model.predict(settings);
    expect(at.has_value());
    const double error = static_cast<double>(at->value) - test.truth[i];
    sum += error * error;
  }
  return sum / static_cast<double>(test.places.size());
}

// The slope of the least-squares line through log error against log number.
double rate(const Errors& errors) {
  double x_mean = 0;
  double y_mean = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    x_mean += std::log(static_cast<double>(sizes[i])) / sizes.size();
    y_mean += std::log(errors[i]) / sizes.size();
  }
  double product = 0;
  double square = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double x = std::log(static_cast<double>(sizes[i])) - x_mean;
    product += x * (std::log(errors[i]) - y_mean);
    square += x * x;
  }
  return product / square;
}

template <class Distribution>
void study(Model& model, const taut::Statistic& statistic, const char* name, int sets) {
  const Test test = Test::of<Distribution>(statistic);
  Errors errors{};
  std::printf("%-7s %-9s %5.2f ", Distribution::name, name, static_cast<double>(statistic.level));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    double square = 0;
    for (int set = 1; set <= sets; ++set) {
      square += square_error<Distribution>(model, statistic, test, sizes[i], static_cast<std::uint64_t>(set)) / sets;
    }
    errors[i] = std::sqrt(square);
    std::printf(" %7.4f", errors[i]);
    std::fflush(stdout);
  }
  std::printf("  %6.2f\n", rate(errors));
}

}  // namespace

int main(int count, char** arguments) {
  const int sets = count > 1 ? std::atoi(arguments[1]) : 5;
  const auto model = std::make_unique<Model>();
  std::printf("root mean square error against the truth, %d data sets each\n\nreadings               ", sets);
  for (const std::size_t size : sizes) {
    std::printf(" %7zu", size);
  }
  std::printf("    rate\n");
  for (const float level : {0.1F, 0.75F}) {
    study<Normal>(*model, taut::quantile(level), "quantile", sets);
    study<Lambda>(*model, taut::quantile(level), "quantile", sets);
    study<Normal>(*model, taut::expectile(level), "expectile", sets);
    study<Lambda>(*model, taut::expectile(level), "expectile", sets);
  }
  return 0;
}
