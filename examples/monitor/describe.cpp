#include "describe.hpp"

#include <cmath>

#include "json.hpp"
#include "tables.hpp"

namespace monitor {
namespace {

std::string problem_only(const std::string& problem) {
  return Json().open('{').name("problem").string(problem).close('}').text();
}

// A number that JSON knows; it knows none that is not finite.
std::string finite(float number) { return std::isfinite(number) ? text_of(number) : "null"; }

const char* name(taut::Statistic::Kind kind) {
  return kind == taut::Statistic::Kind::quantile    ? "quantile"
         : kind == taut::Statistic::Kind::expectile ? "expectile"
                                                    : "mean";
}

void put(Json& json, const char* member, std::size_t count) { json.name(member).number(std::to_string(count)); }

}  // namespace

std::string describe_task(std::string_view line) {
  Task task;
  const std::string problem = read(line, task);
  if (!problem.empty()) {
    return problem_only(problem);
  }
  Json json;
  json.open('{').name("version").string(task.version);
  put(json, "inputs", task.limits.inputs);
  put(json, "inducing", task.limits.inducing);
  put(json, "observations", task.limits.observations);
  put(json, "bytes", taut::tuner_bytes(task.limits));
  json.name("minimise").truth(task.config.goal.minimise);
  json.name("statistic").string(name(task.config.goal.statistic.kind));
  json.name("level").number(finite(task.config.goal.statistic.level));
  json.name("seed").string(std::to_string(task.config.seed));
  json.name("ranges").open('[');
  for (const taut::Range<float>& range : task.ranges) {
    json.open('{').name("lowest").number(finite(range.lowest)).name("highest").number(finite(range.highest));
    json.name("step").number(finite(range.step));
    json.name("logarithmic").truth(range.scale == taut::Scale::logarithmic).close('}');
  }
  return json.close(']').close('}').text();
}

std::string describe_checkpoint(CheckpointFile& file) {
  const std::string problem = file.restore();
  if (!problem.empty()) {
    return problem_only(problem);
  }
  taut::TunerCore<float>& tuner = file.tuner();
  const std::size_t knobs = file.limits().inputs;
  Json json;
  json.open('{').name("state").string(taut::text(tuner.state()).data());
  put(json, "inputs", knobs);
  put(json, "readings", tuner.readings());
  put(json, "outstanding", tuner.outstanding());
  if (const auto best = file.best()) {
    json.name("best").open('{').name("settings").open('[');
    for (const float setting : best->settings) {
      json.number(finite(setting));
    }
    json.close(']').name("value").number(finite(best->value)).name("deviation").number(finite(best->deviation));
    json.name("level").number(finite(best->level)).close('}');
  }
  json.name("kept").open('[');
  std::vector<float> settings(knobs);
  for (std::size_t i = 0;; ++i) {
    const auto reading = tuner.kept(i, {settings.data(), knobs});
    if (!reading) {
      return json.close(']').close('}').text();
    }
    json.open('[');
    for (const float setting : settings) {
      json.number(finite(setting));
    }
    json.number(finite(reading->value)).number(finite(reading->variance)).close(']');
  }
}

}  // namespace monitor
