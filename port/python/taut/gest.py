"""taut as a generator of gest-api, for whatever runs such generators: Xopt, Badger, libEnsemble, optimas and others."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from gest_api import Generator
from gest_api.vocs import (
    VOCS,
    ContextualVariable,
    ContinuousVariable,
    DiscreteVariable,
    MaximizeObjective,
    MinimizeObjective,
)

from . import _taut as taut
from ._errors import Error

__all__ = ["TautGenerator"]

_LARGEST = 2.0**126  # a quarter of the largest number of single precision: no reading is farther from 0


class _Knob:
    """A variable, as the tuner sees it: a discrete one by the place of its value among all of them."""

    def __init__(self, name: str, variable: Any, wanted: taut.Range | None) -> None:
        self.name = name
        self.values: list[float] = []
        if isinstance(variable, DiscreteVariable):
            try:
                self.values = sorted(float(value) for value in variable.values)
            except (TypeError, ValueError):
                raise ValueError(f"variable {name}: taut has no categories, and these values are not numbers") from None
            if len(self.values) < 2:
                raise ValueError(f"variable {name}: one value leaves nothing to tune; make it a constant")
            if wanted is not None:
                raise ValueError(f"ranges: variable {name} is discrete, and has a range by its values")
            self.range = taut.integers(0, len(self.values) - 1)
        else:
            self.lowest, self.highest = map(float, variable.domain)
            self.range = taut.Range(self.lowest, self.highest) if wanted is None else wanted

    def value(self, setting: float) -> float:
        """Of the variable. An end of its domain may have been rounded to single precision, and then lie outside."""
        if self.values:
            return self.values[round(setting)]
        return min(max(float(setting), self.lowest), self.highest)

    def setting(self, value: Any) -> float:
        """Of the knob, or a ValueError."""
        number = float(value)
        if not self.values:
            if not self.lowest <= number <= self.highest:
                raise ValueError(f"variable {self.name}: {number} is outside its domain")
            return number
        if number not in self.values:
            raise ValueError(f"variable {self.name}: {number} is not among its values")
        return float(self.values.index(number))


class TautGenerator(Generator):
    """Suggests settings at which to evaluate one noisy objective, so that a quantile of it (or another statistic)
    becomes best.

        vocs = VOCS(variables={"current": [0, 10], "phase": [-90, 90]}, objectives={"energy": "MAXIMIZE"})
        generator = TautGenerator(vocs, taut.quantile(0.05), observations=240)

    `observations` is how many evaluations there will be: with them the generator has finished. `ranges` may say for
    some variables how their settings are measured, by ``taut.logarithmic`` or ``taut.steps``. `log` is a file to which
    lines are appended that `taut.replay` can read. All else goes to `taut.Tuner`: `seed`, `outstanding`, `strategy` ...

    Suggestions have an ``_id``, and results may come in any order. A result whose objective is NaN, or that Xopt marks
    as an error, is an evaluation that was lost: another takes its place. Results without an ``_id`` are readings that
    nobody asked for, and count as well.

    taut proposes in batches, of `outstanding` points or of `batch`. Without a number `suggest` returns what the present
    batch has left. A larger number is filled up: with the best setting once more, or before there is one with points of
    an even design. So choose batches that are a multiple of the number, or of the workers.
    """

    returns_id = True

    def __init__(
        self,
        vocs: VOCS,
        statistic: taut.Statistic,
        *,
        observations: int,
        ranges: Mapping[str, taut.Range] | None = None,
        log: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(vocs)
        self.vocs = vocs
        wanted = dict(ranges or {})
        if unknown := set(wanted) - set(vocs.variables):
            raise ValueError(f"ranges: there is no variable {sorted(unknown)[0]}")
        self._knobs = [_Knob(name, variable, wanted.get(name)) for name, variable in vocs.variables.items()]
        self._objective, objective = next(iter(vocs.objectives.items()))
        goal = taut.minimise(statistic) if isinstance(objective, MinimizeObjective) else taut.maximise(statistic)
        if options.get("noise") is taut.Noise.known:
            raise ValueError("noise: results have no variances, so that it cannot be known")
        endless = options.get("when_full") is taut.WhenFull.forget_oldest
        self._budget: float = options.get("budget") or (math.inf if endless else observations)
        self._seed = options.get("seed", 0)
        self._log = log
        self._suggested = 0  # points so far; the last number that was given
        self._extra = 0  # of them, points of the even design
        # What is not back yet: the number of a trial, or the settings of a point that fills up.
        self._pending: dict[int, int | list[float]] = {}
        self.tuner = taut.Tuner(
            goal,
            [knob.range for knob in self._knobs],
            observations=observations,
            log=None if log is None else self._write,
            **options,
        )

    def _validate_vocs(self, vocs: VOCS) -> None:
        if not vocs.variables:
            raise ValueError("taut needs a variable")
        for name, variable in vocs.variables.items():
            if isinstance(variable, ContextualVariable) or not isinstance(
                variable, (ContinuousVariable, DiscreteVariable)
            ):
                raise ValueError(f"variable {name}: taut tunes continuous and discrete variables, no others")
        if len(vocs.objectives) != 1:
            raise ValueError(f"taut has one objective, and here are {len(vocs.objectives)}")
        if not isinstance(next(iter(vocs.objectives.values())), (MaximizeObjective, MinimizeObjective)):
            raise ValueError("taut maximises or minimises; it does not explore")
        if vocs.constraints:
            raise ValueError("taut knows no constraints")

    def suggest(self, num_points: int | None = None) -> list[dict[str, Any]]:
        """The next points. Takes as long as a fit if one is due. Near the end there may be fewer than asked for, or
        none while the last ones are evaluated. When all readings are there, it raises an `Error`."""
        if num_points is not None and num_points < 1:
            raise ValueError(f"num_points: 1 or more, and not {num_points}")
        points: list[dict[str, Any]] = []
        while num_points is None or len(points) < num_points:
            try:
                trial = self.tuner.ask()
            except Error as error:
                if error.status is taut.Status.not_ready:
                    break
                raise
            points.append(self._point(trial.settings, trial.id))
        while num_points is not None and len(points) < num_points and self._room() > 0:
            settings = self._extra_settings()
            points.append(self._point(settings, settings))
        return points

    def ingest(self, results: list[dict[str, Any]]) -> None:
        """Learns from results. If one of them is not as it should be, none is taken, and a ValueError says why."""
        checked = [self._checked(f"results[{row}]", result) for row, result in enumerate(results)]
        numbers = [number for number, _, _ in checked if number is not None]
        for row, (number, _, _) in enumerate(checked):
            if number is not None and numbers.count(number) > 1:
                raise Error(f"results[{row}]: _id {number} comes more than once", taut.Status.unknown_trial)
        if len(checked) - len(numbers) > max(self._room(), 0):
            raise Error("results without an _id: more than there is room for", taut.Status.full)
        for number, settings, reading in checked:
            if number is not None:
                self._tell(number, reading)
            else:
                self._add(settings, reading)

    def best_point(self) -> dict[str, Any]:
        """The best setting so far, by the names of the variables. `tuner.best()` has its estimate, too."""
        return self._named(self.tuner.best().settings)

    def _checked(self, where: str, result: Mapping[str, Any]) -> tuple[int | None, list[float], float]:
        """The number of the point, or None and its settings; and the reading."""
        try:
            # Xopt leaves the objective out where an evaluation raised.
            reading = math.nan if result.get("xopt_error") else float(result[self._objective])
            number = _id_of(result)
            settings = [] if number is not None else [knob.setting(result[knob.name]) for knob in self._knobs]
        except KeyError as error:
            raise ValueError(f"{where} has no {error.args[0]}") from None
        except (TypeError, ValueError) as error:
            raise ValueError(f"{where}: {error}") from None
        if number is not None and number not in self._pending:
            raise Error(f"{where}: no point with _id {number} is to be evaluated", taut.Status.unknown_trial)
        if abs(reading) > _LARGEST or (number is None and math.isnan(reading)):
            raise Error(f"{where}: {self._objective} is {reading}", taut.Status.out_of_range)
        return number, settings, reading

    def _tell(self, number: int, reading: float) -> None:
        pending = self._pending[number]
        if isinstance(pending, int):
            if math.isnan(reading):
                self.tuner.fail(pending)
            else:
                self.tuner.tell(pending, reading)
        elif not math.isnan(reading):
            try:
                self._add(pending, reading)
            except Error as error:  # the readings that are wanted came from elsewhere meanwhile
                if error.status not in (taut.Status.full, taut.Status.finished):
                    raise
        del self._pending[number]

    def _add(self, settings: list[float], reading: float) -> None:
        try:
            self.tuner.add(settings, reading)
        except Error as error:
            if error.status is not taut.Status.not_ready:
                raise
            while self.tuner.state in (taut.State.fitting, taut.State.proposing):  # somebody interrupted `suggest`
                self.tuner.poll()
            self.tuner.add(settings, reading)

    def _room(self) -> float:
        """How many points more there may be."""
        return self._budget - self.tuner.readings - len(self._pending)

    def _extra_settings(self) -> list[float]:
        try:
            return [float(setting) for setting in self.tuner.best().settings]
        except Error as error:
            if error.status is not taut.Status.not_ready:
                raise
        ranges = [knob.range for knob in self._knobs]
        [settings] = taut.design(ranges, 1, seed=self._seed ^ 0x5EED, first=self._extra)
        self._extra += 1
        return [float(setting) for setting in settings]

    def _named(self, settings: Any) -> dict[str, Any]:
        point: dict[str, Any] = {knob.name: knob.value(setting) for knob, setting in zip(self._knobs, settings)}
        return point | {name: constant.value for name, constant in self.vocs.constants.items()}

    def _point(self, settings: Any, pending: int | list[float]) -> dict[str, Any]:
        self._suggested += 1
        self._pending[self._suggested] = pending
        return self._named(settings) | {"_id": self._suggested}

    def _write(self, line: str) -> None:
        assert self._log is not None
        with open(self._log, "a", encoding="utf-8") as file:
            file.write(line + "\n")

    # Runners copy generators, and send them to other processes. The log of a tuner does not travel with it.

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._log is not None:
            self.tuner.log = self._write


def _id_of(result: Mapping[str, Any]) -> int | None:
    """A table that has numbers for some rows only makes them all floating-point, and NaN where there is none."""
    number = result.get("_id")
    if number is None or number != number or number == -1:
        return None
    return int(number)
