#!/usr/bin/env python3
"""Writes the values that the elementary and normal-distribution functions are tested against.

    elementary_values.py tests/unit/reference

Each value is computed by mpmath in 60 digits at an argument that the format holds exactly, and given as the nearest
number of the format plus the rest in 1/256 of its spacing. Arguments: spread over the whole range, the neighbours of
every place where the functions change their method, the edges of overflow and underflow, and the multiples of pi/2 that
the format meets most closely.
"""
import random
import sys
from pathlib import Path

from mpmath import mp, mpf

mp.dps = 60


class Format:
    def __init__(self, name, digits, smallest_exponent, largest_exponent):
        self.name, self.digits = name, digits
        self.bottom = smallest_exponent - digits + 1  # exponent of the smallest subnormal number
        self.tiny = mpf(2) ** self.bottom
        self.smallest_normal = mpf(2) ** smallest_exponent
        self.largest = (2 - mpf(2) ** (1 - digits)) * mpf(2) ** largest_exponent

    def spacing(self, value):
        """Of the numbers with the magnitude of `value`."""
        return mpf(2) ** max(mp.frexp(value)[1] - self.digits, self.bottom) if value else self.tiny

    def nearest(self, value):
        spacing = self.spacing(value)
        return mp.nint(value / spacing) * spacing

    def neighbours(self, value, reach=2):
        value = self.nearest(value)
        return [self.nearest(value + i * self.spacing(value)) for i in range(-reach, reach + 1)]

    def literal(self, value):
        if abs(value) > self.largest:
            return ("-" if value < 0 else "") + f"infinite<{self.name}>"
        significand, exponent = float(value).hex().split("p")
        suffix = "F" if self.name == "float" else ""
        return f"{significand.rstrip('0').rstrip('.')}p{int(exponent)}{suffix}"

    def entry(self, argument, value):
        rounded = self.nearest(value)
        rest = int(mp.nint((value - rounded) / self.spacing(value) * 256))
        if abs(rounded) > self.largest:
            rest = 0
        return f"{{{self.literal(argument)}, {self.literal(rounded)}, {min(rest, 127)}}}"


FORMATS = [Format("float", 24, -126, 127), Format("double", 53, -1022, 1023)]


def spread(low, high, count):
    """Random numbers whose logarithm is spread evenly between those of two numbers of one sign."""
    sign = mp.sign(low)
    a, b = mp.log(abs(low)), mp.log(abs(high))
    return [sign * mp.exp(a + (b - a) * (i + mpf(random.random())) / count) for i in range(count)]


def even(low, high, count):
    return [low + (high - low) * (i + mpf(random.random())) / count for i in range(count)]


def at_and_around(f, *places):
    return [x for place in places for x in f.neighbours(mpf(place))]


def exp_arguments(f):
    top, bottom = mp.log(f.largest), mp.log(f.tiny / 2)
    subnormal = mp.log(f.smallest_normal)
    halves = [(k + mpf(1) / 2) * mp.log(2) for k in (-20, -3, -1, 0, 1, 2, 30)]
    return (even(bottom, top, 24) + even(bottom, subnormal, 10) + spread(f.tiny, 1, 10) + spread(-f.tiny, -1, 10)
            + at_and_around(f, 0, 1, -1, top, subnormal, bottom, *halves))


def log_arguments(f):
    return (spread(f.tiny, f.largest, 40) + spread(f.tiny, f.smallest_normal, 10) + even(mpf("0.4"), mpf("2.2"), 24)
            + [f.tiny, f.largest] + [x for x in at_and_around(f, 1, mp.sqrt(2), mp.sqrt(mpf(1) / 2), f.smallest_normal)]
            + [1 + s * mpf(2) ** -k for k in (3, 8, 15, 20) for s in (-1, 1)])


def sine_arguments(f):
    limit = 12800 if f.name == "float" else 100000
    closeness = lambda k: abs(f.nearest(k * mp.pi / 2) - k * mp.pi / 2)
    close = sorted(range(1, int(limit / (mp.pi / 2))), key=closeness)[:12]
    return (spread(f.tiny, limit, 20) + spread(-mpf("0.01"), -limit, 30) + even(-8, 8, 20) + [mpf(0), mpf(limit)]
            + [f.nearest(k * mp.pi / 2) * (-1) ** (k // 2) for k in close]
            + at_and_around(f, *[k * mp.pi / 4 for k in (1, 2, 3, -1, 4, 1001, -6003)]))


def far_angles(f):
    ends = (12800, 2**18) if f.name == "float" else (100000, 2**47)
    return spread(*map(mpf, ends), 16) + spread(-mpf(ends[0]), -mpf(ends[1]), 16)


def normal_arguments(f):
    end = mpf("14.3") if f.name == "float" else mpf("38.6")  # the results of pdf and cdf round to zero
    subnormal = mpf(13) if f.name == "float" else mpf("37.4")
    seams = [mpf(5) / 8, mpf(-5) / 8, mpf(-3) / 8, mpf(35) / 64]
    return (even(-end, 0, 40) + even(0, end, 24) + even(-end, -subnormal, 8) + even(subnormal, end, 8)
            + even(mpf("-0.9"), mpf("-0.3"), 10) + even(mpf("0.5"), mpf("0.9"), 10)
            + spread(f.tiny, mpf("0.1"), 6) + spread(-f.tiny, mpf("-0.1"), 6) + at_and_around(f, 0, end, -end, *seams))


def far_left(f):
    """The square overflows in the middle of the last few."""
    edge = mp.sqrt(2 * f.largest)
    return spread(mpf(-15), -edge / 2, 24) + [-edge * (1 + s * mpf(2) ** -k) for k in (8, 15, 20) for s in (-1, 1)]


def cdf(z):
    return mp.erfc(-z / mp.sqrt(2)) / 2


def pdf(z):
    return mp.exp(-z * z / 2) / mp.sqrt(2 * mp.pi)


def series(z):
    """Phi(z) |z| / phi(z) for z << 0: 1 - 1/z^2 + 3/z^4 - ... (Abramowitz and Stegun 26.2.12)."""
    return sum((-1) ** k * mp.fac2(2 * k - 1) / z ** (2 * k) for k in range(12))


def log_cdf(z):
    if z < -300:
        return -z * z / 2 - mp.log(-z) - mp.log(2 * mp.pi) / 2 + mp.log(series(z))
    return mp.log(cdf(z)) if z < 0 else mp.log1p(-cdf(-z))


def hazard(z):
    return -z / series(z) if z < -300 else pdf(z) / cdf(z)


ELEMENTARY = [("exp", mp.exp, exp_arguments), ("log", mp.log, log_arguments), ("sine", mp.sin, sine_arguments),
              ("cosine", mp.cos, sine_arguments), ("far_sine", mp.sin, far_angles), ("far_cosine", mp.cos, far_angles)]
NORMAL = [("normal_pdf", pdf, normal_arguments), ("normal_cdf", cdf, normal_arguments),
          ("normal_log_cdf", log_cdf, lambda f: normal_arguments(f) + far_left(f)),
          ("normal_hazard", hazard, lambda f: normal_arguments(f) + far_left(f)
           + [-f.largest * (1 - mpf(2) ** -k) for k in (1, 8)])]

# Arguments at which the rounding errors of plain formulas (no square split in two, nothing kept of what an addition
# loses) were seen to add up most, in a sweep over some million numbers.
HARD = {
    "float": {"exp": [5.89349556, -5.85432005], "log": [1.41331851, 0.6983001828],
              "sine": [1875.78222656, -163.2376709], "cosine": [3740.56884766, 187.04977417],
              "normal_pdf": [5.74524355, -3.47564745], "normal_cdf": [-0.6782833934, -0.7629731297, -0.7077324986],
              "normal_log_cdf": [0.8120943904, 0.7748829722, 0.8001361489, -0.4362103641],
              "normal_hazard": [0.6442220807, -63.5374717712, -63.7404594421, 0.7925048470]},
    "double": {"exp": [20.455647362616521, -59.184536023809784], "log": [1.4064985527649638, 0.63324143741649164],
               "sine": [-2239.4334070601644, 229.83756665334437], "cosine": [11522.301952368402, 24.074147318290251],
               "normal_pdf": [5.9913639561729193, -13.865927203189347],
               "normal_cdf": [-0.67852099063715199, -0.70133360745371609],
               "normal_log_cdf": [0.62712554895167238, 0.7984570471560003, 0.77368332210548219],
               "normal_hazard": [0.52017273429656263, -7847597911217580.0, 0.64487748028756764]},
}


def table(f, name, function, arguments):
    random.seed(name)
    rounded = sorted({f.nearest(mpf(x)) for x in arguments(f) + HARD[f.name].get(name, [])})
    entries = [f.entry(x, function(x)) for x in rounded if abs(x) <= f.largest]
    lines = [f"template <>\ninline constexpr Reference<{f.name}> {name}_values<{f.name}>[] = {{"]
    row = "   "
    for entry in entries:
        if len(row) + len(entry) + 2 > 120:
            lines.append(row)
            row = "   "
        row += f" {entry},"
    return "\n".join(lines + [row + "};"])


def header(functions):
    parts = ["#pragma once\n\n// Written by tests/reference/elementary_values.py: change that, not this.\n\n"
             '#include "reference.hpp"\n\n// clang-format off']
    for name, function, arguments in functions:
        parts.append(f"\ntemplate <class Scalar>\ninline constexpr Reference<Scalar> {name}_values[1]{{}};")
        parts += [table(f, name, function, arguments) for f in FORMATS]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "elementary_values.hpp").write_text(header(ELEMENTARY))
    (folder / "normal_values.hpp").write_text(header(NORMAL))
