#include <taut/finding.hpp>

#include "numeric/arithmetic.hpp"

namespace taut {

etl::string_view text(Field field) {
  switch (field) {  // no default: the compiler names the entry that is missing
    case Field::none:
      return "none";
    case Field::statistic:
      return "statistic";
    case Field::level:
      return "level";
    case Field::ranges:
      return "ranges";
    case Field::strategy:
      return "strategy";
    case Field::initial:
      return "initial";
    case Field::batch:
      return "batch";
    case Field::budget:
      return "budget";
    case Field::when_full:
      return "when_full";
    case Field::noise:
      return "noise";
    case Field::placement:
      return "placement";
    case Field::inference:
      return "inference";
    case Field::cold_evaluations:
      return "cold_evaluations";
    case Field::warm_evaluations:
      return "warm_evaluations";
    case Field::steps:
      return "steps";
    case Field::rate:
      return "rate";
    case Field::minibatch:
      return "minibatch";
    case Field::caution:
      return "caution";
    case Field::noise_multiplier:
      return "noise_multiplier";
    case Field::travel:
      return "travel";
    case Field::start:
      return "start";
    case Field::widen:
      return "widen";
    case Field::tolerance:
      return "tolerance";
    case Field::constraints:
      return "constraints";
  }
  return "unknown field";
}

}  // namespace taut
