#!/usr/bin/env python3
"""Writes tests/unit/reference/shaper_values.hpp: what the gantry of examples/shaper has to give at a few settings, and
the best mean and the best 95 % quantile of what a move costs.

usage: shaper_values.py

The two stages are convolved into four impulses, and the residual vibration is that of Singer and Seering ("Preshaping
command inputs to reduce system vibration", 1990): exp(-ζω tₙ) √(C² + S²) with C and S the sums of Aᵢ exp(ζω tᵢ) cos(ω_d tᵢ)
and sin. Mean and quantile come from the midpoints of a fine grid of positions and loads, the quantile by counting; the
optima from the search of Nelder and Mead, which begins at known shapers. Takes a minute, and nothing but Python.
"""

import math
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FREQUENCY, VARIATION, LOADED, LIGHTEST, HEAVIEST, DAMPING, PRICE = 10.0, 0.05, 0.4, 0.5, 0.7, 0.03, 3.5
LEVEL = 0.95
HIGHEST = (80.0, 80.0, 0.6, 0.6)
SETTINGS = ((0.0, 0.0, 0.0, 0.0), (50.0, 0.0, 0.5, 0.0), (0.0, 62.0, 0.3, 0.45), (50.0, 50.0, 0.5, 0.5),
            (49.0, 63.0, 0.475, 0.48), (20.0, 75.0, 0.6, 0.1), (80.0, 80.0, 0.6, 0.6))
MOVES = ((0.0, 0.0), (-1.0, 0.0), (1.0, 0.0), (0.25, 0.5), (-0.75, 0.7), (1.0, 0.6))


def cost(settings, position, load):
    d1, d2, s1, s2 = settings
    omega = 2 * math.pi * FREQUENCY * (1 + VARIATION * position) / math.sqrt(1 + load)
    decay, swing = DAMPING * omega / 1000, math.sqrt(1 - DAMPING * DAMPING) * omega / 1000  # per ms
    impulses = ((0.0, (1 - s1) * (1 - s2)), (d1, s1 * (1 - s2)), (d2, (1 - s1) * s2), (d1 + d2, s1 * s2))
    c = s = 0.0
    for time, weight in impulses:
        grown = weight * math.exp(decay * time)
        c += grown * math.cos(swing * time)
        s += grown * math.sin(swing * time)
    return d1 + d2 + 100 * PRICE * math.exp(-decay * (d1 + d2)) * math.hypot(c, s)


def moves(positions, loads):
    """(position, load, share) of the moves, on a grid."""
    for p in range(positions):
        position = (2 * p + 1) / positions - 1
        yield position, 0.0, (1 - LOADED) / positions
        for part in range(loads):
            yield position, LIGHTEST + (HEAVIEST - LIGHTEST) * (part + 0.5) / loads, LOADED / (positions * loads)


def mean(settings, grid):
    return math.fsum(share * cost(settings, position, load) for position, load, share in grid)


def quantile(settings, grid):
    below = 0.0
    for value, share in sorted((cost(settings, position, load), share) for position, load, share in grid):
        below += share
        if below >= LEVEL:
            return value


def nelder_mead(merit, start):
    def inside(x):
        return [min(max(value, 0.0), high) for value, high in zip(x, HIGHEST)]

    def towards(x, y, way):
        return inside([a + way * (b - a) for a, b in zip(x, y)])

    corners = [inside(start)]
    for knob, high in enumerate(HIGHEST):
        moved = list(corners[0])
        moved[knob] += (0.1 if moved[knob] < 0.8 * high else -0.1) * high
        corners.append(moved)
    simplex = sorted((merit(x), x) for x in corners)
    for _ in range(250):
        worst = simplex[-1]
        centre = [sum(values) / len(HIGHEST) for values in zip(*(x for _, x in simplex[:-1]))]
        tries = [towards(worst[1], centre, 2.0)]
        tries = [(merit(tries[0]), tries[0])]
        if tries[0][0] < simplex[0][0]:
            further = towards(worst[1], centre, 3.0)
            tries.append((merit(further), further))
        elif tries[0][0] >= simplex[-2][0]:
            nearer = towards(worst[1], centre, 1.5 if tries[0][0] < worst[0] else 0.5)
            tries.append((merit(nearer), nearer))
        best = min(tries)
        if best[0] < worst[0]:
            simplex[-1] = best
        else:
            simplex[1:] = [(merit(x), x) for x in (towards(simplex[0][1], y, 0.5) for _, y in simplex[1:])]
        simplex.sort()
    return simplex[0][1]


def lowest(statistic):
    coarse, fine = list(moves(30, 12)), list(moves(400, 60))
    starts = ((50.0, 0.0, 0.48, 0.3), (56.0, 56.0, 0.48, 0.48), (50.0, 63.0, 0.48, 0.48))
    found = [nelder_mead(lambda x: statistic(x, coarse), start) for start in starts]
    found += [nelder_mead(lambda x: statistic(x, coarse), x) for x in found]  # a simplex may have collapsed
    return min(statistic(x, fine) for x in found)


def listed(values):
    return ", ".join(f"{value:.9g}" + ("F" if "." in f"{value:.9g}" else ".0F") for value in values)


def main():
    grid = list(moves(400, 60))
    rows = []
    for settings in SETTINGS:
        costs = listed(cost(settings, *move) for move in MOVES)
        statistics = listed((mean(settings, grid), quantile(settings, grid)))
        rows.append(f"    {{{{{', '.join(f'{value}F' for value in settings)}}}, {{{costs}}}, {statistics}}},\n")
    listed_moves = ", ".join(f"{{{position}F, {load}F}}" for position, load in MOVES)
    text = f"""#pragma once

// Written by tests/reference/shaper_values.py: change that, not this.

namespace reference::shaper {{

// clang-format off

inline constexpr double level = {LEVEL};

struct Move {{
  float position;
  float load;
}};

inline constexpr Move moves[] = {{{listed_moves}}};

struct Row {{
  float settings[4];
  float costs[{len(MOVES)}];  ///< Of the moves above.
  float mean;
  float quantile;
}};

inline constexpr Row rows[] = {{
{"".join(rows)}}};

inline constexpr double best_mean = {lowest(mean):.6g};
inline constexpr double best_quantile = {lowest(quantile):.6g};

// clang-format on

}}  // namespace reference::shaper
"""
    (ROOT / "tests/unit/reference/shaper_values.hpp").write_text(text)


if __name__ == "__main__":
    main()
