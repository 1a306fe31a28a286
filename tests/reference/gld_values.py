#!/usr/bin/env python3
"""Writes tests/unit/reference/gld_values.hpp: quantiles and expectiles of generalised lambda distributions.

usage: gld_values.py

Quantiles come from the definition, with 60 decimal digits. Expectiles, good to ten digits, come from integrals over the
share u of what readings have in excess of a value and what they lack: a double-exponential rule on both sides of where
the value lies, and bisection for the value that balances them.
"""

import math
import random
from decimal import Decimal, getcontext
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SHARES = ("0.0001", "0.05", "0.25", "0.5", "0.95", "0.9999")
LEVELS = ("0.05", "0.25", "0.75", "0.95")


def power_part(log_u, shape):
    return log_u if shape == 0 else ((shape * log_u).exp() - 1) / shape


def quantile(parameters, u, rest):
    """Of share u, with rest = 1 - u given apart, so that neither end loses digits."""
    location, scale, left, right = parameters
    return location + scale * (power_part(u.ln(), left) - power_part(rest.ln(), right))


def nodes(step=0.05, reach=80):
    """Places u in (0, 1) and weights of the double-exponential rule, dense at both ends."""
    for i in range(-reach, reach + 1):
        s = math.pi / 2 * math.sinh(step * i)
        u = 1 / (1 + math.exp(-2 * s))
        yield u, step * math.pi * math.cosh(step * i) * u / (1 + math.exp(2 * s))


TABLE = list(nodes())


def rough_quantile(parameters, u, rest):
    location, scale, left, right = parameters
    parts = [math.expm1(shape * math.log(x)) / shape if shape else math.log(x) for x, shape in ((u, left), (rest, right))]
    return location + scale * (parts[0] - parts[1])


def bisect(rises, low, high):
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rises(middle) else (low, middle)
    return (low + high) / 2


def expectile(parameters, level):
    def excess_wins(value):
        at = bisect(lambda u: rough_quantile(parameters, u, 1 - u) < value, 0.0, 1.0)
        lack = at * sum(weight * (value - rough_quantile(parameters, at * u, 1 - at * u)) for u, weight in TABLE)
        excess = (1 - at) * sum(weight * (rough_quantile(parameters, 1 - (1 - at) * u, (1 - at) * u) - value)
                                for u, weight in TABLE)
        return level * excess > (1 - level) * lack

    return bisect(excess_wins, *(rough_quantile(parameters, u, 1 - u) for u in (0.0001, 0.9999)))


def main():
    getcontext().prec = 60
    draw = random.Random(3)
    rows = [(0, 1, 0, 0), (1, 2, 1, 1), (-1, 0.5, 1e-9, -1e-9), (0.25, 0.125, -0.5, 0.5), (2, 3, -0.375, -0.25)]
    rows += [tuple(draw.randrange(-512, 513) / 1024 * s for s in (4, 1, 1, 1)) for _ in range(3)]
    rows = [(a, abs(b) + (b == 0), c, d) for a, b, c, d in rows]
    heavy = [(0, 1, -2.5, 0.5), (1, 0.5, 0.25, -1.5)]
    lines = []
    for row in rows + heavy:
        parameters = [Decimal(value) for value in row]
        quantiles = [float(quantile(parameters, Decimal(u), 1 - Decimal(u))) for u in SHARES]
        expectiles = [expectile(row, float(level)) if row not in heavy else 0.0 for level in LEVELS]
        lines.append("    {" + ", ".join([
            "{" + ", ".join(repr(float(value)) for value in group) + "}" for group in (row, quantiles, expectiles)]) +
            ", " + ("false" if row in heavy else "true") + "},\n")
    text = f"""#pragma once

// Written by tests/reference/gld_values.py: change that, not this.

namespace reference::gld {{

// clang-format off

inline constexpr double shares[] = {{{", ".join(SHARES)}}};
inline constexpr double levels[] = {{{", ".join(LEVELS)}}};

struct Row {{
  double parameters[4];  ///< Location, scale, left and right shape.
  double quantiles[{len(SHARES)}];
  double expectiles[{len(LEVELS)}];
  bool has_mean;  ///< Otherwise there are no expectiles.
}};

inline constexpr Row rows[] = {{
{"".join(lines)}}};

// clang-format on

}}  // namespace reference::gld
"""
    (ROOT / "tests/unit/reference/gld_values.hpp").write_text(text)


if __name__ == "__main__":
    main()
