#pragma once

#include <taut/random.hpp>

/// A toy instrument with two knobs: where its reading is highest on average it also drops out most.
///
/// A reading is `peak - depth · e`, with e exponentially distributed with mean 1: usually near its peak, now and then
/// far below. So its mean is `peak - depth`, and its τ-quantile `peak + depth · log τ`, exactly.
struct Setting {
  float current;  ///< Coil current in A, 0 to 10.
  float phase;    ///< Phase in degrees, -90 to 90.
};

/// One noisy reading, in mJ.
float measure(const Setting& setting, taut::Random& noise);

/// The true mean and the true 5 % quantile of the readings, in mJ.
float true_mean(const Setting& setting);
float true_low_quantile(const Setting& setting);
