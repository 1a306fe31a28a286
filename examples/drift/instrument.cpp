#include "instrument.hpp"

#include <cmath>

namespace {

constexpr double pi = 3.14159265358979324;

constexpr std::array<taut::Range<float>, Instrument::knobs> all_ranges{{{0.0F, 10.0F}, {-90.0F, 90.0F}}};

constexpr double base = 2;           // V, far from the resonance
constexpr double half_width = 0.25;  // of the resonance, as a share of each range
constexpr double radius = 0.3;       // of the way, as a share of each range

double depth(double current) { return 0.2 + 0.08 * current; }

}  // namespace

etl::span<const taut::Range<float>> Instrument::ranges() { return all_ranges; }

double Instrument::angle(std::size_t time) const {
  const double rounds = static_cast<double>(time) / static_cast<double>(round);
  return 2 * pi * (rounds + (time >= jump_ ? 0.5 : 0));
}

Instrument::Settings Instrument::best(std::size_t time) const {
  const auto at = [](const taut::Range<float>& range, double share) {
    return range.lowest + (range.highest - range.lowest) * static_cast<float>(share);
  };
  return {at(all_ranges[0], 0.5 + radius * std::cos(angle(time))),
          at(all_ranges[1], 0.5 + radius * std::sin(angle(time)))};
}

double Instrument::best_quantile(std::size_t time) const { return 10 + 1.5 * std::cos(2 * angle(time)); }

double Instrument::quantile(etl::span<const float> settings, std::size_t time) const {
  const Settings centre = best(time);
  double square = 0;
  for (std::size_t d = 0; d < knobs; ++d) {
    const taut::Range<float>& range = all_ranges[d];
    const float share = (settings[d] - centre[d]) / (range.highest - range.lowest);
    square += static_cast<double>(share) * static_cast<double>(share) / (half_width * half_width);
  }
  return base + (best_quantile(time) - base) * std::exp(-square / 2);
}

float Instrument::measure(etl::span<const float> settings, std::size_t time, taut::Random& noise) const {
  const double drop = std::log(noise.uniform<double>()) - std::log(static_cast<double>(level));
  return static_cast<float>(quantile(settings, time) + depth(static_cast<double>(settings[0])) * drop);
}
