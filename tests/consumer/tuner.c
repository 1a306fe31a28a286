/* The part of a user's program that is written in C. */
#include <knobs.h>

static knobs_storage storage;

int first_trial(void);

/* The number of the first trial; 0 if there is none. */
int first_trial(void) {
  const taut_range ranges[KNOBS_INPUTS] = {{.lowest = 0.0F, .highest = 10.0F}, {.lowest = -90.0F, .highest = 90.0F}};
  taut_config config = TAUT_CONFIG_INIT;
  config.ranges = ranges;
  config.range_count = KNOBS_INPUTS;
  taut_tuner* tuner = NULL;
  taut_trial trial = {0, NULL};
  if (knobs_create(&storage, &tuner) == TAUT_STATUS_OK && taut_tuner_begin(tuner, &config) == TAUT_STATUS_OK) {
    taut_tuner_ask(tuner, &trial);
  }
  return (int)trial.id;
}
