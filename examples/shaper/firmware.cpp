// The shaper tunes itself in the gantry's firmware (the gantry is simulated): 300 moves, and a line for every event. As
// the same seed and readings give the same bits everywhere, this program prints on a PC what it prints on a core.

#include <taut/log.hpp>
#include <taut/port/console.hpp>

#include "task.hpp"

namespace {

constexpr std::uint64_t seed = 1;

taut::Tuner<shaper::limits> tuner;
etl::string<taut::line_size(shaper::knobs) + 1> line;

void log(const taut::Event<float>& event) {
  line.clear();
  taut::append(line, event);
  line.append("\n");
  taut::port::write(line);
}

}  // namespace

int main() {
  tuner.observe(taut::Observer<float>::create<log>());
  taut::Status status = tuner.begin(shaper::task(seed));
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
