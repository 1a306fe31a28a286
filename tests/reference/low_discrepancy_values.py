#!/usr/bin/env python3
"""Writes tests/unit/reference/low_discrepancy_values.hpp: coordinates from an implementation that shares nothing
with taut's but the table, and the discrepancies of SciPy's scrambled Sobol' points and of independent random points.

The discrepancy is Hickernell's centred one (Math. Comp. 67, 1998) with a weight on every dimension (Sloan and
Wozniakowski, J. Complexity 14, 1998). Weight 1 gives the usual one. In 64 dimensions that one is ruled by interactions
of dozens of dimensions, where a few hundred points of any kind are as good as random; weight 1/64 lets the
low-dimensional projections decide.

With the argument `study`, prints how taut's points compare over many seeds, and writes nothing.

Needs numpy and scipy; takes about a minute.
"""

import re
import sys
from pathlib import Path

import numpy as np
from scipy.stats import qmc

MASK32, MASK64 = 2**32 - 1, 2**64 - 1
# Dimensions, points, inverse weight.
CASES = [(2, 256, 1), (2, 1024, 1), (6, 256, 1), (6, 1024, 1), (16, 256, 1), (16, 1024, 1), (64, 256, 64),
         (64, 1024, 64)]
SEEDS = 40


def table():
    here = Path(__file__).resolve().parent
    text = (here.parent.parent / "lib/src/numeric/low_discrepancy_table.hpp").read_text()
    found = re.findall(r"\{(0x[0-9a-f]+), \{([0-9, ]+)\}\}", text)
    return [(int(polynomial, 16), [int(v) for v in initial.split(",")]) for polynomial, initial in found]


def generator_columns(dimension):
    """Direction numbers m_k / 2^k scaled to 32-bit fractions: the textbook form, most significant digit first."""
    if dimension == 0:
        return [1 << (31 - k) for k in range(31)]
    polynomial, mirrored = table()[dimension - 1]
    s = polynomial.bit_length() - 1
    v = [int(f"{word:032b}"[::-1], 2) for word in mirrored]
    for k in range(s, 31):
        word = v[k - s] ^ (v[k - s] >> s)
        for i in range(1, s):
            if polynomial >> (s - i) & 1:
                word ^= v[k - i]
        v.append(word)
    return v


def mix(x):
    x = (x + 0x9E3779B97F4A7C15) & MASK64
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK64
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK64
    return x ^ x >> 31


def mirror(x):
    x = np.asarray(x, np.uint64)
    return sum(((x >> np.uint64(i)) & np.uint64(1)) << np.uint64(31 - i) for i in range(32))


def rotate(x, by):
    return (x << by | x >> (32 - by)) & MASK32


def scrambled(indices, dimension, seed):
    """32-bit fractions of the points `indices`."""
    columns = generator_columns(dimension)
    plain = np.zeros(len(indices), np.uint64)
    for k, column in enumerate(columns):
        plain ^= (np.asarray(indices, np.uint64) >> np.uint64(k) & np.uint64(1)) * np.uint64(column)
    key = mix((mix(seed) + dimension) & MASK64)
    a, b = key & MASK32, key >> 32
    x, low = mirror(plain), np.uint64(MASK32)
    for add, times in ((a, b), (rotate(b, 16), rotate(a, 16)), (rotate(a, 8), rotate(b, 24))):
        x = x + np.uint64(add) & low
        x = x ^ (x * np.uint64(times << 1 & MASK32) & low)
    return mirror(x)


def taut_points(dimensions, count, seed):
    return np.array([(scrambled(np.arange(count), d, seed) + 0.5) / 2**32 for d in range(dimensions)]).T


def scipy_points(dimensions, count, seed):
    return qmc.Sobol(dimensions, rng=seed).random(count)


def random_points(dimensions, count, seed):
    return np.random.default_rng(seed).random((count, dimensions))


def squared_discrepancy(points, weight):
    count, dimensions = points.shape
    z = np.abs(points - 0.5)
    single = np.prod(1 + weight * (z - z * z) / 2, axis=1).sum()
    double = np.ones((count, count))
    for d in range(dimensions):
        x, c = points[:, d], z[:, d]
        double *= 1 + weight / 2 * (c[:, None] + c - np.abs(x[:, None] - x))
    return (1 + weight / 12) ** dimensions - 2 * single / count + double.sum() / count**2


def expected_of_random(dimensions, count, weight):
    return ((1 + weight / 4) ** dimensions - (1 + weight / 12) ** dimensions) / count


def measure(points, case, seeds=SEEDS):
    dimensions, count, inverse_weight = case
    values = [squared_discrepancy(points(dimensions, count, seed), 1 / inverse_weight) for seed in range(seeds)]
    return np.mean(values), np.std(values, ddof=1)


def study():
    check = squared_discrepancy(random_points(3, 50, 0), 1) / qmc.discrepancy(random_points(3, 50, 0), method="CD")
    print(f"ratio to scipy.stats.qmc.discrepancy on one set: {check:.12f}")
    for case in CASES:
        report = [f"{kind.__name__} {mean:.4g} sd {deviation:.1g}" for kind in (taut_points, scipy_points)
                  for mean, deviation in [measure(kind, case)]]
        print(case, *report, f"random {expected_of_random(case[0], case[1], 1 / case[2]):.4g}", sep="; ", flush=True)


def main():
    probes = [(0, 0), (1, 0), (1, 1), (5, 6), (1000, 17), (123456789, 40), (2**31 - 1, 63)]
    seed = 20240229
    lines = [f"    {{{index}U, {d}, 0x{int(scrambled([index], d, seed)[0]):08x}U}}," for index, d in probes]
    cases = []
    for case in CASES:
        mean, deviation = measure(scipy_points, case)
        random = expected_of_random(case[0], case[1], 1 / case[2])
        cases.append(f"    {{{case[0]}, {case[1]}, {case[2]}, Scalar({mean:.4g}), Scalar({deviation:.2g}), "
                     f"Scalar({random:.4g})}},")
    newline = "\n"
    folder = Path(__file__).resolve().parent.parent / "unit" / "reference"
    (folder / "low_discrepancy_values.hpp").write_text(f"""#pragma once

// Written by tests/reference/low_discrepancy_values.py: change that, not this.

#include <cstdint>

#include "check.hpp"

namespace reference {{

// clang-format off

inline constexpr std::uint64_t seed = {seed};

/// The first 32 binary digits of some coordinates for the seed.
struct Coordinate {{
  std::uint32_t index;
  int dimension;
  std::uint32_t digits;
}};
inline constexpr Coordinate coordinates[] = {{
{newline.join(lines)}
}};

/// Squared weighted centred discrepancies: mean and standard deviation of SciPy's scrambled Sobol' points over {SEEDS}
/// seeds, and the expectation of independent random points.
struct Discrepancy {{
  int dimensions;
  int points;
  int inverse_weight;
  Scalar scipy_mean;
  Scalar scipy_deviation;
  Scalar random_mean;
}};
inline constexpr Discrepancy discrepancies[] = {{
{newline.join(cases)}
}};

// clang-format on

}}  // namespace reference
""")


if __name__ == "__main__":
    study() if sys.argv[1:] == ["study"] else main()
