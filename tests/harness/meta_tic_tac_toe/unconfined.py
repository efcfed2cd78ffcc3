"""What stands in the place of `BotCaller` and keeps a bot in by nothing."""

from typing import Self


class Unconfined:
    """A caller without a sandbox: nothing to open, nothing to close."""

    def describe(self) -> str:
        return "kept in by nothing"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass
