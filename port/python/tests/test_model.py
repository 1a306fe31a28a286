import numpy
import pytest
import taut


def readings_at(x, random):
    """Normal, with a mean and a scale that are known."""
    return numpy.sin(3 * x) + (0.1 + 0.2 * x) * random.standard_normal(x.shape)


def true_quantile(x):
    return numpy.sin(3 * x) + 1.2815516 * (0.1 + 0.2 * x)  # 1.28...: the normal quantile of level 0.9


@pytest.fixture(scope="module")
def fitted():
    random = numpy.random.default_rng(1)
    x = random.uniform(0, 2, 800)
    model = taut.Model(taut.quantile(0.9), [(0, 2)], observations=800)
    model.add(x[:, None], readings_at(x, random))
    model.fit()
    return model


def test_it_learns_a_quantile(fitted):
    x = numpy.linspace(0.1, 1.9, 50)
    prediction = fitted.predict(x[:, None])
    assert numpy.sqrt(numpy.mean((prediction.value - true_quantile(x)) ** 2)) < 0.08
    within = numpy.abs(prediction.value - true_quantile(x)) < 3 * prediction.deviation
    assert within.mean() > 0.9
    slope = numpy.polyfit(x, numpy.exp(prediction.log_scale), 1)[0]
    assert slope > 0  # the noise grows


def test_what_else_it_says(fitted):
    assert fitted.observations == 800 and fitted.report.converged and fitted.report.passes > 0
    variance = fitted.covariance([1.0], [1.0])
    assert variance == pytest.approx(float(fitted.predict([1.0]).deviation) ** 2, rel=0.05)
    assert abs(fitted.covariance([0.1], [1.9])) < variance
    assert fitted.statistic_hyperparameters().lengthscales.shape == (1,)
    assert fitted.log_scale_hyperparameters().deviation > 0


def test_rows_without_room_for_them():
    random = numpy.random.default_rng(2)
    x = random.uniform(0, 2, 20_000)
    model = taut.Model(taut.quantile(0.9), [(0, 2)], observations=400, steps=300)
    model.fit_rows(x[:, None], readings_at(x, random))
    grid = numpy.linspace(0.1, 1.9, 50)
    assert numpy.sqrt(numpy.mean((model.predict(grid[:, None]).value - true_quantile(grid)) ** 2)) < 0.08


@pytest.mark.parametrize("settings, readings, text", [
    ([[0.1], [3.0]], [1, 2], r"settings\[1\]: out of range"),
    ([[0.1], [float("nan")]], [1, 2], r"settings\[1\]: not a finite"),
    ([[0.1], [0.2]], [1, float("inf")], r"readings\[1\]: not a finite"),
    ([[0.1], [0.2]], [1, 2e38], r"readings\[1\]: out of range"),
    ([[0.1], [0.2]], [1], "readings: one for each row of settings: wrong size"),
    ([[0.1, 0.2]], [1], "1 for each row: wrong size"),
    ([0.1, 0.2], [1, 2], "1 for each row: wrong size"),
    (numpy.zeros((2, 2, 1)), numpy.zeros((2, 2)), "more than two dimensions"),
    (numpy.zeros((9, 1)), numpy.zeros(9), "full"),
])
def test_of_rows_all_are_added_or_none(settings, readings, text):
    model = taut.Model(taut.mean(), [(0, 2)], observations=8)
    model.add([0.5], 1.0)
    with pytest.raises(taut.Error, match=text):
        model.add(settings, readings)
    assert model.observations == 1


def test_variances_are_for_known_noise_only():
    known = taut.Model(taut.mean(), [(0, 2)], observations=8, noise=taut.Noise.known)
    for variances in (None, [0.1], [0.1, 0.0], [0.1, float("nan")]):
        with pytest.raises(taut.Error, match="variances"):
            known.add([[0.1], [0.2]], [1, 2], variances)
    known.add([[0.1], [0.2]], [1, 2], [0.1, 0.2])
    assert known.observations == 2
    with pytest.raises(taut.Error, match="variances: none"):
        taut.Model(taut.mean(), [(0, 2)], observations=8).add([[0.1]], [1], [0.1])


def test_nothing_is_known_before_a_fit():
    model = taut.Model(taut.mean(), [(0, 2)], observations=8)
    for call in (model.fit, lambda: model.predict([1.0]), lambda: model.covariance([1.0], [1.0]),
                 model.statistic_hyperparameters):
        with pytest.raises(taut.Error) as caught:
            call()
        assert caught.value.status is taut.Status.not_ready


@pytest.mark.parametrize("options, text", [
    ({"steps": 0}, "steps"), ({"rate": -1}, "rate"), ({"minibatch": 0}, "minibatch"),
    ({"noise": taut.Noise.known, "statistic": taut.quantile(0.5)}, "noise"), ({"ranges": [(2, 1)]}, r"ranges\[0\]"),
    ({"statistic": taut.expectile(0)}, "level"), ({"cold_evaluations": -1}, "cold_evaluations"),
])
def test_what_a_configuration_is_refused_for(options, text):
    with pytest.raises(taut.Error, match=text):
        taut.Model(**{"statistic": taut.mean(), "ranges": [(0, 1)], "observations": 8} | options)
