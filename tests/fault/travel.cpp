// Runs of tuners whose knobs may be moved only so far at once, with random knobs, limits, starts and everything else:
// trials are told, given up or left outstanding, readings are added, and now and then the tuner is saved and another
// restored. No trial breaks a limit, worked out here in double precision.
//
//     travel [trials=20000] [seed=1]    so many at least

#include <cmath>
#include <memory>
#include <vector>

#include "open_tuner.hpp"
#include "random_config.hpp"
#include "random_readings.hpp"

namespace {

using fault::Choices;
using fault::Flash;
using fault::from;
using fault::one_in;
using fault::OpenTuner;
using fault::require;
using taut::State;
using taut::Status;

using Settings = std::vector<float>;

// What rounding makes of settings on steps, and of a limit of whole steps; nothing else may be too far.
double rounding_of(const taut::Range<float>& range) {
  const double size = std::max(std::fabs(double(range.lowest)), std::fabs(double(range.highest)));
  return range.step > 0 ? 1e-6 * size : 0;
}

void require_reach(const taut::Range<float>& range, double travel, double last, double next) {
  const bool ratio = range.scale == taut::Scale::logarithmic;
  const double lowest = ratio ? last / travel : last - travel;
  const double highest = ratio ? last * travel : last + travel;
  const double rounding = rounding_of(range);
  require(next >= lowest - rounding && next <= highest + rounding, "no trial is farther from the last than allowed");
  require(next >= double(range.lowest) && next <= double(range.highest), "a trial lies in its range");
}

class Run {
 public:
  explicit Run(const taut::Random& random)
      : choices_(random),
        limits_(fault::random_limits(choices_)),
        ranges_(fault::random_ranges(limits_.inputs, choices_)),
        tuner_(new OpenTuner(limits_)),
        instrument_(choices_) {
    for (const taut::Range<float>& range : ranges_) {
      travel_.push_back(fault::random_travel(range, choices_));
    }
    if (one_in(choices_, 2)) {
      for (const taut::Range<float>& range : ranges_) {
        start_.push_back(std::min(range.lowest + choices_.uniform() * (range.highest - range.lowest), range.highest));
      }
    }
    config_ = fault::random_config(limits_, ranges_, choices_);
    config_.travel = travel_;
    config_.start = start_;
    config_.widen = !start_.empty() && one_in(choices_, 2);
    config_.cold_evaluations = std::min(config_.cold_evaluations, 1);
    require(tuner_->begin(config_) == Status::ok, "limits that can be kept are accepted");
    last_ = start_;
  }

  std::uint32_t follow() {
    const std::uint32_t trials = from(choices_, 1, 60);
    std::uint32_t asked = 0;
    while (asked < trials && tuner_->wants_readings()) {
      if (const auto trial = tuner_->ask(); trial) {
        ++asked;
        arrive(*trial);
      }
      change();
    }
    return asked;
  }

 private:
  void arrive(const taut::Trial<float>& trial) {
    for (std::size_t d = 0; d < last_.size(); ++d) {
      require_reach(ranges_[d], double(travel_[d]), double(last_[d]), double(trial.settings[d]));
      if (first_ && ranges_[d].step == 0 && !added_) {
        require(trial.settings[d] == start_[d], "the first trial is at the start");
      }
    }
    first_ = false;
    last_.assign(trial.settings.begin(), trial.settings.end());
  }

  void change() {
    const bool known = config_.noise == taut::Noise::known;
    if (one_in(choices_, 12)) {
      Settings elsewhere;
      fault::add_settings(elsewhere, ranges_, choices_);
      const float value = instrument_.reading(choices_, known);
      static_cast<void>(known ? tuner_->add(elsewhere, value, 0.5F) : tuner_->add(elsewhere, value));
      added_ = true;
    }
    if (one_in(choices_, 12)) {
      reset();
    }
    while (tuner_->outstanding() > 0 && (!one_in(choices_, 3) || tuner_->outstanding() == limits_.outstanding)) {
      const auto trial = tuner_->outstanding_trial(choices_.below(static_cast<std::uint32_t>(tuner_->outstanding())));
      const float value = instrument_.reading(choices_, known);
      const Status status = one_in(choices_, 6) ? tuner_->fail(trial->id)
                            : known             ? tuner_->tell(trial->id, value, 0.5F)
                                                : tuner_->tell(trial->id, value);
      require(status == Status::ok, "an outstanding trial ends");
    }
  }

  // The power fails, wherever the tuner is in its work.
  void reset() {
    for (std::uint32_t slices = choices_.below(40); slices > 0; --slices) {
      require(tuner_->poll() == Status::ok, "a slice of work is done");
    }
    Flash flash = Flash::for_checkpoints_of(tuner_->checkpoint_size(), 1024);
    require(tuner_->save(flash.storage()) == Status::ok, "a tuner is saved");
    tuner_ = std::make_unique<OpenTuner>(limits_);
    require(!one_in(choices_, 2) || tuner_->begin(config_) == Status::ok, "the same task begins again");
    require(tuner_->restore(flash.storage()) == Status::ok, "and what was saved is restored");
  }

  Choices choices_;
  taut::Limits limits_;
  fault::Ranges ranges_;
  Settings travel_;
  Settings start_;
  Settings last_;  // of the last trial; none as long as nothing is known
  fault::Config config_;
  std::unique_ptr<OpenTuner> tuner_;
  fault::Instrument instrument_;
  bool first_ = true;
  bool added_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  fault::tell_what_at_the_end();
  const std::uint64_t wanted = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  std::uint64_t trials = 0;
  std::uint64_t runs = 0;
  for (; trials < wanted; ++runs) {
    fault::doing = "run " + std::to_string(runs) + " of seed " + std::to_string(seed) + ":";
    fault::within(120);
    trials += Run(taut::Random(seed).stream("travel", runs)).follow();
  }
  std::printf("%s trials in %s runs, none beyond a limit\n", std::to_string(trials).c_str(),
              std::to_string(runs).c_str());
  return 0;
}
