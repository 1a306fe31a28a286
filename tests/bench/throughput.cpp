// How fast the passes of a fit are on this machine: as a share of the speed of Eigen's general product, counted in
// floating-point operations, and how their cost grows. Prints lines of case, quantity, unit and value, and comments
// with #.

#include <algorithm>
#include <cstdio>
#include <vector>

#include "operations.hpp"
#include "product.hpp"
#include "timing.hpp"
#include "workload.hpp"

void setUp() {}
void tearDown() {}

namespace {

using timing::exponent;
using timing::seconds;
using workload::Index;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

template <class Number>
class Fit {
 public:
  Fit(Index observations, Index inducing, Index inputs)
      : sizes_{inputs, inducing, observations},
        memory_(static_cast<std::size_t>(taut::model::Layout(sizes_).scalars)),
        place_(static_cast<std::size_t>(inputs)),
        problem_(workload::prepare<Number>(workspace(), place_)) {}

  void sweep() { workload::sweep(workspace(), problem_); }
  void differentiate() { workload::differentiate(workspace(), problem_); }

 private:
  taut::model::Workspace<Number> workspace() { return {memory_.data(), sizes_, sizes_.inducing}; }

  taut::model::Sizes sizes_;
  std::vector<Number> memory_;
  std::vector<Number> place_;
  taut::model::Problem<Number> problem_;
};

// Measurements of work and of the product take turns, because others use the machine too.
template <class Number, class Work>
void compare_with_product(const char* scalar, const char* name, double operations, double algebra, Work work) {
  constexpr int trials = 31;
  const int products = std::max(1, static_cast<int>(operations / product::operations));
  volatile Number sink = 0;
  std::vector<double> shares;
  std::vector<double> rates;
  std::vector<double> times;
  for (int trial = 0; trial < trials; ++trial) {
    const double for_products = seconds([&] {
      for (int i = 0; i < products; ++i) {
        sink = product::multiply<Number>();
      }
    });
    const double product_rate = products * product::operations / for_products;
    times.push_back(seconds(work));
    rates.push_back(product_rate / 1e9);
    shares.push_back(100 * operations / times.back() / product_rate);
  }
  const double time = median(times);
  const double share = median(shares);
  std::printf("%s.%s,share_of_product,%%,%.1f\n", scalar, name, share);
  if (algebra > 0) {
    std::printf("%s.%s,share_of_product_algebra_alone,%%,%.1f\n", scalar, name, share * algebra / operations);
  }
  std::printf("%s.%s,rate,Gflop/s,%.2f\n", scalar, name, operations / time / 1e9);
  std::printf("%s.%s,time,ms,%.2f\n", scalar, name, 1e3 * time);
  std::printf("%s.%s,rate_of_product,Gflop/s,%.2f\n", scalar, name, median(rates));
}

// The sizes take turns, small ones with several sweeps, so that each turn lasts about as long and is as likely to be
// disturbed; the shortest time counts. Beside what was measured, what `count` says: terms of lower order keep the
// exponent in the inducing points below the 2 that it approaches.
template <class Number, class Make, class Count>
void print_exponent(const char* scalar, const char* name, const std::vector<double>& sizes, Make make, Count count) {
  constexpr int trials = 11;
  std::vector<Fit<Number>> fits;
  for (const double size : sizes) {
    fits.push_back(make(static_cast<Index>(size)));
  }
  std::vector<double> costs(sizes.size(), 1e9);
  for (int trial = 0; trial < trials; ++trial) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const int sweeps = static_cast<int>(count(sizes.back()) / count(sizes[i]));
      const double time = seconds([&] {
        for (int sweep = 0; sweep < sweeps; ++sweep) {
          fits[i].sweep();
        }
      });
      costs[i] = std::min(costs[i], time / sweeps);
    }
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    std::printf("# %s, %.0f %s: a sweep takes %.3f ms\n", scalar, sizes[i], name, 1e3 * costs[i]);
  }
  std::printf("%s.sweep,exponent_in_%s,exponent,%.2f\n", scalar, name, exponent(sizes, costs));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    costs[i] = count(sizes[i]);
  }
  std::printf("%s.sweep,exponent_in_%s_by_count,,%.2f\n", scalar, name, exponent(sizes, costs));
}

template <class Number>
void measure(const char* scalar) {
  constexpr Index observations = 2000;
  constexpr Index inducing = 64;
  constexpr Index inputs = 6;
  Fit<Number> fit(observations, inducing, inputs);
  compare_with_product<Number>(scalar, "sweep", operations::sweep<Number>(observations, inducing, inputs),
                               operations::algebra_of_sweep(observations, inducing), [&] { fit.sweep(); });
  compare_with_product<Number>(scalar, "gradient", operations::gradient<Number>(observations, inducing, inputs), 0,
                               [&] { fit.differentiate(); });
  print_exponent<Number>(
      scalar, "observations", {500, 1000, 2000, 4000}, [](Index size) { return Fit<Number>(size, inducing, inputs); },
      [](double size) { return operations::sweep<Number>(size, inducing, inputs); });
  print_exponent<Number>(
      scalar, "inducing", {16, 32, 64, 128}, [](Index size) { return Fit<Number>(observations, size, inputs); },
      [](double size) { return operations::sweep<Number>(observations, size, inputs); });
  print_exponent<Number>(
      scalar, "inputs", {3, 6, 12, 24}, [](Index size) { return Fit<Number>(observations, inducing, size); },
      [](double size) { return operations::sweep<Number>(observations, inducing, size); });
}

}  // namespace

int main() {
  measure<float>("float");
  measure<double>("double");
  return 0;
}
