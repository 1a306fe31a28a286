#pragma once

#include <nanobind/nanobind.h>
#include <taut/model.hpp>

#include <mutex>
#include <vector>

#include "prediction.hpp"

namespace python {

/// Hyperparameters with their lengthscales.
struct Hyperparameters {
  taut::Hyperparameters<float> numbers;
  std::vector<float> lengthscales;
};

/// A model of any size. Threads and interrupts are treated as by `Tuner`.
class Model {
 public:
  Model(const taut::Limits& limits, const taut::ModelConfig<float>& config);

  void add(nanobind::handle settings, nanobind::handle readings, nanobind::handle variances);
  void fit();
  void fit_rows(nanobind::handle settings, nanobind::handle readings);
  Prediction predict(nanobind::handle settings);
  float covariance(nanobind::handle settings, nanobind::handle others);
  Hyperparameters statistic_hyperparameters();
  Hyperparameters log_scale_hyperparameters();
  taut::FitReport<float> report();
  std::size_t observations();

 private:
  using Lock = std::lock_guard<std::mutex>;

  struct Core : taut::ModelCore<float> {
    Core(float* memory, const taut::Limits& limits) : ModelCore(memory, limits) {}
  };

  void check_row(const Numbers& settings, const Numbers& readings, const Numbers& variances, std::size_t row) const;
  void check_rows(const Numbers& settings, const Numbers& readings, const Numbers& variances) const;

  std::mutex mutex_;
  taut::Limits limits_;
  std::vector<taut::Range<float>> ranges_;
  bool known_noise_;
  bool forgets_;
  std::vector<float> memory_;
  Core core_;
};

}  // namespace python
