#include "fit.hpp"

#include <taut/model.hpp>
#include <taut/random.hpp>

#include <bit>

#include "report.hpp"

namespace selftest {

namespace {

constexpr std::size_t readings = 300;
constexpr float level = 0.25F;
constexpr float places[] = {0.1F, 0.3F, 0.5F, 0.7F, 0.9F};

taut::Model<taut::Limits{.inputs = 1, .inducing = 16, .observations = readings}> model;

// A hill, with noise from an exponential distribution that is louder on the right.
float hill(float x) { return 4 * x * (1 - x); }
float loudness(float x) { return 0.2F + 0.4F * x; }

float measure(float x, taut::Random& random) {
  return hill(x) + loudness(x) * random.chi_squared<float>(2) / 2;  // half of a chi-squared of 2 is exponential
}

// The quantile of the exponential distribution is -log(1 - level).
float truth(float x) { return hill(x) + loudness(x) * 0.28768207F; }

/// Within four of the model's own deviations, which are themselves small beside the height of the hill, 1.
bool agrees(const taut::Prediction<float>& prediction, float x) {
  const float error = prediction.value - truth(x);
  return error < 4 * prediction.deviation && -error < 4 * prediction.deviation && prediction.deviation < 0.1F;
}

bool fails(taut::Status status) {
  if (status != taut::Status::ok) {
    Line().text("fit failed: ").text(taut::text(status)).write();
  }
  return status != taut::Status::ok;
}

}  // namespace

Fitted fit() {
  constexpr taut::Range<float> range[] = {{0, 1}};
  if (fails(model.begin({.statistic = taut::quantile(level), .ranges = range, .seed = 1}))) {
    return {};
  }
  taut::Random random = taut::Random(1).stream("readings");
  for (std::size_t i = 0; i < readings; ++i) {
    const float x[] = {random.uniform<float>()};
    if (fails(model.add(x, measure(x[0], random)))) {
      return {};
    }
  }
  const std::uint64_t start = taut::port::ticks();
  const taut::Status status = model.fit();
  const std::uint64_t duration = taut::port::ticks() - start;
  if (fails(status)) {
    return {};
  }
  Line().text("fit of ").count(readings).text(" readings: ").time(duration).write();
  bool good = true;
  std::uint32_t bits = 2166136261U;  // FNV-1a
  for (const float x : places) {
    const auto prediction = model.predict(etl::span<const float>(&x, 1));
    if (fails(prediction ? taut::Status::ok : prediction.error())) {
      return {};
    }
    Line()
        .text("at ")
        .number(x)
        .text(": ")
        .number_with_bits(prediction->value)
        .text(" +- ")
        .number(prediction->deviation)
        .text(", in truth ")
        .number(truth(x))
        .write();
    good = good && agrees(*prediction, x);
    for (const float number : {prediction->value, prediction->deviation}) {
      bits = (bits ^ std::bit_cast<std::uint32_t>(number)) * 16777619U;
    }
  }
  return {good, bits};
}

}  // namespace selftest
