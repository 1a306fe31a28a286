#include "course.hpp"

#include <algorithm>

namespace shaper {
namespace {

taut::Tuner<limits> tuner;

}  // namespace

etl::expected<Settings, taut::Status> recommended(const taut::Statistic& statistic, std::uint64_t seed,
                                                  const Gantry& gantry) {
  taut::Status status = tuner.begin(task(seed, statistic));
  taut::Random noise = moves(seed);
  while (status == taut::Status::ok && tuner.wants_readings()) {
    const auto trial = tuner.ask();
    status = trial ? tuner.tell(trial->id, measure(trial->settings, noise, gantry)) : trial.error();
  }
  const auto best = tuner.best();
  if (status != taut::Status::ok || !best) {
    return etl::unexpected<taut::Status>(status != taut::Status::ok ? status : best.error());
  }
  Settings settings{};
  std::copy(best->settings.begin(), best->settings.end(), settings.begin());
  return settings;
}

}  // namespace shaper
