#pragma once

#include <taut/model.hpp>

#include <vector>

#include "repeats.hpp"

namespace laser {

/// The noise anywhere in the box: Gaussian processes spread what is known of it at the places with repeats, as in the
/// paper, and heed how little that is at each of them.
class NoiseModel {
 public:
  /// Shapes come from the places with at least this many pulses; deviations from all.
  static constexpr std::size_t fewest_for_shape = 6;

  /// Fails if there is no place with so many.
  taut::Status learn(const std::vector<Repeats>& repeats);

  double log_deviation(const Share& place) const;  ///< Of the energies in mJ.
  double shape(const Share& place) const;          ///< Of the skew-normal distribution, limited to ±4.

  double far_log_deviation() const;  ///< Far from all repeats.
  double far_shape() const;

  /// Over which the deviation varies, in shares of the ranges.
  Share lengthscales() const;

  double evidence() const { return log_deviation_.report().evidence + skewness_.report().evidence; }

 private:
  using Process = taut::Model<taut::Limits{.inputs = knob_count, .inducing = 128, .observations = 4096}, double>;

  static taut::Status begin(Process& process);

  Process log_deviation_;
  Process skewness_;
};

}  // namespace laser
