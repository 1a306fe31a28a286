#include "run.hpp"

#include "budget.hpp"
#include "data/knob.hpp"
#include "gibbon_batch.hpp"
#include "model/model_engine.hpp"
#include "plain_posterior.hpp"
#include "thompson.hpp"

namespace paper::faithful {
namespace {

using taut::Status;

std::vector<float> uniform_points(std::size_t count, std::size_t inputs, taut::Random random) {
  std::vector<float> points(count * inputs);
  for (float& coordinate : points) {
    coordinate = random.uniform<float>();
  }
  return points;
}

/// The library's model and its memory.
class Model {
 public:
  Model(const Problem& problem, std::size_t observations, std::uint64_t seed)
      : limits_{.inputs = problem.ranges().size(), .inducing = budget::inducing, .observations = observations},
        engine_(limits_),
        memory_(taut::model_scalars(limits_)) {
    status_ = engine_.begin(memory_.data(),
                            {.statistic = taut::quantile(problem.level()), .ranges = problem.ranges(), .seed = seed});
  }

  Status begun() const { return status_; }
  std::size_t observations() const { return static_cast<std::size_t>(engine_.observations()); }

  Status add(etl::span<const float> settings, float reading) {
    return engine_.add(memory_.data(), settings, reading, 0);
  }

  Status fit() {
    Status status = engine_.begin_fit(memory_.data());
    while (status == Status::ok && engine_.fitting()) {
      status = engine_.advance(memory_.data());
    }
    return status;
  }

  std::vector<float> batch(Acquisition acquisition, std::size_t points, const taut::Random& random) {
    const auto workspace = engine_.workspace(memory_.data());
    if (acquisition == Acquisition::thompson) {
      return thompson_batch(workspace, points, random);
    }
    const Repulsion repulsion = acquisition == Acquisition::gibbon ? Repulsion::whole : Repulsion::divided;
    return gibbon_batch(workspace, engine_.problem(), points, repulsion, random);
  }

  std::size_t best() {
    return static_cast<std::size_t>(best_observed(engine_.workspace(memory_.data()), engine_.problem()));
  }

 private:
  taut::Limits limits_;
  taut::model::ModelEngine<float> engine_;
  std::vector<float> memory_;
  Status status_;
};

}  // namespace

Course run(const Problem& problem, const Plan& plan, Acquisition acquisition, std::uint64_t seed) {
  const etl::span<const taut::Range<float>> ranges = problem.ranges();
  const std::size_t inputs = ranges.size();
  Recorder recorder(problem, plan, taut::quantile(problem.level()));
  Model model(problem, plan.budget.total, seed);
  const taut::Random random(seed);
  taut::Random noise = random.stream("noise");
  std::vector<float> visited;
  std::vector<float> next = uniform_points(plan.budget.initial, inputs, random.stream("first design"));
  Status status = model.begun();
  while (status == Status::ok) {
    for (std::size_t first = 0; first < next.size() && status == Status::ok; first += inputs) {
      for (std::size_t d = 0; d < inputs; ++d) {
        visited.push_back(taut::data::setting_at(ranges[d], next[first + d]));
      }
      const auto settings = etl::span<const float>(visited).last(inputs);
      status = model.add(settings, problem.observe(settings, noise));
    }
    status = status == Status::ok ? model.fit() : status;
    if (status == Status::ok) {
      recorder.step(model.observations(), etl::span<const float>(visited).subspan(model.best() * inputs, inputs));
      if (model.observations() >= plan.budget.total) {
        break;
      }
      next = model.batch(acquisition, plan.batch, random.stream("batch", model.observations()));
    }
  }
  return recorder.end(status);
}

}  // namespace paper::faithful
