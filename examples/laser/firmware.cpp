// The laser tunes itself: the tuner in the firmware of a Cortex-M7 that has magnets and detector at hand (here, the
// plant). Logs its task and every event to the console, so that the run can be replayed on a desk: `laser --replay
// LOG`.

#include <taut/log.hpp>
#include <taut/port/console.hpp>

#include "task.hpp"

namespace {

constexpr std::uint64_t seed = LASER_SEED;
constexpr std::uint32_t readings = LASER_READINGS;

taut::Tuner<laser::limits> tuner;
etl::string<taut::task_line_size(laser::Plant::knobs) + 1> line;

template <class... What>
void log(const What&... what) {
  line.clear();
  taut::append(line, what...);
  line.append("\n");
  taut::port::write(line);
}

void log_event(const taut::Event<float>& event) { log(event); }

}  // namespace

int main() {
  const taut::TunerConfig<float> task = laser::task(seed, readings);
  log(laser::limits, task);
  tuner.observe(taut::Observer<float>::create<log_event>());
  taut::Status status = tuner.begin(task);
  taut::Random noise = laser::shots(seed);
  // Nothing here blocks for longer than one slice: a firmware's other duties have their turn between two of them.
  while (status == taut::Status::ok && tuner.state() != taut::State::finished) {
    if (tuner.state() == taut::State::measuring) {
      const auto trial = tuner.ask();
      status = trial ? tuner.tell(trial->id, laser::Plant::energy(trial->settings, noise)) : trial.error();
    } else {
      status = tuner.poll();
    }
  }
  return status == taut::Status::ok ? 0 : 1;
}
