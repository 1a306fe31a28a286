// Random sequences of calls of a tuner's public functions, with good and bad arguments, in the right and in the wrong
// state. A short account of what a tuner knows says what each call must answer; after each the tuner must agree with
// it, and a call that was refused must not have changed a byte.
//
//     fuzz [sequences=1000] [seed=1] [first=0]    the same seed and number give the same sequence

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "account.hpp"
#include "checkpoint_image.hpp"
#include "open_tuner.hpp"
#include "random_places.hpp"
#include "random_readings.hpp"
#include "random_settings.hpp"
#include "random_storage.hpp"

using namespace fault;

namespace {

using taut::State;
using taut::Status;

using Event = taut::Event<float>;

// A checkpoint that a storage may hold.
struct Kept {
  Image image;
  Account account;
};

class Play {
 public:
  Play(const taut::Random& random, std::uint64_t number)
      : random_(random), limits_(random_limits(random_)), tuner_(limits_), patient_(number % 100 == 0) {
    style_ = random_.below(reading_styles);
    doing += " readings of style " + std::to_string(style_) + ":";
    tuner_.observe(taut::Observer<float>::create<Play, &Play::hear>(*this));
  }

  void run() {
    const std::uint32_t calls = from(random_, 1, 30);
    for (std::uint32_t i = 0; i < calls; ++i) {
      // Most sequences begin at once, so that something can happen.
      call(i == 0 && !one_in(random_, 10) ? 0 : random_.below(24));
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
      account_.recommended = true;
      account_.require_best(event.best);
    }
    require(event.readings == tuner_.readings(), "an event tells the readings so far");
  }

  void log(const char* name) {
    doing += ' ';
    doing += name;
    events_.clear();
  }

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
    Ranges ranges = random_ranges(limits_.inputs, random_);
    Settings settings = random_settings(limits_, ranges, random_);
    const Status expected = good ? Status::ok : spoil(settings, ranges, limits_, random_);
    expect_nothing();
    require(tuner_.begin(settings) == expected, "begin says what is wrong with the settings");
    if (!good) {
      require_nothing();
      return;
    }
    account_ = Account::of(settings, ranges, limits_, ++tasks_);
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
    if (count > 0 && !one_in(random_, 6)) {
      return account_.outstanding[random_.below(count)];
    }
    const std::uint32_t wrong[] = {0, account_.last_id + 1, account_.last_id, random_.next()};
    return wrong[random_.below(4)];
  }

  void tell() {
    log("tell");
    const std::uint32_t id = some_id();
    const float value = random_reading(style_, account_.known_noise, random_);
    const std::optional<float> noise = random_variance(account_.known_noise, random_);
    Status expected = Account::judge(noise);
    if (expected == Status::ok) {
      expected = account_.is_outstanding(id) ? account_.judge(value, noise) : Status::unknown_trial;
    }
    expect_nothing();
    const Status status = noise ? tuner_.tell(id, value, *noise) : tuner_.tell(id, value);
    require(status == expected, "tell says what is wrong");
    if (status != Status::ok) {
      require_nothing();
      return;
    }
    require(events_.size() == 1 && events_[0] == Event::Kind::reading, "a reading is an event");
    account_.settle(id);
    ++account_.readings;
  }

  void fail() {
    log("fail");
    const std::uint32_t id = some_id();
    expect_nothing();
    const Status status = tuner_.fail(id);
    require(status == (account_.is_outstanding(id) ? Status::ok : Status::unknown_trial), "fail says what is wrong");
    if (status != Status::ok) {
      require_nothing();
      return;
    }
    require(events_.size() == 1 && events_[0] == Event::Kind::failure, "a failure is an event");
    account_.settle(id);
  }

  // Settings within the ranges and on the steps, or with something wrong, and then what.
  Status some_settings(std::vector<float>& settings) {
    settings = random_place(account_.begun ? account_.ranges : Ranges(limits_.inputs, {0, 1}), random_);
    return spoil_place(settings, random_);
  }

  void add() {
    log("add");
    std::vector<float> settings;
    Status of_settings = some_settings(settings);
    if (of_settings == Status::ok && one_in(random_, 8) && leave_steps(settings, account_.ranges)) {
      of_settings = Status::out_of_range;
    }
    const float value = random_reading(style_, account_.known_noise, random_);
    const std::optional<float> noise = random_variance(account_.known_noise, random_);
    Status expected = Account::judge(noise);
    const bool of_noise = expected != Status::ok;
    if (!of_noise && account_.readings + account_.outstanding.size() >= account_.wanted) {
      expected = Status::full;
    } else if (!of_noise) {
      expected = of_settings != Status::ok ? of_settings : account_.judge(value, noise);
    }
    const State state = tuner_.state();
    const bool taken = state == State::measuring || (state == State::fitting && !account_.fit_begun);
    if (!of_noise && !taken) {
      expected = state == State::finished ? Status::finished : Status::not_ready;
    }
    expect_nothing();
    const Status status = noise ? tuner_.add(settings, value, *noise) : tuner_.add(settings, value);
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
    for (std::uint32_t slices = from(random_, 1, patient_ ? 60 : 3); slices > 0; --slices) {
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

  bool best_would_work() const { return tuner_.finished() && tuner_.state() != State::finished; }

  void best() {
    if (best_would_work() && !patient_) {
      return;
    }
    log("best");
    const auto best = tuner_.best();
    require(best.has_value() == account_.recommended, "there is a best setting after a recommendation");
    require(!best_would_work(), "best ends the last fit");
    require(best || best.error() == Status::not_ready, "without one, the tuner is not ready");
    if (best) {
      account_.require_best(*best);
    }
  }

  void predict() {
    log("predict");
    std::vector<float> settings;
    const Status of_settings = some_settings(settings);
    const auto prediction = tuner_.predict(settings);
    const bool ready = tuner_.state() == State::measuring || tuner_.state() == State::finished;
    if (!ready || !account_.recommended) {
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
      const std::size_t sector = std::size_t{64} << random_.below(6);
      const std::size_t slot = (tuner_.checkpoint_size() + sector - 1) / sector * sector;
      flash_.emplace(2 * slot + random_.below(static_cast<std::uint32_t>(sector)), sector);
    }
    return *flash_;
  }

  void save() {
    log("save");
    Flash& storage = flash();
    expect_nothing();
    const bool cut = one_in(random_, 4);
    if (cut) {
      storage.cut_after(random_.below(40), static_cast<Flash::Tear>(random_.below(Flash::tears)),
                        random_.stream("cut"));
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
    if (one_in(random_, 2)) {
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
    const Image image = tuner_.image();
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
    const bool writable = spoil_storage(bad, local, random_);
    expect_nothing();
    const Status expected = account_.begun ? Status::storage_failed : Status::not_ready;
    if (!writable) {
      require(tuner_.save(bad) == expected, "a storage that cannot be used is reported");
    }
    require(tuner_.restore(bad) == Status::storage_failed, "by restore, too");
    local.fail_reads_after(-1);
    bad = local.storage();
    bad.size = from(random_, 128, 2048);
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
    if (!one_in(random_, 4)) {
      return;
    }
    log("restore-foreign");
    taut::Limits limits = random_limits(random_);
    if (limits == limits_) {
      ++limits.features;
    }
    OpenTuner foreign(limits);
    const Ranges ranges = random_ranges(limits.inputs, random_);
    require(foreign.begin(random_settings(limits, ranges, random_)) == Status::ok, "settings are fine");
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
    for (int trials = 0; trials < static_cast<int>(limits_.observations) + 8 && !tuner_.finished(); ++trials) {
      if (const auto trial = tuner_.ask(); trial) {
        require(trial->id == ++account_.last_id, "trials are numbered in turn");
        account_.outstanding.push_back(trial->id);
        check();
      }
      require(!account_.outstanding.empty(), "a tuner that has not finished has a trial");
      const std::uint32_t id = account_.outstanding.front();
      const float value = good_reading(style_, account_.known_noise, random_);
      require((account_.known_noise ? tuner_.tell(id, value, 0.5F) : tuner_.tell(id, value)) == Status::ok,
              "a reading is accepted");
      account_.settle(id);
      ++account_.readings;
    }
    if (account_.wanted <= limits_.observations) {
      require(tuner_.finished(), "the loop ends");
      best();
      require(tuner_.best().has_value(), "with a best setting");
    }
  }

  // Whether the tuner agrees with the account.
  void check() {
    account_.require_agreement(tuner_, limits_);
    const auto beyond = tuner_.pending(tuner_.outstanding() + (one_in(random_, 2) ? 0 : random_.next()));
    require(!beyond && beyond.error() == Status::out_of_range, "there are no more pending");
    if (!best_would_work()) {
      const auto best = tuner_.best();
      require(best.has_value() == account_.recommended, "there is a best setting after a recommendation");
      if (best) {
        account_.require_best(*best);
      }
    }
  }

  taut::Random random_;
  taut::Limits limits_;
  OpenTuner tuner_;
  std::uint32_t slices_left_ = 8;  // of work, if it is not patient
  bool patient_;                   // also goes through whole fits, which takes most of the time
  std::uint32_t style_ = 0;
  Account account_;
  std::vector<Event::Kind> events_;
  Image before_;
  std::optional<Flash> flash_;
  std::vector<Kept> kept_;  // what it may hold
  std::uint32_t tasks_ = 0;
  bool complete_ = false;  // and whether it does for certain
};

}  // namespace

int main(int argc, char** argv) {
  tell_what_at_the_end();
  const std::uint64_t sequences = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::uint64_t first = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
  for (std::uint64_t number = first; number < first + sequences; ++number) {
    doing = "fuzz 1 " + std::to_string(seed) + " " + std::to_string(number) + ":";
    within(120);
    Play(taut::Random(seed).stream("sequence", number), number).run();
    if ((number + 1) % 10000 == 0) {
      std::fprintf(stderr, "%s sequences\n", std::to_string(number + 1 - first).c_str());
    }
  }
  std::printf("%s sequences of seed %s\n", std::to_string(sequences).c_str(), std::to_string(seed).c_str());
  return 0;
}
