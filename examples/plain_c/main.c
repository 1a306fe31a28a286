#include <reactor_tuner.h>
#include <string.h>
#include <taut/taut.h>

#include "console.h"
#include "memory_storage.h"
#include "plant.h"

/* All the memory of the tuner, and room for its checkpoints. */
static reactor_tuner_storage tuner_memory;
static uint8_t checkpoints[MEMORY_STORAGE_SIZE(REACTOR_TUNER_CHECKPOINT_SIZE)];

static const taut_range ranges[plant_knobs] = {{.lowest = 1.0F, .highest = 8.0F},                    /* bar */
                                               {.lowest = 100.0F, .highest = 260.0F, .step = 1.0F}}; /* degrees */

/* Prints what happens. Of settings, the bits too: two logs are equal only if the runs were. */
static void print_event(void* context, const taut_event* event) {
  (void)context;
  if (event->kind != TAUT_EVENT_FIT && event->kind != TAUT_EVENT_RECOMMENDATION && event->kind != TAUT_EVENT_FINISHED) {
    return; /* trials and readings are many */
  }
  char line[97 + 24 * plant_knobs];
  taut_event_text(event, line, sizeof line);
  console_write(line);
  console_write("\n");
}

/* True if `status` is ok; else says what went wrong. */
static bool succeeded(const char* what, taut_status status) {
  if (status != TAUT_STATUS_OK) {
    console_write(what);
    console_write(": ");
    console_write(taut_status_text(status));
    console_write("\n");
  }
  return status == TAUT_STATUS_OK;
}

static taut_status create(taut_tuner** tuner) {
  const taut_observer observer = {.notify = print_event};
  const taut_status status = reactor_tuner_create(&tuner_memory, tuner);
  return status == TAUT_STATUS_OK ? taut_tuner_observe(*tuner, &observer) : status;
}

static taut_status begin(taut_tuner* tuner) {
  taut_config config = TAUT_CONFIG_INIT;
  config.statistic = TAUT_STATISTIC_QUANTILE;
  config.level = 0.1F;
  config.ranges = ranges;
  config.range_count = plant_knobs;
  config.seed = 2;
  return taut_tuner_begin(tuner, &config);
}

/* One turn of a firmware's main loop: a measurement, or one slice of work, so that other things get their turn. */
static taut_status turn(taut_tuner* tuner, uint32_t* noise) {
  if (taut_tuner_state(tuner) != TAUT_STATE_MEASURING) {
    return taut_tuner_poll(tuner);
  }
  taut_trial trial;
  const taut_status status = taut_tuner_ask(tuner, &trial);
  return status == TAUT_STATUS_OK ? taut_tuner_tell(tuner, trial.id, plant_measure(trial.settings, noise)) : status;
}

/* Saves, loses all the memory of the tuner, and goes on from the checkpoint. */
static taut_status cut_power(taut_tuner** tuner) {
  const taut_storage storage = memory_storage(checkpoints, sizeof checkpoints);
  taut_status status = taut_tuner_save(*tuner, &storage);
  if (status != TAUT_STATUS_OK) {
    return status;
  }
  memset(&tuner_memory, 0, sizeof tuner_memory);
  console_write("power cut\n");
  status = create(tuner);
  return status == TAUT_STATUS_OK ? taut_tuner_restore(*tuner, &storage) : status;
}

int main(void) {
  uint32_t noise = 1;
  taut_tuner* tuner = NULL;
  if (!succeeded("create", create(&tuner)) || !succeeded("begin", begin(tuner))) {
    return 1;
  }
  bool cut = false;
  while (taut_tuner_state(tuner) != TAUT_STATE_FINISHED) {
    if (!succeeded("turn", turn(tuner, &noise))) {
      return 1;
    }
    if (!cut && taut_tuner_readings(tuner) >= REACTOR_TUNER_OBSERVATIONS / 2 &&
        taut_tuner_state(tuner) == TAUT_STATE_PROPOSING) { /* in the middle of its work */
      cut = true;
      if (!succeeded("power cut", cut_power(&tuner))) {
        return 1;
      }
    }
  }
  taut_best best;
  if (!succeeded("best", taut_tuner_best(tuner, &best))) {
    return 1;
  }
  /* The setting of the best average would be 1.3 short. */
  const bool good = plant_best_quantile() - plant_quantile(best.settings) < 1.0F;
  console_write(good ? "less than 1 short of the best there is\n" : "1 or more short of the best there is\n");
  return cut && good ? 0 : 1;
}
