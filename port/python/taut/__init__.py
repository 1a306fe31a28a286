"""taut tunes hardware for its bad days: Bayesian optimisation of a quantile, an expectile or the mean of readings.

    tuner = taut.Tuner(taut.maximise(taut.quantile(0.05)), [(0, 10), (-90, 90)], observations=240, seed=1)
    while tuner.wants_readings:
        trial = tuner.ask()
        tuner.tell(trial.id, measure(trial.settings))
    print(tuner.best())

It is the library that runs on microcontrollers, and computes the same bits: `replay` does again what a device has
logged. `taut.gest` has the generator for Xopt, Badger, libEnsemble and others.
"""

from ._errors import Error, LogError
from ._log import Log, Replay, read_log, replay
from ._taut import (
    Best,
    Entry,
    FitReport,
    Goal,
    Hyperparameters,
    Inference,
    Limits,
    Model,
    Noise,
    Placement,
    Prediction,
    Range,
    Scale,
    State,
    Statistic,
    Status,
    Strategy,
    Trial,
    Tuner,
    WhenFull,
    design,
    expectile,
    integers,
    library_version,
    logarithmic,
    maximise,
    mean,
    minimise,
    quantile,
    read_line,
    steps,
)

__version__ = library_version()

__all__ = [
    "Best",
    "Entry",
    "Error",
    "FitReport",
    "Goal",
    "Hyperparameters",
    "Inference",
    "Limits",
    "Log",
    "LogError",
    "Model",
    "Noise",
    "Placement",
    "Prediction",
    "Range",
    "Replay",
    "Scale",
    "State",
    "Statistic",
    "Status",
    "Strategy",
    "Trial",
    "Tuner",
    "WhenFull",
    "design",
    "expectile",
    "integers",
    "logarithmic",
    "maximise",
    "mean",
    "minimise",
    "quantile",
    "read_line",
    "read_log",
    "replay",
    "steps",
]
