"""What was in a bot's data.txt before each call of a match, so that any call can be run again."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from harness.meta_tic_tac_toe.bot import Answer, Ask
from harness.tournament import bot_folder
from reference.tic_tac_toe import Mark

MATCH_BYTES: Final = 256 << 10  # kept of one match; a bot that writes more has none kept after that


class DataBefore(NamedTuple):
    """A side's data.txt before a call, and before those that follow up to its next record."""

    call: int  # its number in the match, from 1
    mark: Mark
    data: bytes | None  # None: it was not kept, since MATCH_BYTES were


class DataRecorder:
    """Looks at both data.txt before each call of a match, and keeps what has changed."""

    def __init__(self) -> None:
        self.records: list[DataBefore] = []
        self._calls = self._bytes = 0
        self._last: dict[Mark, bytes | None] = {}

    def recording(self, mark: Mark, ask: Ask, folder: Path) -> Callable[[Sequence[str]], Answer]:
        """The bot of this side, with its data.txt in `folder` recorded before each call."""

        def recorded(arguments: Sequence[str]) -> Answer:
            self._calls += 1
            self._record(mark, bot_folder.read_data(folder, MATCH_BYTES + 1))
            return ask(arguments)

        return recorded

    def _record(self, mark: Mark, found: bytes) -> None:
        if mark in self._last and self._last[mark] == found:
            return
        data = found if self._bytes + len(found) <= MATCH_BYTES else None
        if data is None and mark in self._last and self._last[mark] is None:
            return
        self._bytes += len(data or b"")
        self._last[mark] = data
        self.records.append(DataBefore(self._calls, mark, data))
