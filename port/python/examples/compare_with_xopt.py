#!/usr/bin/env python3
"""Which generator makes Xopt find the setting with the best bad days? Each has the same number of noisy readings of an
instrument whose truth is known (plant.py), over many seeds. Prints a table: how high is the 5 % quantile, in truth, at
the setting that each recommends in the end?

usage: compare_with_xopt.py [--seeds 20] [--readings 120] [--only TEXT] [--runs FILE]

Runs are kept in the file, and one that is there is not done again: interrupt it, and go on later.
"""
import argparse
import csv
import os
import pathlib
import statistics
import sys
import time
import warnings

import numpy
import plant
import taut
import torch
from gest_api.vocs import VOCS
from taut.gest import TautGenerator
from xopt import Evaluator, Xopt
from xopt.generators.bayesian import ExpectedImprovementGenerator, UpperConfidenceBoundGenerator

RANDOM_FIRST = 10  # points before there is a model, for the generators of Xopt
REPEATS = 8
VARIABLES = VOCS(variables={name: [0.0, 1.0] for name in plant.KNOBS}, objectives={"reading": "MAXIMIZE"})


def xopt(generator, random, repeats=1):
    """With repeats, a point is measured several times, and the sample's quantile is what the generator is told."""

    def evaluate(point):
        settings = [point[name] for name in plant.KNOBS]
        readings = [plant.reading(settings, random) for _ in range(repeats)]
        return {"reading": readings[0] if repeats == 1 else float(numpy.quantile(readings, plant.LEVEL))}

    return Xopt(generator=generator, evaluator=Evaluator(function=evaluate))


def with_taut(statistic):
    def run(seed, readings, random):
        runner = xopt(TautGenerator(VARIABLES, statistic, observations=readings, seed=seed), random)
        for _ in range(readings):
            runner.step()
        return runner.generator.best_point()

    return run


def with_model(generator, repeats=1):
    """A generator of Xopt, which recommends where the mean of its model is highest."""

    def run(seed, readings, random):
        runner = xopt(generator(vocs=VARIABLES), random, repeats)
        points = readings // repeats
        runner.random_evaluate(min(RANDOM_FIRST, points // 2), seed=seed)
        while len(runner.data) < points:
            runner.step()
        return runner.generator.get_optimum().iloc[0]

    return run


METHODS = {
    "taut, 5 % quantile": with_taut(taut.quantile(plant.LEVEL)),
    "taut, mean": with_taut(taut.mean()),
    "expected improvement": with_model(ExpectedImprovementGenerator),
    "upper confidence bound": with_model(UpperConfidenceBoundGenerator),
    f"expected improvement of the 5 % quantile of {REPEATS}": with_model(ExpectedImprovementGenerator, REPEATS),
}


def kept_runs(path):
    if not path.exists():
        return {}
    with path.open(newline="") as file:
        return {(row["method"], int(row["seed"]), int(row["readings"])): float(row["quantile"])
                for row in csv.DictReader(file)}


def campaign(path, methods, seeds, readings):
    """The true quantile of each run."""
    runs = kept_runs(path)
    missing = [(method, seed) for seed in range(1, seeds + 1) for method in methods
               if (method, seed, readings) not in runs]
    path.parent.mkdir(parents=True, exist_ok=True)
    for count, (method, seed) in enumerate(missing, 1):
        start = time.monotonic()
        torch.manual_seed(seed)
        numpy.random.seed(seed)
        point = METHODS[method](seed, readings, numpy.random.default_rng(seed))
        quantile = plant.true_quantile([float(point[name]) for name in plant.KNOBS])
        runs[method, seed, readings] = quantile
        new = not path.exists()
        with path.open("a", newline="") as file:
            writer = csv.writer(file)
            if new:
                writer.writerow(["method", "seed", "readings", "quantile"])
            writer.writerow([method, seed, readings, quantile])
        print(f"{count} of {len(missing)}: {method}, seed {seed}: {quantile:.3f} "
              f"[{time.monotonic() - start:.0f} s]", file=sys.stderr, flush=True)
    return {method: [runs[method, seed, readings] for seed in range(1, seeds + 1)] for method in methods}


def table(found):
    """What is lost to the best setting there is, so that less is better."""
    best = plant.true_quantile(plant.best_setting())
    rows = ["| generator | lost, on average | worst seed | taut loses less |", "|---|---|---|---|"]
    first = next(iter(found.values()))
    for method, quantiles in found.items():
        lost = [best - quantile for quantile in quantiles]
        error = statistics.stdev(lost) / len(lost) ** 0.5 if len(lost) > 1 else float("nan")
        wins = sum(ours > theirs for ours, theirs in zip(first, quantiles))
        against = f"in {wins} of {len(quantiles)}" if quantiles is not first else ""
        rows.append(f"| {method} | {statistics.mean(lost):.3f} ± {error:.3f} | {max(lost):.3f} | {against} |")
    return "\n".join(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--readings", type=int, default=120)
    parser.add_argument("--only", default="", help="only generators whose names contain this text")
    parser.add_argument("--runs", type=pathlib.Path, default=pathlib.Path("build/python/xopt.csv"))
    options = parser.parse_args()
    if options.seeds < 1 or options.readings < 4 * REPEATS:
        parser.error(f"seeds: 1 or more; readings: {4 * REPEATS} or more")
    methods = [method for method in METHODS if options.only in method]
    if not methods:
        parser.error(f"no generator has '{options.only}' in its name; there are: {'; '.join(METHODS)}")
    warnings.filterwarnings("ignore")
    torch.set_num_threads(max(1, (os.cpu_count() or 2) // 2))
    found = campaign(options.runs, methods, options.seeds, options.readings)
    best = plant.true_quantile(plant.best_setting())
    print(f"{options.readings} readings, {options.seeds} seeds. The best 5 % quantile there is: {best:.3f}\n")
    print(table(found))


if __name__ == "__main__":
    main()
