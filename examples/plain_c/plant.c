#include "plant.h"

/* The yield is a hill minus spread · u⁴, with u uniform between 0 and 1: one in ten has u above 0.9. */
static const float tail = 0.9F * 0.9F * 0.9F * 0.9F;

static float hill(const float* settings) {
  const float pressure = settings[0] - 5.0F;
  const float temperature = (settings[1] - 180.0F) / 20.0F;
  return 80.0F - pressure * pressure - 4.0F * temperature * temperature;
}

static float spread(const float* settings) { return 5.0F * (settings[0] - 1.0F) + 1.0F; }

/* Marsaglia's xorshift: 32 bits that pass for random. */
static float uniform(uint32_t* state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return (float)(*state >> 8) * 0x1p-24F;
}

float plant_measure(const float* settings, uint32_t* state) {
  const float u = uniform(state);
  return hill(settings) - spread(settings) * u * u * u * u;
}

float plant_quantile(const float* settings) { return hill(settings) - spread(settings) * tail; }

/* Where the derivative by the pressure is 0: -2 (pressure - 5) - 5 tail. */
float plant_best_quantile(void) {
  const float best[plant_knobs] = {5.0F - 2.5F * tail, 180.0F};
  return plant_quantile(best);
}
