// The shaper tunes itself in the gantry's firmware (the gantry is simulated): 300 moves, and a line for its task and
// for every event. As the same seed and readings give the same bits everywhere, this program prints on a PC what it
// prints on a core.

#include <taut/log.hpp>
#include <taut/port/console.hpp>

#include "task.hpp"

namespace {

constexpr std::uint64_t seed = 1;

taut::Tuner<shaper::limits> tuner;
etl::string<taut::task_line_size(shaper::knobs) + 1> line;

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
  const taut::TunerConfig<float> task = shaper::task(seed);
  log(shaper::limits, task);
  tuner.observe(taut::Observer<float>::create<log_event>());
  taut::Status status = tuner.begin(task);
  taut::Random moves = shaper::moves(seed);
  // Nothing here blocks for longer than one slice: the firmware moves the arm between two of them.
  while (status == taut::Status::ok && tuner.state() != taut::State::finished) {
    if (tuner.state() == taut::State::measuring) {
      const auto trial = tuner.ask();
      status = trial ? tuner.tell(trial->id, shaper::measure(trial->settings, moves)) : trial.error();
    } else {
      status = tuner.poll();
    }
  }
  return status == taut::Status::ok ? 0 : 1;
}
