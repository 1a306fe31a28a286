// Sequences of calls of the interface in C, each made of a tuner in C++ as well: the two must give the same answers,
// say the same of events, and write the same checkpoints. What only C has: null pointers, which must be refused without
// a change, storage that is too small or not aligned, and texts.

#include <taut/taut.h>
#include <taut/log.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "calls.hpp"
#include "open_tuner.hpp"
#include "random_config.hpp"
#include "random_readings.hpp"

namespace {

using fault::Choices;
using fault::Flash;
using fault::from;
using fault::one_in;
using fault::OpenTuner;
using fault::Ranges;
using fault::require;
using taut::State;
using taut::Status;

constexpr std::size_t huge = std::numeric_limits<std::size_t>::max();

// Memory of exactly so many bytes, on the heap so that a step outside is noticed. It holds no zeros at first.
using Memory = std::vector<std::uint64_t>;

Memory memory_for(const taut_limits& limits) {
  return Memory(TAUT_TUNER_SIZE(limits.inputs, limits.inducing, limits.observations, limits.outstanding,
                                limits.features, limits.gibbon) /
                    sizeof(std::uint64_t),
                0xA5A5A5A5A5A5A5A5U);
}

taut_limits in_c(const taut::Limits& limits) {
  return {limits.inputs, limits.inducing, limits.observations, limits.outstanding, limits.features, limits.gibbon, 0};
}

std::vector<taut_range> in_c(const Ranges& ranges) {
  std::vector<taut_range> all;
  for (const taut::Range<float>& range : ranges) {
    all.push_back({range.lowest, range.highest, static_cast<taut_scale>(range.scale), range.step});
  }
  return all;
}

taut_config in_c(const fault::Config& config, const std::vector<taut_range>& ranges) {
  taut_config same = TAUT_CONFIG_INIT;
  same.statistic = static_cast<taut_statistic>(config.goal.statistic.kind);
  same.level = config.goal.statistic.level;
  same.minimise = config.goal.minimise;
  same.ranges = ranges.data();
  same.range_count = config.ranges.size();
  same.seed = config.seed;
  same.strategy = static_cast<taut_strategy>(config.strategy);
  same.initial = config.initial;
  same.batch = config.batch;
  same.budget = config.budget;
  same.when_full = static_cast<taut_when_full>(config.when_full);
  same.noise = static_cast<taut_noise>(config.noise);
  same.placement = static_cast<taut_placement>(config.placement);
  same.cold_evaluations = config.cold_evaluations;
  same.warm_evaluations = config.warm_evaluations;
  same.caution = config.caution;
  same.noise_multiplier = config.noise_multiplier;
  return same;
}

// A storage in C++ as one in C.
struct CFlash {
  explicit CFlash(const taut::Storage& storage) : functions(storage) {}

  static const taut::Storage& of(void* context) { return static_cast<CFlash*>(context)->functions; }
  static bool read(void* context, std::size_t offset, std::uint8_t* bytes, std::size_t count) {
    return of(context).read(offset, {bytes, count});
  }
  static bool write(void* context, std::size_t offset, const std::uint8_t* bytes, std::size_t count) {
    return of(context).write(offset, {bytes, count});
  }
  static bool erase(void* context, std::size_t offset) { return of(context).erase(offset); }

  taut_storage storage() {
    return {.size = functions.size,
            .sector_size = functions.sector_size,
            .write_size = functions.write_size,
            .read = read,
            .write = write,
            .erase = erase,
            .sync = nullptr,
            .context = this};
  }

  taut::Storage functions;
};

bool same_bits(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

// Gives a result, and what pads it, a value that no call writes.
constexpr std::uint8_t blot = 0x5A;
template <class Result>
void spoil(Result& result) {
  std::memset(&result, blot, sizeof result);
}

class Play {
 public:
  Play(const Choices& choices, bool patient)
      : choices_(choices),
        limits_(fault::random_limits(choices_)),
        memory_(memory_for(in_c(limits_))),
        reference_(limits_),
        patient_(patient),
        instrument_(choices_) {
    create();
  }

  void run() {
    const std::uint32_t calls = from(choices_, 1, 40);
    for (std::uint32_t i = 0; i < calls && choices_.more(); ++i) {
      call(i == 0 && !one_in(choices_, 10) ? 0 : choices_.below(32));
      check();
    }
  }

 private:
  // Now and then a pointer is null.
  template <class Pointee>
  Pointee* perhaps(Pointee* pointer) {
    const bool null = one_in(choices_, 24);
    nulls_ = nulls_ || null;
    return null ? nullptr : pointer;
  }

  void log(const char* name) {
    fault::call(name);
    nulls_ = false;
    before_ = memory_;
  }

  // Whether a pointer was null; such a call is refused.
  bool refused(taut_status status) {
    require((status == TAUT_STATUS_BAD_POINTER) == nulls_, "a null pointer is refused, and nothing else");
    if (nulls_) {
      require(memory_ == before_, "which changes nothing");
    }
    return nulls_;
  }

  // Whether it went well.
  static bool agreed(taut_status status, Status expected) {
    require(status == static_cast<taut_status>(expected), "C and C++ answer alike");
    return expected == Status::ok;
  }
  template <class Value>
  static bool agreed(taut_status status, const etl::expected<Value, Status>& expected) {
    return agreed(status, expected ? Status::ok : expected.error());
  }

  template <class Result>
  static void require_unset(const Result& result) {
    std::uint8_t bytes[sizeof result];
    std::memcpy(bytes, &result, sizeof result);
    require(std::count(bytes, bytes + sizeof result, blot) == std::ptrdiff_t{sizeof result},
            "without a result none is written");
  }

  void require_settings(const float* settings, etl::span<const float> expected) const {
    require(expected.size() == limits_.inputs, "there is a setting per knob");
    require(std::memcmp(settings, expected.data(), expected.size() * sizeof(float)) == 0, "settings are the same");
  }

  void create() {
    require(
        taut_tuner_create(memory_.data(), memory_.size() * sizeof(std::uint64_t), limits(), &tuner_) == TAUT_STATUS_OK,
        "memory of that size is enough");
    require(static_cast<void*>(tuner_) == memory_.data(), "the tuner is at its start");
    observe();
  }

  const taut_limits* limits() {
    c_limits_ = in_c(limits_);
    return &c_limits_;
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
      case 18:
        return poll();
      case 19:
        return best();
      case 20:
      case 21:
        return predict();
      case 22:
        return outstanding_trial();
      case 23:
      case 24:
        return kept();
      case 25:
        return save();
      case 26:
        return restore();
      case 27:
        return use_bad_storage();
      case 28:
        return create_badly();
      case 29:
        return observe_otherwise();
      case 30:
        return event_text();
      default:
        return texts();
    }
  }

  void create_badly() {
    log("create-badly");
    taut_limits wrong = *limits();
    std::size_t size = memory_.size() * sizeof(std::uint64_t);
    auto* storage = static_cast<void*>(memory_.data());
    auto* made = tuner_;
    taut_status expected = TAUT_STATUS_WRONG_SIZE;
    switch (choices_.below(4)) {
      case 0: {
        std::size_t* const all[] = {&wrong.inputs, &wrong.inducing, &wrong.observations, &wrong.outstanding,
                                    &wrong.features};
        const std::size_t numbers[] = {0, huge, huge / 8 + 1, 1000001, std::size_t{1} << from(choices_, 16, 63), 65536};
        *all[choices_.below(5)] = numbers[choices_.below(6)];
        break;
      }
      case 1:
        size -= from(choices_, 1, size);
        break;
      case 2:
        storage = static_cast<std::uint8_t*>(storage) + from(choices_, 1, 7);
        expected = TAUT_STATUS_BAD_POINTER;
        break;
      default:
        wrong.inputs = from(choices_, 65, 4000);
        break;
    }
    storage = perhaps(storage);
    const taut_limits* given = perhaps(&wrong);
    taut_tuner** result = perhaps(&made);
    require(
        taut_tuner_create(storage, size, given, result) == (nulls_ ? taut_status{TAUT_STATUS_BAD_POINTER} : expected),
        "create says what is wrong");
    require(memory_ == before_ && made == tuner_, "which changes nothing");
  }

  void begin(bool good) {
    log(good ? "begin" : "begin-badly");
    Ranges ranges = fault::random_ranges(limits_.inputs, choices_);
    fault::Config config = fault::random_config(limits_, ranges, choices_);
    if (!good) {
      static_cast<void>(fault::spoil(config, ranges, limits_, choices_));
    }
    config.ease_level = !one_in(choices_, 3);
    config.confirm = !one_in(choices_, 3);
    const std::vector<taut_range> c_ranges = in_c(ranges);
    taut_config same = in_c(config, c_ranges);
    same.ease_level = config.ease_level;
    same.confirm = config.confirm;
    if (!good && one_in(choices_, 6)) {
      same.range_count = one_in(choices_, 2) ? from(choices_, 65, 4000) : huge;  // more than there are
      require(taut_tuner_begin(tuner_, &same) == TAUT_STATUS_WRONG_SIZE && memory_ == before_,
              "which is not looked at");
      return;
    }
    same.ranges = perhaps(same.ranges);
    taut_tuner* const tuner = perhaps(tuner_);
    const taut_status status = taut_tuner_begin(tuner, perhaps(&same));
    if (refused(status)) {
      return;
    }
    const taut_finding found = taut_tuner_check(tuner, &same);
    const taut::Finding expected = reference_.check(config);
    require(found.status == status && static_cast<taut::Field>(found.field) == expected.field &&
                found.knob == expected.knob,
            "both find the same");
    if (agreed(status, reference_.begin(config))) {
      ranges_ = ranges;
      known_noise_ = config.noise == taut::Noise::known;
      require(good, "a bad configuration is refused");
    } else {
      require(memory_ == before_, "a configuration that is refused changes nothing");
    }
  }

  bool working() const { return reference_.state() == State::fitting || reference_.state() == State::proposing; }

  void ask() {
    if (working() && !patient_) {
      return poll();
    }
    log("ask");
    taut_trial trial{};
    spoil(trial);
    taut_tuner* const tuner = perhaps(tuner_);
    const taut_status status = taut_tuner_ask(tuner, perhaps(&trial));
    if (refused(status)) {
      return require_unset(trial);
    }
    const auto expected = reference_.ask();
    if (!agreed(status, expected)) {
      return require_unset(trial);
    }
    require(trial.id == expected->id, "trials have the same numbers");
    require_settings(trial.settings, expected->settings);
  }

  // An outstanding trial, or a wrong number.
  std::uint32_t some_id() {
    const std::size_t count = reference_.outstanding();
    if (count > 0 && !one_in(choices_, 6)) {
      return reference_.outstanding_trial(choices_.below(static_cast<std::uint32_t>(count)))->id;
    }
    return one_in(choices_, 2) ? choices_.below(40) : choices_.next();
  }

  void tell() {
    log("tell");
    const std::uint32_t id = some_id();
    const float value = instrument_.any_reading(choices_, known_noise_);
    const std::optional<float> noise = fault::any_variance(choices_, known_noise_);
    taut_tuner* const tuner = perhaps(tuner_);
    const taut_status status =
        noise ? taut_tuner_tell_with_variance(tuner, id, value, *noise) : taut_tuner_tell(tuner, id, value);
    if (!refused(status)) {
      agreed(status, noise ? reference_.tell(id, value, *noise) : reference_.tell(id, value));
    }
  }

  void fail() {
    log("fail");
    const std::uint32_t id = some_id();
    const taut_status status = taut_tuner_fail(perhaps(tuner_), id);
    if (!refused(status)) {
      agreed(status, reference_.fail(id));
    }
  }

  // For a tuner that has not begun, any.
  Ranges ranges() const { return ranges_.empty() ? Ranges(limits_.inputs, {0, 1}) : ranges_; }

  void add() {
    log("add");
    std::vector<float> settings;
    static_cast<void>(fault::any_settings(settings, ranges(), choices_));
    const float value = instrument_.any_reading(choices_, known_noise_);
    const std::optional<float> noise = fault::any_variance(choices_, known_noise_);
    taut_tuner* const tuner = perhaps(tuner_);
    const auto* const given = perhaps<const float>(not_null(settings));
    const taut_status status = noise ? taut_tuner_add_with_variance(tuner, given, settings.size(), value, *noise)
                                     : taut_tuner_add(tuner, given, settings.size(), value);
    if (!refused(status)) {
      agreed(status, noise ? reference_.add(settings, value, *noise) : reference_.add(settings, value));
    }
  }

  // Of settings that may be none.
  static float* not_null(std::vector<float>& settings) {
    settings.reserve(1);
    return settings.data();
  }

  void poll() {
    log("poll");
    for (std::uint32_t slices = from(choices_, 1, patient_ ? 60 : 3); slices > 0; --slices) {
      if (working() && !patient_ && slices_left_-- == 0) {
        slices_left_ = 0;
        return;
      }
      before_ = memory_;
      const taut_status status = taut_tuner_poll(perhaps(tuner_));
      if (refused(status)) {
        return;
      }
      agreed(status, reference_.poll());
    }
  }

  void best() {
    if (!reference_.wants_readings() && reference_.state() != State::finished && !patient_) {
      return;
    }
    log("best");
    taut_best best{};
    spoil(best);
    taut_tuner* const tuner = perhaps(tuner_);
    const taut_status status = taut_tuner_best(tuner, perhaps(&best));
    if (refused(status)) {
      return require_unset(best);
    }
    const auto expected = reference_.best();
    if (!agreed(status, expected)) {
      return require_unset(best);
    }
    require(same_bits(best.value, expected->value) && same_bits(best.deviation, expected->deviation) &&
                same_bits(best.level, expected->level),
            "the best is the same");
    require_settings(best.settings, expected->settings);
  }

  void predict() {
    log("predict");
    std::vector<float> settings;
    static_cast<void>(fault::any_settings(settings, ranges(), choices_));
    taut_prediction prediction{};
    spoil(prediction);
    const taut_tuner* const tuner = perhaps(tuner_);
    const auto* const given = perhaps<const float>(not_null(settings));
    const taut_status status = taut_tuner_predict(tuner, given, settings.size(), perhaps(&prediction));
    if (refused(status)) {
      return require_unset(prediction);
    }
    const auto expected = reference_.predict(settings);
    if (!agreed(status, expected)) {
      return require_unset(prediction);
    }
    require(same_bits(prediction.value, expected->value) && same_bits(prediction.deviation, expected->deviation) &&
                same_bits(prediction.log_scale, expected->log_scale) &&
                same_bits(prediction.log_scale_deviation, expected->log_scale_deviation),
            "predictions are the same");
  }

  void outstanding_trial() {
    log("outstanding_trial");
    const std::size_t index = one_in(choices_, 8) ? huge - choices_.below(4) : choices_.below(6);
    taut_trial trial{};
    spoil(trial);
    const taut_tuner* const tuner = perhaps(tuner_);
    const taut_status status = taut_tuner_outstanding_trial(tuner, index, perhaps(&trial));
    if (refused(status)) {
      return require_unset(trial);
    }
    const auto expected = reference_.outstanding_trial(index);
    if (!agreed(status, expected)) {
      return require_unset(trial);
    }
    require(trial.id == expected->id, "trials have the same numbers");
    require_settings(trial.settings, expected->settings);
  }

  void kept() {
    log("kept");
    const std::size_t index = one_in(choices_, 8) ? huge - choices_.below(4) : choices_.below(26);
    const std::size_t count = one_in(choices_, 6) ? choices_.below(5) : limits_.inputs;
    std::vector<float> settings(count, -1.0F);
    std::vector<float> expected_settings = settings;
    taut_reading reading{};
    spoil(reading);
    const taut_tuner* const tuner = perhaps(tuner_);
    float* const given = perhaps(not_null(settings));
    const taut_status status = taut_tuner_kept(tuner, index, given, count, perhaps(&reading));
    const bool null = refused(status);
    const auto expected = reference_.kept(index, expected_settings);
    if (null || !agreed(status, expected)) {
      require_unset(reading);
      require(settings == std::vector<float>(count, -1.0F), "nor are settings written");
      return;
    }
    require(same_bits(reading.value, expected->value) && same_bits(reading.variance, expected->variance),
            "readings are the same");
    require_settings(settings.data(), expected_settings);
  }

  void make_flash() {
    if (!flash_) {
      const std::size_t sector = std::size_t{64} << choices_.below(6);
      flash_.emplace(Flash::for_checkpoints_of(reference_.checkpoint_size(), sector));
      reference_flash_.emplace(*flash_);
    }
  }

  void save() {
    log("save");
    make_flash();
    if (one_in(choices_, 4)) {
      const long operations = choices_.below(40);
      const auto tear = static_cast<Flash::Tear>(choices_.below(Flash::tears));
      const taut::Random garbage = choices_.stream("cut");
      flash_->cut_after(operations, tear, garbage);
      reference_flash_->cut_after(operations, tear, garbage);
    }
    CFlash functions(flash_->storage());
    const taut_storage storage = functions.storage();
    const taut_tuner* const tuner = perhaps(tuner_);
    const taut_status status = taut_tuner_save(tuner, perhaps(&storage));
    if (!refused(status)) {
      agreed(status, reference_.save(reference_flash_->storage()));
      require(memory_ == before_, "saving changes nothing");
    }
    flash_->power_up();
    reference_flash_->power_up();
  }

  void restore() {
    log("restore");
    make_flash();
    if (one_in(choices_, 2)) {
      std::fill(memory_.begin(), memory_.end(), 0xA5A5A5A5A5A5A5A5U);
      create();
      reference_.~OpenTuner();
      new (&reference_) OpenTuner(limits_);
      observe();
      before_ = memory_;
    }
    CFlash functions(flash_->storage());
    const taut_storage storage = functions.storage();
    taut_tuner* const tuner = perhaps(tuner_);
    const taut_status status = taut_tuner_restore(tuner, perhaps(&storage));
    if (!refused(status) && !agreed(status, reference_.restore(reference_flash_->storage()))) {
      require(memory_ == before_, "what is not restored changes nothing");
    }
  }

  void use_bad_storage() {
    log("bad-storage");
    make_flash();
    CFlash functions(flash_->storage());
    taut_storage bad = functions.storage();
    taut::Storage same = reference_flash_->storage();
    switch (choices_.below(6)) {
      case 0:
        bad.read = nullptr;
        same.read = {};
        break;
      case 1:
        bad.write = nullptr;
        same.write = {};
        break;
      case 2:
        bad.erase = nullptr;
        same.erase = {};
        break;
      case 3:
        bad.sector_size = same.sector_size = one_in(choices_, 2) ? 0 : huge - choices_.below(256);
        break;
      case 4:
        bad.size = same.size = choices_.below(2048);
        break;
      default:
        bad.write_size = same.write_size =
            one_in(choices_, 2) ? 257 + choices_.below(1000) : huge - choices_.below(256);
        break;
    }
    agreed(taut_tuner_save(tuner_, &bad), reference_.save(same));
    agreed(taut_tuner_restore(tuner_, &bad), reference_.restore(same));
  }

  // Events of both, compared as lines, which have the bits of all numbers.
  static void hear_c(void* context, const taut_event* event) {
    std::array<char, 400> line{};
    const std::size_t length = taut_event_text(event, line.data(), line.size());
    static_cast<Play*>(context)->told_.emplace_back(line.data(), length);
  }
  void hear(const taut::Event<float>& event) {
    etl::string<399> line;
    append(line, event);
    expected_.emplace_back(line.data(), line.size());
  }

  void observe() {
    const taut_observer observer{hear_c, this};
    require(taut_tuner_observe(tuner_, &observer) == TAUT_STATUS_OK, "an observer is taken");
    reference_.observe(taut::Observer<float>::create<Play, &Play::hear>(*this));
  }

  // None, and then again the same.
  void observe_otherwise() {
    log("observe");
    const taut_observer deaf{nullptr, this};
    require(taut_tuner_observe(nullptr, &deaf) == TAUT_STATUS_BAD_POINTER, "a null pointer is refused");
    require(taut_tuner_observe(tuner_, one_in(choices_, 2) ? &deaf : nullptr) == TAUT_STATUS_OK, "nobody need be told");
    reference_.observe({});
    if (!one_in(choices_, 4)) {
      observe();
    }
  }

  // Of any event, made up, in a line that may be too short.
  void event_text() {
    log("event-text");
    const std::vector<float> settings(choices_.below(5), instrument_.any_reading(choices_, false));
    taut_event event{};
    event.kind = static_cast<taut_event_kind>(choices_.below(one_in(choices_, 8) ? 256 : 7));
    event.status = static_cast<taut_status>(choices_.below(one_in(choices_, 8) ? 256 : 13));
    event.knobs = settings.size();
    event.readings = choices_.next();
    event.trial = {choices_.next(), perhaps(settings.data())};
    event.reading = std::bit_cast<float>(choices_.next());
    event.fit = {std::bit_cast<float>(choices_.next()), 3, static_cast<int>(choices_.next()),
                 static_cast<int>(choices_.next()),     0, true};
    event.best = {perhaps(settings.data()), std::bit_cast<float>(choices_.next()), 1, 0.5F, 1};
    std::vector<char> line(choices_.below(240), 'x');
    const bool null = one_in(choices_, 8);
    const std::size_t length =
        taut_event_text(one_in(choices_, 8) ? nullptr : &event, null ? nullptr : line.data(), line.size());
    if (null || line.empty()) {
      require(length == 0, "where there is no room nothing is written");
      return;
    }
    require(length < line.size() && line[length] == 0 && std::strlen(line.data()) == length,
            "a line ends with a zero within its room");
  }

  void texts() {
    log("texts");
    for (const char* text : {taut_status_text(static_cast<taut_status>(choices_.below(256))),
                             taut_state_text(static_cast<taut_state>(choices_.below(256)))}) {
      require(text != nullptr && std::strlen(text) > 0, "there is a text for everything");
    }
  }

  // Whether the two tuners agree on all that can be asked, and C on nothing with a tuner that is not there.
  void check() {
    require(taut_tuner_state(tuner_) == static_cast<taut_state>(reference_.state()), "the state is the same");
    require(taut_tuner_readings(tuner_) == reference_.readings(), "and so are the readings");
    require(taut_tuner_outstanding(tuner_) == reference_.outstanding(), "outstanding trials");
    require(taut_tuner_wants_readings(tuner_) == reference_.wants_readings(), "the end");
    require(taut_tuner_checkpoint_size(tuner_) >= reference_.checkpoint_size(), "and room for a checkpoint");
    require(taut_tuner_state(nullptr) == TAUT_STATE_IDLE && taut_tuner_readings(nullptr) == 0 &&
                taut_tuner_outstanding(nullptr) == 0 && taut_tuner_wants_readings(nullptr) &&
                taut_tuner_checkpoint_size(nullptr) == 0,
            "no tuner is one that has not begun");
    require(told_ == expected_, "events are the same");
    told_.clear();
    expected_.clear();
  }

  Choices choices_;
  taut::Limits limits_;
  taut_limits c_limits_{};
  Memory memory_;
  Memory before_;
  taut_tuner* tuner_ = nullptr;
  OpenTuner reference_;
  bool patient_;                   // also goes through whole fits
  std::uint32_t slices_left_ = 8;  // of work, if it is not
  fault::Instrument instrument_;
  Ranges ranges_;
  bool known_noise_ = false;
  bool nulls_ = false;  // in the present call
  std::optional<Flash> flash_;
  std::optional<Flash> reference_flash_;
  std::vector<std::string> told_;
  std::vector<std::string> expected_;
};

}  // namespace

void fault::play(const Choices& choices, bool patient) { Play(choices, patient).run(); }
