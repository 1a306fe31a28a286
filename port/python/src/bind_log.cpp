#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <array>

#include "bindings.hpp"
#include "entry.hpp"
#include "replay.hpp"
#include "task.hpp"
#include "tuner.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace python {
namespace {

using Entry = monitor::Entry;
using Replay = monitor::Replay;

constexpr std::array<const char*, 13> kinds{"trial",  "reading",     "failure", "fit",  "best",    "batch", "finished",
                                            "verify", "certificate", "go_on",   "task", "damaged", "other"};
static_assert(static_cast<std::size_t>(Entry::Kind::other) + 1 == kinds.size());

const char* verdict_of(const Replay& replay) {
  switch (replay.verdict()) {
    case Replay::Verdict::no_task:
      return "no_task";
    case Replay::Verdict::same:
      return "same";
    case Replay::Verdict::differs:
      return "differs";
    case Replay::Verdict::unusable:
      return "unusable";
  }
  return "?";
}

void take(Replay& replay, const std::string& line) {
  replay.take(line);
  while (replay.busy()) {
    replay.advance();
  }
}

std::unique_ptr<Tuner> take_tuner(Replay& replay) {
  const taut::Limits limits = replay.task().limits;
  return std::make_unique<Tuner>(replay.take_tuner(), limits);
}

std::string task_problem(const std::string& line) {
  monitor::Task task;
  return monitor::read(line, task);
}

}  // namespace

void bind_log(nb::module_& module) {
  nb::class_<Entry>(module, "Entry", "What one line of a log says. Members that its kind does not have are 0.")
      .def_prop_ro(
          "kind", [](const Entry& self) { return kinds[static_cast<std::size_t>(self.kind)]; },
          "trial, reading, failure, fit, best, batch, finished, verify, certificate, go_on, task, damaged, or other: "
          "what else a device prints.")
      .def_ro("id", &Entry::id, "Of a trial; 0 for a reading that was not asked for.")
      .def_prop_ro(
          "settings",
          [](const Entry& self) {
            return array_of({self.settings.data(), self.settings.size()});
          },
          "Of a trial, a best setting, a reading that was not asked for.", nb::rv_policy::automatic,
          nb::sig("def settings(self) -> NDArray[numpy.float64]"))
      .def_ro("reading", &Entry::reading)
      .def_ro("variance", &Entry::variance, "Of the noise of a reading; 0 where it is not known.")
      .def_prop_ro(
          "constraints",
          [](const Entry& self) {
            return array_of({self.constraints.data(), self.constraints.size()});
          },
          "Of a reading: those of the constraints.", nb::rv_policy::automatic,
          nb::sig("def constraints(self) -> NDArray[numpy.float64]"))
      .def_ro("readings", &Entry::readings, "How many there were; of a verification and a certificate, its own.")
      .def_ro("bound", &Entry::bound, "What a certificate proves,")
      .def_ro("confidence", &Entry::confidence, "and its confidence.")
      .def_ro("value", &Entry::value, "The estimate at a best setting,")
      .def_ro("deviation", &Entry::deviation, "its standard deviation,")
      .def_ro("level", &Entry::level, "its level,")
      .def_ro("feasible", &Entry::feasible, "and the probability that it keeps to the constraints.")
      .def_ro("fitted", &Entry::fitted, "Whether a fit succeeded. Then")
      .def_ro("passes", &Entry::passes, "its passes,")
      .def_ro("evaluations", &Entry::evaluations, "its evaluations,")
      .def_ro("evidence", &Entry::evidence, "and the evidence, to six digits.");
  module.def(
      "read_line", [](const std::string& line) { return monitor::read(line); }, "line"_a,
      "What a line of a log says, without its end.");
  module.def("task_problem", task_problem, "line"_a, "What is wrong with a line that tells a task; else nothing.");
  nb::class_<Replay>(module, "Replayer", "Does again what a log says, line by line.")
      .def(nb::init<>())
      .def("take", take, "line"_a, nb::call_guard<nb::gil_scoped_release>(), "The next line, without its end.")
      .def("take_tuner", take_tuner, "The tuner as it is after the last line, for good.")
      .def_prop_ro("verdict", verdict_of, "no_task, same, differs or unusable.")
      .def_prop_ro("message", &Replay::message, "What is wrong; nothing as long as nothing is.")
      .def_prop_ro("lines", &Replay::lines)
      .def_prop_ro("events", &Replay::events)
      .def_prop_ro("trials", &Replay::trials)
      .def_prop_ro("readings", &Replay::readings)
      .def_prop_ro("recommendations", &Replay::recommendations);
}

}  // namespace python
