import copy
import gc
import os
import pickle
import signal
import threading
import time
import weakref

import numpy
import plant
import pytest
import taut
from conftest import run, state_of, tuner, unchanged


def test_it_finds_the_best_bad_days_on_average():
    """And not the best mean, whose quantile is 0.22 lower."""
    best = plant.true_quantile(plant.best_setting())
    at_best_mean = plant.true_quantile((0.7, 0.4, 0.6))
    assert best - at_best_mean == pytest.approx(0.22, abs=0.005)
    found = [plant.true_quantile(run(tuner(240, seed=seed), seed=seed).best().settings) for seed in range(1, 11)]
    assert numpy.mean(found) > at_best_mean + 0.03


def test_the_closed_form_of_the_plant():
    """The plant that the others rely on, against its own readings and a grid."""
    random = numpy.random.default_rng(5)
    readings = [plant.reading((0.3, 0.5, 0.1), random) for _ in range(200_000)]
    assert numpy.quantile(readings, plant.LEVEL) == pytest.approx(plant.true_quantile((0.3, 0.5, 0.1)), abs=0.003)
    grid = max(plant.true_quantile((power, 0.4, 0.6)) for power in numpy.linspace(0, 1, 2001))
    assert plant.true_quantile(plant.best_setting()) == pytest.approx(grid, abs=1e-6)


def test_what_a_run_says():
    some = run(tuner())
    assert some.state is taut.State.finished and some.readings == 60 and not some.wants_readings
    best = some.best()
    assert best.settings.shape == (3,) and best.settings.dtype == numpy.float64
    assert best.level == pytest.approx(plant.LEVEL) and best.deviation > 0
    settings, readings, variances = some.kept()
    assert settings.shape == (60, 3) and readings.shape == variances.shape == (60,) and not variances.any()
    assert numpy.any(numpy.all(settings == best.settings, axis=1))
    assert some.limits.inputs == 3 and some.limits.observations == 60 and not some.limits.gibbon


def test_readings_are_kept_as_told():
    some = tuner()
    trial = some.ask()
    some.tell(trial.id, 0.25)
    settings, readings, _ = some.kept()
    assert readings == pytest.approx([0.25], rel=1e-6)
    assert settings[0] == pytest.approx(trial.settings, rel=1e-6)


def test_predictions_have_the_shape_of_the_settings():
    some = run(tuner())
    one = some.predict([0.5, 0.4, 0.6])
    many = some.predict(numpy.full((4, 5, 3), [0.5, 0.4, 0.6]))
    assert one.value.shape == () and many.value.shape == (4, 5)
    assert many.value == pytest.approx(float(one.value), rel=1e-5)
    assert (many.deviation > 0).all() and numpy.isfinite(many.log_scale).all()
    assert some.predict(numpy.zeros((0, 3))).value.shape == (0,)


def test_the_same_seed_and_readings_give_the_same_bits():
    one, other = run(tuner()), run(tuner())
    assert state_of(one) == state_of(other)
    assert state_of(one) != state_of(run(tuner(seed=2)))


def test_trials_may_be_told_in_any_order_and_given_up():
    some = tuner()
    trials = [some.ask() for _ in range(8)]
    assert [trial.id for trial in some.outstanding] == [trial.id for trial in trials]
    some.fail(trials[0].id)
    for trial in reversed(trials[1:]):
        some.tell(trial.id, 1.0)
    assert some.readings == 7 and some.outstanding == []


def test_numbers_of_numpy_are_numbers():
    some = tuner()
    trial = some.ask()
    some.tell(numpy.int64(trial.id), numpy.float32(0.5))
    assert some.readings == 1


@pytest.mark.parametrize("reading, text", [
    (float("nan"), "not a finite"), (float("inf"), "not a finite"), (1e300, "not a finite"), (3e38, "range"),
])
def test_a_reading_that_is_none_changes_nothing(reading, text):
    some = tuner()
    trial = some.ask()
    unchanged(some, lambda: some.tell(trial.id, reading), taut.Error, text)
    assert [outstanding.id for outstanding in some.outstanding] == [trial.id]


@pytest.mark.parametrize("id", [0, 7, -1, 2**32 + 1, 2**62])
def test_an_unknown_trial_changes_nothing(id):
    some = tuner()
    some.ask()
    for call in (lambda: some.tell(id, 1.0), lambda: some.fail(id)):
        with pytest.raises(taut.Error) as caught:
            call()
        assert caught.value.status is taut.Status.unknown_trial
    assert some.readings == 0 and len(some.outstanding) == 1


@pytest.mark.parametrize("settings, reading, error, text", [
    ([0.5, 0.5], 1.0, taut.Error, "size"),
    ([[0.5, 0.5, 0.5]], 1.0, taut.Error, "settings: .*size"),
    ([0.5, 0.5, 1.5], 1.0, taut.Error, "range"),
    ([0.5, 0.5, float("nan")], 1.0, taut.Error, "not a finite"),
    ([0.5, 0.5, 0.5], float("nan"), taut.Error, "not a finite"),
    (["a", "b", "c"], 1.0, ValueError, "could not convert"),
    ([0.5, 0.5, 0.5], "one", TypeError, "add"),
    ({"x": 1}, 1.0, TypeError, None),
])
def test_a_wrong_reading_that_nobody_asked_for_changes_nothing(settings, reading, error, text):
    some = run(tuner(), 5)
    unchanged(some, lambda: some.add(settings, reading), error, text)


def test_wrong_types_change_nothing():
    some = run(tuner(), 5)
    trial = some.ask()
    for call in (lambda: some.tell("1", 1.0), lambda: some.tell(trial.id, "1.0"), lambda: some.tell(trial.id, None),
                 lambda: some.tell(trial.id, [1.0]), lambda: some.tell(1.5, 1.0), lambda: some.restore("text")):
        unchanged(some, call, TypeError, "incompatible")
    unchanged(some, lambda: some.tell(trial.id, 1.0, 0.1), taut.Error)  # a variance, and the noise is not known


def test_wrong_shapes_of_what_is_asked():
    some = run(tuner())
    for settings in ([0.5], 0.5, numpy.zeros((3, 2)), []):
        unchanged(some, lambda settings=settings: some.predict(settings), taut.Error, "3 for each row: wrong size")
    unchanged(some, lambda: some.predict([2, 0, 0]), taut.Error, "range")


def test_asking_when_finished():
    some = run(tuner())
    unchanged(some, some.ask, taut.Error, "finished")
    unchanged(some, lambda: some.add([0.5, 0.5, 0.5], 1.0), taut.Error, "finished")


def test_asking_for_more_than_may_be_outstanding():
    some = tuner(outstanding=4)
    for _ in range(4):
        some.ask()
    with pytest.raises(taut.Error) as caught:
        some.ask()
    assert caught.value.status is taut.Status.not_ready


def test_there_is_no_best_before_the_first_fit():
    some = run(tuner(), 3)
    for call in (some.best, lambda: some.predict([0.5, 0.5, 0.5])):
        with pytest.raises(taut.Error) as caught:
            call()
        assert caught.value.status is taut.Status.not_ready


GOAL = taut.maximise(taut.quantile(0.05))


@pytest.mark.parametrize("options, text", [
    ({"ranges": [(0, 1), (1, 0)]}, r"ranges\[1\]: out of range"),
    ({"ranges": [(0, 1), (0, float("nan"))]}, r"ranges\[1\]: not a finite"),
    ({"ranges": [taut.logarithmic(0, 1)]}, r"ranges\[0\]: out of range"),
    ({"ranges": []}, "ranges: their number: out of range"),
    ({"ranges": [(0, 1)] * 65}, "ranges: their number: out of range"),
    ({"goal": taut.maximise(taut.quantile(1.5))}, "level: out of range"),
    ({"goal": taut.maximise(taut.quantile(float("nan")))}, "level: not a finite"),
    ({"batch": 9}, "batch: wrong size"),
    ({"budget": 61}, "budget: wrong size"),
    ({"initial": 61}, "initial: wrong size"),
    ({"caution": -1}, "caution: out of range"),
    ({"noise_multiplier": 1}, "noise_multiplier: out of range"),
    ({"noise": taut.Noise.known}, "noise: out of range"),
    ({"strategy": taut.Strategy.gibbon, "gibbon": False}, "strategy: wrong size"),
    ({"observations": 0}, "observations: out of range"),
    ({"inducing": 0}, "inducing: out of range"),
    ({"inducing": 10**15}, "inducing: out of range"),
    ({"observations": 10**15}, "observations: out of range"),
    ({"outstanding": 0}, "outstanding: out of range"),
    ({"features": 0}, "features: out of range"),
    ({"observations": 1_000_000, "ranges": [(0, 1)] * 64}, "together: out of range"),
])
def test_what_a_configuration_is_refused_for(options, text):
    task = {"goal": GOAL, "ranges": [(0, 1)] * 3, "observations": 60} | options
    with pytest.raises(taut.Error, match=text):
        taut.Tuner(task.pop("goal"), task.pop("ranges"), **task)


@pytest.mark.parametrize("goal, ranges, options", [
    (taut.quantile(0.05), [(0, 1)], {"observations": 9}), ("best", [(0, 1)], {"observations": 9}),
    (GOAL, 5, {"observations": 9}), (GOAL, [(0, 1, 2)], {"observations": 9}), (GOAL, [5], {"observations": 9}),
    (GOAL, [(0, 1)], {"observations": -9}), (GOAL, [(0, 1)], {"observations": 9.5}), (GOAL, [(0, 1)], {}),
    (GOAL, [(0, 1)], {"observations": 9, "seed": -1}), (GOAL, [(0, 1)], {"observations": 9, "strategy": "thompson"}),
])
def test_tasks_of_wrong_types(goal, ranges, options):
    with pytest.raises(TypeError):
        taut.Tuner(goal, ranges, **options)


def test_steps_integers_and_logarithms():
    some = taut.Tuner(GOAL, [taut.integers(1, 5), taut.steps(0, 1, 0.25), taut.logarithmic(0.01, 100)],
                      observations=40, seed=3)
    random = numpy.random.default_rng(1)
    while some.wants_readings:
        trial = some.ask()
        assert trial.settings[0] in (1, 2, 3, 4, 5) and trial.settings[1] in (0, 0.25, 0.5, 0.75, 1)
        assert 0.0099 < trial.settings[2] < 100.001
        some.tell(trial.id, -abs(trial.settings[0] - 4) - abs(numpy.log(trial.settings[2])) + random.normal())
    with pytest.raises(taut.Error):
        taut.Tuner(GOAL, [taut.steps(0, 1, 0.25)], observations=9).add([0.3], 1.0)


def test_known_noise():
    some = taut.Tuner(taut.minimise(taut.mean()), [(0, 1)], observations=24, noise=taut.Noise.known, seed=1)
    trial = some.ask()
    unchanged(some, lambda: some.tell(trial.id, 1.0), taut.Error)
    unchanged(some, lambda: some.tell(trial.id, 1.0, 0.0), taut.Error, "range")
    some.tell(trial.id, 1.0, 0.01)
    assert some.kept()[2] == pytest.approx([0.01], rel=1e-5)


@pytest.mark.parametrize("strategy", list(taut.Strategy))
def test_each_strategy(strategy):
    assert run(tuner(48, strategy=strategy)).state is taut.State.finished


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda some: pickle.loads(pickle.dumps(some)),
                                   lambda some: taut.Tuner.from_checkpoint(some.save())])
def test_a_copy_continues_as_the_original(again):
    some = run(tuner(), 40)
    some.ask()
    other = again(some)
    assert [trial.id for trial in other.outstanding] == [trial.id for trial in some.outstanding]
    for one in (some, other):
        one.tell(one.outstanding[0].id, 0.5)
        run(one, seed=7)
    assert state_of(some) == state_of(other)


def test_a_checkpoint_of_another_task_is_refused():
    some = run(tuner(), 20)
    unchanged(some, lambda: some.restore(run(tuner(seed=9), 20).save()), taut.Error)
    with pytest.raises(taut.Error) as caught:
        some.restore(run(tuner(seed=9), 20).save())
    assert caught.value.status is taut.Status.other_task
    some.restore(run(tuner(), 30).save())
    assert some.readings == 30


def test_a_damaged_checkpoint_is_refused():
    kept = bytearray(run(tuner(), 20).save())
    some = tuner()
    slot = 0 if kept[0] != 0xFF else len(kept) // 2
    kept[slot + 300] ^= 1
    for damaged in (bytes(kept), b"", b"\0" * 100, bytes(kept[:-1])):
        unchanged(some, lambda damaged=damaged: some.restore(damaged), taut.Error)
        with pytest.raises(taut.Error):
            taut.Tuner.from_checkpoint(damaged)


@pytest.fixture
def interrupts():
    """Also where a shell has started this in the background, for which it has interrupts ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_ends_a_call_and_loses_nothing(interrupts):
    whole, interrupted = tuner(600, inducing=128, initial=400), tuner(600, inducing=128, initial=400)
    for some in (whole, interrupted):
        run(some, 400)
    timer = threading.Timer(0.02, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        interrupted.ask()
        time.sleep(5)  # if this machine is that fast
    timer.join()
    if not interrupted.outstanding:
        interrupted.ask()
    whole.ask()
    assert state_of(whole) == state_of(interrupted)


def test_other_threads_run_while_it_works():
    some = run(tuner(600, inducing=128, initial=400), 400)
    done = []
    thread = threading.Thread(target=lambda: done.append(some.ask()))
    thread.start()
    ticks = 0
    while thread.is_alive() and ticks < 100_000:
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert done[0].id == 401 and ticks > 5


def test_a_log_may_lead_back_to_its_tuner():
    class Owner:
        def __init__(self):
            self.lines = []
            self.tuner = tuner(log=self.write)

        def write(self, line):
            self.lines.append((line, self.tuner.readings if hasattr(self, "tuner") else 0))

    owner = Owner()
    run(owner.tuner, 10)
    assert owner.lines[-1] == (owner.lines[-1][0], 10) and "10 so far" in owner.lines[-1][0]
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert gone() is None


def test_what_a_log_raises_comes_through_and_the_reading_counts():
    def full(line):
        if line.startswith("reading 3 "):
            raise OSError("no room")

    some = tuner(log=full)
    with pytest.raises(OSError, match="no room"):
        run(some, 10)
    assert some.readings == 3
    some.log = None
    assert run(some, 10).readings == 10


def test_errors_travel_between_processes():
    with pytest.raises(taut.Error) as caught:
        taut.Tuner(GOAL, [(1, 0)], observations=9)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == "ranges[0]: out of range" and again.status is taut.Status.out_of_range


def test_a_design_is_even_and_continues():
    ranges = [(0, 1), taut.integers(1, 4)]
    points = taut.design(ranges, 64, seed=2)
    assert points.shape == (64, 2)
    assert [numpy.sum((points[:, 0] >= i / 8) & (points[:, 0] < (i + 1) / 8)) for i in range(8)] == [8] * 8
    assert (points[32:] == taut.design(ranges, 32, seed=2, first=32)).all()
    assert set(points[:, 1]) == {1, 2, 3, 4}
    with pytest.raises(taut.Error):
        taut.design([(1, 0)], 3)


def test_everything_is_documented():
    missing = [name for name in taut.__all__ if not getattr(taut, name).__doc__]
    for one in (taut.Tuner, taut.Model):
        missing += [f"{one.__name__}.{name}" for name, member in vars(one).items()
                    if not name.startswith("_") and not member.__doc__]
    assert missing == []
