#!/usr/bin/env python3
"""Writes tests/unit/reference/lander_values.hpp: what Gymnasium's LunarLander-v3 does with the controller of
examples/lunar_lander, at the standard weights and others.

usage: lander_values.py [episodes]        (1000 unless told; a few minutes)

Needs gymnasium, numpy and a Box2D binding (gymnasium[box2d], or the wheel Box2D 2.3). Its random numbers are those of
taut::Random, reimplemented here from its definition, and drawn in the same order: episode by episode the terrain, the
push and the sputter of the engines are the same as ours. What differs is the version of Box2D.
"""
import math
import pathlib
import sys

import Box2D
import gymnasium
from gymnasium.envs.box2d.lunar_lander import heuristic

ROOT = pathlib.Path(__file__).resolve().parents[2]
MASK32, MASK64 = 2**32 - 1, 2**64 - 1
NAMES = "standard", "middle of the box", "soft", "eager", "slow"
# Exact in single precision.
SETTINGS = ((0.5, 1, 0.5, 0.5, 0, 0.5), (0.625,) * 6, (0.3125, 0.375, 0.3125, 0.8125, 0.03125, 0.3125),
            (0.875, 0.6875, 1.125, 0.875, 0.015625, 1), (0.75, 0.5, 0.25, 0.75, 0, 0.75))
FLIGHTS = 3  # with actions by rote, so that rounding cannot change them
STOPS = 0, 15, 40
ACTIONS = 0, 2, 1, 2, 2, 3, 0, 2, 3, 2, 1, 1, 2


def mix(value):
    value = (value + 0x9E3779B97F4A7C15) & MASK64
    value = ((value ^ value >> 30) * 0xBF58476D1CE4E5B9) & MASK64
    value = ((value ^ value >> 27) * 0x94D049BB133111EB) & MASK64
    return value ^ value >> 31


def stream_key(seed, name):
    code = 0xCBF29CE484222325
    for byte in name.encode():
        code = ((code ^ byte) * 0x100000001B3) & MASK64
    return mix(mix(mix(seed) ^ code))


class Stream:
    """Philox4x32-10 in the place of numpy's generator."""

    def __init__(self, key):
        self.key, self.count, self.words = key, 0, []

    def word(self):
        if not self.words:
            c = [self.count & MASK32, self.count >> 32, 0, 0]
            low, high = self.key & MASK32, self.key >> 32
            for _ in range(10):
                a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
                c = [b >> 32 ^ c[1] ^ low, b & MASK32, a >> 32 ^ c[3] ^ high, a & MASK32]
                low, high = (low + 0x9E3779B9) & MASK32, (high + 0xBB67AE85) & MASK32
            self.words = c[::-1]
            self.count += 1
        return self.words.pop()

    def uniform(self, lowest, highest, size=None):
        if size is not None:
            return [self.uniform(lowest, highest) for _ in range(size[0])]
        return lowest + (highest - lowest) * (self.word() + 0.5) / 2**32


def controller(weights, s):
    """The heuristic with its weights named: equal to Gymnasium's at the standard ones, as `episode` checks."""
    lean = min(max(0.5 * s[0] + s[2], -0.4), 0.4)
    turn = (lean - s[4]) * weights[0] - s[5] * weights[1]
    hover = (0.55 * abs(s[0]) - s[1]) * weights[2] - s[3] * weights[3]
    if s[6] or s[7]:
        turn, hover = weights[4], -weights[5] * s[3]
    if hover > abs(turn) and hover > 0.05:
        return 2
    return 3 if turn < -0.05 else 1 if turn > 0.05 else 0


def start(env, seed):
    env.unwrapped.np_random = Stream(stream_key(seed, "lunar lander"))
    return env.reset()[0]


def episode(env, seed, weights):
    state, total, ended = start(env, seed), 0.0, False
    while not ended:
        action = controller(weights, [float(s) for s in state])
        if weights == SETTINGS[0] and action != heuristic(env, state):
            print(f"seed {seed}: rounding decides at {state}")
        state, reward, crashed_or_landed, out_of_time, _ = env.step(action)
        total += float(reward)
        ended = crashed_or_landed or out_of_time
    return total, reward == -100


def quantile(ordered, level):
    at = level * (len(ordered) - 1)
    below = int(at)
    return ordered[below] + (at - below) * (ordered[min(below + 1, len(ordered) - 1)] - ordered[below])


def summary(rewards, crashes):
    """Mean with its standard error; 10 % quantile with its 99.99 % interval, from order statistics; crash share."""
    n = len(rewards)
    mean = math.fsum(rewards) / n
    error = math.sqrt(math.fsum((reward - mean) ** 2 for reward in rewards) / (n - 1) / n)
    ordered = sorted(rewards)
    spread = 3.89 * math.sqrt(n * 0.1 * 0.9)
    low, high = ordered[max(math.floor(0.1 * n - spread), 0)], ordered[math.ceil(0.1 * n + spread)]
    return mean, error, quantile(ordered, 0.1), low, high, crashes / n


def flight(env, seed):
    state, rows = start(env, seed), []
    for step in range(max(STOPS) + 1):
        if step in STOPS:
            rows.append([float(s) for s in state[:6]])
        state, *_ = env.step(ACTIONS[step % len(ACTIONS)])
    return rows


def listed(values):
    return ", ".join(f"{value:.9g}" for value in values)


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    env = gymnasium.make("LunarLander-v3")
    states = "".join(f"    {{{seed}, {step}, {{{listed(state)}}}}},\n" for seed in range(FLIGHTS)
                     for step, state in zip(STOPS, flight(env, seed)))
    rows = ""
    for name, weights in zip(NAMES, SETTINGS):
        results = [episode(env, seed, weights) for seed in range(episodes)]
        mean, error, low_quantile, least, most, crashes = summary([r for r, _ in results], sum(c for _, c in results))
        print(f"{name}: mean {mean:.2f} +- {error:.2f}, 10 % quantile {low_quantile:.2f} ({least:.2f} to {most:.2f}), "
              f"crashes {crashes:.3f}", flush=True)
        rows += f"    {{{{{listed(weights)}}}, {listed((mean, error, low_quantile, crashes))}}},  // {name}\n"
    text = f"""#pragma once

// Written by tests/reference/lander_values.py, with Gymnasium {gymnasium.__version__} and Box2D {Box2D.__version__}:
// change that, not this.

#include <cstdint>

namespace reference::lander {{

// clang-format off

inline constexpr int episodes = {episodes};  ///< Seeds 0, 1, ...

struct Row {{
  float weights[{len(SETTINGS[0])}];
  double mean, error;   ///< Of the reward; standard error.
  double low_quantile;  ///< 10 %.
  double crashes;       ///< Share.
}};

inline constexpr Row rows[] = {{
{rows}}};

inline constexpr int actions[] = {{{listed(ACTIONS)}}};  ///< Again and again, in flights.

struct Flight {{
  std::uint64_t seed;
  int steps;
  double state[6];  ///< After so many of them.
}};

inline constexpr Flight flights[] = {{
{states}}};

// clang-format on

}}  // namespace reference::lander
"""
    (ROOT / "tests/unit/reference/lander_values.hpp").write_text(text)


if __name__ == "__main__":
    main()
