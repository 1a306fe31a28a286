#pragma once

#include <array>
#include <cstdint>

#include "numbers.hpp"
#include "tuners.hpp"

/// Everything that a tuner refuses, in whatever state.
namespace tuners {

using numbers::huge;
using numbers::infinity;
using numbers::nan;
using taut::Field;
using taut::Noise;
using taut::Statistic;
using taut::WhenFull;

inline void expect(Status expected, Status found) {
  TEST_ASSERT_EQUAL_STRING(taut::text(expected).data(), taut::text(found).data());
}

/// With a status, and with the place: which setting, and of which knob.
inline void refuse(Tuner& bothered, Status expected, Field field, const Config& config, std::size_t knob = 0) {
  expect(expected, bothered.begin(config));
  const taut::Finding found = bothered.check(config);
  expect(expected, found.status);
  TEST_ASSERT_EQUAL_STRING(text(field).data(), text(found.field).data());
  TEST_ASSERT_EQUAL(knob, found.knob);
}

inline void bother_with_sizes(Tuner& bothered) {
  Config bad = brief();
  bad.ranges = etl::span<const Range>(knobs.data(), 1);
  refuse(bothered, Status::wrong_size, Field::ranges, bad);
  bad.ranges = {};
  refuse(bothered, Status::wrong_size, Field::ranges, bad);
  constexpr std::array<Range, 3> three{Range{0, 1}, Range{0, 1}, Range{0, 1}};
  bad.ranges = three;
  refuse(bothered, Status::wrong_size, Field::ranges, bad);
  bad = brief();
  bad.batch = limits.outstanding + 1;
  refuse(bothered, Status::wrong_size, Field::batch, bad);
  bad = brief();
  bad.budget = limits.observations + 1;
  refuse(bothered, Status::wrong_size, Field::budget, bad);
  bad = brief();
  bad.initial = bad.budget + 1;
  refuse(bothered, Status::wrong_size, Field::initial, bad);
  bad = brief();
  bad.when_full = WhenFull::forget_oldest;
  bad.budget = 0;
  bad.initial = limits.observations + 1;
  refuse(bothered, Status::wrong_size, Field::initial, bad);
}

inline void bother_with_numbers(Tuner& bothered) {
  Config bad = brief();
  for (const Scalar number : {nan, infinity, -infinity}) {
    bad = brief();
    bad.caution = number;
    refuse(bothered, Status::not_finite, Field::caution, bad);
    bad = brief(taut::maximise(taut::mean()));
    bad.noise_multiplier = number;
    refuse(bothered, Status::not_finite, Field::noise_multiplier, bad);
    const std::array<Range, 2> infinite{Range{0, 1}, Range{0, number}};
    bad = brief();
    bad.ranges = infinite;
    refuse(bothered, Status::not_finite, Field::ranges, bad, 1);
    refuse(bothered, Status::not_finite, Field::level,
           brief(taut::maximise(taut::quantile(static_cast<float>(number)))));
    refuse(bothered, Status::not_finite, Field::level,
           brief(taut::minimise(taut::quantile(static_cast<float>(number)))));
  }
  for (const float level : {0.0F, 1.0F, -0.5F, 1.5F, 1e-9F}) {  // the last one has no mirror image
    refuse(bothered, Status::out_of_range, Field::level, brief(taut::maximise(taut::quantile(level))));
    refuse(bothered, Status::out_of_range, Field::level, brief(taut::minimise(taut::expectile(level))));
  }
  constexpr std::array<Range, 2> reversed{Range{0, 1}, Range{1, 0}};
  bad = brief();
  bad.ranges = reversed;
  refuse(bothered, Status::out_of_range, Field::ranges, bad, 1);
  constexpr std::array<Range, 2> both{Range{1, 0}, Range{1, infinity}};  // the first counts
  bad.ranges = both;
  refuse(bothered, Status::out_of_range, Field::ranges, bad);
}

inline void bother_with_multipliers(Tuner& bothered) {
  Config bad = brief();
  for (const Scalar caution : {Scalar(-1), Scalar(1001)}) {
    bad = brief();
    bad.caution = caution;
    refuse(bothered, Status::out_of_range, Field::caution, bad);
  }
  bad = brief();
  bad.noise_multiplier = 1;  // of a quantile
  refuse(bothered, Status::out_of_range, Field::noise_multiplier, bad);
  for (const Scalar multiplier : {Scalar(-1001), Scalar(1e30)}) {
    bad = brief(taut::maximise(taut::mean()));
    bad.noise_multiplier = multiplier;
    refuse(bothered, Status::out_of_range, Field::noise_multiplier, bad);
  }
  for (const Strategy strategy : {Strategy::gibbon, Strategy::improvement}) {  // which know nothing of the scale
    bad = brief(taut::maximise(taut::mean()), strategy);
    bad.noise_multiplier = -1;
    refuse(bothered, Status::out_of_range, Field::noise_multiplier, bad);
  }
  bad = brief(taut::maximise(taut::mean()));
  bad.noise_multiplier = -1;
  bad.noise = Noise::known;
  refuse(bothered, Status::out_of_range, Field::noise_multiplier, bad);
}

inline void bother_with_tolerances(Tuner& bothered) {
  Config bad = brief();
  for (const Scalar number : {nan, infinity, -infinity}) {
    bad.tolerance = number;
    refuse(bothered, Status::not_finite, Field::tolerance, bad);
  }
  bad.tolerance = -1;
  refuse(bothered, Status::out_of_range, Field::tolerance, bad);
}

inline void bother_with_choices(Tuner& bothered) {
  Config bad = brief();
  bad.noise = Noise::known;  // of a quantile
  refuse(bothered, Status::out_of_range, Field::noise, bad);
  bad = brief();
  bad.cold_evaluations = -1;
  refuse(bothered, Status::out_of_range, Field::cold_evaluations, bad);
  bad = brief();
  bad.warm_evaluations = -1;
  refuse(bothered, Status::out_of_range, Field::warm_evaluations, bad);
  bad = brief();
  bad.strategy = static_cast<Strategy>(3);
  refuse(bothered, Status::out_of_range, Field::strategy, bad);
  bad = brief();
  bad.noise = static_cast<Noise>(3);
  refuse(bothered, Status::out_of_range, Field::noise, bad);
  bad = brief();
  bad.placement = static_cast<taut::Placement>(2);
  refuse(bothered, Status::out_of_range, Field::placement, bad);
  bad = brief();
  bad.when_full = static_cast<WhenFull>(2);
  refuse(bothered, Status::out_of_range, Field::when_full, bad);
  bad = brief();
  bad.goal.statistic.kind = static_cast<Statistic::Kind>(3);
  refuse(bothered, Status::out_of_range, Field::statistic, bad);
}

inline void bother_with_readings(Tuner& bothered) {
  const State state = bothered.state();
  const std::size_t outstanding = bothered.outstanding();
  const Scalar beyond = huge / 3;
  for (const Scalar number : {nan, infinity, -infinity}) {
    const Status busy = state == State::finished ? Status::finished : Status::not_ready;
    expect(state == State::measuring ? Status::not_finite : busy, bothered.add(Place{1, 1}, number));
    for (std::size_t i = 0; i < outstanding; ++i) {
      expect(Status::not_finite, bothered.tell(bothered.outstanding_trial(i)->id, number));
      expect(Status::not_finite, bothered.tell(bothered.outstanding_trial(i)->id, 1, number));
    }
  }

  if (state == State::measuring) {
    CHECK_STATUS(wrong_size, bothered.add({}, 1));
    CHECK_STATUS(wrong_size, bothered.add(std::array<Scalar, 1>{}, 1));
    CHECK_STATUS(wrong_size, bothered.add(std::array<Scalar, 3>{}, 1));
    CHECK_STATUS(not_finite, bothered.add(Place{nan, 0}, 1));
    CHECK_STATUS(not_finite, bothered.add(Place{0, infinity}, 1));
    CHECK_STATUS(out_of_range, bothered.add(Place{Scalar(10.001), 0}, 1));
    CHECK_STATUS(out_of_range, bothered.add(Place{0, Scalar(-90.001)}, 1));
    CHECK_STATUS(out_of_range, bothered.add(Place{0, 0}, beyond));
    CHECK_STATUS(out_of_range, bothered.add(Place{0, 0}, -beyond));
    CHECK_STATUS(out_of_range, bothered.add(Place{0, 0}, 1, 1));  // the noise is not known
    CHECK_STATUS(out_of_range, bothered.add(Place{0, 0}, 1, 0));
    CHECK_STATUS(out_of_range, bothered.add(Place{0, 0}, 1, -1));
  }
  for (std::size_t i = 0; i < outstanding; ++i) {
    const std::uint32_t id = bothered.outstanding_trial(i)->id;
    CHECK_STATUS(out_of_range, bothered.tell(id, beyond));
    CHECK_STATUS(out_of_range, bothered.tell(id, -beyond));
    CHECK_STATUS(out_of_range, bothered.tell(id, 1, 1));
    CHECK_STATUS(out_of_range, bothered.tell(id, 1, 0));
    CHECK_STATUS(out_of_range, bothered.tell(id, 1, -1));
  }
}

/// Whatever can be refused in the state that the tuner is in.
inline void bother(Tuner& bothered) {
  const std::size_t readings = bothered.readings();
  const std::size_t outstanding = bothered.outstanding();
  const State state = bothered.state();
  bother_with_sizes(bothered);
  bother_with_numbers(bothered);
  bother_with_multipliers(bothered);
  bother_with_tolerances(bothered);
  bother_with_choices(bothered);
  bother_with_readings(bothered);
  for (const std::uint32_t id : {std::uint32_t{0}, std::uint32_t{1000}, ~std::uint32_t{0}}) {
    CHECK_STATUS(unknown_trial, bothered.tell(id, 1));
    CHECK_STATUS(unknown_trial, bothered.tell(id, nan));
    CHECK_STATUS(unknown_trial, bothered.tell(id, 1, 1));
    CHECK_STATUS(unknown_trial, bothered.fail(id));
  }
  CHECK_STATUS(out_of_range, bothered.outstanding_trial(outstanding).error());
  if (state == State::fitting || state == State::proposing) {
    CHECK_STATUS(not_ready, bothered.predict(Place{}).error());
  } else if (bothered.predict(Place{}).has_value()) {
    CHECK_STATUS(wrong_size, bothered.predict({}).error());
    CHECK_STATUS(wrong_size, bothered.predict(std::array<Scalar, 3>{}).error());
    CHECK_STATUS(not_finite, bothered.predict(Place{nan, 0}).error());
    CHECK_STATUS(out_of_range, bothered.predict(Place{-1, 0}).error());
  }
  TEST_ASSERT_TRUE(bothered.state() == state);
  TEST_ASSERT_EQUAL(readings, bothered.readings());
  TEST_ASSERT_EQUAL(outstanding, bothered.outstanding());
}

}  // namespace tuners
