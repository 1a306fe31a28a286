#pragma once

#include <etl/span.h>
#include <taut/random.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace paper {

/// Four independent draws from a Gaussian process over the unit cube, of mean 0, variance 1 and a Matérn-5/2 kernel, as
/// sums of many random waves. They share the frequencies of the waves, which take most of the time, not their weights.
class Surfaces {
 public:
  static constexpr std::size_t count = 4;
  static constexpr std::size_t waves = 1000;

  Surfaces(std::size_t inputs, double lengthscale, taut::Random random);

  std::array<double, count> at(etl::span<const float> place) const;

 private:
  struct Weights {
    std::array<float, count> cosine;
    std::array<float, count> sine;
  };
  std::size_t inputs_;
  std::vector<float> frequencies_;  // wave after wave
  std::vector<Weights> weights_;
};

}  // namespace paper
