#include "tuning.h"

#include <etl/string.h>
#include <etl/to_string.h>
#include <zephyr/kernel.h>
#include <taut/log.hpp>
#include <taut/taut.hpp>

#include <array>

#include "control.hpp"
#include "storage.hpp"

namespace {

constexpr taut::Limits limits{
    .inputs = 2, .inducing = 16, .observations = 96, .outstanding = 4, .features = 64, .gibbon = false};
taut::Tuner<limits> tuner;
taut::Storage storage;

constexpr std::array<taut::Range<float>, 2> ranges{{taut::logarithmic(0.2F, 20.0F), taut::logarithmic(2.0F, 500.0F)}};
const taut::TunerConfig<float> task{.goal = taut::minimise(taut::quantile(0.9F)), .ranges = ranges, .seed = 1};

// The tuner takes one call at a time, and two threads call it: its own and the shell's.
K_MUTEX_DEFINE(tuner_mutex);
K_SEM_DEFINE(wanted, 0, 1);
bool running = true;

using Line = etl::string<160>;

void append_number(Line& line, std::size_t number) { etl::to_string(number, line, true); }

Line best_line(const taut::Best<float>& best) {
  Line line("best at proportional ");
  taut::append(line, best.settings[0]);
  line.append(", integral ");
  taut::append(line, best.settings[1]);
  line.append(": 90 % of runs cost less than ");
  taut::append(line, best.value);
  line.append(" [");
  taut::append_bits(line, best.value);
  line.append("]");
  return line;
}

void report(const char* what, taut::Status status) { printk("tuner: %s: %s\n", what, taut::text(status).data()); }

void save() {
  if (const taut::Status status = tuner.save(storage); status != taut::Status::ok) {
    report("save", status);
  }
}

/// A new start, or one from the checkpoint, which has to be of the same task.
taut::Status begin() {
  if (const taut::Status status = tuner.begin(task); status != taut::Status::ok) {
    return status;
  }
  const taut::Status restored = tuner.restore(storage);
  if (restored == taut::Status::ok) {
    printk("tuner: goes on with %u readings\n", static_cast<unsigned>(tuner.readings()));
    // The runs that were under way when power failed are lost.
    while (const auto trial = tuner.outstanding_trial(0)) {
      static_cast<void>(tuner.fail(trial->id));
    }
  } else {
    printk("tuner: begins (%s)\n", taut::text(restored).data());
  }
  return taut::Status::ok;
}

/// Hands the next trial to the controller, if there is one.
void request_run() {
  if (const auto trial = tuner.ask()) {
    if (!control::request({trial->id, {trial->settings[0], trial->settings[1]}})) {
      static_cast<void>(tuner.fail(trial->id));
    }
  }
}

void take(const control::Outcome& outcome) {
  if (tuner.tell(outcome.id, outcome.cost) != taut::Status::ok) {
    static_cast<void>(tuner.fail(outcome.id));  // no number, for example: another trial takes its place
  }
}

void say_finished() {
  Line line("tuner: finished after ");
  append_number(line, tuner.readings());
  line.append(" readings, ");
  if (const auto best = tuner.best()) {
    line.append(best_line(*best));
  }
  line.append("\n");
  printk("%s", line.c_str());
}

/// One step: a slice of work, a reading, or a new run. It holds the mutex for no longer than that.
void advance() {
  k_mutex_lock(&tuner_mutex, K_FOREVER);
  const taut::State before = tuner.state();
  if (before == taut::State::fitting || before == taut::State::proposing) {
    static_cast<void>(tuner.poll());
    if (tuner.state() == taut::State::measuring) {
      save();  // what a fit and a proposal have cost
    } else if (tuner.state() == taut::State::finished) {
      save();
      say_finished();
      running = false;
    }
  } else if (before == taut::State::measuring && tuner.outstanding() == 0) {
    request_run();
  }
  const bool measuring = tuner.state() == taut::State::measuring && tuner.outstanding() > 0;
  k_mutex_unlock(&tuner_mutex);

  // The controller takes its time for a run; the shell may use the tuner meanwhile.
  control::Outcome outcome{};
  if (measuring && control::wait_for(outcome, 1000)) {
    k_mutex_lock(&tuner_mutex, K_FOREVER);
    take(outcome);
    k_mutex_unlock(&tuner_mutex);
  }
}

void loop(void*, void*, void*) {
  taut::Status status = open_storage(storage);
  if (status == taut::Status::ok) {
    status = begin();
  }
  if (status != taut::Status::ok) {
    report("cannot begin", status);
    return;
  }
  while (true) {
    if (running && tuner.state() != taut::State::finished) {
      advance();
    } else {
      k_sem_take(&wanted, K_FOREVER);
    }
  }
}

K_THREAD_STACK_DEFINE(stack, 8192);  // up to 4 KB for taut; the rest for the flash driver, printing and interrupts
k_thread thread;

}  // namespace

void tuning_start() {
  // Below everything else that runs: the loop of the controller above all, and the shell.
  constexpr int priority = K_LOWEST_APPLICATION_THREAD_PRIO;
  k_thread_create(&thread, stack, K_THREAD_STACK_SIZEOF(stack), loop, nullptr, nullptr, nullptr, priority, K_FP_REGS,
                  K_NO_WAIT);
  k_thread_name_set(&thread, "tuner");
}

void tuning_resume() {
  k_mutex_lock(&tuner_mutex, K_FOREVER);
  if (tuner.state() == taut::State::finished) {
    static_cast<void>(tuner.begin(task));
  }
  running = true;
  k_mutex_unlock(&tuner_mutex);
  k_sem_give(&wanted);
}

void tuning_pause() {
  k_mutex_lock(&tuner_mutex, K_FOREVER);
  if (running) {
    save();
  }
  running = false;
  k_mutex_unlock(&tuner_mutex);
}

void tuning_show(void (*write_line)(void* context, const char* line), void* context) {
  k_mutex_lock(&tuner_mutex, K_FOREVER);
  const taut::State state = tuner.state();
  Line line(running || state == taut::State::finished ? taut::text(state) : etl::string_view("stopped"));
  line.append(", ");
  append_number(line, tuner.readings());
  line.append(" readings; the control loop was late by at most ");
  append_number(line, control::greatest_delay_in_microseconds());
  line.append(" us");
  // In between, `best` would do a fit, and the shell would have to wait for it.
  const bool known = state == taut::State::measuring || state == taut::State::finished;
  const auto best =
      known ? tuner.best() : etl::expected<taut::Best<float>, taut::Status>(etl::unexpected(taut::Status::not_ready));
  write_line(context, line.c_str());
  if (best) {
    write_line(context, best_line(*best).c_str());
  }
  k_mutex_unlock(&tuner_mutex);
}
