#include "control.hpp"

#include <zephyr/kernel.h>

#include "plant.hpp"

namespace control {

namespace {

constexpr int periods = 200;     // of a run
constexpr int load_begins = 80;  // ... and the load is on from there on
constexpr float greatest_input = 5;
constexpr float asked_for = 1;

K_MSGQ_DEFINE(requests, sizeof(Run), 1, alignof(Run));
K_MSGQ_DEFINE(outcomes, sizeof(Outcome), 4, alignof(Outcome));
K_TIMER_DEFINE(clock, nullptr, nullptr);
atomic_t greatest_delay = ATOMIC_INIT(0);

/// Waits for the next period, and notes how late that began.
void next_period() {
  static std::uint32_t due = 0;
  const bool first = due == 0;
  k_timer_status_sync(&clock);
  const std::uint32_t now = k_cycle_get_32();
  due = first ? now : due + sys_clock_hw_cycles_per_sec() / 1000;
  const auto late = static_cast<std::int32_t>(now - due);
  if (late > 0) {
    const auto microseconds = static_cast<atomic_val_t>(k_cyc_to_us_floor32(static_cast<std::uint32_t>(late)));
    if (microseconds > atomic_get(&greatest_delay)) {
      atomic_set(&greatest_delay, microseconds);
    }
  } else {
    due = now;  // the first period was late itself
  }
}

/// The same run has the same luck wherever and whenever it happens.
float drive(Plant& plant, const Run& run) {
  taut::Random random = taut::Random(1).stream("run", run.id);
  const Gains& gains = run.gains;
  plant.begin_run(random);
  float integral = 0;
  float errors = 0;
  for (int period = 0; period < periods; ++period) {
    next_period();
    const float error = asked_for - plant.reading(random);
    integral = CLAMP(integral + gains.integral * 0.001F * error, -greatest_input, greatest_input);
    const float input = CLAMP(gains.proportional * error + integral, -greatest_input, greatest_input);
    plant.advance(input, period >= load_begins);
    errors += error < 0 ? -error : error;
  }
  return 100 * errors / (asked_for * periods);
}

void loop(void*, void*, void*) {
  Plant plant;
  Run run{0, {1, 10}};
  k_timer_start(&clock, K_MSEC(1), K_MSEC(1));
  while (true) {
    const bool asked = k_msgq_get(&requests, &run, K_NO_WAIT) == 0;
    const float cost = drive(plant, run);
    if (asked) {
      const Outcome outcome{run.id, cost};
      k_msgq_put(&outcomes, &outcome, K_NO_WAIT);
    }
  }
}

K_THREAD_STACK_DEFINE(stack, 2048);
k_thread thread;

}  // namespace

void start() {
  constexpr int priority = 2;  // above the tuner's and the shell's
  k_thread_create(&thread, stack, K_THREAD_STACK_SIZEOF(stack), loop, nullptr, nullptr, nullptr, priority, K_FP_REGS,
                  K_NO_WAIT);
  k_thread_name_set(&thread, "control");
}

bool request(const Run& run) { return k_msgq_put(&requests, &run, K_NO_WAIT) == 0; }

bool wait_for(Outcome& outcome, std::uint32_t milliseconds) {
  return k_msgq_get(&outcomes, &outcome, K_MSEC(milliseconds)) == 0;
}

std::uint32_t greatest_delay_in_microseconds() { return static_cast<std::uint32_t>(atomic_clear(&greatest_delay)); }

}  // namespace control
