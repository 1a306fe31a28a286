// Checkpoints: that a tuner goes on from one as if nothing had happened, in whatever state it was saved, and that
// neither a failing storage nor what is in it can harm a tuner or the checkpoint before.
#include <etl/crc32.h>
#include <taut/taut.hpp>

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <new>

#include "check.hpp"

void setUp() {}
void tearDown() {}

namespace {

using taut::Random;
using taut::State;
using taut::Status;
using taut::Storage;
using taut::Strategy;
using Range = taut::Range<Scalar>;
using Settings = taut::TunerSettings<Scalar>;
using Span = etl::span<const Scalar>;
using Bytes = etl::span<std::uint8_t>;
using ConstBytes = etl::span<const std::uint8_t>;

constexpr taut::Limits limits{.inputs = 2, .inducing = 8, .observations = 24, .batch = 4, .features = 16};
using Tuner = taut::Tuner<limits, Scalar>;
Tuner tuner;
Tuner other;

constexpr std::size_t header_size = 64;
constexpr std::size_t sector = 256;
constexpr std::size_t slot = (sizeof(Tuner) + header_size + sector - 1) / sector * sector;

constexpr int always = 1 << 30;

// Memory with the rules of flash. What goes against them is noted; the call in which power fails leaves garbage.
class Flash {
 public:
  Flash() { clear(); }

  // As new.
  void clear() {
    bytes_.fill(0xFF);
    written_.reset();
    reads = writes = erases = 0;
    reads_left = writes_left = erases_left = always;
    unit = 1;
  }
  void mend() { reads_left = writes_left = erases_left = always; }

  Storage storage(std::size_t size = 2 * slot, std::size_t sector_size = sector) {
    return {size,
            sector_size,
            unit,
            decltype(Storage::read)::create<Flash, &Flash::read>(*this),
            decltype(Storage::write)::create<Flash, &Flash::write>(*this),
            decltype(Storage::erase)::create<Flash, &Flash::erase>(*this),
            {}};
  }

  std::uint8_t& operator[](std::size_t offset) { return bytes_[offset]; }

  std::uint32_t word(std::size_t in_slot, std::size_t at) const {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i > 0; --i) {
      value = value << 8U | bytes_[in_slot * slot + at * 4 + i - 1];
    }
    return value;
  }
  // Gives a header another word, and the checksum that then is right.
  void amend(std::size_t in_slot, std::size_t at, std::uint32_t value) {
    put(in_slot, at, value);
    const std::uint8_t* const first = bytes_.data() + in_slot * slot;
    constexpr std::size_t own = 15;
    put(in_slot, own, etl::crc32(first, first + own * 4).value());
  }

  bool obeyed = true;
  int reads = 0;
  int writes = 0;
  int erases = 0;
  int idle_write = always;  // the one that says that it has written, and has not
  std::size_t unit = 1;     // that it is written by
  int reads_left = always;  // until one fails, and all later ones
  int writes_left = always;
  int erases_left = always;

 private:
  bool note(bool allowed) {
    obeyed = obeyed && allowed;
    return allowed;
  }
  // The delegates' signatures have spans by value.
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  bool read(std::size_t offset, Bytes into) {
    ++reads;
    if (!note(offset + into.size() <= bytes_.size()) || --reads_left < 0) {
      return false;
    }
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), into.size(), into.begin());
    return true;
  }
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  bool write(std::size_t offset, ConstBytes from) {
    ++writes;
    if (!note(!from.empty() && offset + from.size() <= bytes_.size() && offset % unit == 0 &&
              from.size() % unit == 0)) {
      return false;
    }
    if (writes == idle_write) {
      return true;
    }
    const bool fails = --writes_left < 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      note(!written_[offset + i]);
      written_[offset + i] = true;
      bytes_[offset + i] = fails && i >= from.size() / 2 ? std::uint8_t(i * 37) : from[i];
    }
    return !fails;
  }
  bool erase(std::size_t offset) {
    ++erases;
    if (!note(offset % sector == 0 && offset + sector <= bytes_.size())) {
      return false;
    }
    const bool fails = --erases_left < 0;
    for (std::size_t i = 0; i < sector; ++i) {
      bytes_[offset + i] = fails && i % 3 == 0 ? std::uint8_t(i) : std::uint8_t(0xFF);
      written_[offset + i] = fails;
    }
    return !fails;
  }
  void put(std::size_t in_slot, std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) {
      bytes_[in_slot * slot + at * 4 + i] = static_cast<std::uint8_t>(value >> (8 * i));
    }
  }

  std::array<std::uint8_t, 2 * slot> bytes_{};
  std::bitset<2 * slot> written_;
};
Flash flash;

constexpr std::array<Range, 2> knobs{taut::logarithmic<Scalar>(Scalar(0.1), 10), taut::integers<Scalar>(-9, 9)};

Settings brief(Strategy strategy = Strategy::thompson, std::uint64_t seed = 3) {
  Settings settings{.goal = taut::minimise(taut::quantile(0.75F)), .ranges = knobs, .seed = seed};
  settings.strategy = strategy;
  settings.initial = 6;
  settings.batch = 4;
  settings.readings = 12;
  settings.evaluations = 2;
  settings.further_evaluations = 1;
  return settings;
}

Scalar reading_of(const Span& settings, std::uint64_t number) {
  Random random = Random(21).stream("reading", number);
  const Scalar b = settings[1] / 9;
  return settings[0] / 4 + b * b + random.uniform<Scalar>();
}

// What a run did, bit for bit.
class Digest {
 public:
  void add(Scalar value) {
    std::array<unsigned char, sizeof value> bytes{};
    std::memcpy(bytes.data(), &value, sizeof value);
    for (const unsigned char byte : bytes) {
      hash_ = (hash_ ^ byte) * 0x100000001b3U;
    }
  }
  void add(std::uint32_t id, const Span& settings) {
    hash_ = Random::mix(hash_ + id);
    for (const Scalar setting : settings) {
      add(setting);
    }
  }
  friend bool operator==(const Digest&, const Digest&) = default;

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

// Outstanding trials come back first, then all goes on to the end.
Digest finish(Tuner& along) {
  Digest digest;
  while (along.outstanding() > 0) {
    const auto trial = along.pending(0);
    TEST_ASSERT_TRUE(trial.has_value());
    digest.add(trial->id, trial->settings);
    CHECK_STATUS(ok, along.tell(trial->id, reading_of(trial->settings, trial->id)));
  }
  while (!along.finished()) {
    const auto trial = along.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    digest.add(trial->id, trial->settings);
    CHECK_STATUS(ok, along.tell(trial->id, reading_of(trial->settings, trial->id)));
  }
  const auto best = along.best();
  TEST_ASSERT_TRUE(best.has_value());
  digest.add(0, best->settings);
  digest.add(best->value);
  digest.add(best->deviation);
  const auto prediction = along.predict(std::array<Scalar, 2>{1, 1});
  TEST_ASSERT_TRUE(prediction.has_value());
  digest.add(prediction->value);
  digest.add(prediction->log_scale);
  return digest;
}

// Asks and tells until so many readings are there.
void advance_to(Tuner& along, std::size_t readings) {
  while (along.readings() < readings) {
    const auto trial = along.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    CHECK_STATUS(ok, along.tell(trial->id, reading_of(trial->settings, trial->id)));
  }
}
void poll(Tuner& along, State until) {
  while (along.state() != until) {
    CHECK_STATUS(ok, along.poll());
  }
}
void poll(Tuner& along, int slices) {
  for (int i = 0; i < slices; ++i) {
    CHECK_STATUS(ok, along.poll());
  }
}
void ask(Tuner& along, int trials) {
  for (int i = 0; i < trials; ++i) {
    TEST_ASSERT_TRUE(along.ask().has_value());
  }
}

// One that has not begun, and takes any task.
void renew(Tuner& used) { new (&used) Tuner; }

// The same in memory with a past of its own.
void soil(Tuner& soiled) {
  CHECK_STATUS(ok, soiled.begin(brief(Strategy::improvement, 99)));
  advance_to(soiled, 6);
  poll(soiled, 11);
  renew(soiled);
}

void check_flash() { TEST_ASSERT_TRUE(flash.obeyed); }

// Another tuner goes on from what this one saves, like this one, in the same state.
void check_goes_on(State state) {
  TEST_ASSERT_EQUAL_INT(static_cast<int>(state), static_cast<int>(tuner.state()));
  flash.clear();
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  soil(other);
  CHECK_STATUS(ok, other.restore(flash.storage()));
  TEST_ASSERT_TRUE(other.state() == state);
  TEST_ASSERT_EQUAL(tuner.readings(), other.readings());
  TEST_ASSERT_EQUAL(tuner.outstanding(), other.outstanding());
  TEST_ASSERT_TRUE(tuner.finished() == other.finished());
  const Digest unbroken = finish(tuner);
  TEST_ASSERT_TRUE(finish(other) == unbroken);
  check_flash();
}

void a_tuner_that_has_not_begun_has_nothing_to_save() {
  static Tuner fresh;
  flash.clear();
  CHECK_STATUS(not_ready, fresh.save(flash.storage()));
  TEST_ASSERT_TRUE(flash.writes == 0 && flash.erases == 0);
  CHECK_STATUS(no_checkpoint, fresh.restore(flash.storage()));
  TEST_ASSERT_TRUE(fresh.state() == State::idle);
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  CHECK_STATUS(ok, fresh.restore(flash.storage()));
  TEST_ASSERT_TRUE(finish(fresh) == finish(tuner));
}

void a_tuner_goes_on_from_any_state() {
  for (const Strategy strategy : {Strategy::thompson, Strategy::gibbon, Strategy::improvement}) {
    const bool all = strategy == Strategy::thompson;
    for (const int outstanding : {0, 3}) {  // in the first design
      if (all) {
        CHECK_STATUS(ok, tuner.begin(brief(strategy)));
        advance_to(tuner, 2);
        ask(tuner, outstanding);
        check_goes_on(State::measuring);
      }
    }
    for (const int slices : {0, 1, 5, 20}) {
      if (all) {
        CHECK_STATUS(ok, tuner.begin(brief(strategy)));
        advance_to(tuner, 6);
        poll(tuner, slices);
        check_goes_on(State::fitting);
      }
    }
    for (const int slices : {0, 1, 20}) {
      CHECK_STATUS(ok, tuner.begin(brief(strategy)));
      advance_to(tuner, 6);
      poll(tuner, State::proposing);
      poll(tuner, slices);
      check_goes_on(State::proposing);
    }
    for (const int outstanding : {0, 1, 3}) {
      if (all) {
        CHECK_STATUS(ok, tuner.begin(brief(strategy)));
        advance_to(tuner, 7);
        ask(tuner, outstanding);
        check_goes_on(State::measuring);
      }
    }
  }
  CHECK_STATUS(ok, tuner.begin(brief()));
  advance_to(tuner, 12);  // the last fit is still ahead
  TEST_ASSERT_TRUE(tuner.finished());
  check_goes_on(State::fitting);
  check_goes_on(State::finished);
}

// One that changes its place after ever more slices and trials, with whatever the other place holds from before. A
// proposal begins once more each time, so that it ends only where it is left in peace for long enough.
void a_tuner_that_moves_again_and_again_is_the_same() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  Digest unbroken;
  flash.clear();
  while (!tuner.finished()) {
    const auto trial = tuner.ask();
    unbroken.add(trial->id, trial->settings);
    CHECK_STATUS(ok, tuner.tell(trial->id, reading_of(trial->settings, trial->id)));
  }
  const auto best = tuner.best();
  unbroken.add(0, best->settings);
  unbroken.add(best->value);

  Digest moving;
  renew(other);
  Tuner* here = &tuner;
  Tuner* there = &other;
  CHECK_STATUS(ok, here->begin(brief()));
  int actions = 0;
  int patience = 1;
  while (here->state() != State::finished) {
    if (here->state() == State::measuring) {
      const auto trial = here->ask();
      moving.add(trial->id, trial->settings);
      CHECK_STATUS(ok, here->tell(trial->id, reading_of(trial->settings, trial->id)));
    } else {
      CHECK_STATUS(ok, here->poll());
    }
    if (++actions == patience) {
      actions = 0;
      ++patience;
      CHECK_STATUS(ok, here->save(flash.storage()));
      CHECK_STATUS(ok, there->restore(flash.storage()));
      std::swap(here, there);
    }
  }
  moving.add(0, here->best()->settings);
  moving.add(here->best()->value);
  TEST_ASSERT_TRUE(moving == unbroken);
  check_flash();
}

// Known noise, and a model that forgets: these are in checkpoints, too.
void all_that_matters_is_saved() {
  Settings settings = brief();
  settings.goal = taut::maximise(taut::mean());
  settings.noise = taut::Noise::known;
  settings.when_full = taut::WhenFull::forget_oldest;
  settings.readings = 34;
  settings.evaluations = settings.further_evaluations = 0;
  const auto go_on = [](Tuner& along, std::size_t until) {
    Digest digest;
    while (along.readings() < until) {
      const auto trial = along.ask();
      TEST_ASSERT_TRUE(trial.has_value());
      digest.add(trial->id, trial->settings);
      const auto variance = static_cast<Scalar>(1 + trial->id % 3);
      CHECK_STATUS(ok, along.tell(trial->id, reading_of(trial->settings, trial->id), variance));
    }
    return digest;
  };
  CHECK_STATUS(ok, tuner.begin(settings));
  go_on(tuner, 27);
  flash.clear();
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  soil(other);
  CHECK_STATUS(ok, other.restore(flash.storage()));
  TEST_ASSERT_TRUE(go_on(tuner, 34) == go_on(other, 34));
  TEST_ASSERT_TRUE(tuner.best()->value == other.best()->value);
}

// Where the number of a checkpoint stands in its header, and other words.
enum Word : std::uint8_t { at_magic, at_format, at_task, at_scalar_size, at_gibbon = 10, at_number, at_length };

std::size_t readings_in_storage() {
  soil(other);
  CHECK_STATUS(ok, other.restore(flash.storage()));
  return other.readings();
}

void slots_are_written_in_turn_and_numbers_may_wrap() {
  flash.clear();
  CHECK_STATUS(ok, tuner.begin(brief()));
  for (std::size_t i = 0; i < 6; ++i) {
    advance_to(tuner, i);
    CHECK_STATUS(ok, tuner.save(flash.storage()));
    if (i == 0) {
      TEST_ASSERT_EQUAL_HEX32(0, flash.word(0, at_number));
      flash.amend(0, at_number, 0xFFFFFFFDU);  // as after many saves
    } else {
      TEST_ASSERT_EQUAL_HEX32(0xFFFFFFFDU + i, flash.word(i % 2, at_number));
      TEST_ASSERT_EQUAL_HEX32(0xFFFFFFFDU + i - 1, flash.word(1 - i % 2, at_number));
    }
    TEST_ASSERT_EQUAL(i, readings_in_storage());
  }
  check_flash();
}

// A checkpoint of the states between fits is shorter than one within; slots that held a longer one are fine.
void checkpoints_of_different_lengths_follow_each_other() {
  flash.clear();
  CHECK_STATUS(ok, tuner.begin(brief()));
  advance_to(tuner, 5);
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  advance_to(tuner, 6);
  poll(tuner, 20);  // inducing points are placed, and it fits
  for (int i = 0; i < 2; ++i) {
    CHECK_STATUS(ok, tuner.poll());
    CHECK_STATUS(ok, tuner.save(flash.storage()));
  }
  TEST_ASSERT_TRUE(header_size + flash.word(0, at_length) == tuner.checkpoint_size());
  advance_to(tuner, 7);
  for (int i = 0; i < 3; ++i) {
    CHECK_STATUS(ok, tuner.save(flash.storage()));
    TEST_ASSERT_EQUAL(7, readings_in_storage());
  }
  TEST_ASSERT_TRUE(header_size + flash.word(0, at_length) < tuner.checkpoint_size());
  check_flash();
}

// That the tuner, having got this answer, is what it was: it goes on like one that was not asked.
template <class Action>
void check_unharmed(Status expected, Action action) {
  CHECK_STATUS(ok, tuner.begin(brief()));
  advance_to(tuner, 7);
  ask(tuner, 1);
  const Digest unbroken = finish(tuner);
  CHECK_STATUS(ok, tuner.begin(brief()));
  advance_to(tuner, 7);
  ask(tuner, 1);
  TEST_ASSERT_EQUAL_STRING(taut::text(expected).data(), taut::text(action()).data());
  TEST_ASSERT_TRUE(finish(tuner) == unbroken);
}

void what_is_no_checkpoint_is_not_restored() {
  flash.clear();
  check_unharmed(Status::no_checkpoint, [] { return tuner.restore(flash.storage()); });
  Random random(77);
  for (std::size_t i = 0; i < 2 * slot; ++i) {
    flash[i] = static_cast<std::uint8_t>(random.next());
  }
  CHECK_STATUS(no_checkpoint, tuner.restore(flash.storage()));
  for (std::size_t i = 0; i < 2 * slot; ++i) {
    flash[i] = 0;
  }
  CHECK_STATUS(no_checkpoint, tuner.restore(flash.storage()));
}

// Any byte that has changed, in either slot, makes a checkpoint none; the one before is then the latest.
void a_damaged_checkpoint_is_none() {
  CHECK_STATUS(ok, other.begin(brief()));
  flash.clear();
  advance_to(other, 2);
  CHECK_STATUS(ok, other.save(flash.storage()));
  const std::size_t length = header_size + flash.word(0, at_length);
  for (std::size_t at = 0; at < length; at += at < header_size ? 1 : 503) {
    flash[at] ^= 0x10U;
    CHECK_STATUS(no_checkpoint, tuner.restore(flash.storage()));
    flash[at] ^= 0x10U;
  }
  advance_to(other, 3);
  CHECK_STATUS(ok, other.save(flash.storage()));
  for (const std::size_t at : {std::size_t{5}, length / 2, length - 1}) {
    flash[slot + at] ^= 0x01U;
    CHECK_STATUS(ok, tuner.restore(flash.storage()));
    flash[slot + at] ^= 0x01U;
    TEST_ASSERT_EQUAL(2, tuner.readings());
    CHECK_STATUS(ok, tuner.restore(flash.storage()));
    TEST_ASSERT_EQUAL(3, tuner.readings());
  }
}

void the_checkpoint_of_another_kind_of_tuner_is_refused() {
  CHECK_STATUS(ok, other.begin(brief()));
  for (std::size_t word = at_format; word <= at_gibbon; ++word) {
    flash.clear();
    CHECK_STATUS(ok, other.save(flash.storage()));
    if (word == at_task) {  // a tuner that has begun refuses it: see below
      continue;
    }
    flash.amend(0, word, flash.word(0, word) ^ 1U);
    if (word == at_format) {
      check_unharmed(Status::wrong_checkpoint, [] { return tuner.restore(flash.storage()); });
    }
    CHECK_STATUS(wrong_checkpoint, tuner.restore(flash.storage()));
    CHECK_STATUS(ok, other.save(flash.storage()));  // it can be overwritten
    CHECK_STATUS(ok, tuner.restore(flash.storage()));
  }
  flash.clear();
  static taut::Tuner<taut::Limits{.inputs = 2, .inducing = 8, .observations = 24, .batch = 3, .features = 16}, Scalar>
      smaller;
  Settings settings = brief();
  settings.batch = 0;
  CHECK_STATUS(ok, smaller.begin(settings));
  CHECK_STATUS(ok, smaller.save(flash.storage()));
  CHECK_STATUS(wrong_checkpoint, tuner.restore(flash.storage()));
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  CHECK_STATUS(wrong_checkpoint, smaller.restore(flash.storage()));
#ifndef __arm__  // an image for a core without double precision has no tuner of it
  using Foreign = std::conditional_t<sizeof(Scalar) == sizeof(float), double, float>;
  static taut::Tuner<limits, Foreign> foreign;
  CHECK_STATUS(wrong_checkpoint, foreign.restore(flash.storage()));
  TEST_ASSERT_TRUE(foreign.state() == State::idle);
#endif
  check_flash();
}

// Each with one thing changed: of all that a tuner can be told, nothing may differ.
using Change = void (*)(Settings&);
constexpr std::array<Range, 2> narrower{taut::logarithmic<Scalar>(Scalar(0.1), 5), taut::integers<Scalar>(-9, 9)};
constexpr std::array<Range, 2> linear{Range{Scalar(0.1), 10}, taut::integers<Scalar>(-9, 9)};
constexpr std::array<Range, 2> coarser{knobs[0], taut::steps<Scalar>(-9, 9, 2)};
constexpr Change changes[] = {[](Settings& s) { s.ranges = narrower; },
                              [](Settings& s) { s.ranges = linear; },
                              [](Settings& s) { s.ranges = coarser; },
                              [](Settings& s) { s.goal.minimise = false; },
                              [](Settings& s) { s.goal.statistic.level = 0.7F; },
                              [](Settings& s) { s.goal.statistic.kind = taut::Statistic::Kind::expectile; },
                              [](Settings& s) { s.seed = 4; },
                              [](Settings& s) { s.seed += std::uint64_t{1} << 40U; },
                              [](Settings& s) { s.strategy = Strategy::improvement; },
                              [](Settings& s) { s.initial = 7; },
                              [](Settings& s) { s.batch = 3; },
                              [](Settings& s) { s.readings = 13; },
                              [](Settings& s) { s.when_full = taut::WhenFull::forget_oldest; },
                              [](Settings& s) { s.noise = taut::Noise::constant; },
                              [](Settings& s) { s.placement = taut::Placement::greedy; },
                              [](Settings& s) { s.evaluations = 3; },
                              [](Settings& s) { s.further_evaluations = 2; },
                              [](Settings& s) { s.ease = false; },
                              [](Settings& s) { s.confirm = false; },
                              [](Settings& s) { s.caution = 2; }};

// What is kept by a tuner of either task, side by side: all of them, or as far as they agree.
Digest kept_by(const Tuner& along) {
  Digest digest;
  std::array<Scalar, 2> settings{};
  for (std::size_t i = 0; along.kept(i, settings); ++i) {
    digest.add(static_cast<std::uint32_t>(i), settings);
    digest.add(along.kept(i, settings)->value);
  }
  return digest;
}

void the_checkpoint_of_another_task_is_refused() {
  CHECK_STATUS(ok, other.begin(brief()));
  advance_to(other, 7);
  flash.clear();
  CHECK_STATUS(ok, other.save(flash.storage()));
  for (const Change change : changes) {
    Settings settings = brief();
    change(settings);
    CHECK_STATUS(ok, tuner.begin(settings));
    CHECK_STATUS(other_task, tuner.restore(flash.storage()));
    TEST_ASSERT_EQUAL(0, tuner.readings());
    CHECK_STATUS(ok, tuner.begin(settings));
    ask(tuner, 2);
    CHECK_STATUS(other_task, tuner.restore(flash.storage()));
    TEST_ASSERT_EQUAL(2, tuner.outstanding());
  }
  for (const auto& ranges : {narrower, coarser}) {  // as after `begin`
    Settings settings = brief();
    settings.ranges = ranges;
    CHECK_STATUS(ok, tuner.begin(settings));
    const Digest alone = finish(tuner);
    CHECK_STATUS(ok, tuner.begin(settings));
    CHECK_STATUS(other_task, tuner.restore(flash.storage()));
    TEST_ASSERT_TRUE(finish(tuner) == alone);
  }
  CHECK_STATUS(ok, tuner.begin(brief()));  // defaults that are the same when explicit are the same task
  CHECK_STATUS(ok, tuner.restore(flash.storage()));
  static Tuner fresh;  // the task comes with the checkpoint
  CHECK_STATUS(ok, fresh.restore(flash.storage()));
  TEST_ASSERT_TRUE(kept_by(fresh) == kept_by(other));
  TEST_ASSERT_TRUE(finish(fresh) == finish(tuner));
}

// The latest checkpoint counts, of whatever task, so that no older one comes back.
void a_new_task_goes_on_with_the_numbers_of_the_last() {
  flash.clear();
  CHECK_STATUS(ok, tuner.begin(brief()));
  for (int i = 0; i < 5; ++i) {
    CHECK_STATUS(ok, tuner.save(flash.storage()));
  }
  Settings settings = brief();
  settings.seed = 9;
  CHECK_STATUS(ok, other.begin(settings));
  CHECK_STATUS(ok, other.save(flash.storage()));
  TEST_ASSERT_EQUAL_HEX32(5, flash.word(1, at_number));
  CHECK_STATUS(other_task, tuner.restore(flash.storage()));
  CHECK_STATUS(ok, other.restore(flash.storage()));
}

// Ranges are changed on purpose: what was measured goes on into the tuner of the new ones.
void readings_outlive_a_change_of_ranges() {
  CHECK_STATUS(ok, other.begin(brief()));
  advance_to(other, 7);
  std::array<Scalar, 2> settings{};
  std::array<Scalar, 1> one{};
  CHECK_STATUS(out_of_range, other.kept(7, settings).error());
  CHECK_STATUS(wrong_size, other.kept(0, one).error());
  flash.clear();
  CHECK_STATUS(ok, other.save(flash.storage()));
  static Tuner old;
  CHECK_STATUS(out_of_range, old.kept(0, settings).error());
  CHECK_STATUS(ok, old.restore(flash.storage()));
  constexpr std::array<Range, 2> wider{taut::logarithmic<Scalar>(Scalar(0.01), 100), taut::integers<Scalar>(-20, 20)};
  Settings changed = brief();
  changed.ranges = wider;
  CHECK_STATUS(ok, tuner.begin(changed));
  CHECK_STATUS(other_task, tuner.restore(flash.storage()));
  for (std::size_t i = 0; i < old.readings(); ++i) {
    const auto reading = old.kept(i, settings);
    TEST_ASSERT_TRUE(reading.has_value());
    TEST_ASSERT_TRUE(reading->variance == 0);
    CHECK_STATUS(ok, tuner.add(settings, reading->value));
  }
  TEST_ASSERT_EQUAL(7, tuner.readings());
}

// As they were told, oldest first, also when older ones have been forgotten, and while a fit is under way.
void what_is_kept_can_be_read() {
  Settings settings = brief();
  settings.goal = taut::minimise(taut::mean());
  settings.noise = taut::Noise::known;
  settings.when_full = taut::WhenFull::forget_oldest;
  settings.readings = 31;
  settings.evaluations = settings.further_evaluations = 0;
  CHECK_STATUS(ok, tuner.begin(settings));
  std::array<std::array<Scalar, 4>, 31> told{};
  const auto check = [&told](std::size_t first) {
    constexpr auto slack = Scalar(1e-4);
    for (std::size_t i = 0; first + i < tuner.readings(); ++i) {
      std::array<Scalar, 2> at{};
      const auto reading = tuner.kept(i, at);
      TEST_ASSERT_TRUE(reading.has_value());
      const std::array<Scalar, 4>& then = told[first + i];
      TEST_ASSERT_TRUE(std::abs(at[0] - then[0]) <= slack * then[0] && at[1] == then[1]);
      TEST_ASSERT_TRUE(std::abs(reading->value - then[2]) <= slack);
      TEST_ASSERT_TRUE(std::abs(reading->variance - then[3]) <= slack * then[3]);
    }
  };
  while (!tuner.finished()) {
    const auto trial = tuner.ask();
    TEST_ASSERT_TRUE(trial.has_value());
    const Scalar reading = reading_of(trial->settings, trial->id);
    const auto variance = static_cast<Scalar>(1 + trial->id % 3);
    told[tuner.readings()] = {trial->settings[0], trial->settings[1], reading, variance};
    CHECK_STATUS(ok, tuner.tell(trial->id, reading, variance));
    check(tuner.readings() > limits.observations ? tuner.readings() - limits.observations : 0);
  }
  poll(tuner, 2);
  TEST_ASSERT_TRUE(tuner.state() == State::fitting);
  check(tuner.readings() - limits.observations);
}

void a_storage_must_be_large_enough_and_whole() {
  CHECK_STATUS(ok, other.begin(brief()));
  advance_to(other, 6);
  poll(other, 20);  // now it takes all the room
  const std::size_t needed = (other.checkpoint_size() + sector - 1) / sector * sector;
  flash.clear();
  CHECK_STATUS(storage_failed, other.save(flash.storage(2 * needed - 1)));
  CHECK_STATUS(storage_failed, other.save(flash.storage(2 * needed - sector)));
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, sector, 2 * sector}) {
    CHECK_STATUS(storage_failed, other.save(flash.storage(size)));
  }
  CHECK_STATUS(storage_failed, other.save(flash.storage(2 * slot, 0)));
  CHECK_STATUS(storage_failed, other.restore(flash.storage(2 * slot, 0)));
  CHECK_STATUS(storage_failed, other.restore(flash.storage(0)));
  CHECK_STATUS(storage_failed, other.save(flash.storage(2 * slot, 2 * slot)));
  Storage lame = flash.storage();
  lame.read = {};
  CHECK_STATUS(storage_failed, other.save(lame));
  CHECK_STATUS(storage_failed, other.restore(lame));
  lame = flash.storage();
  lame.write = {};
  CHECK_STATUS(storage_failed, other.save(lame));
  lame = flash.storage();
  lame.erase = {};
  CHECK_STATUS(storage_failed, other.save(lame));
  TEST_ASSERT_TRUE(flash.writes == 0 && flash.erases == 0);
  CHECK_STATUS(storage_failed, other.save({}));
  CHECK_STATUS(storage_failed, other.restore({}));
  renew(tuner);
  CHECK_STATUS(no_checkpoint, tuner.restore(flash.storage()));
  CHECK_STATUS(ok, other.save(flash.storage(2 * needed)));  // just enough
  CHECK_STATUS(ok, other.save(flash.storage(2 * needed + sector - 1)));
  CHECK_STATUS(ok, tuner.restore(flash.storage(2 * needed)));
  TEST_ASSERT_TRUE(finish(tuner) == finish(other));
  check_flash();
}

// Whatever the flash is programmed by, up to what the library gathers.
void writes_are_of_whole_units() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  for (const std::size_t unit : {1U, 2U, 8U, 16U, 32U, 64U, 128U, 256U}) {
    flash.clear();
    flash.unit = unit;
    CHECK_STATUS(ok, tuner.begin(brief()));
    for (std::size_t i = 0; i < 3; ++i) {
      advance_to(tuner, i);
      CHECK_STATUS(ok, tuner.save(flash.storage()));
      TEST_ASSERT_EQUAL(i, readings_in_storage());
    }
    check_flash();
  }
  Storage storage = flash.storage();
  for (const std::size_t wrong : {3U, 24U, 257U, 512U}) {
    storage.write_size = wrong;
    CHECK_STATUS(storage_failed, tuner.save(storage));
    CHECK_STATUS(storage_failed, tuner.restore(storage));
  }
  flash.clear();
  storage = flash.storage();
  storage.write_size = 0;  // as a structure in C may have it
  CHECK_STATUS(ok, tuner.save(storage));
  check_flash();
}

// A device that says that it has written, and has not: the save says so, and what was there before still is.
void what_was_not_written_is_noticed() {
  flash.clear();
  CHECK_STATUS(ok, tuner.begin(brief()));
  advance_to(tuner, 1);
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  const int writes = flash.writes;
  advance_to(tuner, 2);
  for (int i = 1; i <= writes; ++i) {
    flash.idle_write = flash.writes + i;
    CHECK_STATUS(storage_failed, tuner.save(flash.storage()));
    TEST_ASSERT_EQUAL(1, readings_in_storage());
  }
  flash.idle_write = always;
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  TEST_ASSERT_EQUAL(2, readings_in_storage());
  check_flash();
}

// Power fails at each of the calls that a save makes. The checkpoint before it is the one that is there then, and a
// later save works.
void a_save_that_fails_leaves_the_checkpoint_before() {
  flash.clear();
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  advance_to(tuner, 1);
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  flash.writes = flash.erases = flash.reads = 0;
  advance_to(tuner, 2);
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  const int writes = flash.writes;
  const int erases = flash.erases;
  const int reads = flash.reads;
  TEST_ASSERT_TRUE(writes > 3 && erases > 3 && reads > 3);
  const auto interrupt = [](int& left, int count) {
    for (int i = 0; i < count; i += i < 3 || i >= count - 3 ? 1 : 5) {
      left = i;
      CHECK_STATUS(storage_failed, tuner.save(flash.storage()));
      flash.mend();
      CHECK_STATUS(ok, other.restore(flash.storage()));
      TEST_ASSERT_EQUAL(2, other.readings());
    }
  };
  interrupt(flash.writes_left, writes);
  interrupt(flash.erases_left, erases);
  advance_to(tuner, 3);
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  TEST_ASSERT_EQUAL(3, readings_in_storage());
  check_flash();
}

void a_first_save_that_fails_leaves_nothing() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  for (const int at : {0, 1, 7}) {
    flash.clear();
    flash.writes_left = at;
    CHECK_STATUS(storage_failed, tuner.save(flash.storage()));
    flash.mend();
    CHECK_STATUS(no_checkpoint, other.restore(flash.storage()));
    CHECK_STATUS(ok, tuner.save(flash.storage()));
    CHECK_STATUS(ok, other.restore(flash.storage()));
  }
  check_flash();
}

void a_storage_that_fails_harms_no_tuner() {
  flash.clear();
  CHECK_STATUS(ok, other.begin(brief(Strategy::thompson, 5)));
  CHECK_STATUS(ok, other.save(flash.storage()));
  check_unharmed(Status::storage_failed, [] {
    flash.reads_left = 0;
    return tuner.restore(flash.storage());
  });
  check_unharmed(Status::storage_failed, [] {
    flash.reads_left = 1;  // the header
    return tuner.restore(flash.storage());
  });
  check_unharmed(Status::storage_failed, [] {
    flash.reads_left = 0;
    return tuner.save(flash.storage());
  });
  flash.mend();
  check_unharmed(Status::storage_failed, [] {
    flash.writes_left = 2;
    return tuner.save(flash.storage());
  });
  flash.mend();
  check_unharmed(Status::storage_failed, [] {
    flash.erases_left = 1;
    return tuner.save(flash.storage());
  });
  flash.mend();
  // Only between two readings of the same bytes is there no way back.
  renew(tuner);
  flash.reads = 0;
  CHECK_STATUS(ok, tuner.restore(flash.storage()));
  const int reads = flash.reads;
  for (int left = reads - 3; left < reads; ++left) {
    flash.reads_left = left;
    CHECK_STATUS(storage_failed, tuner.restore(flash.storage()));
    TEST_ASSERT_TRUE(tuner.state() == State::idle);
    CHECK_STATUS(not_ready, tuner.ask().error());
  }
  flash.mend();
  CHECK_STATUS(ok, tuner.restore(flash.storage()));
  TEST_ASSERT_TRUE(finish(tuner) == finish(other));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_tuner_that_has_not_begun_has_nothing_to_save);
  RUN_TEST(a_tuner_goes_on_from_any_state);
  RUN_TEST(a_tuner_that_moves_again_and_again_is_the_same);
  RUN_TEST(all_that_matters_is_saved);
  RUN_TEST(slots_are_written_in_turn_and_numbers_may_wrap);
  RUN_TEST(checkpoints_of_different_lengths_follow_each_other);
  RUN_TEST(what_is_no_checkpoint_is_not_restored);
  RUN_TEST(a_damaged_checkpoint_is_none);
  RUN_TEST(the_checkpoint_of_another_kind_of_tuner_is_refused);
  RUN_TEST(the_checkpoint_of_another_task_is_refused);
  RUN_TEST(a_new_task_goes_on_with_the_numbers_of_the_last);
  RUN_TEST(readings_outlive_a_change_of_ranges);
  RUN_TEST(what_is_kept_can_be_read);
  RUN_TEST(a_storage_must_be_large_enough_and_whole);
  RUN_TEST(writes_are_of_whole_units);
  RUN_TEST(what_was_not_written_is_noticed);
  RUN_TEST(a_save_that_fails_leaves_the_checkpoint_before);
  RUN_TEST(a_first_save_that_fails_leaves_nothing);
  RUN_TEST(a_storage_that_fails_harms_no_tuner);
  return UNITY_END();
}
