#pragma once

#include <stdint.h>

/* A reactor with two knobs: pressure in bar and temperature in degrees Celsius. Its yield, in percent, is highest in
 * the middle, and now and then collapses, the more so the higher the pressure: the best average is at 4.5 bar, the best
 * 10 % quantile at 3.4 bar. By exactly rounded operations only, so that it is the same bits on every machine. */

enum { plant_knobs = 2 };

/** One yield. `state` is that of the noise: any number but 0 to start from. */
float plant_measure(const float* settings, uint32_t* state);

/** The value below which 10 % of the yields lie, and the largest there is of it. */
float plant_quantile(const float* settings);
float plant_best_quantile(void);
