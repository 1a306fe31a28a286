"""What is refused raises one of these."""

from __future__ import annotations

from ._taut import Status


class Error(ValueError):
    """A call that was refused, and has changed nothing. `status` says why; the text also what, as "ranges[1]: out of
    range"."""

    def __init__(self, message: str, status: Status) -> None:
        super().__init__(message)
        self.status = status

    def __reduce__(self) -> tuple[type[Error], tuple[str, Status]]:
        return type(self), (str(self), self.status)


class LogError(ValueError):
    """A log that is damaged, or does not follow from its task. `line` counts from 1; 0 if none is to blame."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line

    def __reduce__(self) -> tuple[type[LogError], tuple[str, int]]:
        return type(self), (str(self), self.line)
