#!/usr/bin/env python3
"""Writes the values that noise moments, truncated normal distributions and expected improvements are tested against.
Needs mpmath.

    acquisition_values.py tests/unit/reference

Nothing here knows the closed forms: all are quadratures of densities, with the kink of a loss or the limit at an end of
an interval. The inputs are numbers that float holds exactly.
"""
import struct
import sys
from pathlib import Path

from mpmath import mp, mpf

mp.dps = 40

LEVELS = [0.01, 0.05, 0.25, 0.5, 0.7, 0.95, 0.99]
LIMITS = [-1000, -100, -30, -12, -6, -4.25, -4, -3.75, -3.25, -3, -2.75, -1.5, -0.5, 0, 0.375, 1, 2.5, 4, 6]
IMPROVEMENTS = [(0, 1, 0), (0.5, 0.25, 1), (-1, 0.0625, 0.5), (2, 0.01, 1.5), (0.125, 4, 3), (-2, 0.04, 1), (1, 1e-6, 1.01),
                (0, 1, 12), (3, 1e-4, -2)]


def rounded(value):
    """To the nearest float."""
    return struct.unpack("f", struct.pack("f", float(value)))[0]


def charge(loss, level, d):
    side = level if d > 0 else 1 - level
    return side * abs(d) if loss == "pinball" else side * d * d / 2


def noise(loss, level):
    """Mean and variance of y for g = 0 and a scale of 1."""
    level = mpf(level)
    reach = [(1 / mp.sqrt(side) if loss == "asymmetric_square" else 1 / side) for side in (1 - level, level)]
    cuts = [-reach[0] * k for k in (100, 30, 8, 2)] + [0] + [reach[1] * k for k in (2, 8, 30, 100)]
    moments = [mp.quad(lambda d, k=k: d**k * mp.exp(-charge(loss, level, d)), cuts) for k in range(3)]
    mean = moments[1] / moments[0] if level != 0.5 else mpf(0)
    return [mean, moments[2] / moments[0] - mean**2]


def truncated(limit):
    """Of the distance D of a standard normal variable below its limit from the limit: mean, variance and third central
    moment, which is the slope of the variance, because the density of D is proportional to exp(limit D - D²/2)."""
    limit = mpf(limit)
    unit = 1 / max(1, -limit)
    cuts = sorted({0, *(unit * k for k in (1, 4, 16, 50, 120)), *(x for x in (limit - 8, limit, limit + 8) if x > 0)})
    cuts = [x for x in cuts if x <= max(120 * unit, limit + 30)] + [max(120 * unit, limit + 30) + unit]
    weight = lambda d: mp.exp(limit * d - d * d / 2)
    total = mp.quad(weight, cuts)
    mean = mp.quad(lambda d: d * weight(d), cuts) / total
    return [mean] + [mp.quad(lambda d, k=k: (d - mean) ** k * weight(d), cuts) / total for k in (2, 3)]


def improvement(mean, variance, best):
    s = mp.sqrt(mpf(variance))
    z = (mpf(mean) - mpf(best)) / s
    unit = 1 / max(1, -z)
    cuts = sorted({0, *(unit * k for k in (1, 4, 16, 50)), *(x for x in (z - 6, z, z + 6, z + 14, z + 30) if x > 0)})
    integral = mp.quad(lambda u: u * mp.exp(z * u - u * u / 2), cuts)
    value = s * mp.exp(-z * z / 2) / mp.sqrt(2 * mp.pi) * integral
    return [mp.log(value)]


def literal(value):
    return float(value).hex() if value else "0"


def table(name, rows):
    lines = [f"inline constexpr AcquisitionRow {name}_rows[] = {{"]
    for given, expected in rows:
        lines.append(f"    {{{{{', '.join(map(literal, given))}}}, {{{', '.join(mp.nstr(x, 18) for x in expected)}}}}},")
    return "\n".join(lines + ["};"])


def padded(numbers):
    return list(numbers) + [mpf(0)] * (3 - len(numbers))


def main(folder):
    parts = ["#pragma once\n\n// Written by tests/reference/acquisition_values.py: change that, not this.\n\n"
             '#include "acquisition_row.hpp"\n\n// clang-format off']
    for loss in ("pinball", "asymmetric_square"):
        levels = list(map(rounded, LEVELS))
        parts.append(table(loss + "_noise", [(padded([x]), padded(noise(loss, x))) for x in levels]))
    parts.append(table("truncated", [(padded([x]), truncated(x)) for x in LIMITS]))
    givens = [list(map(rounded, row)) for row in IMPROVEMENTS]
    parts.append(table("improvement", [(row, padded(improvement(*row))) for row in givens]))
    (folder / "acquisition_values.hpp").write_text("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
