#pragma once

#include <etl/delegate.h>
#include <etl/span.h>
#include <etl/string_view.h>
#include <taut/model.hpp>

#include <cstddef>
#include <cstdint>

namespace taut {

/// A measurement that the tuner asks for.
template <class Scalar>
struct Trial {
  std::uint32_t id = 0;                ///< From 1 on; after 2³² - 1 from 1 again.
  etl::span<const Scalar> settings{};  ///< One per knob, in the user's units. Valid while the trial is outstanding.
};

/// The best setting so far: one that was tried.
template <class Scalar>
struct Best {
  etl::span<const Scalar> settings{};  ///< In the user's units. Valid until the next recommendation.
  Scalar value = 0;                    ///< The goal's statistic there, as estimated, in the unit of the readings.
  /// The standard deviation of that: the truth lies within two with about 95 % probability. It allows for the setting
  /// having been chosen: the best of many owes some of its rank to luck.
  Scalar deviation = 0;
  float level = 0;  ///< The level that the value is of: always the goal's own, whatever was fitted.
};

/// Something that happened in a tuner: for logs and progress bars.
template <class Scalar>
struct Event {
  /// What happened, and which of the members below tell about it. The others keep their defaults.
  enum class Kind : std::uint8_t {
    trial,           ///< A trial was handed out: `trial`.
    reading,         ///< A reading was accepted: `trial`, whose number is 0 if none was asked for it, and `reading`.
    failure,         ///< A trial was given up: `trial`.
    fit,             ///< The model has been fitted: `status`, and if that is ok, `fit`.
    recommendation,  ///< There is a new best setting: `best`.
    batch,           ///< The next trials are ready to be asked for.
    finished,        ///< No more trials will follow.
  };

  Kind kind = Kind::trial;     ///< See there.
  std::size_t readings = 0;    ///< Accepted so far.
  Trial<Scalar> trial{};       ///< Of `trial`, `reading` and `failure`.
  Scalar reading = 0;          ///< Of `reading`, in the user's unit.
  Status status = Status::ok;  ///< Of `fit`: how it ended.
  FitReport<Scalar> fit{};     ///< Of `fit`, if it ended well.
  Best<Scalar> best{};         ///< Of `recommendation`.
};

/// Who is told of events: a function, a member function or an object that can be called, kept by reference.
template <class Scalar>
using Observer = etl::delegate<void(const Event<Scalar>&)>;

}  // namespace taut
