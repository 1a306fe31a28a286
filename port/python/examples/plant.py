"""Stands for an instrument with three knobs, each from 0 to 1, of which all is known. Its mean is best at (0.7, 0.4,
0.6). Every reading falls short by a random amount, exponentially distributed, which is larger at higher settings of
the first knob: there the good days are better and the bad days worse."""

import math

KNOBS = ("power", "tilt", "focus")
LEVEL = 0.05  # one reading in twenty lies below this quantile


def mean(settings):
    power, tilt, focus = settings
    return 1 - 2 * (power - 0.7) ** 2 - (tilt - 0.4) ** 2 - (focus - 0.6) ** 2


def scale(settings):
    return 0.05 + 0.6 * settings[0] ** 2


def reading(settings, random):
    """One measurement; `random` is a generator of NumPy."""
    return mean(settings) + scale(settings) * (1 - random.exponential())


def true_quantile(settings):
    """Of a reading, in closed form: an exponential variable exceeds -ln(level) with probability `level`."""
    return mean(settings) + scale(settings) * (1 + math.log(LEVEL))


def best_setting():
    """Where the quantile is highest: its derivative, 4 (0.7 - power) + 1.2 power (1 + ln(level)), is 0."""
    return (2.8 / (4 - 1.2 * (1 + math.log(LEVEL))), 0.4, 0.6)
