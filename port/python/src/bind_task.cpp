#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <taut/taut.hpp>

#include <string>

#include "bindings.hpp"
#include "numbers.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace python {
namespace {

std::string text_of(float number) {
  etl::string<32> text;
  taut::append(text, number);
  return text.c_str();
}

void bind_enumerations(nb::module_& module) {
  using taut::Status;
  nb::enum_<Status>(module, "Status", "The outcome of a call; that of an `Error` says why it was refused.")
      .value("ok", Status::ok)
      .value("wrong_size", Status::wrong_size)
      .value("not_finite", Status::not_finite)
      .value("out_of_range", Status::out_of_range)
      .value("not_positive_definite", Status::not_positive_definite)
      .value("not_ready", Status::not_ready)
      .value("full", Status::full)
      .value("unknown_trial", Status::unknown_trial)
      .value("finished", Status::finished)
      .value("no_checkpoint", Status::no_checkpoint)
      .value("wrong_checkpoint", Status::wrong_checkpoint)
      .value("storage_failed", Status::storage_failed)
      .value("other_task", Status::other_task)
      .value("none_feasible", Status::none_feasible);
  nb::enum_<taut::State>(module, "State", "What a tuner is doing.")
      .value("idle", taut::State::idle)
      .value("measuring", taut::State::measuring, "It waits for `ask` and `tell`.")
      .value("fitting", taut::State::fitting, "It learns from the readings: `ask` or `poll` goes on with it.")
      .value("proposing", taut::State::proposing, "It looks for the next trials: likewise.")
      .value("finished", taut::State::finished, "It has all its readings and the final recommendation.");
  nb::enum_<taut::Scale>(module, "Scale", "How the distance between two settings of a knob is measured.")
      .value("linear", taut::Scale::linear)
      .value("logarithmic", taut::Scale::logarithmic, "By their ratio, as for a gain from 0.01 to 100.");
  nb::enum_<taut::Strategy>(module, "Strategy", "How the next settings to try are chosen.")
      .value("thompson", taut::Strategy::thompson, "Where functions drawn from the posterior are best.")
      .value("gibbon", taut::Strategy::gibbon, "Trials that together tell most about the best value (Q-GIBBON).")
      .value("improvement", taut::Strategy::improvement, "Expected improvement.");
  nb::enum_<taut::Noise>(module, "Noise", "What is known about the noise of the readings.")
      .value("varies", taut::Noise::varies, "Nothing. Its scale may differ from setting to setting.")
      .value("constant", taut::Noise::constant, "Its scale is the same at all settings.")
      .value("known", taut::Noise::known, "Each reading comes with its variance. Only for the mean.");
  nb::enum_<taut::Placement>(module, "Placement", "Where the inducing points go.")
      .value("greedy", taut::Placement::greedy, "They cover everything visited.")
      .value("clusters", taut::Placement::clusters, "They crowd where the observations do.");
  nb::enum_<taut::WhenFull>(module, "WhenFull", "What happens to a reading when there is no room for it.")
      .value("finish", taut::WhenFull::finish, "It is refused; a tuner has finished.")
      .value("forget_oldest", taut::WhenFull::forget_oldest, "It replaces the oldest one.");
  nb::enum_<taut::Inference>(module, "Inference", "How a model is fitted.")
      .value("sites", taut::Inference::sites, "Tens of passes over the data.")
      .value("adam", taut::Inference::adam, "Adam on mini-batches: thousands of steps.");
}

void bind_goals(nb::module_& module) {
  using Kind = taut::Statistic::Kind;
  nb::class_<taut::Statistic>(module, "Statistic", "The number that stands for all readings at a setting.")
      .def_ro("level", &taut::Statistic::level, "Between 0 and 1.")
      .def_prop_ro(
          "kind",
          [](const taut::Statistic& self) {
            return self.kind == Kind::quantile ? "quantile" : self.kind == Kind::expectile ? "expectile" : "mean";
          },
          "quantile, expectile or mean.")
      .def("__repr__", [](const taut::Statistic& self) {
        return self.kind == Kind::mean
                   ? "mean()"
                   : (self.kind == Kind::quantile ? "quantile(" : "expectile(") + text_of(self.level) + ")";
      });
  nb::class_<taut::Goal>(module, "Goal", "What a tuner optimises: see `maximise` and `minimise`.")
      .def_ro("statistic", &taut::Goal::statistic)
      .def_ro("minimise", &taut::Goal::minimise, "Whether its smallest value is looked for.");
  module.def(
      "quantile", [](double level) { return taut::quantile(single(level)); }, "level"_a,
      "The value that a fraction `level` of the readings lies below.");
  module.def(
      "expectile", [](double level) { return taut::expectile(single(level)); }, "level"_a,
      "Like a quantile, but it depends on how far away the bad readings are.");
  module.def("mean", &taut::mean, "The average.");
  module.def("maximise", &taut::maximise, "statistic"_a, "Look for the largest value of the statistic.");
  module.def("minimise", &taut::minimise, "statistic"_a,
             "Look for its smallest value. One reading in twenty is worse than the quantile of level 0.95.");
}

void bind_ranges(nb::module_& module) {
  using Range = taut::Range<float>;
  nb::class_<Range>(module, "Range", "The closed range that one knob may be set to, in your own unit.")
      .def(
          "__init__",
          [](Range* self, double lowest, double highest, taut::Scale scale, double step) {
            new (self) Range{single(lowest), single(highest), scale, single(step)};
          },
          "lowest"_a, "highest"_a, nb::kw_only(), "scale"_a = taut::Scale::linear, "step"_a = 0.0,
          "With a step, settings are `lowest` plus whole steps; 0 allows any setting in the range.")
      .def_ro("lowest", &Range::lowest)
      .def_ro("highest", &Range::highest)
      .def_ro("scale", &Range::scale)
      .def_ro("step", &Range::step)
      .def(
          "__getstate__",
          [](const Range& self) { return nb::make_tuple(self.lowest, self.highest, self.scale, self.step); },
          nb::sig("def __getstate__(self) -> tuple[float, float, Scale, float]"))
      .def(
          "__setstate__",
          [](Range* self, const nb::tuple& state) {
            new (self) Range{nb::cast<float>(state[0]), nb::cast<float>(state[1]), nb::cast<taut::Scale>(state[2]),
                             nb::cast<float>(state[3])};
          },
          nb::sig("def __setstate__(self, state: tuple[float, float, Scale, float], /) -> None"))
      .def("__repr__", [](const Range& self) {
        return "Range(" + text_of(self.lowest) + ", " + text_of(self.highest) +
               (self.scale == taut::Scale::logarithmic ? ", scale=Scale.logarithmic" : "") +
               (self.step != 0 ? ", step=" + text_of(self.step) : "") + ")";
      });
  module.def(
      "integers", [](double lowest, double highest) { return taut::integers(single(lowest), single(highest)); },
      "lowest"_a, "highest"_a, "A knob whose settings are `lowest`, `lowest` + 1, and so on.");
  module.def(
      "steps",
      [](double lowest, double highest, double step) {
        return taut::steps(single(lowest), single(highest), single(step));
      },
      "lowest"_a, "highest"_a, "step"_a, "A knob whose settings are `lowest`, `lowest` + `step`, and so on.");
  module.def(
      "logarithmic", [](double lowest, double highest) { return taut::logarithmic(single(lowest), single(highest)); },
      "lowest"_a, "highest"_a, "A knob for which ratios count, not differences.");
}

}  // namespace

void bind_task(nb::module_& module) {
  bind_enumerations(module);
  bind_goals(module);
  bind_ranges(module);
  module.def(
      "library_version",
      [] {
        return std::to_string(taut::version.major) + "." + std::to_string(taut::version.minor) + "." +
               std::to_string(taut::version.patch);
      },
      "The version of the library inside.");
}

}  // namespace python
