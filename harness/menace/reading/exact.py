"""Reading the challenge's own format: `New game`, boards of three lines, one list of lists."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from harness.menace.reading.events import Dump, Event, NewGame, Shown

NEW_GAME: Final = "New game\n"
_LIST_OF_LISTS: Final = re.compile(r"\[\[[^\[\]]*\](?:,\s*\[[^\[\]]*\])*\]")
_INNERMOST: Final = re.compile(r"\[([^\[\]]*)\]")
_BEAD: Final = re.compile(r"[^\s,'\"]+")


@lru_cache(maxsize=1 << 16)
def _beads(box: str) -> tuple[str, ...]:
    """The beads of one box; most boxes are printed again and again."""
    return tuple(_BEAD.findall(box))


class ExactReader:
    """Reads the exact format only; all else is text that should not be there."""

    def __init__(self, meaning: Mapping[str, str]) -> None:
        self._meaning = meaning
        cell = "(" + "|".join(re.escape(mark) for mark in meaning) + ")"
        row = cell * 3
        self._board = re.compile(rf"{row}\n{row}\n{row}\n")

    def read(self, text: str) -> Iterator[tuple[Event, int, int]]:
        """Every event with its place. What opens as the boxes and has not closed is not there."""
        at = 0
        while at < len(text):
            event, end = self._at(text, at)
            if event:
                yield event, at, end
                at = end
                continue
            if (line := text.find("\n", at)) < 0:
                line = len(text)
            bracket = text.find("[[", at + 1, line)
            at = bracket if bracket >= 0 else line + 1

    def _at(self, text: str, at: int) -> tuple[Event | None, int]:
        if text.startswith(NEW_GAME, at):
            return NewGame(), at + len(NEW_GAME)
        if found := self._board.match(text, at):
            return Shown("".join(self._meaning[mark] for mark in found.groups())), found.end()
        if text.startswith("[[", at) and (found := _LIST_OF_LISTS.match(text, at)):
            return Dump(tuple(map(_beads, _INNERMOST.findall(found[0][1:-1])))), found.end()
        return None, at
