#!/usr/bin/env python3
"""Writes tests/unit/reference/regression_values.hpp: Gaussian process regression as textbooks have it (Rasmussen &
Williams 2006, algorithm 2.1), with a Matérn-5/2 kernel and a known noise variance for every observation.

Also how far the model may differ for a reason: it adds jitter to the covariance of its inducing points, which are the
observations here, so its results move in proportion to that. By how much is found from the dense formulas of the sparse
approximation (Titsias 2009), with and without jitter.

Needs numpy and scipy.
"""

import textwrap
from pathlib import Path

import numpy as np
from scipy import linalg

SEED, OBSERVATIONS, INPUTS, TESTS = 5, 24, 2, 16
# Logarithms of the lengthscales and of the variance, mean.
PARAMETERS = np.array([-1.25, -0.5, 0.375, 0.25])
EXACT = 1024  # the data are multiples of 1/1024: the same numbers in float and in double


def rounded(values):
    return np.round(np.asarray(values) * EXACT) / EXACT


def kernel(a, b, parameters):
    scaled = (a[:, None, :] - b[None, :, :]) / np.exp(parameters[:INPUTS])
    r = np.sqrt(5 * np.sum(scaled**2, axis=2))
    return np.exp(parameters[INPUTS]) * (1 + r + r**2 / 3) * np.exp(-r)


def textbook(x, y, noise, tests, parameters):
    """Mean and variance of the function at the tests, and the log marginal likelihood."""
    residual = y - parameters[-1]
    factor = linalg.cho_factor(kernel(x, x, parameters) + np.diag(noise), lower=True)
    cross = kernel(x, tests, parameters)
    alpha = linalg.cho_solve(factor, residual)
    mean = parameters[-1] + cross.T @ alpha
    variance = np.exp(parameters[INPUTS]) - np.sum(cross * linalg.cho_solve(factor, cross), axis=0)
    log_likelihood = -0.5 * (residual @ alpha + len(y) * np.log(2 * np.pi)) - np.sum(np.log(np.diag(factor[0])))
    return mean, variance, log_likelihood


def sparse(x, y, noise, tests, parameters, jitter):
    """The same from inducing points on the observations, with relative jitter, and the lower bound of the evidence."""
    variance = np.exp(parameters[INPUTS])
    covariance = kernel(x, x, parameters)
    factor = np.linalg.cholesky(covariance + jitter * variance * np.eye(len(x)))
    seen = linalg.solve_triangular(factor, covariance, lower=True)
    asked = linalg.solve_triangular(factor, kernel(x, tests, parameters), lower=True)
    precision = np.eye(len(x)) + (seen / noise) @ seen.T
    weights = np.linalg.solve(precision, seen @ ((y - parameters[-1]) / noise))
    mean = parameters[-1] + asked.T @ weights
    spread = variance - np.sum(asked**2, axis=0) + np.sum(asked * np.linalg.solve(precision, asked), axis=0)
    approximate = seen.T @ seen + np.diag(noise)
    residual = y - parameters[-1]
    bound = -0.5 * (residual @ np.linalg.solve(approximate, residual) + np.linalg.slogdet(2 * np.pi * approximate)[1])
    return mean, spread, bound - 0.5 * np.sum((variance - np.sum(seen**2, axis=0)) / noise)


def gradient(x, y, noise, parameters):
    """Of the log marginal likelihood, in closed form (Rasmussen & Williams, equation 5.9)."""
    inverse = np.linalg.inv(kernel(x, x, parameters) + np.diag(noise))
    alpha = inverse @ (y - parameters[-1])
    inner = np.outer(alpha, alpha) - inverse
    scaled = (x[:, None, :] - x[None, :, :]) / np.exp(parameters[:INPUTS])
    r = np.sqrt(5 * np.sum(scaled**2, axis=2))
    slope = np.exp(parameters[INPUTS]) * 5 / 3 * (1 + r) * np.exp(-r)
    by_lengthscale = [0.5 * np.sum(inner * slope * scaled[:, :, d] ** 2) for d in range(INPUTS)]
    by_variance = 0.5 * np.sum(inner * kernel(x, x, parameters))
    return np.array([*by_lengthscale, by_variance, np.sum(alpha)])


def bound_moved(x, y, noise, tests, parameters, jitter):
    return sparse(x, y, noise, tests, parameters, jitter)[2] - sparse(x, y, noise, tests, parameters, 0)[2]


def real(value):
    return f"Scalar({value:.17g})"


def listing(name, values, describe):
    values = np.asarray(values)
    shape = "".join(f"[{n}]" for n in values.shape)
    rows = [", ".join(real(v) for v in np.atleast_1d(row)) for row in values]
    body = ", ".join(rows) if values.ndim == 1 else ", ".join(f"{{{row}}}" for row in rows)
    wrapped = textwrap.fill(body, 118, initial_indent="    ", subsequent_indent="    ")
    return f"/// {describe}\ninline constexpr Scalar {name}{shape} = {{\n{wrapped}}};\n"


def main():
    random = np.random.default_rng(SEED)
    x = rounded(random.uniform(size=(OBSERVATIONS, INPUTS)))
    noise = rounded(random.uniform(0.01, 0.2, size=OBSERVATIONS))
    truth = np.sin(5 * x[:, 0]) + x[:, 1] ** 2
    y = rounded(truth + np.sqrt(noise) * random.normal(size=OBSERVATIONS))
    tests = rounded(random.uniform(size=(TESTS, INPUTS)))
    tests[0] = x[0]  # and one on an observation
    mean, variance, evidence = textbook(x, y, noise, tests, PARAMETERS)
    slopes = gradient(x, y, noise, PARAMETERS)
    jitter = 1e-8
    moved = sparse(x, y, noise, tests, PARAMETERS, jitter)
    still = sparse(x, y, noise, tests, PARAMETERS, 0)
    per_jitter = [np.max(np.abs(a - b)) / jitter for a, b in zip(moved, still)]
    steps = 1e-3 * np.eye(len(PARAMETERS))
    by_step = [bound_moved(x, y, noise, tests, PARAMETERS + s, 1e-5) - bound_moved(x, y, noise, tests, PARAMETERS - s, 1e-5)
               for s in steps]
    per_jitter.append(np.max(np.abs(by_step)) / 2e-3 / 1e-5)
    assert np.allclose(still[0], mean, atol=1e-11) and np.allclose(still[2], evidence, atol=1e-10)
    text = "\n".join([
        "#pragma once\n\n// Written by tests/reference/regression_values.py: change that, not this.\n\n"
        '#include "check.hpp"\n\nnamespace reference::regression {\n\n// clang-format off\n',
        listing("parameters", PARAMETERS, "Logarithms of the lengthscales and of the variance, mean."),
        listing("inputs", x, "The observations,"),
        listing("outputs", y, "what was seen there,"),
        listing("noise", noise, "and the variance of the noise in it."),
        listing("tests", tests, "Where the function is asked for,"),
        listing("mean", mean, "its mean there,"),
        listing("variance", variance, "and its variance."),
        f"/// The log marginal likelihood,\ninline constexpr Scalar evidence = {real(evidence)};",
        listing("gradient", slopes, "and its gradient by the parameters."),
        "/// How much mean, variance, evidence and gradient move at most, per unit of jitter.",
        f"inline constexpr Scalar mean_per_jitter = {real(per_jitter[0])};",
        f"inline constexpr Scalar variance_per_jitter = {real(per_jitter[1])};",
        f"inline constexpr Scalar evidence_per_jitter = {real(per_jitter[2])};",
        f"inline constexpr Scalar gradient_per_jitter = {real(per_jitter[3])};",
        "\n// clang-format on\n\n}  // namespace reference::regression\n"])
    folder = Path(__file__).resolve().parent.parent / "unit" / "reference"
    (folder / "regression_values.hpp").write_text(text)


if __name__ == "__main__":
    main()
