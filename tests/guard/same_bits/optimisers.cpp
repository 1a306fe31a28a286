// Whole optimisations: one different bit anywhere on the way leads elsewhere.
#include <algorithm>
#include <array>

#include "numeric/adam.hpp"
#include "numeric/bounded_lbfgs.hpp"
#include "sections.hpp"

namespace numeric = taut::numeric;
using numeric::Index;

namespace {

constexpr Index inputs = 37;  // more than two registers of any width, and no multiple
using Vector = std::array<float, inputs>;

// The chained Rosenbrock function (Toint 1978): a curved valley in every pair of neighbours.
float rosenbrock(etl::span<const float> x, Vector& gradient) {
  float value = 0.0F;
  gradient.fill(0.0F);
  for (std::size_t i = 0; i + 1 < gradient.size(); ++i) {
    const float bend = x[i + 1] - x[i] * x[i];
    const float rest = 1.0F - x[i];
    value += 100.0F * bend * bend + rest * rest;
    gradient[i] += -400.0F * x[i] * bend - 2.0F * rest;
    gradient[i + 1] += 200.0F * bend;
  }
  return value;
}

}  // namespace

void same_bits::adam(Hash& hash) {
  std::array<float, static_cast<std::size_t>(numeric::Adam<float>::memory(inputs))> memory{};
  Vector parameters{};
  Vector gradient{};
  parameters.fill(-0.5F);
  numeric::Adam<float> adam;
  adam.begin(memory);
  for (int step = 0; step < 500; ++step) {
    rosenbrock(parameters, gradient);
    adam.step(memory, gradient, parameters);
    hash.add_all(parameters);
  }
}

void same_bits::bounded_lbfgs(Hash& hash) {
  using Search = numeric::BoundedLbfgs<float>;
  constexpr Index history = 6;
  std::array<float, static_cast<std::size_t>(Search::memory(inputs, history))> memory{};
  Vector start{};
  Vector lower{};
  Vector upper{};
  Vector gradient{};
  start.fill(-1.2F);
  lower.fill(-2.0F);
  upper.fill(2.0F);
  upper[4] = 0.5F;  // holds at the solution
  Search search;
  search.begin(memory, start, lower, upper, {.history = history});
  while (!search.done()) {
    const etl::span<const float> point = search.point(memory);
    hash.add_all(point);
    const float value = rosenbrock(point, gradient);
    hash.add(value);
    search.advance(memory, value, gradient);
  }
  hash.add(static_cast<std::uint32_t>(search.outcome()));
  hash.add(search.best_value());
}
