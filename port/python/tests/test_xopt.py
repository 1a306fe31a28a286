import math

import numpy
import plant
import pytest
import taut

pytest.importorskip("xopt", reason="Xopt is not installed")

from gest_api.vocs import VOCS  # noqa: E402
from taut.gest import TautGenerator  # noqa: E402
from xopt import Evaluator, Xopt  # noqa: E402
from xopt.stopping_conditions import MaxEvaluationsCondition  # noqa: E402

SPACE = VOCS(variables={name: [0.0, 1.0] for name in plant.KNOBS}, objectives={"reading": "MAXIMIZE"})


def runner(observations, failing=0.0, **more):
    random = numpy.random.default_rng(1)

    def evaluate(point):
        if random.uniform() < failing:
            raise RuntimeError("beam lost")
        return {"reading": plant.reading([point[name] for name in plant.KNOBS], random)}

    generator = TautGenerator(SPACE, taut.quantile(plant.LEVEL), observations=observations, seed=1)
    return Xopt(generator=generator, evaluator=Evaluator(function=evaluate), **more)


def test_xopt_runs_it():
    some = runner(240, stopping_condition=MaxEvaluationsCondition(max_evaluations=240))
    some.run()
    assert len(some.data) == 240 and some.generator.tuner.readings == 240
    best = [some.generator.best_point()[name] for name in plant.KNOBS]
    at_best_mean = plant.true_quantile((0.7, 0.4, 0.6))
    assert plant.true_quantile(best) > at_best_mean - 0.1
    settings, readings, _ = some.generator.tuner.kept()
    assert settings == pytest.approx(some.data[list(plant.KNOBS)].to_numpy(), abs=1e-6)
    assert readings == pytest.approx(some.data["reading"].to_numpy(), abs=1e-5)


def test_evaluations_that_fail_are_given_up():
    some = runner(60, failing=0.2, strict=False)
    while some.generator.tuner.wants_readings:
        some.step()
    lost = int(some.data["reading"].isna().sum())
    assert lost > 3 and some.generator.tuner.readings == 60 and len(some.data) == 60 + lost


def test_what_was_measured_before_counts():
    some = runner(60)
    some.random_evaluate(10, seed=1)
    assert some.generator.tuner.readings == 10
    for _ in range(50):
        some.step()
    with pytest.raises(taut.Error, match="finished"):
        some.step()
    assert math.isfinite(some.generator.tuner.best().value)
