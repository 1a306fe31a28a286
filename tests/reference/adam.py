#!/usr/bin/env python3
"""Prints the first steps of Adam for test_adam.cpp, from the pseudocode of Kingma & Ba (2015, algorithm 1) with powers.

Fractions of the decimal settings, 50 digits: shares neither arithmetic nor code with the library. Needs mpmath.
"""

from mpmath import mp, mpf, sqrt

mp.dps = 50
RATE, MEAN_DECAY, SQUARE_DECAY, FLOOR = mpf("0.1"), mpf("0.9"), mpf("0.999"), mpf("1e-8")


def gradient(t, i):
    """Changes sign and size from step to step; the third parameter's is zero at first, then tiny."""
    return [mpf(1) / t, mpf((-1) ** t) * (t + 2), mpf(0 if t < 3 else 1) / 65536][i]


for i in range(3):
    parameter, mean, square, path = mpf(i), mpf(0), mpf(0), []
    for t in range(1, 7):
        g = gradient(t, i)
        mean = MEAN_DECAY * mean + (1 - MEAN_DECAY) * g
        square = SQUARE_DECAY * square + (1 - SQUARE_DECAY) * g * g
        parameter -= RATE * (mean / (1 - MEAN_DECAY**t)) / (sqrt(square / (1 - SQUARE_DECAY**t)) + FLOOR)
        path.append(mp.nstr(parameter, 17))
    print("{" + ", ".join(f"Scalar({p})" for p in path) + "},")
