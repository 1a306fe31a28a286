#!/usr/bin/env python3
"""Writes tests/unit/reference/svgp_values.hpp: the two-latent sparse variational model fitted by GPflow, by another
route: the evidence lower bound is maximised over mean and covariance of the whitened inducing values by L-BFGS, and the
expected log-likelihood is integrated numerically.

That is Gauss-Hermite over the log-scale and, over the quantile, Gauss-Legendre on either side of the loss's kink:
a rule that ignores the kink would need thousands of points for the accuracy asked here.

Needs gpflow 2.11 with tensorflow and tf_keras; takes a minute.
"""

import os
import textwrap
from pathlib import Path

os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import gpflow
import numpy as np
import tensorflow as tf

SEED, OBSERVATIONS, INPUTS, INDUCING, TESTS = 11, 60, 2, 12, 8
# Of g and of h: logarithms of the lengthscales and of the variance, mean.
PARAMETERS = np.array([[-1.0, -0.5, 0.25, 0.125], [-0.25, 0.0, -0.75, -1.25]])
JITTER = 1e-10  # what the model adds to the covariance of the inducing points in double
EXACT = 1024  # the data are multiples of 1/1024: the same numbers in float and in double
REACH, SIDE, ACROSS = 10.0, 96, 30  # standard deviations integrated over; points on each side of the kink, and for h


class Family(gpflow.likelihoods.MultiLatentLikelihood):
    """log p(y | g, h) = c - h - exp(-p h) loss(y - g) / p"""

    def __init__(self, loss, level):
        super().__init__(latent_dim=2)
        self.loss, self.level = loss, level
        self.power = 1 if loss == "pinball" else 2
        root = np.sqrt(level) + np.sqrt(1 - level)
        self.constant = {"pinball": np.log(level * (1 - level)),
                         "asymmetric_square": np.log(np.sqrt(2 * level * (1 - level) / np.pi) / root),
                         "square": -0.5 * np.log(2 * np.pi)}[loss]

    def _log_prob(self, X, F, Y):
        d, h = Y[..., 0] - F[..., 0], F[..., 1]
        weight = tf.where(d < 0, np.float64(1 - self.level), np.float64(self.level))
        loss = {"pinball": weight * tf.abs(d), "asymmetric_square": weight * d**2, "square": d**2}[self.loss]
        return self.constant - h - tf.exp(-self.power * h) * loss / self.power

    def _variational_expectations(self, X, Fmu, Fvar, Y):
        deviation = tf.sqrt(Fvar)
        kink = tf.clip_by_value((Y[:, 0] - Fmu[:, 0]) / deviation[:, 0], -REACH, REACH)
        nodes, weights = np.polynomial.legendre.leggauss(SIDE)
        share, weights = (nodes[:, None] + 1) / 2, weights[:, None] / 2
        z = tf.concat([-REACH + (kink + REACH) * share, kink + (REACH - kink) * share], axis=0)
        dz = tf.concat([(kink + REACH) * weights, (REACH - kink) * weights], axis=0) * tf.exp(-(z**2) / 2)
        across, across_weights = np.polynomial.hermite.hermgauss(ACROSS)
        g = Fmu[:, 0] + deviation[:, 0] * z
        h = Fmu[:, 1] + deviation[:, 1] * np.sqrt(2) * across[:, None]
        both = (2 * SIDE, ACROSS, len(Y))
        F = tf.stack([tf.broadcast_to(g[:, None, :], both), tf.broadcast_to(h[None, :, :], both)], axis=-1)
        values = self._log_prob(None, F, Y)
        return tf.einsum("in,j,ijn->n", dz, across_weights, values) / (np.sqrt(2) * np.pi)

    def _predict_mean_and_var(self, X, Fmu, Fvar):
        raise NotImplementedError

    def _predict_log_density(self, X, Fmu, Fvar, Y):
        raise NotImplementedError


class Means(gpflow.functions.MeanFunction):
    def __call__(self, X):
        return tf.ones((tf.shape(X)[0], 1), tf.float64) * PARAMETERS[:, -1]


def fit(x, y, inducing, tests, loss, level):
    """The lower bound of the evidence, and mean and variance of g and of h at the tests."""
    kernels = [gpflow.kernels.Matern52(np.exp(p[INPUTS]), np.exp(p[:INPUTS])) for p in PARAMETERS]
    points = gpflow.inducing_variables.InducingPoints(inducing)
    model = gpflow.models.SVGP(
        gpflow.kernels.SeparateIndependent(kernels), Family(loss, level),
        gpflow.inducing_variables.SharedIndependentInducingVariables(points),
        mean_function=Means(), num_latent_gps=2, whiten=True)
    # GPflow's own natural gradients bring it near, L-BFGS to the end.
    bound = model.training_loss_closure((x, y[:, None]))
    climb = gpflow.optimizers.NaturalGradient(gamma=0.2)
    for _ in range(30):
        climb.minimize(bound, [(model.q_mu, model.q_sqrt)])
    for _ in range(4):
        result = gpflow.optimizers.Scipy().minimize(
            bound, [model.q_mu.unconstrained_variable, model.q_sqrt.unconstrained_variable],
            options={"maxiter": 5000, "maxfun": 10000, "ftol": 1e-16, "gtol": 1e-8, "maxcor": 50})
    print(loss, "bound", -result.fun, "largest slope", np.max(np.abs(result.jac)), "after", result.nit)
    mean, variance = model.predict_f(tests)
    return -result.fun, mean.numpy().T, variance.numpy().T


def rounded(values):
    return np.round(np.asarray(values) * EXACT) / EXACT


def real(value):
    return f"Scalar({value:.12g})"


def braced(values):
    values = np.asarray(values)
    return real(values) if values.ndim == 0 else "{" + ", ".join(braced(v) for v in values) + "}"


def listing(name, values, describe):
    shape = "".join(f"[{n}]" for n in np.asarray(values).shape)
    body = textwrap.fill(braced(values)[1:-1], 118, initial_indent="    ", subsequent_indent="    ")
    return f"/// {describe}\ninline constexpr Scalar {name}{shape} = {{\n{body}}};\n"


def main():
    gpflow.config.set_default_jitter(JITTER)
    random = np.random.default_rng(SEED)
    x = rounded(random.uniform(size=(OBSERVATIONS, INPUTS)))
    deviation = 0.1 + 0.6 * x[:, 0]
    y = rounded(np.sin(5 * x[:, 0]) + x[:, 1] ** 2 + deviation * random.normal(size=OBSERVATIONS))
    inducing = rounded(random.uniform(size=(INDUCING, INPUTS)))
    inducing[:3] = x[:3]
    tests = rounded(random.uniform(size=(TESTS, INPUTS)))
    tests[0] = inducing[5]
    cases = [("pinball", 0.25), ("asymmetric_square", 0.75), ("square", 0.5)]
    fits = [fit(x, y, inducing, tests, *case) for case in cases]
    text = "\n".join([
        "#pragma once\n\n// Written by tests/reference/svgp_values.py: change that, not this.\n\n"
        '#include "check.hpp"\n#include "model/likelihood.hpp"\n\nnamespace reference::svgp {\n\n// clang-format off\n',
        listing("parameters", PARAMETERS,
                "Of g and of h: logarithms of the lengthscales and of the variance, mean."),
        listing("inputs", x, "The observations,"),
        listing("outputs", y, "and what was seen there."),
        listing("inducing", inducing, "The inducing points."),
        listing("tests", tests, "Where the functions are asked for."),
        "/// The likelihoods,\ninline constexpr taut::model::Likelihood<Scalar> likelihoods[] = {",
        "\n".join(f"    {{taut::model::Loss::{loss}, Scalar({level})}}," for loss, level in cases) + "};\n",
        listing("evidence", [f[0] for f in fits], "and for each the lower bound of the evidence,"),
        listing("mean", [f[1] for f in fits], "the mean of g and of h at the tests,"),
        listing("variance", [f[2] for f in fits], "and their variance."),
        "// clang-format on\n\n}  // namespace reference::svgp\n"])
    folder = Path(__file__).resolve().parent.parent / "unit" / "reference"
    (folder / "svgp_values.hpp").write_text(text)


if __name__ == "__main__":
    main()
