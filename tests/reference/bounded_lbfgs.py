#!/usr/bin/env python3
"""Prints what SciPy's L-BFGS-B needs for the functions of test_bounded_lbfgs.cpp: evaluations and the value reached.

Same starts, history and tolerances as the test, in double precision. Needs numpy and scipy.
"""

import numpy as np
from scipy.optimize import minimize

HISTORY, GRADIENT_TOLERANCE, DECREASE_TOLERANCE = 8, 1e-3, 1e-6


def rosenbrock(x):
    rise, rest = x[1:] - x[:-1] ** 2, 1 - x[:-1]
    gradient = np.zeros_like(x)
    gradient[:-1] = -400 * x[:-1] * rise - 2 * rest
    gradient[1:] += 200 * rise
    return 100 * rise @ rise + rest @ rest, gradient


def reflected(v):
    """The eigenvectors: a Householder reflection by (1, 2, 3, 4, 5, 1, 2, …)."""
    u = 1.0 + np.arange(len(v)) % 5
    return v - 2 * u * (u @ v) / (u @ u)


def stretched(condition):
    """A quadratic with minimum 0 at (1, 1, …) and eigenvalues from 1 to `condition`, evenly spaced."""
    def evaluate(x):
        eigenvalues = 1 + (condition - 1) * np.arange(len(x)) / (len(x) - 1)
        gradient = reflected(eigenvalues * reflected(x - 1))
        return 0.5 * (x - 1) @ gradient, gradient
    return evaluate


def chain(x):
    """The second difference operator and a load: an obstacle problem, where some coordinates end at each bound."""
    load = (np.arange(len(x)) * 7 % 16 - 7.5) / 16
    product = 2 * x
    product[1:] -= x[:-1]
    product[:-1] -= x[1:]
    return 0.5 * x @ product - load @ x, product - load


def bumps(x):
    """A mixture of rational bumps, like the posterior mean of a Gaussian process."""
    n, k = len(x), np.arange(24)
    centres = ((37 * k[:, None] + 53 * np.arange(n) + 11 * k[:, None] * np.arange(n)) % 101) / 101
    weights = (29 * k % 17 - 6) / 8
    apart = x - centres
    height = 1 / (1 + 40 * (apart**2).sum(1) / n)
    return -(weights @ height), apart.T @ (weights * height**2) * 80 / n


def slanted(x):
    gradient = 1.0 + np.arange(len(x))
    return gradient @ x, gradient


INFINITE = np.inf
PROBLEMS = [  # name, function, start, lower, upper
    ("rosenbrock 2", rosenbrock, [-1.2, 1], [-INFINITE] * 2, [INFINITE] * 2),
    ("rosenbrock 10", rosenbrock, [-1.2, 1] * 5, [-INFINITE] * 10, [INFINITE] * 10),
    ("rosenbrock 2, bounded", rosenbrock, [-1.2, 1], [-2] * 2, [0.5, 2]),
    ("rosenbrock 10, bounded", rosenbrock, [-1.2, 1] * 5, [-1.5] * 10, [0.8, 0.7] * 5),
    ("stretched 20, 100", stretched(100), [0] * 20, [-INFINITE] * 20, [INFINITE] * 20),
    ("stretched 20, 10000", stretched(1e4), [0] * 20, [-INFINITE] * 20, [INFINITE] * 20),
    ("chain 32", chain, [0] * 32, [-0.25] * 32, [0.25] * 32),
    ("bumps 2", bumps, [0.4] * 2, [0] * 2, [1] * 2),
    ("bumps 16", bumps, [0.4] * 16, [0] * 16, [1] * 16),
    ("bumps 64", bumps, [0.4] * 64, [0] * 64, [1] * 64),
    ("slanted 16", slanted, [0.4] * 16, [0] * 16, [1] * 16),
]

for name, function, start, lower, upper in PROBLEMS:
    result = minimize(function, np.array(start, float), jac=True, method="L-BFGS-B", bounds=list(zip(lower, upper)),
                      options={"maxcor": HISTORY, "gtol": GRADIENT_TOLERANCE, "ftol": DECREASE_TOLERANCE})
    print(f"{name:24} {result.nfev:4} evaluations, value {result.fun:.9g}")
