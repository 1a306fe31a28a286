#include "surfaces.hpp"

#include <cmath>

namespace paper {

// The spectral density of a Matérn-5/2 kernel is that of Student's distribution with five degrees of freedom: a normal
// vector over the root of one χ² for all its coordinates.
Surfaces::Surfaces(std::size_t inputs, double lengthscale, taut::Random random)
    : inputs_(inputs), frequencies_(waves * inputs), weights_(waves) {
  for (std::size_t wave = 0; wave < waves; ++wave) {
    const double stretch = 1 / (lengthscale * std::sqrt(random.chi_squared<double>(5) / 5));
    for (std::size_t d = 0; d < inputs; ++d) {
      frequencies_[wave * inputs + d] = static_cast<float>(random.normal<double>() * stretch);
    }
    for (std::size_t i = 0; i < count; ++i) {
      weights_[wave].cosine[i] = random.normal<float>();
      weights_[wave].sine[i] = random.normal<float>();
    }
  }
}

std::array<double, Surfaces::count> Surfaces::at(etl::span<const float> place) const {
  std::array<double, count> values{};
  for (std::size_t wave = 0; wave < waves; ++wave) {
    float phase = 0;
    for (std::size_t d = 0; d < inputs_; ++d) {
      phase += frequencies_[wave * inputs_ + d] * place[d];
    }
    const float cosine = std::cos(phase);
    const float sine = std::sin(phase);
    const Weights& weights = weights_[wave];
    for (std::size_t i = 0; i < count; ++i) {
      values[i] += static_cast<double>(weights.cosine[i] * cosine + weights.sine[i] * sine);
    }
  }
  for (double& value : values) {
    value /= std::sqrt(static_cast<double>(waves));
  }
  return values;
}

}  // namespace paper
