#include "model.hpp"

#include <chrono>
#include <cmath>
#include <limits>
#include <string>

#include "refusal.hpp"

namespace nb = nanobind;

namespace python {
namespace {

constexpr std::chrono::milliseconds patience{50};

[[noreturn]] void refuse_row(taut::Status status, const char* what, std::size_t row) {
  refuse(status, std::string(what) + "[" + std::to_string(row) + "]");
}

}  // namespace

Model::Model(const taut::Limits& limits, const taut::ModelConfig<float>& config)
    : limits_(limits),
      ranges_(config.ranges.begin(), config.ranges.end()),
      known_noise_(config.noise == taut::Noise::known),
      forgets_(config.when_full == taut::WhenFull::forget_oldest),
      memory_(taut::model_scalars(limits)),
      core_(memory_.data(), limits) {
  if (core_.begin(config) != taut::Status::ok) {
    refuse(core_.check(config));
  }
}

// What `ModelCore::add` would refuse, found before the first row is added: all rows are, or none.
void Model::check_row(const Numbers& settings, const Numbers& readings, const Numbers& variances,
                      std::size_t row) const {
  constexpr float largest = std::numeric_limits<float>::max() / 4;
  const etl::span<const float> knobs = settings.row(row, limits_.inputs);
  for (std::size_t i = 0; i < knobs.size(); ++i) {
    if (!std::isfinite(knobs[i])) {
      refuse_row(taut::Status::not_finite, "settings", row);
    }
    if (knobs[i] < ranges_[i].lowest || knobs[i] > ranges_[i].highest) {
      refuse_row(taut::Status::out_of_range, "settings", row);
    }
  }
  if (!std::isfinite(readings.values[row])) {
    refuse_row(taut::Status::not_finite, "readings", row);
  }
  if (std::abs(readings.values[row]) > largest) {
    refuse_row(taut::Status::out_of_range, "readings", row);
  }
  if (known_noise_ && !std::isfinite(variances.values[row])) {
    refuse_row(taut::Status::not_finite, "variances", row);
  }
  if (known_noise_ && !(variances.values[row] > 0)) {
    refuse_row(taut::Status::out_of_range, "variances", row);
  }
}

void Model::check_rows(const Numbers& settings, const Numbers& readings, const Numbers& variances) const {
  const std::size_t rows = settings.rows(limits_.inputs);
  if (settings.shape.size() > 2) {
    refuse(taut::Status::wrong_size, "settings: more than two dimensions");
  }
  if (readings.values.size() != rows || readings.shape.size() != settings.shape.size() - 1) {
    refuse(taut::Status::wrong_size, "readings: one for each row of settings");
  }
  if (known_noise_ ? variances.shape != readings.shape : !variances.values.empty()) {
    refuse(taut::Status::wrong_size, known_noise_ ? "variances: one for each row of settings"
                                                  : "variances: none, because the noise is not known");
  }
  for (std::size_t row = 0; row < rows; ++row) {
    check_row(settings, readings, variances, row);
  }
}

void Model::add(nb::handle settings, nb::handle readings, nb::handle variances) {
  const Numbers knobs(settings);
  const Numbers values(readings);
  const Numbers noise = variances.is_none() ? Numbers(nb::make_tuple()) : Numbers(variances);
  const Lock lock(mutex_);
  check_rows(knobs, values, noise);
  if (!forgets_ && core_.observations() + values.values.size() > limits_.observations) {
    refuse(taut::Status::full);
  }
  for (std::size_t row = 0; row < values.values.size(); ++row) {
    const etl::span<const float> at = knobs.row(row, limits_.inputs);
    require(known_noise_ ? core_.add(at, values.values[row], noise.values[row]) : core_.add(at, values.values[row]));
  }
}

void Model::fit() {
  {
    const Lock lock(mutex_);
    if (!core_.fitting()) {  // as after an interrupt
      require(core_.begin_fit());
    }
  }
  taut::Status status = taut::Status::ok;
  for (bool fitting = true; fitting;) {
    {
      const nb::gil_scoped_release others_run;
      const Lock lock(mutex_);
      const auto end = std::chrono::steady_clock::now() + patience;
      while (core_.fitting() && std::chrono::steady_clock::now() < end) {
        status = core_.advance();
      }
      fitting = core_.fitting();
    }
    if (PyErr_CheckSignals() != 0) {
      throw nb::python_error();
    }
  }
  require(status);
}

void Model::fit_rows(nb::handle settings, nb::handle readings) {
  const Numbers knobs(settings);
  const Numbers values(readings);
  const taut::Status status = [&] {
    const nb::gil_scoped_release others_run;
    const Lock lock(mutex_);
    return core_.fit(taut::Rows<float>{knobs.all(), values.all()});
  }();
  require(status);
}

Prediction Model::predict(nb::handle settings) {
  const Numbers numbers(settings);
  std::vector<taut::Prediction<float>> predictions(numbers.rows(limits_.inputs));
  const Lock lock(mutex_);
  require(core_.predict(numbers.all(), {predictions.data(), predictions.size()}));
  return columns_of(predictions, numbers);
}

float Model::covariance(nb::handle settings, nb::handle others) {
  const Numbers one(settings);
  const Numbers other(others);
  const Lock lock(mutex_);
  return require(core_.covariance(one.all(), other.all()));
}

Hyperparameters Model::statistic_hyperparameters() {
  const Lock lock(mutex_);
  std::vector<float> lengthscales(limits_.inputs);
  const auto numbers = require(core_.statistic_hyperparameters({lengthscales.data(), lengthscales.size()}));
  return {numbers, std::move(lengthscales)};
}

Hyperparameters Model::log_scale_hyperparameters() {
  const Lock lock(mutex_);
  std::vector<float> lengthscales(limits_.inputs);
  const auto numbers = require(core_.log_scale_hyperparameters({lengthscales.data(), lengthscales.size()}));
  return {numbers, std::move(lengthscales)};
}

taut::FitReport<float> Model::report() {
  const Lock lock(mutex_);
  return core_.report();
}

std::size_t Model::observations() {
  const Lock lock(mutex_);
  return core_.observations();
}

}  // namespace python
