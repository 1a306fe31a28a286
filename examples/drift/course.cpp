#include "course.hpp"

#include <unistd.h>
#include <taut/tuner.hpp>

#include <algorithm>
#include <cstdio>

#include "instrument.hpp"

namespace {

using Tuner = taut::Tuner<limits>;

constexpr std::size_t stretch_count = 10;
constexpr std::size_t moment_count = 1000;

Tuner tuner;

// While it is being added up, a stretch holds sums.
void divide(Stretch& stretch) {
  const auto readings = static_cast<double>(std::max<std::size_t>(stretch.readings, 1));
  for (double* const sum : {&stretch.possible, &stretch.recommended, &stretch.tried, &stretch.stayed}) {
    *sum /= readings;
  }
  stretch.passes /= static_cast<double>(std::max<std::size_t>(stretch.fits - stretch.failed, 1));
}

class Run {
 public:
  Run(std::size_t readings, std::uint64_t seed)
      : wanted_(readings), instrument_(readings / 2), noise_(taut::Random(seed).stream("instrument")) {
    course_.stretches.resize(stretch_count);
  }

  Course finish(std::uint64_t seed) {
    tuner.observe(taut::Observer<float>::create<Run, &Run::hear>(*this));
    const taut::Status begun = tuner.begin({.goal = taut::maximise(taut::quantile(Instrument::level)),
                                            .ranges = Instrument::ranges(),
                                            .seed = seed,
                                            .when_full = taut::WhenFull::forget_oldest});
    if (begun != taut::Status::ok) {
      std::fprintf(stderr, "%s\n", taut::text(begun).data());
      return {};
    }
    while (tuner.readings() < wanted_) {
      const auto trial = tuner.ask();
      if (!trial) {
        std::fprintf(stderr, "%s\n", taut::text(trial.error()).data());
        return {};
      }
      const float reading = instrument_.measure(trial->settings, tuner.readings(), noise_);
      note(trial->settings, reading);
      if (const taut::Status told = tuner.tell(trial->id, reading); told != taut::Status::ok) {
        std::fprintf(stderr, "%s\n", taut::text(told).data());
        return {};
      }
    }
    std::for_each(course_.stretches.begin(), course_.stretches.end(), divide);
    tuner.observe({});
    return course_;
  }

 private:
  Stretch& stretch() {
    return course_.stretches[std::min(tuner.readings() * stretch_count / wanted_, stretch_count - 1)];
  }

  void hear(const taut::Event<float>& event) {
    if (event.kind == taut::Event<float>::Kind::fit) {
      Stretch& now = stretch();
      ++now.fits;
      now.failed += event.status == taut::Status::ok ? 0 : 1;
      now.passes += event.status == taut::Status::ok ? event.fit.passes : 0;
    }
  }

  void note(etl::span<const float> settings, float reading) {
    const std::size_t time = tuner.readings();
    const double truth = instrument_.quantile(settings, time);
    course_.below += static_cast<double>(reading) < truth ? 1 : 0;
    const auto best = tuner.best();
    if (!best) {
      return;
    }
    const Moment moment{time,
                        instrument_.best_quantile(time),
                        instrument_.quantile(best->settings, time),
                        instrument_.quantile(start_, time),
                        static_cast<double>(best->settings[0]),
                        static_cast<double>(instrument_.best(time)[0])};
    if (time >= wanted_ / 2 && !recovered_) {
      recovered_ = moment.recommended > 0.9 * moment.possible;
      course_.recovery = time - wanted_ / 2;
    }
    Stretch& now = stretch();
    ++now.readings;
    now.possible += moment.possible;
    now.recommended += moment.recommended;
    now.tried += truth;
    now.stayed += moment.stayed;
    if (time % std::max<std::size_t>(wanted_ / moment_count, 1) == 0) {
      course_.moments.push_back(moment);
      if (isatty(STDERR_FILENO) != 0) {
        std::fprintf(stderr, "\r%7zu readings, recommended %5.2f V of %5.2f V ", time, moment.recommended,
                     moment.possible);
      }
    }
  }

  std::size_t wanted_;
  Instrument instrument_;
  Instrument::Settings start_ = instrument_.best(0);
  taut::Random noise_;
  Course course_;
  bool recovered_ = false;
};

}  // namespace

Course run(std::size_t readings, std::uint64_t seed) {
  const Course course = Run(readings, seed).finish(seed);
  std::fprintf(stderr, "\n");
  return course;
}

Stretch average(const std::vector<Stretch>& stretches, std::size_t first, std::size_t end) {
  Stretch all;
  for (std::size_t i = first; i < end && i < stretches.size(); ++i) {
    const Stretch& one = stretches[i];
    const auto readings = static_cast<double>(one.readings);
    all.readings += one.readings;
    all.possible += readings * one.possible;
    all.recommended += readings * one.recommended;
    all.tried += readings * one.tried;
    all.stayed += readings * one.stayed;
    all.fits += one.fits;
    all.failed += one.failed;
    all.passes += static_cast<double>(one.fits - one.failed) * one.passes;
  }
  divide(all);
  return all;
}

std::size_t bytes_of_tuner() { return sizeof(Tuner); }
