#!/usr/bin/env python3
"""Runs the optimisers that people would pick instead through the problems of tests/bench/league, and writes how good
the settings are that they recommend.

    python3 -m venv build/peers
    build/peers/bin/pip install optuna cma scipy scikit-learn
    build/peers/bin/python tests/reference/league_peers.py --out build/peers.csv --set trial --seeds 20

They are tpe (Optuna), cma (pycma), nelder_mead (SciPy), gp_ei (a Gaussian process of scikit-learn with the expected
improvement) and random. All maximise the readings as they come, in unit coordinates. None knows the level that is asked
for or how many readings it will get, so one run says what each would recommend after 40, 60, 150 and 400 readings
(gp_ei: up to 150; with eight knobs or more cma, nelder_mead and random also 1000), and every recommendation is scored
at every level.

--out gets a line of peer, family, seed, readings and the score at each level. Runs that it has already are not run
again, so that a campaign can be broken off and gone on with. The versions of the packages are in a comment.
"""
import argparse
import collections
import math
import multiprocessing
import os
import pathlib
import subprocess
import sys
import time
import warnings
import zlib

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[threads] = "1"  # before numpy is imported

warnings.filterwarnings("ignore", message="Could not import matplotlib")  # by cma

try:
    import cma
    import numpy as np
    import optuna
    import scipy
    import sklearn
    from scipy.optimize import minimize
    from scipy.special import ndtr
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel
except ImportError as error:
    sys.exit(f"league_peers.py: {error.name} is not installed: pip install optuna cma scipy scikit-learn")

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSIONS = "# python {}, {}".format(".".join(map(str, sys.version_info[:3])), ", ".join(
    f"{name} {package.__version__}" for name, package in
    (("optuna", optuna), ("cma", cma), ("scipy", scipy), ("scikit-learn", sklearn), ("numpy", np))))
LEVELS = ("0.02", "0.05", "0.1", "0.3", "0.5", "0.7", "0.9", "0.95", "0.98")
COLUMNS = ",".join(("peer", "family", "seed", "readings", *LEVELS))
STEP = 0.25  # how far the first steps of a local search go


class Failure(Exception):
    """What the user is told."""


class Spent(Exception):
    """All readings are used."""


class League:
    """The program with the problems, by its pipe."""

    def __init__(self, path):
        try:
            self.process = subprocess.Popen([path, "--pipe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                            bufsize=1)
        except OSError as error:
            raise Failure(f"cannot run {path} ({error.strerror}): build it, or say where it is by --league") from None

    def ask(self, *words):
        question = " ".join(map(str, words))
        try:
            self.process.stdin.write(question + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer.endswith("\n"):
            raise Failure(f"the league program has ended, at: {question}")
        if answer.startswith("error"):
            raise Failure(f"the league program answers {answer.strip()!r} to: {question}")
        return answer.split()

    def number(self, *words):
        answer = self.ask(*words)
        try:
            value = float(answer[0]) if len(answer) == 1 else math.nan
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise Failure(f"the league program answers {' '.join(answer)!r} to: {' '.join(map(str, words))}")
        return value

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Plant:
    """One problem with its readings, the larger the better, and what was recommended after some of them."""

    def __init__(self, league, family, seed):
        self.league = league
        answer = league.ask("problem", family, seed)
        self.inputs, minimised = int(answer[0]), int(answer[1])
        if len(answer) != 2 + 4 * self.inputs:
            raise Failure(f"the league program describes {family} by {len(answer)} numbers")
        self.sign = -1 if minimised else 1
        self.settings, self.readings = [], []
        self.stops, self.recommended = (), {}
        self.recommend = self.best_reading

    def best_reading(self):
        return self.settings[int(np.argmax(self.readings))]

    def read(self, setting):
        if len(self.readings) == self.stops[-1]:
            raise Spent
        setting = np.clip(np.asarray(setting, float), 0, 1).round(9)
        self.readings.append(self.sign * self.league.number("measure", *map(repr, setting.tolist())))
        self.settings.append(setting)
        if len(self.readings) in self.stops:
            self.recommended[len(self.readings)] = self.recommend()
        return self.readings[-1]

    def scores(self):
        """(readings, scores at all levels) of all that was recommended."""
        return [(stop, [self.league.number("score", level, *map(repr, setting.tolist())) for level in LEVELS])
                for stop, setting in self.recommended.items()]


def random(plant, rng):
    while True:
        plant.read(rng.random(plant.inputs))


def tpe(plant, rng):
    """With the sampler's own settings. Recommends the best trial."""
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=int(rng.integers(2**31))))
    while True:
        trial = study.ask()
        study.tell(trial, plant.read([trial.suggest_float(f"x{i}", 0, 1) for i in range(plant.inputs)]))


def cma_es(plant, rng):
    """Recommends the mean of its distribution, once that has moved a few times: until then the best reading, or what
    the start before ended with."""
    favourite = None
    plant.recommend = lambda: plant.best_reading() if favourite is None else favourite
    while True:
        options = {"bounds": [0, 1], "seed": int(rng.integers(1, 2**31)), "verbose": -9, "verb_log": 0}
        if plant.inputs == 1:
            options["maxstd"] = math.inf  # its own limit fails with one knob (cma 4.5)
        search = cma.CMAEvolutionStrategy(rng.random(plant.inputs), STEP, options)
        while not search.stop():
            population = search.ask()
            search.tell(population, [-plant.read(setting) for setting in population])
            if search.countiter >= 3:
                favourite = np.clip(search.result.xfavorite, 0, 1).round(9)


def nelder_mead(plant, rng):
    """It has converged when its simplex is small: the readings, with noise, never agree."""
    options = {"adaptive": True, "xatol": 1e-3, "fatol": math.inf, "maxiter": 10**6, "maxfev": 10**6}
    while True:
        start = rng.random(plant.inputs)
        step = np.where(start + STEP > 1, -STEP, STEP)
        minimize(lambda setting: -plant.read(setting), start, method="Nelder-Mead", bounds=[(0, 1)] * plant.inputs,
                 options=options | {"initial_simplex": np.vstack([start, start + np.diag(step)])})


class Regression:
    """A Gaussian process of all readings of a plant. Its hyperparameters are fitted anew after every eighth reading."""

    EVERY = 8

    def __init__(self, plant, rng):
        self.plant, self.rng = plant, rng
        self.kernel = (ConstantKernel(1.0, (1e-2, 1e2)) * Matern(np.full(plant.inputs, 0.5), (0.05, 20.0), nu=2.5)
                       + WhiteKernel(0.1, (1e-5, 10.0)))
        self.first = self.kernel
        self.fitted = 0  # readings that the hyperparameters come from
        self.process = None

    def update(self):
        count = len(self.plant.readings)
        tune = not self.fitted or count >= self.fitted + self.EVERY
        kernels = [self.kernel, self.first] if tune and self.fitted else [self.kernel]
        fits = [GaussianProcessRegressor(kernel, optimizer="fmin_l_bfgs_b" if tune else None, normalize_y=True).fit(
            np.array(self.plant.settings), np.array(self.plant.readings)) for kernel in kernels]
        self.process = max(fits, key=lambda fit: fit.log_marginal_likelihood_value_)
        if tune:
            self.kernel, self.fitted = self.process.kernel_, count
        self.means = self.process.predict(np.array(self.plant.settings))
        self.noise = self.kernel.k2.noise_level * np.var(self.plant.readings)

    def best_visited(self):
        self.update()
        return self.plant.settings[int(np.argmax(self.means))]

    def improvement(self, settings):
        """The logarithm of how much the function, without its noise, is expected to exceed the best mean by."""
        mean, deviation = self.process.predict(settings, return_std=True)
        deviation = np.sqrt(np.maximum(deviation**2 - self.noise, 1e-12 * np.var(self.plant.readings) + 1e-300))
        z = (mean - self.means.max()) / deviation
        expected = z * ndtr(z) + np.exp(-z**2 / 2) / math.sqrt(2 * math.pi)
        return np.log(np.maximum(expected, 1e-300)) + np.log(deviation)

    def propose(self):
        """The best of many random settings and of some near the best visited, polished by differences."""
        inputs = self.plant.inputs
        near = np.array(self.plant.settings)[np.argsort(-self.means)[:5]]
        near = np.concatenate([near + self.rng.normal(0, scale, (20, *near.shape)) for scale in (0.1, 0.03, 0.01)])
        candidates = np.vstack([self.rng.random((1000 * min(inputs, 4), inputs)),
                                np.clip(near.reshape(-1, inputs), 0, 1)])
        start = candidates[np.argmax(self.improvement(candidates))]

        def descend(setting):
            step = np.where(setting > 0.5, -1e-5, 1e-5)
            values = self.improvement(np.vstack([setting, setting + np.diag(step)]))
            return -values[0], (values[0] - values[1:]) / step

        return minimize(descend, start, jac=True, method="L-BFGS-B", bounds=[(0, 1)] * inputs,
                        options={"maxiter": 15, "maxfun": 25}).x


def gp_ei(plant, rng):
    """Recommends the visited setting with the best posterior mean."""
    warnings.filterwarnings("ignore", module="sklearn")  # hyperparameters at their bounds
    regression = Regression(plant, rng)
    plant.recommend = regression.best_visited
    for _ in range(max(8, 2 * plant.inputs + 2)):
        plant.read(rng.random(plant.inputs))
    while True:
        regression.update()
        plant.read(regression.propose())


PEERS = {"tpe": tpe, "cma": cma_es, "nelder_mead": nelder_mead, "gp_ei": gp_ei, "random": random}


def stops(peer, inputs):
    """After how many readings a peer is asked what it recommends."""
    few = (40, 60, 150)
    if peer == "gp_ei":
        return few
    return (*few, 400, 1000) if inputs >= 8 and peer != "tpe" else (*few, 400)


shared = None  # the league program of this process


def open_league(path):
    global shared
    shared = League(path)


def run(task):
    """The lines of one run, and the seconds that it took."""
    peer, family, seed = task
    start = time.monotonic()
    plant = Plant(shared, family, seed)
    plant.stops = stops(peer, plant.inputs)
    try:
        PEERS[peer](plant, np.random.default_rng([seed, zlib.crc32(peer.encode()), zlib.crc32(family.encode())]))
    except Spent:
        pass
    lines = [",".join([peer, family, str(seed), str(stop), *(f"{score:.4f}" for score in scores)]) + "\n"
             for stop, scores in plant.scores()]
    return task, lines, time.monotonic() - start


def run_of(line):
    """Whose line it is: None of comments and titles, empty if it was broken off."""
    if line.startswith("#") or line.strip() == COLUMNS:
        return None
    fields = line.split(",")
    whole = len(fields) == 4 + len(LEVELS) and fields[2].isdigit() and line.endswith("\n")
    return (fields[0], fields[1], int(fields[2])) if whole else ()


def finished(path, inputs):
    """The runs in the file. Those of these families that lack lines, because they were broken off, are taken out."""
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    if lines and COLUMNS + "\n" not in lines:
        raise Failure(f"{path} is another kind of file: it has no line {COLUMNS}")
    counts = collections.Counter(map(run_of, lines))

    def torn(key):
        if not key:
            return key == ()
        peer, family, _ = key
        return peer in PEERS and family in inputs and counts[key] != len(stops(peer, inputs[family]))

    good = [line for line in lines if not torn(run_of(line))]
    if len(good) < len(lines):
        print(f"{len(lines) - len(good)} lines of unfinished runs are taken out of {path}", file=sys.stderr)
        new = path.with_name(path.name + ".new")
        new.write_text("".join(good))
        new.replace(path)
    return set(map(run_of, good))


def results(tasks, options):
    if options.jobs == 1:
        yield from map(run, tasks)
        return
    shared.close()  # each process has its own
    with multiprocessing.Pool(options.jobs, open_league, (options.league,)) as pool:
        yield from pool.imap_unordered(run, tasks)


def campaign(options):
    open_league(options.league)
    families = shared.ask("families", options.set)
    inputs = {family: Plant(shared, family, 1).inputs for family in families}
    done = finished(options.out, inputs)
    tasks = [task for seed in range(1, options.seeds + 1) for family in families for peer in options.peers
             if (task := (peer, family, seed)) not in done]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    text = options.out.read_text() if options.out.exists() else ""
    with options.out.open("a") as file:
        file.writelines(line + "\n" for line in (VERSIONS, COLUMNS) if line not in text)
        file.flush()
        start = time.monotonic()
        for count, (task, lines, seconds) in enumerate(results(tasks, options), 1):
            file.write("".join(lines))
            file.flush()
            minutes = (time.monotonic() - start) / 60 / count * (len(tasks) - count)
            print(f"{count} of {len(tasks)}: {' '.join(map(str, task))}, {seconds:.1f} s; about {minutes:.0f} min left",
                  file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], allow_abbrev=False)
    parser.add_argument("--league", default=str(ROOT / "build/host/tests/bench/league"),
                        help="the program (%(default)s)")
    parser.add_argument("--set", choices=("practice", "trial"), default="practice", help="of problems (%(default)s)")
    parser.add_argument("--seeds", type=int, default=1, help="how many, from 1 on (%(default)s)")
    parser.add_argument("--peers", default=",".join(PEERS), help="separated by commas (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="file that the lines are appended to")
    options = parser.parse_args()
    if options.seeds < 1 or options.jobs < 1:
        parser.error("there must be a seed and a process")
    options.peers = options.peers.split(",")
    unknown = [peer for peer in options.peers if peer not in PEERS]
    if unknown:
        parser.error(f"no peer is called {', '.join(unknown)}: there are {', '.join(PEERS)}")
    try:
        campaign(options)
    except Failure as failure:
        sys.exit(f"league_peers.py: {failure}")
    except KeyboardInterrupt:
        sys.exit("league_peers.py: broken off; the same command goes on")


if __name__ == "__main__":
    main()
