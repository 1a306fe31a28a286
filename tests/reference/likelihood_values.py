#!/usr/bin/env python3
"""Writes the values that the expected log-likelihoods are tested against. Needs mpmath.

    likelihood_values.py tests/unit/reference

Nothing here knows the closed forms. From log p(y | g, h) = c - h - exp(-p h) loss(y - g) / p come, by adaptive
quadrature with the kink of the loss at an end of an interval: c, the mean of the loss over g and that of exp(-p h) over
h. Derivatives by a mean and a variance are quadratures of the same integrands times the derivative of the normal
density, so that the loss is never differentiated. The inputs are numbers that float holds exactly.
"""
import random
import struct
import sys
from pathlib import Path

from mpmath import mp, mpf

mp.dps = 50
DIGITS = mpf(10) ** -32  # what every quadrature must reach

LEVELS = [0.01, 0.1, 0.5, 0.7, 0.99]
DEVIATIONS = [1e-4, 0.01, 0.3, 1, 20, 1e3]  # s: of g
RESIDUALS = [-30, -12, -5, -2.5, -1, -0.25, 0, 0.125, 0.75, 1.75, 3, 8, 17, 30]  # z: in units of s
SCALES = [(0, 0), (-3, 0.25), (2, 1), (0.5, 4), (6, 0.0625), (-8, 0.01), (-1.5, 0)]  # mean and variance of h


class Loss:
    def __init__(self, power, above, below):
        """|d|^power, times `above` where y lies above g and `below` where below."""
        self.power, self.above, self.below = power, above, below

    def __call__(self, d):
        return (self.above if d > 0 else self.below) * abs(d) ** self.power


LOSSES = {
    "pinball": lambda level: Loss(1, level, 1 - level),
    "asymmetric_square": lambda level: Loss(2, level, 1 - level),
    "square": lambda level: Loss(2, mpf(1), mpf(1)),
}


def rounded(value):
    """To the nearest float."""
    return struct.unpack("f", struct.pack("f", float(value)))[0]


def integrate(function, cuts):
    """Zero where positive and negative parts cancel in all the digits there are."""
    cuts = sorted(set(cuts))
    value, error = mp.quad(function, cuts, error=True)
    size = mp.quad(lambda t: abs(function(t)), cuts)
    assert error <= DIGITS * size, (error, size)
    return value if abs(value) > DIGITS * size else mpf(0)


def density(t):
    return mp.exp(-t * t / 2) / mp.sqrt(2 * mp.pi)


def normal_mean(function, kinks=()):
    """Of function(t) for standard normal t; beyond 24 its density is below 1e-125."""
    cuts = [-24, -16, -8, -4, -2, 0, 2, 4, 8, 16, 24] + [t for t in kinks if abs(t) < 24]
    return integrate(lambda t: function(t) * density(t), cuts)


def log_normaliser(loss):
    """c: minus the logarithm of the integral of the likelihood over y, at g = h = 0."""
    unit = {side: side ** (-mpf(1) / loss.power) for side in (loss.above, loss.below)}
    cuts = [-unit[loss.below] * k for k in (256, 64, 16, 4)] + [0] + [unit[loss.above] * k for k in (4, 16, 64, 256)]
    return -mp.log(integrate(lambda d: mp.exp(-loss(d) / loss.power), cuts))


def pinball_by_variance(loss, z):
    """Derivative by s^2 of the mean pinball loss, in units of 1/s. A straight line has none, so that the line which
    the loss follows on the side of z is taken off. What is left is zero up to the kink and keeps its digits out where
    the density, taken out as a factor, is 1e-197."""
    kink = abs(z)
    opening = loss.above + loss.below
    beyond = [kink + k for k in (0, 0.25, 1, 2, 4, 8, 16)]
    ratio = lambda t: mp.exp(-(t - kink) * (t + kink) / 2)  # of the density to that at the kink
    return density(kink) * integrate(lambda t: opening * (t - kink) * (t * t - 1) / 2 * ratio(t), beyond)


def over_g(loss, z):
    """For s = 1: the mean loss, its derivatives by the mean and the variance of g, and the mean size of the slope."""
    at = lambda t: loss(z - t)
    by_mean = normal_mean(lambda t: at(t) * t, [z])
    if loss.power == 1:
        by_variance = pinball_by_variance(loss, z)
    else:
        by_variance = normal_mean(lambda t: at(t) * (t * t - 1) / 2, [z])
    side = lambda d: (loss.above if d > 0 else loss.below) * loss.power * abs(d) ** (loss.power - 1)
    return normal_mean(at, [z]), by_mean, by_variance, normal_mean(lambda t: side(z - t), [z])


def over_h(power, mean, variance):
    """The mean of exp(-p h), and its derivatives by the mean and the variance of h."""
    f = lambda h: mp.exp(-power * h)
    if variance == 0:  # where the derivative by the variance is half the second one by the mean
        return f(mean), mp.diff(f, mean), mp.diff(f, mean, 2) / 2
    s = mp.sqrt(variance)
    at = lambda t: f(mean + s * t)
    return (normal_mean(at), normal_mean(lambda t: at(t) * t) / s,
            normal_mean(lambda t: at(t) * (t * t - 1)) / (2 * variance))


normalisers = {}
scales = {}


def expectation(name, inputs):
    """The expected log-likelihood, its derivative by the mean of g, the mean size of what that derivative averages,
    -2 times the derivative by the variance of g, and the first and the last for h."""
    level, y, g_mean, g_variance, h_mean, h_variance = map(mpf, inputs)
    loss = LOSSES[name](level)
    p, s = loss.power, mp.sqrt(g_variance)
    value, by_mean, by_variance, size = over_g(loss, (y - g_mean) / s)
    if (name, level) not in normalisers:
        normalisers[name, level] = log_normaliser(loss)
    if (p, h_mean, h_variance) not in scales:
        scales[p, h_mean, h_variance] = over_h(p, h_mean, h_variance)
    w, w_by_mean, w_by_variance = scales[p, h_mean, h_variance]
    unit = s**p / p
    return [normalisers[name, level] - h_mean - w * value * unit, -w * by_mean * unit / s, w * size * unit / s,
            2 * w * by_variance * unit / s**2, -1 - w_by_mean * value * unit, 2 * w_by_variance * value * unit]


def known_noise(inputs):
    noise, y, g_mean, g_variance = map(mpf, inputs[:4])
    s = mp.sqrt(g_variance)
    at = lambda t: -(mp.log(2 * mp.pi * noise) + (y - g_mean - s * t) ** 2 / noise) / 2
    size = normal_mean(lambda t: abs(y - g_mean - s * t) / noise, [(y - g_mean) / s])
    return [normal_mean(at), normal_mean(lambda t: at(t) * t) / s, size,
            -normal_mean(lambda t: at(t) * (t * t - 1)) / g_variance, mpf(0), mpf(0)]


def inputs(level, deviation, residual, scale):
    """The mean of g is off zero, but not so far that the residual would be lost in rounding y."""
    mean, variance = rounded(random.uniform(-4, 4) * deviation), rounded(deviation**2)
    return [rounded(level), rounded(mean + residual * deviation), mean, variance, rounded(scale[0]), rounded(scale[1])]


def grid(levels):
    """Every level with every residual; deviations and scales take turns, shifted from level to level."""
    for i, level in enumerate(levels):
        for j, residual in enumerate(RESIDUALS):
            yield inputs(level, DEVIATIONS[(i + j) % len(DEVIATIONS)], residual, SCALES[(2 * i + j) % len(SCALES)])


def anywhere(count):
    for _ in range(count):
        yield inputs(random.uniform(0.01, 0.99), 10 ** random.uniform(-4, 3), random.uniform(-6, 6),
                     (random.uniform(-6, 6), random.uniform(0, 2)))


def literal(value):
    significand, exponent = float(value).hex().split("p")
    return "0" if value == 0 else f"{significand.rstrip('0').rstrip('.')}p{int(exponent)}"


def row(given, expected):
    return (f"    {{{{{', '.join(map(literal, given))}}},\n"
            f"     {{{', '.join(mp.nstr(x, 18) if x else '0' for x in expected)}}}}},")


def table(name, givens, expect):
    lines = [f"inline constexpr LikelihoodRow {name}_rows[] = {{"]
    return "\n".join(lines + [row(given, expect(given)) for given in givens] + ["};"])


def main(folder):
    random.seed(3)
    parts = ["#pragma once\n\n// Written by tests/reference/likelihood_values.py: change that, not this.\n\n"
             '#include "likelihood_row.hpp"\n\n// clang-format off']
    for name, levels, more in (("pinball", LEVELS, 10), ("asymmetric_square", LEVELS, 10), ("square", [0.5], 4)):
        parts.append(table(name, list(grid(levels)) + list(anywhere(more)), lambda x, name=name: expectation(name, x)))
    noises = [1e-6, 0.01, 1, 300, 1e4]
    givens = [inputs(noises[k % 5], DEVIATIONS[k % 6], RESIDUALS[k], (0, 0)) for k in range(len(RESIDUALS))]
    parts.append(table("known_noise", givens, known_noise))
    (folder / "likelihood_values.hpp").write_text("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
