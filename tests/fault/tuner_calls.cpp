// Sequences of calls of a tuner's public functions, with good and bad arguments, in the right and in the wrong state. A
// short account of what a tuner knows says what each call must answer; after each the tuner must agree with it, and a
// call that was refused must not have changed a byte.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "calls.hpp"
#include "open_tuner.hpp"
#include "random_config.hpp"
#include "random_readings.hpp"

namespace {

using fault::Choices;
using fault::Config;
using fault::Flash;
using fault::from;
using fault::Instrument;
using fault::one_in;
using fault::OpenTuner;
using fault::Ranges;
using fault::require;
using taut::State;
using taut::Status;

using Event = taut::Event<float>;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t endless = std::numeric_limits<std::size_t>::max();

// What a tuner must know.
struct Account {
  bool begun = false;
  std::uint32_t task = 0;  // another one for each `begin`
  Ranges ranges;
  std::size_t wanted = 0;
  std::size_t initial = 0;
  std::size_t readings = 0;
  bool known_noise = false;
  std::size_t constraints = 0;
  bool recommended = false;
  bool none_feasible = false;  // instead
  bool fit_begun = false;      // by a poll: only then no more readings are taken
  std::vector<std::uint32_t> outstanding;
  std::uint32_t last_id = 0;
};

// A checkpoint that a storage may hold.
struct Kept {
  Bytes image;
  Account account;
};

class Play {
 public:
  Play(const Choices& choices, bool patient)
      : choices_(choices),
        limits_(fault::random_limits(choices_, true)),
        tuner_(limits_),
        patient_(patient),
        instrument_(choices_) {
    tuner_.observe(taut::Observer<float>::create<Play, &Play::hear>(*this));
  }

  void run() {
    const std::uint32_t calls = from(choices_, 1, 30);
    for (std::uint32_t i = 0; i < calls && choices_.more(); ++i) {
      // Most sequences begin at once, so that something can happen.
      call(i == 0 && !one_in(choices_, 10) ? 0 : choices_.below(24));
      account_.fit_begun = account_.fit_begun && tuner_.state() == State::fitting;
      check();
    }
    if (patient_ && account_.begun) {
      finish();
      check();
    }
  }

 private:
  void hear(const Event& event) {
    events_.push_back(event.kind);
    if (event.kind == Event::Kind::recommendation) {
      account_.recommended = event.status == Status::ok;
      account_.none_feasible = !account_.recommended;
      if (account_.recommended) {
        require_best(event.best);
      } else {
        require(event.status == Status::none_feasible && account_.constraints > 0, "only constraints leave none");
      }
    }
    require(event.readings == tuner_.readings(), "an event tells the readings so far");
  }

  void log(const char* name) {
    fault::call(name);
    events_.clear();
  }

  // Those that settings are made for: a tuner that has not begun has none.
  Ranges ranges() const { return account_.begun ? account_.ranges : Ranges(limits_.inputs, {0, 1}); }

  bool working() const { return tuner_.state() == State::fitting || tuner_.state() == State::proposing; }

  // Notes what the tuner is like before a call that may be refused.
  void expect_nothing() { before_ = tuner_.content(); }
  void require_nothing() {
    require(tuner_.content() == before_, "a call that is refused changes nothing");
    require(events_.empty(), "and nothing happens");
  }

  void call(std::uint32_t which) {
    switch (which) {
      case 0:
        return begin(true);
      case 1:
        return begin(false);
      case 2:
      case 3:
      case 4:
      case 5:
      case 6:
        return ask();
      case 7:
      case 8:
      case 9:
      case 10:
      case 11:
        return tell();
      case 12:
        return fail();
      case 13:
      case 14:
      case 15:
        return add();
      case 16:
      case 17:
        return poll();
      case 18:
        return best();
      case 19:
        return predict();
      case 20:
        return save();
      case 21:
        return restore();
      case 22:
        return use_bad_storage();
      default:
        return restore_foreign();
    }
  }

  void begin(bool good) {
    log(good ? "begin" : "begin-badly");
    Ranges ranges = fault::random_ranges(limits_.inputs, choices_);
    Config config = fault::random_config(limits_, ranges, choices_);
    const Status expected = good ? Status::ok : fault::spoil(config, ranges, limits_, choices_);
    expect_nothing();
    const taut::Finding found = tuner_.check(config);
    require(found.status == expected && (found.field == taut::Field::none) == good, "check says where, and as begin");
    require(tuner_.begin(config) == expected, "begin says what is wrong with the configuration");
    if (!good) {
      require_nothing();
      return;
    }
    const bool forgets = config.when_full == taut::WhenFull::forget_oldest;
    account_ = {};
    account_.begun = true;
    account_.task = ++tasks_;
    account_.ranges = ranges;
    account_.wanted = config.budget != 0 ? config.budget : forgets ? endless : limits_.observations;
    account_.initial = config.initial != 0
                           ? config.initial
                           : std::clamp<std::size_t>(std::min(account_.wanted, limits_.observations) / 4, 1,
                                                     (2 * limits_.inducing + 2) / 3);
    account_.known_noise = config.noise == taut::Noise::known;
    account_.constraints = config.constraints.size();
  }

  void ask() {
    if (working() && !patient_) {
      return poll();
    }
    log("ask");
    const bool was_working = working();
    expect_nothing();
    const auto trial = tuner_.ask();
    if (trial) {
      require(trial->id == account_.last_id + 1, "trials are numbered in turn");
      require(!events_.empty() && events_.back() == Event::Kind::trial, "a trial is an event");
      account_.last_id = trial->id;
      account_.outstanding.push_back(trial->id);
      return;
    }
    if (!was_working) {
      require_nothing();
    }
    if (!account_.begun) {
      require(trial.error() == Status::not_ready, "a tuner that has not begun is not ready");
    } else if (account_.readings >= account_.wanted && account_.outstanding.empty()) {
      require(trial.error() == Status::finished, "a tuner that has all readings has finished");
    } else {
      require(trial.error() == Status::not_ready && !account_.outstanding.empty(),
              "a tuner without a trial waits for readings");
    }
  }

  // An outstanding trial, or a wrong number.
  std::uint32_t some_id() {
    const auto count = static_cast<std::uint32_t>(account_.outstanding.size());
    if (count > 0 && !one_in(choices_, 6)) {
      return account_.outstanding[choices_.below(count)];
    }
    const std::uint32_t wrong[] = {0, account_.last_id + 1, account_.last_id, choices_.next()};
    return wrong[choices_.below(4)];
  }

  bool is_outstanding(std::uint32_t id) const {
    return std::find(account_.outstanding.begin(), account_.outstanding.end(), id) != account_.outstanding.end();
  }
  void settle(std::uint32_t id) {
    account_.outstanding.erase(std::find(account_.outstanding.begin(), account_.outstanding.end(), id));
  }

  // Readings of the constraints, mostly as they should be, and what must be said of them.
  struct Others {
    std::vector<float> readings;
    Status status = Status::ok;

    etl::span<const float> span() const {  // one of nothing is one without a pointer, too
      return readings.empty() ? etl::span<const float>() : etl::span<const float>(readings.data(), readings.size());
    }
  };
  Others some_others(bool with_variance) {
    Others others;
    const std::size_t right = account_.constraints;
    const std::size_t count = with_variance ? 0 : one_in(choices_, 12) ? choices_.below(4) : right;
    for (std::size_t i = 0; i < count; ++i) {
      others.readings.push_back(one_in(choices_, 24) ? fault::not_a_number : choices_.normal());
      others.status = std::isnan(others.readings.back()) ? Status::not_finite : others.status;
    }
    others.status = count == right ? others.status : Status::wrong_size;
    return others;
  }

  void tell() {
    log("tell");
    const std::uint32_t id = some_id();
    const float value = instrument_.any_reading(choices_, account_.known_noise);
    const std::optional<float> noise = fault::any_variance(choices_, account_.known_noise);
    const Others others = some_others(noise.has_value());
    Status expected = fault::judge(noise);
    if (expected == Status::ok && is_outstanding(id)) {
      expected = others.status != Status::ok ? others.status : fault::judge(value, noise, account_.known_noise);
    } else if (expected == Status::ok) {
      expected = Status::unknown_trial;
    }
    expect_nothing();
    const Status status = noise ? tuner_.tell(id, value, *noise) : tuner_.tell(id, value, others.span());
    require(status == expected, "tell says what is wrong");
    if (status != Status::ok) {
      require_nothing();
      return;
    }
    require(events_.size() == 1 && events_[0] == Event::Kind::reading, "a reading is an event");
    settle(id);
    ++account_.readings;
  }

  void fail() {
    log("fail");
    const std::uint32_t id = some_id();
    expect_nothing();
    const Status status = tuner_.fail(id);
    require(status == (is_outstanding(id) ? Status::ok : Status::unknown_trial), "fail says what is wrong");
    if (status != Status::ok) {
      require_nothing();
      return;
    }
    require(events_.size() == 1 && events_[0] == Event::Kind::failure, "a failure is an event");
    settle(id);
  }

  void add() {
    log("add");
    std::vector<float> settings;
    Status of_settings = fault::any_settings(settings, ranges(), choices_);
    if (of_settings == Status::ok && one_in(choices_, 8) && fault::leave_steps(settings, ranges())) {
      of_settings = Status::out_of_range;
    }
    const float value = instrument_.any_reading(choices_, account_.known_noise);
    const std::optional<float> noise = fault::any_variance(choices_, account_.known_noise);
    const Others others = some_others(noise.has_value());
    Status expected = fault::judge(noise);
    const bool of_noise = expected != Status::ok;
    if (!of_noise && account_.readings + account_.outstanding.size() >= account_.wanted) {
      expected = Status::full;
    } else if (!of_noise) {
      expected = of_settings != Status::ok     ? of_settings
                 : others.status != Status::ok ? others.status
                                               : fault::judge(value, noise, account_.known_noise);
    }
    const State state = tuner_.state();
    const bool taken = state == State::measuring || (state == State::fitting && !account_.fit_begun);
    if (!of_noise && !taken) {
      expected = state == State::finished ? Status::finished : Status::not_ready;
    }
    expect_nothing();
    const Status status = noise ? tuner_.add(settings, value, *noise) : tuner_.add(settings, value, others.span());
    require(status == expected, "add says what is wrong");
    if (status != Status::ok) {
      require_nothing();
      return;
    }
    require(events_.size() == 1 && events_[0] == Event::Kind::reading, "a reading is an event");
    ++account_.readings;
  }

  void poll() {
    log("poll");
    for (std::uint32_t slices = from(choices_, 1, patient_ ? 60 : 3); slices > 0; --slices) {
      if (working() && !patient_ && slices_left_-- == 0) {
        slices_left_ = 0;
        return;
      }
      const State state = tuner_.state();
      events_.clear();
      expect_nothing();
      require(tuner_.poll() == (account_.begun ? Status::ok : Status::not_ready), "poll needs a tuner that has begun");
      if (state != State::fitting && state != State::proposing) {
        require_nothing();
        return;
      }
      account_.fit_begun = tuner_.state() == State::fitting;
      const bool ended = state != tuner_.state() && tuner_.state() == State::finished;
      require(ended == (!events_.empty() && events_.back() == Event::Kind::finished), "the end is an event, once");
    }
  }

  bool best_would_work() const { return !tuner_.wants_readings() && tuner_.state() != State::finished; }

  void best() {
    if (best_would_work() && !patient_) {
      return;
    }
    log("best");
    const auto best = tuner_.best();
    require(best.has_value() == account_.recommended, "there is a best setting after a recommendation");
    require(!best_would_work(), "best ends the last fit");
    require(best || best.error() == (account_.none_feasible ? Status::none_feasible : Status::not_ready),
            "without one, the tuner is not ready, or knows of none");
    if (best) {
      require_best(*best);
    }
  }

  void predict() {
    log("predict");
    std::vector<float> settings;
    const Status of_settings = fault::any_settings(settings, ranges(), choices_);
    const auto prediction = tuner_.predict(settings);
    const bool ready = tuner_.state() == State::measuring || tuner_.state() == State::finished;
    if (!ready || !(account_.recommended || account_.none_feasible)) {
      require(!prediction && prediction.error() == Status::not_ready, "predictions follow a fit");
    } else if (prediction) {
      require(of_settings == Status::ok, "predictions are for settings in the ranges");
      require(std::isfinite(prediction->value) && std::isfinite(prediction->deviation) && prediction->deviation >= 0,
              "a prediction is a number");
    } else {  // not_ready: the last fit failed
      require(prediction.error() == of_settings || prediction.error() == Status::not_ready,
              "predict says what is wrong");
    }
  }

  Flash& flash() {
    if (!flash_) {
      const std::size_t sector = std::size_t{64} << choices_.below(6);
      const std::size_t slot = (tuner_.checkpoint_size() + sector - 1) / sector * sector;
      flash_.emplace(2 * slot + choices_.below(static_cast<std::uint32_t>(sector)), sector);
    }
    return *flash_;
  }

  void save() {
    log("save");
    Flash& storage = flash();
    expect_nothing();
    const bool cut = one_in(choices_, 4);
    if (cut) {
      storage.cut_after(choices_.below(40), static_cast<Flash::Tear>(choices_.below(Flash::tears)),
                        choices_.stream("cut"));
    }
    const Status status = tuner_.save(storage.storage());
    require_nothing();
    if (!account_.begun) {
      require(status == Status::not_ready, "a tuner that has not begun has nothing to save");
    } else if (storage.powered()) {
      require(status == Status::ok, "a tuner is saved");
      kept_.clear();  // an older checkpoint is no longer the latest
      kept_.push_back({tuner_.image(), account_});
      complete_ = true;
    } else {
      require(status == Status::storage_failed, "a storage that fails is reported");
      kept_.push_back({tuner_.image(), account_});  // complete after all, perhaps
    }
    storage.power_up();
  }

  // All that it has is lost, but for the storage.
  void renew() {
    tuner_.~OpenTuner();
    new (&tuner_) OpenTuner(limits_);
    tuner_.observe(taut::Observer<float>::create<Play, &Play::hear>(*this));
    account_ = {};
  }

  void restore() {
    log("restore");
    Flash& storage = flash();
    if (one_in(choices_, 2)) {
      renew();
    }
    expect_nothing();
    const Status status = tuner_.restore(storage.storage());
    require(events_.empty(), "restoring is no event");
    if (status == Status::other_task) {
      const auto differs = [this](const Kept& kept) { return kept.account.task != account_.task; };
      require(account_.begun && std::any_of(kept_.begin(), kept_.end(), differs), "the same task is no other");
      require_nothing();
      return;
    }
    if (status != Status::ok) {
      require(status == Status::no_checkpoint && !complete_, "what was saved is found");
      require_nothing();
      return;
    }
    const Bytes image = tuner_.image();
    const auto found =
        std::find_if(kept_.begin(), kept_.end(), [&image](const Kept& kept) { return kept.image == image; });
    require(found != kept_.end(), "what is restored was saved");
    require(!account_.begun || found->account.task == account_.task, "a tuner that has begun keeps its task");
    account_ = found->account;
  }

  void use_bad_storage() {
    log("bad-storage");
    Flash local = Flash::for_checkpoints_of(tuner_.checkpoint_size(), 256);
    taut::Storage bad = local.storage();
    const std::uint32_t kind = choices_.below(6);
    switch (kind) {
      case 0:
        bad.read = {};
        break;
      case 1:
        bad.sector_size = 0;
        break;
      case 2:
        bad.size = choices_.below(128);
        break;
      case 3:
        bad.sector_size = bad.size;
        break;
      case 4:
        local.fail_reads_after(choices_.below(2));
        break;
      default:
        bad = {};
        break;
    }
    expect_nothing();
    const Status expected = account_.begun ? Status::storage_failed : Status::not_ready;
    if (kind != 4) {
      require(tuner_.save(bad) == expected, "a storage that cannot be used is reported");
    }
    require(tuner_.restore(bad) == Status::storage_failed, "by restore, too");
    local.fail_reads_after(-1);
    bad = local.storage();
    bad.size = from(choices_, 128, 2048);
    require(tuner_.save(bad) == expected, "a storage that is too small is reported");
    bad = local.storage();
    bad.write = {};
    require(tuner_.save(bad) == expected, "a storage that cannot be written is reported");
    bad = local.storage();
    bad.erase = {};
    require(tuner_.save(bad) == expected, "a storage that cannot be erased is reported");
    require_nothing();
  }

  // Of a tuner with other limits.
  void restore_foreign() {
    if (!one_in(choices_, 4)) {
      return;
    }
    log("restore-foreign");
    taut::Limits limits = fault::random_limits(choices_);
    if (limits == limits_) {
      ++limits.features;
    }
    OpenTuner foreign(limits);
    const Ranges ranges = fault::random_ranges(limits.inputs, choices_);
    require(foreign.begin(fault::random_config(limits, ranges, choices_)) == Status::ok, "the configuration is fine");
    Flash storage = Flash::for_checkpoints_of(std::max(foreign.checkpoint_size(), tuner_.checkpoint_size()), 1024);
    require(foreign.save(storage.storage()) == Status::ok, "a tuner is saved");
    expect_nothing();
    require(tuner_.restore(storage.storage()) == Status::wrong_checkpoint, "limits have to agree");
    require_nothing();
    if (account_.begun) {
      require(tuner_.save(storage.storage()) == Status::ok, "the storage is used all the same");
      require(tuner_.restore(storage.storage()) == Status::ok, "and then holds a checkpoint of its own");
    }
  }

  // The loop of the manual, until all readings are in, or for a while.
  void finish() {
    log("finish");
    for (int trials = 0; trials < static_cast<int>(limits_.observations) + 8 && tuner_.wants_readings(); ++trials) {
      if (const auto trial = tuner_.ask(); trial) {
        require(trial->id == ++account_.last_id, "trials are numbered in turn");
        account_.outstanding.push_back(trial->id);
        check();
      }
      require(!account_.outstanding.empty(), "a tuner that has not finished has a trial");
      const std::uint32_t id = account_.outstanding.front();
      const float value = instrument_.reading(choices_, account_.known_noise);
      const Others others{std::vector<float>(account_.constraints, choices_.normal())};
      const Status status = account_.known_noise ? tuner_.tell(id, value, 0.5F) : tuner_.tell(id, value, others.span());
      require(status == Status::ok, "a reading is accepted");
      settle(id);
      ++account_.readings;
    }
    if (account_.wanted <= limits_.observations) {
      require(!tuner_.wants_readings(), "the loop ends");
      best();
      require(tuner_.best().has_value() || account_.none_feasible, "with a best setting, if one is feasible");
    }
  }

  // Numbers, and on the steps, within what rounding makes of steps.
  void require_settings(etl::span<const float> settings) const {
    require(settings.size() == limits_.inputs, "there is a setting per knob");
    for (std::size_t d = 0; d < settings.size(); ++d) {
      const taut::Range<float>& range = account_.ranges[d];
      require(settings[d] >= range.lowest && settings[d] <= range.highest, "a setting lies in its range");
      if (range.step > 0) {
        const double steps = (double(settings[d]) - double(range.lowest)) / double(range.step);
        const double size = std::max(std::fabs(double(range.lowest)), std::fabs(double(range.highest)));
        require(std::fabs(steps - std::round(steps)) * double(range.step) <= 1e-6 * size, "a setting is on a step");
      }
    }
  }

  void require_best(const taut::Best<float>& best) const {
    require_settings(best.settings);
    require(std::isfinite(best.value) && std::isfinite(best.deviation), "the best is a number");
    require(best.deviation >= 0, "a deviation is not negative");
  }

  // Whether the tuner agrees with the account.
  void check() {
    const State state = tuner_.state();
    require((state != State::idle) == account_.begun, "a tuner is idle until it begins");
    require(tuner_.readings() == account_.readings, "readings are counted");
    require(account_.readings <= account_.wanted || !account_.begun, "there are no more than are wanted");
    require(tuner_.outstanding() == account_.outstanding.size(), "outstanding trials are counted");
    require(tuner_.outstanding() <= limits_.outstanding, "there are no more than there is room for");
    const bool all = account_.begun && account_.readings >= account_.wanted && account_.outstanding.empty();
    require(tuner_.wants_readings() != all, "a tuner wants readings until all are in");
    require(state != State::finished || all, "the state is finished only then");
    require(state == State::measuring || account_.outstanding.empty(), "trials are outstanding in one state only");
    require(!account_.begun || account_.readings >= account_.initial || state == State::measuring,
            "nothing is fitted before the first design has been measured");
    for (std::size_t i = 0; i < tuner_.outstanding(); ++i) {
      const auto trial = tuner_.outstanding_trial(i);
      require(trial.has_value() && is_outstanding(trial->id), "an outstanding trial was asked for");
      for (std::size_t j = 0; j < i; ++j) {
        require(tuner_.outstanding_trial(j)->id != trial->id, "each of them once");
      }
      require_settings(trial->settings);
    }
    const auto beyond = tuner_.outstanding_trial(tuner_.outstanding() + (one_in(choices_, 2) ? 0 : choices_.next()));
    require(!beyond && beyond.error() == Status::out_of_range, "there are no more outstanding");
    if (!best_would_work()) {
      const auto best = tuner_.best();
      require(best.has_value() == account_.recommended, "there is a best setting after a recommendation");
      if (best) {
        require_best(*best);
      }
    }
  }

  Choices choices_;
  taut::Limits limits_;
  OpenTuner tuner_;
  std::uint32_t slices_left_ = 8;  // of work, if it is not patient
  bool patient_;                   // also goes through whole fits, which takes most of the time
  Instrument instrument_;
  Account account_;
  std::vector<Event::Kind> events_;
  Bytes before_;
  std::optional<Flash> flash_;
  std::vector<Kept> kept_;  // what it may hold
  std::uint32_t tasks_ = 0;
  bool complete_ = false;  // and whether it does for certain
};

}  // namespace

void fault::play(const Choices& choices, bool patient) { Play(choices, patient).run(); }
