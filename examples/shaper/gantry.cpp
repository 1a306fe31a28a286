#include "gantry.hpp"

#include <cmath>

namespace shaper {
namespace {

struct Complex {
  float real;
  float imaginary;
};

Complex operator*(Complex a, Complex b) {
  return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

// exp(z) = exp(z / 64)^64. Here |z| is at most 6, so that six terms of the series are enough.
Complex exponential(Complex z) {
  const Complex part{z.real / 64, z.imaginary / 64};
  Complex power{1, 0};
  for (int term = 5; term > 0; --term) {
    const Complex next = part * power;
    const auto divisor = static_cast<float>(term);
    power = {1 + next.real / divisor, next.imaginary / divisor};
  }
  for (int doubling = 0; doubling < 6; ++doubling) {
    power = power * power;
  }
  return power;
}

// Of what one stage leaves: a share that hits the arm `delay` ms before the rest.
Complex left_by(float delay, float share, float frequency, float damping) {
  const float angle = 6.28318531F * frequency * (delay / 1000);
  const Complex before = exponential({-damping * angle, std::sqrt(1 - damping * damping) * angle});
  return {(1 - share) * before.real + share, (1 - share) * before.imaginary};
}

}  // namespace

etl::span<const taut::Range<float>> ranges() {
  static constexpr std::array<taut::Range<float>, knobs> all{{{0, 80}, {0, 80}, {0, 0.6F}, {0, 0.6F}}};
  return all;
}

float frequency(const Gantry& gantry, float position, float load) {
  return gantry.frequency * (1 + gantry.variation * position) / std::sqrt(1 + load);
}

float cost(const Gantry& gantry, etl::span<const float> settings, float frequency) {
  const Complex ringing = left_by(settings[0], settings[2], frequency, gantry.damping) *
                          left_by(settings[1], settings[3], frequency, gantry.damping);
  const float amplitude = std::sqrt(ringing.real * ringing.real + ringing.imaginary * ringing.imaginary);
  return settings[0] + settings[1] + 100 * gantry.price * amplitude;
}

float measure(etl::span<const float> settings, taut::Random& moves, const Gantry& gantry) {
  const float position = 2 * moves.uniform<float>() - 1;
  const float chance = moves.uniform<float>() / gantry.loaded;  // below 1 with a part, and then uniform
  const float load = chance < 1 ? gantry.lightest + (gantry.heaviest - gantry.lightest) * chance : 0;
  return cost(gantry, settings, frequency(gantry, position, load));
}

}  // namespace shaper
