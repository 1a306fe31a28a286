// The least firmware that makes use of one object of the library. It is linked to be measured, and does not run.

#include <taut/taut.hpp>

#include <array>

namespace {

constexpr taut::Limits limits{SIZE_LIMITS};

SIZE_CLASS<limits> object;

/// What comes from outside, so that nothing is worked out by the compiler.
volatile float instrument;
volatile float display;

template <std::size_t count>
std::array<float, count> settings() {
  std::array<float, count> values{};
  for (float& value : values) {
    value = instrument;
  }
  return values;
}

/// One use per class of the library, each from the first observation to what is asked of the result.
template <taut::Limits limits>
taut::Status use(taut::Model<limits>& model) {
  std::array<taut::Range<float>, limits.inputs> ranges{};
  ranges.fill({0, 1});
  taut::Status status = model.begin({.statistic = taut::quantile(instrument), .ranges = ranges});
  while (status == taut::Status::ok && model.observations() < limits.observations) {
    status = model.add(settings<limits.inputs>(), instrument);
  }
  if (status == taut::Status::ok) {
    status = model.begin_fit();
  }
  while (status == taut::Status::ok && model.fitting()) {
    status = model.advance();
  }
  if (const auto prediction = model.predict(settings<limits.inputs>()); prediction.has_value()) {
    display = prediction->value;
    display = prediction->deviation;
  }
  return status;
}

template <taut::Limits limits>
taut::Status next_step(taut::Tuner<limits>& tuner) {
  if (tuner.state() != taut::State::measuring) {
    return tuner.poll();
  }
  const auto trial = tuner.ask();
  return trial ? tuner.tell(trial->id, instrument) : trial.error();
}

template <taut::Limits limits>
taut::Status use(taut::Tuner<limits>& tuner) {
  std::array<taut::Range<float>, limits.inputs> ranges{};
  ranges.fill({0, 1});
  taut::Status status = tuner.begin({.goal = taut::maximise(taut::quantile(instrument)), .ranges = ranges});
  while (status == taut::Status::ok && tuner.state() != taut::State::finished) {
    status = next_step(tuner);
  }
  if (const auto best = tuner.best(); best.has_value()) {
    display = best->settings[0];
    display = best->value;
  }
  return status;
}

/// Bytes of an object with other limits.
template <std::size_t inducing, std::size_t observations>
constexpr std::size_t bytes_with() {
  constexpr taut::Limits others = [] {
    taut::Limits changed = limits;
    changed.inducing = inducing;
    changed.observations = observations;
    return changed;
  }();
  return sizeof(SIZE_CLASS<others>);
}

constexpr std::size_t pack = 8;  // observations are stored in packs
constexpr std::size_t packs = (limits.observations + pack - 1) / pack;

}  // namespace

// What the object's bytes are for, to be read off the object file as the sizes of these; the linker drops them.
extern "C" {
char bytes_of_observations[packs * (bytes_with<limits.inducing, 2 * pack>() - bytes_with<limits.inducing, pack>())];
char bytes_of_inducing[sizeof object - bytes_with<1, limits.observations>()];
}

int main() { return use(object) == taut::Status::ok ? 0 : 1; }
