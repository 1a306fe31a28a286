"""Reading and replaying what a device, or a `Tuner` with a log, has printed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from ._errors import LogError
from ._taut import Entry, Replayer, Tuner, read_line, task_problem


@dataclass(frozen=True)
class Log:
    """What a log says, in arrays with a row for each reading, in the order of the log."""

    task: str  #: The line that tells the task, for `Tuner.from_task`; empty if there is none.
    ids: NDArray[numpy.int64]  #: Of the trials; 0 for a reading that was not asked for.
    settings: NDArray[numpy.float64]
    readings: NDArray[numpy.float64]
    variances: NDArray[numpy.float64]  #: Of the noise; 0 where it is not known.
    failures: list[int]  #: The trials that were given up.
    bests: list[Entry]  #: The recommendations.
    entries: list[Entry]  #: Everything, line by line.


@dataclass(frozen=True)
class Replay:
    """What was replayed, and was the same bit by bit."""

    trials: int
    readings: int
    recommendations: int
    events: int
    tuner: Tuner  #: As that of the device was after the last line: it predicts, and could go on.


def _lines(log: str | os.PathLike[str] | Iterable[str]) -> Iterator[str]:
    if isinstance(log, (str, os.PathLike)):
        with open(log, encoding="utf-8", errors="replace") as file:
            for line in file:
                yield line.rstrip("\r\n")
    else:
        for line in log:
            yield line.rstrip("\r\n")


def read_log(log: str | os.PathLike[str] | Iterable[str]) -> Log:
    """Reads a log: the path of a file, or its lines. Lines that are not taut's are passed over; a damaged one raises a
    `LogError` that names it."""
    task = ""
    outstanding: dict[int, NDArray[numpy.float64]] = {}
    ids: list[int] = []
    settings: list[NDArray[numpy.float64]] = []
    readings: list[float] = []
    variances: list[float] = []
    failures: list[int] = []
    entries: list[Entry] = []
    for number, line in enumerate(_lines(log), 1):
        entry = read_line(line)
        entries.append(entry)
        if entry.kind == "damaged":
            raise LogError(f"line {number} is damaged: {line}", number)
        if entry.kind == "task":
            if problem := task_problem(line):
                raise LogError(f"line {number}: {problem}", number)
            task = line
        elif entry.kind == "trial":
            outstanding[entry.id] = entry.settings
        elif entry.kind in ("reading", "failure"):
            at = entry.settings if entry.id == 0 else outstanding.pop(entry.id, None)
            if at is None:
                raise LogError(f"line {number}: no line before it has trial {entry.id}", number)
            if entry.kind == "failure":
                failures.append(entry.id)
                continue
            if settings and len(at) != len(settings[0]):
                raise LogError(f"line {number} has another number of knobs", number)
            ids.append(entry.id)
            settings.append(at)
            readings.append(entry.reading)
            variances.append(entry.variance)
    knobs = len(settings[0]) if settings else 0
    return Log(
        task=task,
        ids=numpy.array(ids, dtype=numpy.int64),
        settings=numpy.array(settings, dtype=numpy.float64).reshape(len(settings), knobs),
        readings=numpy.array(readings, dtype=numpy.float64),
        variances=numpy.array(variances, dtype=numpy.float64),
        failures=failures,
        bests=[entry for entry in entries if entry.kind == "best"],
        entries=entries,
    )


def replay(log: str | os.PathLike[str] | Iterable[str]) -> Replay:
    """Does again what a log says that a tuner did, by the same code as `taut_log replay`, and compares every bit. Takes
    the path of a file, or its lines. Raises a `LogError` that names the first line that is damaged or differs."""
    replayer = Replayer()
    for line in _lines(log):
        replayer.take(line)
        if replayer.verdict == "unusable":
            raise LogError(f"line {replayer.lines}: {replayer.message}", replayer.lines)
        if replayer.verdict == "differs":
            raise LogError(replayer.message, replayer.lines)
    if replayer.verdict == "no_task":
        raise LogError('there is no run in this log: no line begins with "task"', 0)
    return Replay(
        trials=replayer.trials,
        readings=replayer.readings,
        recommendations=replayer.recommendations,
        events=replayer.events,
        tuner=replayer.take_tuner(),
    )
