_taut.__prefix__:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray
    import numpy
