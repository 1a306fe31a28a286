// A complete short run: a first design and three batches. Every reading depends on the settings that it was taken at,
// so one bit that differs is another run from there on.
#include <taut/random.hpp>
#include <taut/tuner.hpp>

#include <array>

#include "sections.hpp"

namespace {

constexpr taut::Limits limits{.inputs = 3, .inducing = 10, .observations = 45, .outstanding = 7, .features = 40};
taut::Tuner<limits> subject;

// A quadratic with noise that grows towards one side.
float measure(etl::span<const float> settings, taut::Random& noise) {
  const float a = settings[0] - 3.0F;
  const float b = settings[1] - 2.0F;
  const float c = settings[2] / 10.0F;
  return 4.0F - a * a * 0.2F - b * b * 0.1F - c * (1.0F - c) - (0.1F + 0.05F * a * a) * noise.chi_squared<float>(2);
}

}  // namespace

void same_bits::tuner(Hash& hash) {
  const std::array<taut::Range<float>, 3> ranges{taut::Range<float>{0.0F, 10.0F}, taut::logarithmic(0.1F, 20.0F),
                                                 taut::integers(-5.0F, 5.0F)};
  for (const taut::Strategy strategy : {taut::Strategy::thompson, taut::Strategy::gibbon}) {
    const taut::Status begun = subject.begin({.goal = taut::maximise(taut::quantile(0.2F)),
                                              .ranges = ranges,
                                              .seed = 7,
                                              .strategy = strategy,
                                              .initial = 24});
    hash.add(static_cast<std::uint32_t>(begun));
    taut::Random noise(5);
    while (subject.wants_readings()) {
      const auto trial = subject.ask();
      hash.add(trial->id);
      hash.add_all(trial->settings);
      hash.add(static_cast<std::uint32_t>(subject.tell(trial->id, measure(trial->settings, noise))));
      if (const auto best = subject.best()) {
        hash.add_all(best->settings);
        hash.add(best->value);
        hash.add(best->deviation);
      }
    }
  }
}
