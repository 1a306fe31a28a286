#pragma once

#include <taut/event.hpp>

#include <algorithm>
#include <array>

#include "tuners.hpp"

/// What a tuner told its observer.
namespace tuners {

using Event = taut::Event<Scalar>;
using Kind = Event::Kind;

struct Record {
  Kind kind;
  std::size_t readings;
  std::uint32_t trial;
  Scalar reading;
};
struct Log {
  std::array<Record, 128> records;
  std::size_t count;
};
inline Log events{};
inline bool events_are_whole = true;

inline void record(const Event& event) {
  if (events.count < events.records.size()) {
    events.records[events.count++] = {event.kind, event.readings, event.trial.id, event.reading};
  }
  bool whole = true;
  switch (event.kind) {
    case Kind::trial:
    case Kind::reading:
    case Kind::failure:
      whole = within(knobs, event.trial.settings);
      break;
    case Kind::fit:
      whole = event.status == Status::ok && event.fit.inducing > 0 && event.fit.passes > 0;
      break;
    case Kind::recommendation:
      whole = within(knobs, event.best.settings) && event.best.deviation > 0;
      break;
    case Kind::batch:
      break;
    case Kind::resumption:
      break;
    case Kind::verification:
      whole = event.certificate.readings > 0 && event.best.settings.empty();
      break;
    case Kind::certificate:
      whole = within(knobs, event.best.settings) && event.certificate.confidence >= 0.95F;
      break;
    case Kind::finished:
      whole = event.best.settings.empty() && event.fit.passes == 0;
      break;
  }
  events_are_whole = events_are_whole && whole;
}

inline void watch(Tuner& watched) {
  events.count = 0;
  events_are_whole = true;
  watched.observe(taut::Observer<Scalar>::create<record>());
}
inline std::size_t count_of(Kind kind) {
  return static_cast<std::size_t>(std::count_if(events.records.begin(), events.records.begin() + events.count,
                                                [kind](const Record& entry) { return entry.kind == kind; }));
}

}  // namespace tuners
