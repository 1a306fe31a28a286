#!/usr/bin/env python3
"""Writes tests/unit/reference/laser_values.hpp: what the laser of examples/laser has to give at a few settings.

usage: laser_values.py

Mean, deviation and shape are worked out twice from the tables in surrogate_numbers.hpp: in double precision, the
deviation by an exponential, and with every operation rounded to single precision in the order that plant.cpp has, which
gives the very bits. Energies come from Philox and Box and Muller's transform as published; quantiles from Simpson's rule
on the density of the skew-normal distribution, 2 φ(x) Φ(αx), and bisection.
"""

import math
import random
import re
import struct
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
KNOBS, SEED, SHOTS = 16, 11, 4
LEVELS = (0.05, 0.3, 0.5, 0.9)
MASK32 = 2**32 - 1


def single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def exact(x):
    return x


def tables():
    text = (ROOT / "examples/laser/surrogate_numbers.hpp").read_text()
    number = r"(-?[\d.]+(?:e[-+]?\d+)?)F"

    def section(name, end):
        start = text.index(name)
        return text[start:text.index(end, start)]

    def numbers(part):
        return [single(float(value)) for value in re.findall(number, part)]

    def one(name):
        return numbers(section(f"float {name} =", ";"))[0]

    ranges = numbers(section("> ranges{{", "}};"))
    centres = []
    for place, rest in re.findall(r"\{\{([\d, ]+)\}, (.*)\},", section("> centres{{", "}};\n")):
        centres.append(([int(value) for value in place.split(",")], *numbers(rest)))
    return {"lowest": ranges[0::2], "highest": ranges[1::2], "reach": numbers(section("> reach{", "};")),
            "noise_reach": numbers(section("> noise_reach{", "};")), "mean": one("far_mean"),
            "deviation": one("far_deviation"), "shape": one("far_shape"), "step": one("step"), "centres": centres}


def kernel(t, place, where, reaches, r):
    square = 0.0
    for x, grid, reach in zip(place, where, reaches):
        distance = r(r(x - r(grid * t["step"])) * reach)
        square = r(square + r(distance * distance))
    inverse = r(1 / r(1 + square))
    return r(r(r(inverse * inverse) * inverse) * inverse)


def local(t, settings, r):
    """Mean, deviation and shape at settings; r rounds the result of an operation."""
    place = [r(r(setting - low) / r(high - low)) for setting, low, high in zip(settings, t["lowest"], t["highest"])]
    mean, stretch, shape = t["mean"], 0.0, t["shape"]
    for where, its_mean, its_stretch, its_shape in t["centres"]:
        near, noise_near = (kernel(t, place, where, t[reach], r) for reach in ("reach", "noise_reach"))
        mean = r(mean + r(near * its_mean))
        stretch = r(stretch + r(noise_near * its_stretch))
        shape = r(shape + r(noise_near * its_shape))
    if r is exact:
        factor = math.exp(math.asinh(stretch))
    else:
        root = r(math.sqrt(r(1 + r(stretch * stretch))))
        factor = r(1 / r(root - stretch)) if stretch < 0 else r(root + stretch)
    return mean, r(t["deviation"] * factor), min(max(shape, -4.0), 4.0)


def standard(x, shape):
    """From the skew-normal distribution to the one with mean 0 and variance 1."""
    lean = shape / math.sqrt(1 + shape * shape)
    return (x - lean * math.sqrt(2 / math.pi)) / math.sqrt(1 - 2 / math.pi * lean * lean)


def quantile(shape, level):
    low, high, panels = -9.0, 9.0, 2000

    def share(x):
        step = (x - low) / panels

        def density(z):
            return 2 * math.exp(-z * z / 2) / math.sqrt(2 * math.pi) * math.erfc(-shape * z / math.sqrt(2)) / 2

        inner = sum((4 if i % 2 else 2) * density(low + i * step) for i in range(1, panels))
        return step / 3 * (density(low) + inner + density(x))

    below, above = low, high
    for _ in range(32):
        between = (below + above) / 2
        below, above = (between, above) if share(between) < level else (below, between)
    return standard((below + above) / 2, shape)


def words(key):
    count = 0
    while True:
        c, k = [count & MASK32, count >> 32, 0, 0], [key & MASK32, key >> 32]
        for _ in range(10):
            p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
            c = [q >> 32 ^ c[1] ^ k[0], q & MASK32, p >> 32 ^ c[3] ^ k[1], p & MASK32]
            k = [(k[0] + 0x9E3779B9) & MASK32, (k[1] + 0xBB67AE85) & MASK32]
        yield from c
        count += 1


def noises(shape):
    stream = words(SEED)
    for _ in range(SHOTS):
        bits = next(stream) << 32 | next(stream)
        radius = math.sqrt(-2 * math.log(((bits >> 24) + 0.5) / 2**40))
        angle = ((bits & (2**24 - 1)) + 0.5) / 2**24 * 2 * math.pi
        a, b = radius * math.cos(angle), radius * math.sin(angle)
        yield standard((shape * abs(a) + b) / math.sqrt(1 + shape * shape), shape)


def main():
    t = tables()
    draw = random.Random(5)
    shares = [[0.0] * KNOBS, [1.0] * KNOBS, [0.5] * KNOBS, [i % 2 for i in range(KNOBS)],
              [value / 255 for value in t["centres"][0][0]]]
    shares += [[draw.randrange(1025) / 1024 for _ in range(KNOBS)] for _ in range(3)]
    rows = []
    for share in shares:
        settings = [single(low + s * (high - low)) for s, low, high in zip(share, t["lowest"], t["highest"])]
        settings = [min(max(s, low), high) for s, low, high in zip(settings, t["lowest"], t["highest"])]
        bits = local(t, settings, single)
        mean, deviation, shape = local(t, settings, exact)
        quantiles = [mean + deviation * quantile(shape, level) for level in LEVELS]
        energies = [mean + deviation * noise for noise in noises(shape)]
        listed = [", ".join(f"{value:.9g}" + ("" if "." in f"{value:.9g}" else ".0") + "F" for value in group)
                  for group in (settings, bits, (mean, deviation, shape), quantiles, energies)]
        rows.append(f"    {{{{{listed[0]}}},\n     {listed[1]},\n     {listed[2]},\n     {{{listed[3]}}},\n"
                    f"     {{{listed[4]}}}}},\n")
    text = f"""#pragma once

// Written by tests/reference/laser_values.py: change that, not this.

#include <cstdint>

namespace reference::laser {{

// clang-format off

inline constexpr float levels[] = {{{", ".join(f"{level}F" for level in LEVELS)}}};
inline constexpr std::uint64_t seed = {SEED};  ///< Of the energies.

struct Row {{
  float settings[{KNOBS}];
  float single_mean, single_deviation, single_shape;  ///< Every operation rounded to single precision.
  float mean, deviation, shape;                       ///< In double precision.
  float quantiles[{len(LEVELS)}];
  float energies[{SHOTS}];
}};

inline constexpr Row rows[] = {{
{"".join(rows)}}};

// clang-format on

}}  // namespace reference::laser
"""
    (ROOT / "tests/unit/reference/laser_values.hpp").write_text(text)


if __name__ == "__main__":
    main()
