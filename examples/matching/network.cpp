#include "network.hpp"

#include <array>

namespace matching {

etl::span<const taut::Range<float>> ranges() {
  static constexpr std::array<taut::Range<float>, knobs> all{{
      {300.0F, 1500.0F},
      {200.0F, 600.0F},
      {13.2F, 13.9F},
      {.lowest = 0.5F, .highest = 20.0F, .scale = taut::Scale::logarithmic},
  }};
  return all;
}

// In ohms and siemens; with frequencies in MHz and capacities in pF, ω C is 2π f C / 10^6.
float reflected_power(etl::span<const float> settings, taut::Random& random) {
  constexpr float two_pi = 6.2831853F;
  constexpr float coil = 1.0F;               // µH
  constexpr float generator = 1.0F / 50.0F;  // S
  const float omega = two_pi * settings[2];
  const float pressure = settings[3];

  // The plasma: a denser gas has more resistance; it is calmest at 3 Pa.
  const float away = pressure > 3.0F ? pressure / 3.0F : 3.0F / pressure;
  const float flicker = 0.01F * (1.0F + away * away) * random.normal<float>();
  const float resistance = (2.0F + 0.5F * pressure) * (1.0F + flicker);
  const float reactance = -40.0F * (1.0F - 0.5F * flicker) + omega * coil - 1e6F / (omega * settings[1]);

  const float square = resistance * resistance + reactance * reactance;
  const float conductance = resistance / square;
  const float susceptance = omega * settings[0] * 1e-6F - reactance / square;
  const float less = generator - conductance;
  const float more = generator + conductance;
  const float part = susceptance * susceptance;
  return 100.0F * (less * less + part) / (more * more + part);
}

}  // namespace matching
