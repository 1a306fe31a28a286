#include <nanobind/stl/optional.h>

#include <optional>

#include "bindings.hpp"
#include "model.hpp"
#include "ranges.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace python {
namespace {

void begin(Model* self, const taut::Statistic& statistic, nb::object ranges, std::size_t observations,
           std::optional<std::size_t> inducing, taut::Noise noise, taut::Placement placement, taut::Inference inference,
           taut::WhenFull when_full, std::uint64_t seed, int cold_evaluations, int warm_evaluations, int steps,
           double rate, std::size_t minibatch) {
  const std::vector<taut::Range<float>> found = ranges_of(ranges);
  taut::Limits limits{
      .inputs = found.size(), .observations = observations, .outstanding = 1, .features = 1, .gibbon = false};
  limits.inducing = inducing.value_or(limits.inducing);
  require_affordable(limits);
  new (self) Model(limits, {.statistic = statistic,
                            .ranges = span_of(found),
                            .noise = noise,
                            .placement = placement,
                            .inference = inference,
                            .when_full = when_full,
                            .seed = seed,
                            .cold_evaluations = cold_evaluations,
                            .warm_evaluations = warm_evaluations,
                            .steps = steps,
                            .rate = single(rate),
                            .minibatch = minibatch});
}

template <class Class, class Member>
void array_property(nb::class_<Class>& bound, const char* name, Member Class::*member, const char* says) {
  const std::string signature = std::string("def ") + name + "(self) -> NDArray[numpy.float64]";
  bound.def_prop_ro(
      name, [member](const Class& self) { return self.*member; }, says, nb::rv_policy::automatic,
      nb::sig(signature.c_str()));
}

void bind_answers(nb::module_& module) {
  nb::class_<Prediction> prediction(module, "Prediction",
                                    "What is known at some settings: arrays, with a number for each of them.");
  array_property(prediction, "value", &Prediction::value, "The estimate of the statistic.");
  array_property(prediction, "deviation", &Prediction::deviation,
                 "Its standard deviation: the truth lies within two with about 95 % probability.");
  array_property(prediction, "log_scale", &Prediction::log_scale, "The logarithm of the noise's scale.");
  array_property(prediction, "log_scale_deviation", &Prediction::log_scale_deviation,
                 "The standard deviation of `log_scale`.");
  nb::class_<Hyperparameters>(module, "Hyperparameters", "Those of one of the two functions of a model.")
      .def_prop_ro(
          "mean", [](const Hyperparameters& self) { return self.numbers.mean; }, "The prior mean.")
      .def_prop_ro(
          "deviation", [](const Hyperparameters& self) { return self.numbers.deviation; },
          "The prior standard deviation about it.")
      .def_prop_ro(
          "lengthscales",
          [](const Hyperparameters& self) {
            return array_of({self.lengthscales.data(), self.lengthscales.size()});
          },
          "The distance over which it varies, for each knob.", nb::rv_policy::automatic,
          nb::sig("def lengthscales(self) -> NDArray[numpy.float64]"));
  using Report = taut::FitReport<float>;
  nb::class_<Report>(module, "FitReport", "How a fit went.")
      .def_ro("evidence", &Report::evidence, "Lower bound on the log density of the readings, in nats.")
      .def_ro("inducing", &Report::inducing, "Inducing points in use.")
      .def_ro("passes", &Report::passes, "Passes over all observations, or steps of Adam.")
      .def_ro("evaluations", &Report::evaluations, "Sets of hyperparameters that were tried.")
      .def_ro("jitter", &Report::jitter)
      .def_ro("converged", &Report::converged, "Whether the posterior has settled.");
}

}  // namespace

void bind_model(nb::module_& module) {
  bind_answers(module);
  nb::class_<Model>(module, "Model",
                    "Learns a statistic of noisy readings, a quantile for example, as a function of the settings, and "
                    "knows how uncertain the estimate is. No setting has to be measured twice.\n\n"
                    "    model.add(settings, readings)\n"
                    "    model.fit()\n"
                    "    prediction = model.predict(elsewhere)\n")
      .def("__init__", begin, "statistic"_a, "ranges"_a, nb::kw_only(), "observations"_a, "inducing"_a = nb::none(),
           "noise"_a = taut::Noise::varies, "placement"_a = taut::Placement::clusters,
           "inference"_a = taut::Inference::sites, "when_full"_a = taut::WhenFull::finish, "seed"_a = 0,
           "cold_evaluations"_a = 20, "warm_evaluations"_a = 4, "steps"_a = 2000, "rate"_a = 0.01, "minibatch"_a = 200,
           "Begins without observations. `observations` and `inducing` are how many readings and inducing points there "
           "is room for; the others are the members of taut::ModelConfig.",
           nb::sig("def __init__(self, statistic: Statistic, ranges: Iterable[Range | Sequence[float]], *, "
                   "observations: int, inducing: int | None = None, noise: Noise = ..., placement: Placement = ..., "
                   "inference: Inference = ..., when_full: WhenFull = ..., seed: int = 0, cold_evaluations: int = 20, "
                   "warm_evaluations: int = 4, steps: int = 2000, rate: float = 0.01, minibatch: int = 200) -> None"))
      .def("add", &Model::add, "settings"_a, "readings"_a, "variances"_a = nb::none(),
           "Adds a row of settings and its reading, or many rows and as many readings: all of them, or none if one is "
           "refused. With known noise, each has its variance.",
           nb::sig("def add(self, settings: ArrayLike, readings: ArrayLike, variances: ArrayLike | None = None) -> "
                   "None"))
      .def("fit", &Model::fit, "Fits the model to what was added. After an interrupt, goes on where it was.")
      .def("fit_rows", &Model::fit_rows, "settings"_a, "readings"_a,
           "Fits any number of rows by mini-batches, without room for them. They replace what was added.",
           nb::sig("def fit_rows(self, settings: ArrayLike, readings: ArrayLike) -> None"))
      .def("predict", &Model::predict, "settings"_a,
           "Predicts for one setting of all knobs, or for an array of any shape whose last dimension is the knobs.",
           nb::sig("def predict(self, settings: ArrayLike) -> Prediction"))
      .def("covariance", &Model::covariance, "settings"_a, "others"_a,
           "The covariance of the statistic at two settings.",
           nb::sig("def covariance(self, settings: ArrayLike, others: ArrayLike) -> float"))
      .def("statistic_hyperparameters", &Model::statistic_hyperparameters, "Those of the statistic.")
      .def("log_scale_hyperparameters", &Model::log_scale_hyperparameters,
           "Those of the logarithm of the noise's scale. Refused as `not_ready` if that does not vary.")
      .def_prop_ro("report", &Model::report, "How the last fit went.")
      .def_prop_ro("observations", &Model::observations, "How many readings it holds.");
}

}  // namespace python
