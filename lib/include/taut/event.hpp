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
  std::uint32_t id = 0;                ///< Counts from 1; after 2³² - 1 it starts at 1 again.
  etl::span<const Scalar> settings{};  ///< One per knob, in the user's units. Valid while the trial is outstanding.
};

/// The best setting so far, always one that was tried.
template <class Scalar>
struct Best {
  etl::span<const Scalar> settings{};  ///< In the user's units. Valid until the next recommendation.
  Scalar value = 0;                    ///< The estimate of the goal's statistic there, in the unit of the readings.
  /// The standard deviation of the estimate: the truth lies within two of it with about 95 % probability. It is wider
  /// than the model's, because this setting was chosen: the best of many estimates owes some of its rank to luck.
  Scalar deviation = 0;
  float level = 0;      ///< The level of that statistic: always the goal's own, whatever level was fitted.
  Scalar feasible = 1;  ///< The probability that all constraints are kept to there; 1 without any.
};

/// What further readings of the best setting prove, without a model: see `TunerCore::verify`. What the model says is
/// beside it, in `best`.
template <class Scalar>
struct Certificate {
  /// The goal's quantile there is at least this, or at most, if the goal is to minimise: an order statistic of the
  /// readings. In their unit.
  Scalar bound = 0;
  float confidence = 0;      ///< How likely such a bound holds, whatever the distribution: 0.95 or a little more.
  std::size_t readings = 0;  ///< How many readings it rests on.
};

/// Something that happened in a tuner, for logs and progress bars.
template <class Scalar>
struct Event {
  /// What happened, and which of the members below describe it. The others keep their defaults.
  enum class Kind : std::uint8_t {
    trial,           ///< A trial was handed out: `trial`.
    reading,         ///< A reading was accepted: `reading`, and `trial`, whose `id` is 0 for a reading that was added.
    failure,         ///< A trial was given up: `trial`.
    fit,             ///< A fit has ended: `status` and, if that is ok, `fit`.
    recommendation,  ///< There is a new best setting: `best`. Or none any more, by its `status`: `none_feasible`.
    batch,           ///< The next trials are ready to be asked for.
    finished,        ///< No more trials will follow.
    verification,    ///< Readings of the best setting are wanted: `certificate.readings`.
    certificate,     ///< They are all there: `certificate`.
    resumption,      ///< It goes on although it had converged: `TunerCore::go_on`.
  };

  Kind kind = Kind::trial;                ///< What happened.
  std::size_t readings = 0;               ///< Number of readings accepted so far.
  Trial<Scalar> trial{};                  ///< For `trial`, `reading` and `failure`.
  Scalar reading = 0;                     ///< For `reading`, in the user's unit.
  Scalar variance = 0;                    ///< For `reading`: the variance of its noise, if that is known.
  Status status = Status::ok;             ///< For `fit`: how it ended. For `recommendation`: whether there is one.
  FitReport<Scalar> fit{};                ///< For `fit`, if it succeeded.
  Best<Scalar> best{};                    ///< For `recommendation` and `certificate`.
  Certificate<Scalar> certificate{};      ///< For `verification` and `certificate`.
  etl::span<const Scalar> constraints{};  ///< For `reading`: those of the constraints, in the user's units.
};

/// Receives events: a function, a member function or a callable object, which is kept by reference.
template <class Scalar>
using Observer = etl::delegate<void(const Event<Scalar>&)>;

}  // namespace taut
