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
    case Field::readings:
      return "readings";
    case Field::when_full:
      return "when_full";
    case Field::noise:
      return "noise";
    case Field::placement:
      return "placement";
    case Field::inference:
      return "inference";
    case Field::evaluations:
      return "evaluations";
    case Field::further_evaluations:
      return "further_evaluations";
    case Field::steps:
      return "steps";
    case Field::rate:
      return "rate";
    case Field::caution:
      return "caution";
    case Field::deviations:
      return "deviations";
  }
  return "unknown field";
}

}  // namespace taut
