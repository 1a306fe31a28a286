#!/usr/bin/env python3
"""Prints NumPy's quantiles for test_statistics.cpp. Needs numpy."""

import numpy as np

SAMPLES = {
    "skewed": [k**2 / 16 for k in (7, 3, 11, 0, 5, 2, 9, 4, 1, 10, 8, 6)],
    "duplicates": [2, 1, 2, 2, 3, 1, 2, 5, 2, 2, -4],
    "one": [0.75],
    "two": [4, -1],
}
LEVELS = [0, 0.0625, 0.125, 0.25, 0.5, 0.75, 0.90625, 1]  # exact in float

for name, values in SAMPLES.items():
    quantiles = ", ".join(f"Scalar({q:.17g})" for q in np.quantile(values, LEVELS))
    print(f"{name}: {{{quantiles}}}")
print(f"robust scale of skewed: {(np.quantile(SAMPLES['skewed'], 0.9) - np.quantile(SAMPLES['skewed'], 0.1)) / 2:.17g}")
