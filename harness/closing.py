"""A base class for objects that a `with` block closes."""

from types import TracebackType
from typing import Self


class Closing:
    """A context manager that closes itself at the end, whatever happened in the block."""

    def close(self) -> object:
        """End it. May be called again."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
