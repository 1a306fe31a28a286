import copy
import math
import pickle

import numpy
import plant
import pytest
import taut

gest = pytest.importorskip("gest_api", reason="gest-api is not installed")

from gest_api.vocs import VOCS  # noqa: E402
from taut.gest import TautGenerator  # noqa: E402

SPACE = {name: [0.0, 1.0] for name in plant.KNOBS}
QUANTILE = taut.quantile(plant.LEVEL)


def vocs(**more):
    return VOCS(**{"variables": SPACE, "objectives": {"reading": "MAXIMIZE"}} | more)


def generator(observations=48, seed=1, **options):
    return TautGenerator(vocs(), QUANTILE, observations=observations, seed=seed, **options)


def measured(point, random):
    return point | {"reading": plant.reading([point[name] for name in plant.KNOBS], random)}


def run(some, at_a_time=1, seed=1):
    random = numpy.random.default_rng(seed)
    while some.tuner.wants_readings:
        some.ingest([measured(point, random) for point in some.suggest(at_a_time)])
    return some


def test_it_is_a_generator():
    some = generator()
    assert isinstance(some, gest.Generator) and some.returns_id
    [point] = some.suggest(1)
    assert set(point) == {*plant.KNOBS, "_id"} and all(0 <= point[name] <= 1 for name in plant.KNOBS)


def test_it_does_what_the_tuner_does():
    """One point at a time: the very same run."""
    some = run(generator())
    direct = taut.Tuner(taut.maximise(QUANTILE), [(0, 1)] * 3, observations=48, seed=1)
    random = numpy.random.default_rng(1)
    while direct.wants_readings:
        trial = direct.ask()
        direct.tell(trial.id, plant.reading(trial.settings, random))
    direct.best()
    some.tuner.best()
    assert some.tuner.save() == direct.save()
    assert list(some.best_point().values()) == list(direct.best().settings)


@pytest.mark.parametrize("at_a_time", [1, 3, 5, 8, 13])
def test_exactly_as_many_points_as_asked_for(at_a_time):
    some, random = generator(), numpy.random.default_rng(2)
    while some.tuner.wants_readings:
        left = 48 - some.tuner.readings
        points = some.suggest(at_a_time)
        assert len(points) == min(at_a_time, left)
        assert len({point["_id"] for point in points}) == len(points)
        some.ingest([measured(point, random) for point in points])
    assert some.tuner.readings == 48
    assert some.tuner.best().settings.shape == (3,)
    with pytest.raises(taut.Error, match="finished"):
        some.suggest(1)


def test_without_a_number_a_whole_batch():
    some = generator(initial=12)
    random = numpy.random.default_rng(3)
    sizes = []
    while some.tuner.wants_readings:
        points = some.suggest(None)
        sizes.append(len(points))
        some.ingest([measured(point, random) for point in points])
    assert sizes == [8, 4, 8, 8, 8, 8, 4]


def test_results_in_any_order_and_some_lost():
    some, random = generator(96, log=None), numpy.random.default_rng(6)
    out, lost = [], 0
    while some.tuner.wants_readings:
        if len(out) < 6:
            out += some.suggest(1)
        if len(out) >= 6 or not some._room() > 0:
            point = out.pop(random.integers(len(out)))
            result = measured(point, random)
            if random.uniform() < 0.2:
                result["reading"] = math.nan
                lost += 1
            some.ingest([result])
    assert lost > 3 and some.tuner.readings == 96


def test_readings_that_nobody_asked_for():
    some = generator()
    some.ingest([{**dict.fromkeys(plant.KNOBS, 0.5), "reading": 1.0}, {**dict.fromkeys(plant.KNOBS, 0.25),
                                                                      "reading": 2.0, "_id": math.nan}])
    assert some.tuner.readings == 2
    settings, readings, _ = some.tuner.kept()
    assert settings[:, 0] == pytest.approx([0.5, 0.25]) and readings == pytest.approx([1, 2])


def test_a_bad_result_changes_nothing():
    some = generator()
    points = some.suggest(3)
    good = points[0] | {"reading": 1.0}
    before = some.tuner.save()
    for bad, text in [
        ({"_id": points[1]["_id"]}, r"results\[1\] has no reading"),
        (points[1] | {"reading": "high"}, r"results\[1\]: could not convert"),
        (points[1] | {"reading": None}, r"results\[1\]"),
        (points[1] | {"reading": math.inf}, r"results\[1\]: reading is inf"),
        (points[1] | {"reading": 1e38}, r"results\[1\]: reading is 1e\+38"),
        (points[1] | {"reading": 1.0, "_id": 99}, "no point with _id 99"),
        (good, "more than once"),
        ({"power": 0.5, "tilt": 0.5, "reading": 1.0}, "has no focus"),
        ({"power": 0.5, "tilt": 0.5, "focus": 1.5, "reading": 1.0}, "focus: 1.5 is outside its domain"),
        ({"power": 0.5, "tilt": 0.5, "focus": math.nan, "reading": 1.0}, "focus: nan is outside its domain"),
        ({"power": 0.5, "tilt": 0.5, "focus": 0.5, "reading": math.nan}, "reading is nan"),
    ]:
        with pytest.raises(ValueError, match=text):
            some.ingest([good, bad])
        assert some.tuner.save() == before
    some.ingest([good])
    assert some.tuner.readings == 1
    with pytest.raises(ValueError, match="no point with _id 1 "):
        some.ingest([good])
    with pytest.raises(ValueError, match="more than there is room for"):
        some.ingest([{**dict.fromkeys(plant.KNOBS, 0.5), "reading": 1.0}] * 46)
    assert some.tuner.readings == 1
    with pytest.raises(ValueError, match="num_points"):
        some.suggest(0)


@pytest.mark.parametrize("what, text", [
    ({"objectives": {}}, "one objective, and here are 0"),
    ({"objectives": {"a": "MAXIMIZE", "b": "MINIMIZE"}}, "here are 2"),
    ({"objectives": {"a": "EXPLORE"}}, "does not explore"),
    ({"constraints": {"c": ["LESS_THAN", 1]}}, "no constraints"),
    ({"variables": {"x": "CONTEXTUAL"}}, "variable x"),
    ({"variables": {"x": {"red", "blue"}}}, "no categories"),
    ({"variables": {"x": {1.0}}}, "one value"),
])
def test_what_a_problem_is_refused_for(what, text):
    with pytest.raises(ValueError, match=text):
        TautGenerator(vocs(**what), QUANTILE, observations=9)


def test_options_that_are_refused():
    with pytest.raises(ValueError, match="no variable colour"):
        generator(ranges={"colour": taut.Range(0, 1)})
    with pytest.raises(ValueError, match="noise"):
        generator(noise=taut.Noise.known)
    with pytest.raises(taut.Error, match="batch: wrong size"):
        generator(batch=99)
    with pytest.raises(TypeError):
        generator(colour="red")


def test_discrete_variables_constants_and_scales():
    problem = VOCS(variables={"gear": {1, 2, 5}, "gain": [0.01, 100.0]}, objectives={"loss": "MINIMIZE"},
                   constants={"load": 3.5})
    some = TautGenerator(problem, taut.quantile(0.95), observations=40, seed=1,
                         ranges={"gain": taut.logarithmic(0.01, 100)})
    random = numpy.random.default_rng(5)
    seen = set()
    while some.tuner.wants_readings:
        points = some.suggest(3)
        for point in points:
            assert point["load"] == 3.5 and point["gear"] in (1, 2, 5) and 0.01 <= point["gain"] <= 100
            seen.add(point["gear"])
            point["loss"] = abs(point["gear"] - 5) + math.log(point["gain"]) ** 2 + 0.1 * random.exponential()
        some.ingest(points)
    assert seen == {1, 2, 5}
    assert some.best_point()["gear"] == 5 and 0.2 < some.best_point()["gain"] < 5
    with pytest.raises(ValueError, match="3.0 is not among its values"):
        some.ingest([{"gear": 3, "gain": 1.0, "loss": 1.0}])


def test_an_end_of_a_domain_is_not_left_by_rounding():
    some = TautGenerator(VOCS(variables={"x": [0.1, 0.6]}, objectives={"y": "MAXIMIZE"}), taut.mean(), observations=60,
                         seed=1)
    at_ends = 0
    while some.tuner.wants_readings:
        for point in some.suggest(4):
            assert 0.1 <= point["x"] <= 0.6
            at_ends += point["x"] == 0.6
            some.ingest([point | {"y": point["x"]}])
    assert at_ends > 0
    assert float(numpy.float32(0.6)) > 0.6  # or the test would show nothing


@pytest.mark.parametrize("again", [copy.deepcopy, lambda some: pickle.loads(pickle.dumps(some))])
def test_a_copy_goes_on_alone(again, tmp_path):
    some = generator(log=str(tmp_path / "run.log"))
    random = numpy.random.default_rng(1)
    out = some.suggest(8)
    some.ingest([measured(point, random) for point in out[:5]])
    before = some.tuner.save()
    other = again(some)
    other.ingest([measured(point, random) for point in out[5:]])
    run(other)
    other.tuner.best()
    assert some.tuner.save() == before
    assert taut.replay(tmp_path / "run.log").readings == 48


def test_a_run_with_points_that_fill_up_replays(tmp_path):
    some = run(generator(log=str(tmp_path / "run.log")), at_a_time=5)
    some.tuner.best()
    replayed = taut.replay(tmp_path / "run.log")
    assert replayed.readings == 48 and replayed.trials < 48
    assert replayed.tuner.save() == some.tuner.save()
