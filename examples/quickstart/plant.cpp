#include "plant.hpp"

#include <cmath>

namespace {

float bump(const Setting& setting, float current, float phase, float width) {
  const float a = (setting.current - current) / (10.0F * width);
  const float b = (setting.phase - phase) / (180.0F * width);
  return std::exp(-(a * a + b * b) / 2.0F);
}

// Two good places: a high peak that drops out deeply, and a lower one that is steady.
float peak(const Setting& setting) {
  return 1.0F + 3.6F * bump(setting, 7.5F, 40.0F, 0.2F) + 2.4F * bump(setting, 2.5F, -30.0F, 0.2F);
}

float depth(const Setting& setting) { return 0.15F + 0.85F * bump(setting, 7.5F, 40.0F, 0.25F); }

}  // namespace

float measure(const Setting& setting, taut::Random& noise) {
  return peak(setting) + depth(setting) * std::log(noise.uniform<float>());
}

float true_mean(const Setting& setting) { return peak(setting) - depth(setting); }

float true_low_quantile(const Setting& setting) { return peak(setting) + depth(setting) * std::log(0.05F); }
