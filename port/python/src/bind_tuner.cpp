#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "ranges.hpp"
#include "refusal.hpp"
#include "task.hpp"
#include "tuner.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace python {
namespace {

// A log that leads back to its tuner would keep both for ever if the collector of garbage could not see it.
int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (nb::inst_ready(self)) {
    Py_VISIT(nb::inst_ptr<Tuner>(self)->log().ptr());
  }
  return 0;
}
int clear(PyObject* self) {
  nb::inst_ptr<Tuner>(self)->set_log(nb::none());
  return 0;
}
PyType_Slot slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(traverse)}, {Py_tp_clear, reinterpret_cast<void*>(clear)}, {0, nullptr}};

std::string text_of(const std::vector<float>& settings) {
  std::string text = "(";
  for (const float setting : settings) {
    etl::string<32> number;
    taut::append(number, setting);
    text += (text.size() > 1 ? ", " : "") + std::string(number.c_str());
  }
  return text + ")";
}

Array array_of_settings(const std::vector<float>& settings) { return array_of({settings.data(), settings.size()}); }

void begin(Tuner* self, const taut::Goal& goal, nb::object ranges, std::size_t observations,
           std::optional<std::size_t> inducing, std::size_t outstanding, std::size_t features,
           std::optional<bool> gibbon, std::uint64_t seed, taut::Strategy strategy, std::size_t initial,
           std::size_t batch, std::size_t budget, taut::WhenFull when_full, taut::Noise noise,
           taut::Placement placement, int cold_evaluations, int warm_evaluations, bool ease_level, bool confirm,
           double caution, double noise_multiplier, nb::object log) {
  const std::vector<taut::Range<float>> found = ranges_of(ranges);
  taut::Limits limits{.inputs = found.size(),
                      .observations = observations,
                      .outstanding = outstanding,
                      .features = features,
                      .gibbon = gibbon.value_or(strategy == taut::Strategy::gibbon)};
  limits.inducing = inducing.value_or(limits.inducing);
  require_affordable(limits);
  const taut::TunerConfig<float> config{.goal = goal,
                                        .ranges = span_of(found),
                                        .seed = seed,
                                        .strategy = strategy,
                                        .initial = initial,
                                        .batch = batch,
                                        .budget = budget,
                                        .when_full = when_full,
                                        .noise = noise,
                                        .placement = placement,
                                        .cold_evaluations = cold_evaluations,
                                        .warm_evaluations = warm_evaluations,
                                        .ease_level = ease_level,
                                        .confirm = confirm,
                                        .caution = single(caution),
                                        .noise_multiplier = single(noise_multiplier)};
  new (self) Tuner(limits, config, std::move(log));
}

std::unique_ptr<Tuner> from_task(const std::string& line, nb::object log) {
  monitor::Task task;
  const std::string problem = monitor::read(line, task);
  if (!problem.empty()) {
    throw Refusal{taut::Status::out_of_range, problem};
  }
  return std::make_unique<Tuner>(task.limits, task.complete(), std::move(log));
}

void bind_results(nb::module_& module) {
  nb::class_<taut::Limits>(module, "Limits", "How much a tuner can hold.")
      .def_ro("inputs", &taut::Limits::inputs)
      .def_ro("inducing", &taut::Limits::inducing)
      .def_ro("observations", &taut::Limits::observations)
      .def_ro("outstanding", &taut::Limits::outstanding)
      .def_ro("features", &taut::Limits::features)
      .def_ro("gibbon", &taut::Limits::gibbon);
  nb::class_<Trial>(module, "Trial", "A measurement that the tuner asks for.")
      .def_ro("id", &Trial::id, "Counts from 1.")
      .def_prop_ro(
          "settings", [](const Trial& self) { return array_of_settings(self.settings); }, "One per knob.",
          nb::rv_policy::automatic, nb::sig("def settings(self) -> NDArray[numpy.float64]"))
      .def("__repr__",
           [](const Trial& self) { return "Trial " + std::to_string(self.id) + " at " + text_of(self.settings); });
  nb::class_<Best>(module, "Best", "The best setting so far, always one that was tried.")
      .def_prop_ro(
          "settings", [](const Best& self) { return array_of_settings(self.settings); }, "One per knob.",
          nb::rv_policy::automatic, nb::sig("def settings(self) -> NDArray[numpy.float64]"))
      .def_ro("value", &Best::value, "The estimate of the goal's statistic there.")
      .def_ro("deviation", &Best::deviation,
              "The standard deviation of the estimate: the truth lies within two with about 95 % probability.")
      .def_ro("level", &Best::level, "The level of that statistic.")
      .def("__repr__", [](const Best& self) {
        return "Best at " + text_of(self.settings) + ": " + text_of({self.value, 2 * self.deviation});
      });
}

}  // namespace

void bind_tuner(nb::module_& module) {
  bind_results(module);
  nb::class_<Tuner>(module, "Tuner", nb::type_slots(slots),
                    "Asks for measurements at settings of its choice, learns from the readings, and ends with the "
                    "setting where the goal's statistic is best.\n\n"
                    "    while tuner.wants_readings:\n"
                    "        trial = tuner.ask()\n"
                    "        tuner.tell(trial.id, measure(trial.settings))\n"
                    "    best = tuner.best()\n\n"
                    "It computes in single precision, and so the same bits as a device with the same task. What is "
                    "refused raises an `Error` and changes nothing.")
      .def("__init__", begin, "goal"_a, "ranges"_a, nb::kw_only(), "observations"_a, "inducing"_a = nb::none(),
           "outstanding"_a = 8, "features"_a = 256, "gibbon"_a = nb::none(), "seed"_a = 0,
           "strategy"_a = taut::Strategy::thompson, "initial"_a = 0, "batch"_a = 0, "budget"_a = 0,
           "when_full"_a = taut::WhenFull::finish, "noise"_a = taut::Noise::varies,
           "placement"_a = taut::Placement::clusters, "cold_evaluations"_a = 20, "warm_evaluations"_a = 4,
           "ease_level"_a = true, "confirm"_a = true, "caution"_a = 1.0, "noise_multiplier"_a = 0.0,
           "log"_a = nb::none(),
           "Begins. `ranges` has a `Range` or a pair (lowest, highest) for each knob. `observations`, `inducing`, "
           "`outstanding`, `features` and `gibbon` are the members of taut::Limits, which say how much memory there "
           "is: readings kept, inducing points (by default eight for each knob, from 32 to 64), trials outstanding at "
           "a time, waves of a drawn function, and whether there is room for Q-GIBBON (by default if that is the "
           "strategy). The others are those of taut::TunerConfig. `log` is called with each line of a log that "
           "`replay` can read, without its end.",
           nb::sig("def __init__(self, goal: Goal, ranges: Iterable[Range | Sequence[float]], *, observations: int, "
                   "inducing: int | None = None, outstanding: int = 8, features: int = 256, gibbon: bool | None = "
                   "None, seed: int = 0, strategy: Strategy = ..., initial: int = 0, batch: int = 0, budget: int = 0, "
                   "when_full: WhenFull = ..., noise: Noise = ..., placement: Placement = ..., cold_evaluations: int "
                   "= 20, warm_evaluations: int = 4, ease_level: bool = True, confirm: bool = True, caution: float = "
                   "1.0, noise_multiplier: float = 0.0, log: Callable[[str], object] | None = None) -> None"))
      .def_static("from_task", from_task, "line"_a, "log"_a = nb::none(),
                  "A tuner with the task that the first line of a log says.",
                  nb::sig("def from_task(line: str, log: Callable[[str], object] | None = None) -> Tuner"))
      .def_static("from_checkpoint", &Tuner::read, "checkpoint"_a, "sector_size"_a = 1,
                  "The tuner that `save` kept, or the whole storage of a program in C++ on this machine, which has two "
                  "slots of whole sectors.")
      .def("ask", &Tuner::ask,
           "The next trial. Fits the model and chooses trials first, if that is due. Refused as `finished`, or as "
           "`not_ready` while no further trial can be handed out.")
      .def("tell", &Tuner::tell, "id"_a, "reading"_a, "variance"_a = nb::none(),
           "Tells the reading of a trial, in any order; with the variance of its noise if the noise is known. If it is "
           "refused, the trial is still outstanding.")
      .def("fail", &Tuner::fail, "id"_a, "Gives up a trial whose measurement was lost. Another takes its place.")
      .def("add", &Tuner::add, "settings"_a, "reading"_a, "variance"_a = nb::none(),
           "Adds a reading that the tuner did not ask for. Its settings must lie in the ranges, and on the steps.",
           nb::sig("def add(self, settings: ArrayLike, reading: float, variance: float | None = None) -> None"))
      .def("poll", &Tuner::poll, "One bounded slice of the work that is due; `ask` and `best` do all of it.")
      .def("best", &Tuner::best, "The best setting so far. After the last reading it does the last fit first.")
      .def("predict", &Tuner::predict, "settings"_a,
           "Predicts the goal's statistic from the last fit, for one setting of all knobs or an array of any shape "
           "whose last dimension is the knobs.",
           nb::sig("def predict(self, settings: ArrayLike) -> Prediction"))
      .def("kept", &Tuner::kept, "The readings that are kept, the oldest first: settings, readings, variances.",
           nb::sig("def kept(self) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64]]"))
      .def("save", &Tuner::save,
           "A checkpoint of everything but the log: `from_checkpoint` continues from it exactly as this would have.")
      .def("restore", &Tuner::restore, "checkpoint"_a,
           "Continues from a checkpoint of the same task. Of another one it is refused as `other_task`.")
      .def_prop_ro("outstanding", &Tuner::outstanding, "Trials handed out and not yet told or failed.")
      .def_prop_ro("state", &Tuner::state, "What the tuner is doing.")
      .def_prop_ro("wants_readings", &Tuner::wants_readings, "Whether any readings are still to be told.")
      .def_prop_ro("readings", &Tuner::readings, "Number of readings accepted so far.")
      .def_prop_ro("limits", &Tuner::limits, "How much it can hold.")
      .def_prop_rw(
          "log", [](const Tuner& self) { return self.log().is_valid() ? self.log() : nb::none(); }, &Tuner::set_log,
          nb::for_getter("What is called with each line of the log, or None."), nb::for_setter(nb::arg("log").none()),
          nb::for_getter(nb::sig("def log(self) -> Callable[[str], object] | None")),
          nb::for_setter(nb::sig("def log(self, log: Callable[[str], object] | None) -> None")))
      .def("__getstate__", &Tuner::save)
      .def("__setstate__", [](Tuner* self, nb::bytes checkpoint) {
        const std::unique_ptr<Tuner> read = Tuner::read(std::move(checkpoint), 1);
        new (self) Tuner(read->take(), read->limits());
      });
}

}  // namespace python
