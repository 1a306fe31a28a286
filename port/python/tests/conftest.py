"""What several tests share. The examples' plant is that of the tests, too."""

import pathlib
import sys

import numpy
import pytest
import taut

PROJECT = pathlib.Path(__file__).resolve().parents[3]
EXAMPLES = PROJECT / "port/python/examples"
sys.path.insert(0, str(EXAMPLES))

import plant  # noqa: E402


def tuner(observations=60, log=None, seed=1, **options):
    return taut.Tuner(taut.maximise(taut.quantile(plant.LEVEL)), [(0, 1)] * 3, observations=observations, seed=seed,
                      log=log, **options)


def run(some, readings=None, seed=1):
    """Tells it so many readings, or all that it wants."""
    random = numpy.random.default_rng(seed)
    while some.wants_readings and (readings is None or some.readings < readings):
        trial = some.ask()
        some.tell(trial.id, plant.reading(trial.settings, random))
    if not some.wants_readings:
        some.best()  # does the last fit
    return some


def state_of(some):
    """All that a tuner knows."""
    return some.save()


def unchanged(some, call, error, match=None):
    before = state_of(some)
    with pytest.raises(error, match=match):
        call()
    assert state_of(some) == before
