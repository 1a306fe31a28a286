"""Logs of a `Tuner` and of the input shaper's firmware, on this machine and on an emulated Cortex-M7: `./dev python`
makes these, where there are the tools."""

import os
import pathlib
import struct

import numpy
import plant
import pytest
import taut
from conftest import run, state_of, tuner

LOGS = pathlib.Path(os.environ.get("TAUT_LOGS", "build/python/logs"))
FIRMWARE = ["shaper_host", "shaper_cortex-m7"]


@pytest.fixture(params=FIRMWARE)
def firmware(request):
    path = LOGS / f"{request.param}.log"
    if not path.exists():
        pytest.skip(f"there is no {path}")
    return path


@pytest.fixture(scope="module")
def lines():
    found = []
    run(tuner(log=found.append))
    return found


def single_of(bits):
    return struct.unpack(">f", bytes.fromhex(bits))[0]


def test_a_log_replays_bit_by_bit(lines):
    replayed = taut.replay(lines)
    assert (replayed.trials, replayed.readings, replayed.events) == (60, 60, len(lines) - 1)
    assert state_of(replayed.tuner) == state_of(run(tuner()))


def test_the_log_of_firmware_replays_bit_by_bit(firmware):
    text = firmware.read_text().splitlines()
    replayed = taut.replay(firmware)
    assert replayed.trials == replayed.readings == 300
    assert replayed.events == sum(line.split(" ")[0] in
                                  ("trial", "reading", "failure", "fit", "best", "batch", "finished") for line in text)
    words = [line for line in text if line.startswith("best ")][-1].split(" value ")
    assert [float(setting) for setting in replayed.tuner.best().settings] == \
        [single_of(bits) for bits in words[0].split(" (")[0].split()[1:]]
    assert replayed.tuner.best().value == single_of(words[1].split()[0])


def test_a_tuner_in_python_says_what_the_firmware_says(firmware):
    """Line by line the same, with the readings that the firmware had: its twin."""
    logged = taut.read_log(firmware)
    text = [line for line in firmware.read_text().splitlines() if taut.read_line(line).kind != "other"]
    said = []
    twin = taut.Tuner.from_task(logged.task, log=said.append)
    reading_of = dict(zip(logged.ids, logged.readings))
    while twin.wants_readings:
        trial = twin.ask()
        twin.tell(trial.id, reading_of[trial.id])
    twin.best()
    assert said == text


def test_one_bit_of_the_firmwares_log_is_noticed(firmware):
    text = firmware.read_text().splitlines()
    at = next(i for i, line in enumerate(text) if line.startswith("reading 100 "))
    word = text[at].split()[2]
    text[at] = text[at].replace(word, f"{int(word, 16) ^ 1:08x}")
    with pytest.raises(taut.LogError, match="differs. Logged: ") as caught:
        taut.replay(text)
    assert caught.value.line > at and f"line {caught.value.line} differs" in str(caught.value)
    assert text[caught.value.line - 1] in str(caught.value)


def damages(lines):
    at = next(i for i, line in enumerate(lines) if line.startswith("reading 30 "))
    best = next(i for i, line in enumerate(lines) if line.startswith("best "))
    word = lines[at].split()[2]
    with_line = lambda i, line: [*lines[:i], line, *lines[i + 1:]]  # noqa: E731
    return {
        "a digit of a reading": (with_line(at, lines[at].replace(word, word[:-1])), at + 1, "is damaged"),
        "a line that is missing": (lines[:at] + lines[at + 1:], at + 2, "differs"),
        "a best setting cut short": (with_line(best, lines[best][:-9]), best + 1, "is damaged"),
        "another task": (with_line(0, lines[0].replace("thompson", "gibbon")), 1, "checksum"),
        "a task cut short": (with_line(0, lines[0][:-3]), 1, "checksum"),
        "no task": (lines[1:], 0, "no line begins with"),
        "nothing": ([], 0, "no line begins with"),
    }


@pytest.mark.parametrize("damage", ["a digit of a reading", "a line that is missing", "a best setting cut short",
                                    "another task", "a task cut short", "no task", "nothing"])
def test_a_damaged_log_is_an_error_that_names_the_line(lines, damage):
    content, number, says = damages(lines)[damage]
    with pytest.raises(taut.LogError, match=says) as caught:
        taut.replay(content)
    assert caught.value.line == number
    if number:
        assert f"line {number}" in str(caught.value)


def test_reading_a_log(lines, tmp_path):
    some = run(tuner())
    noisy = [line for one in lines for line in (one, "battery at 3.1 V")]
    path = tmp_path / "run.log"
    path.write_bytes("\r\n".join(noisy).encode() + b"\r\n\xff\xfe\r\n")
    log = taut.read_log(path)
    settings, readings, _ = some.kept()
    assert log.settings.shape == (60, 3) and sorted(log.ids) == list(range(1, 61))
    assert log.settings == pytest.approx(settings, abs=1e-6) and log.readings == pytest.approx(readings, abs=1e-6)
    assert (log.bests[-1].settings == some.best().settings).all() and log.bests[-1].value == some.best().value
    assert taut.replay(path).events == len(lines) - 1
    with pytest.raises(taut.LogError, match="line 3 is damaged") as caught:
        taut.read_log([*lines[:2], lines[2][:-9], *lines[3:]])
    assert caught.value.line == 3
    with pytest.raises(taut.LogError, match="line 1: no line before it has trial 3"):
        taut.read_log(["reading 3 3f800000 (1) 16 so far"])
    with pytest.raises(FileNotFoundError):
        taut.read_log(tmp_path / "nothing.log")


def test_losses_and_readings_that_nobody_asked_for_are_in_the_log():
    lines = []
    some = tuner(log=lines.append)
    random = numpy.random.default_rng(4)
    some.add([0.25, 0.5, 0.75], 0.5)
    some.fail(some.ask().id)
    while some.wants_readings:
        trial = some.ask()
        some.tell(trial.id, plant.reading(trial.settings, random))
    some.best()
    log = taut.read_log(lines)
    assert log.failures == [1] and log.ids[0] == 0 and list(log.settings[0]) == [0.25, 0.5, 0.75]
    assert state_of(taut.replay(lines).tuner) == state_of(some)


def test_a_task_of_a_log_begins_a_tuner(lines):
    assert state_of(run(taut.Tuner.from_task(lines[0]))) == state_of(run(tuner()))
    for damaged in (lines[0][:-1], lines[0].replace("seed 1", "seed 2"), "trial 1", ""):
        with pytest.raises(taut.Error, match="task line"):
            taut.Tuner.from_task(damaged)
