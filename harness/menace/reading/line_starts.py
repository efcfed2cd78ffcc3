"""What every line of a program begins with: a sign, as `# `, or what a log says, `[INFO] `.

It is told from the lines of a first game, the one that says `New game` among them.
"""

import re
from collections.abc import Iterator
from typing import Final

from harness.menace.reading.new_games import new_games, says_new_game

_ROWS: Final = 3  # of a board
_PART: Final = re.compile(
    r"\s*(?:\[[^\]\n]{1,40}\]|<[^>\n]{1,40}>|[\w.-]{1,20}[:>|$#]{1,3}|[^\w\s]{1,3}"
    r"|[\d:.,/-]{4,})(?:[ \t]|$)"
)
_LINES_AT_MOST: Final = 400  # looked at: more than all boxes
_PARTS_AT_MOST: Final = 3
_WORD: Final = re.compile(r"[^\W\d_]{3}")
_DIGITS: Final = re.compile(r"\d+")


class LineStarts:
    """The start of the lines of one run, taken away once it is known."""

    def __init__(self, exact: bool) -> None:
        self._is_open = not exact  # whether lines may yet prove to have one
        self._start: re.Pattern[str] | None = None

    def take(self, text: str) -> str:
        """A whole reply without the start of its lines."""
        self._start = self._start_in(text)
        self._is_open = self._is_open and not says_new_game(text)
        return self.would_be(text)

    def would_be(self, text: str) -> str:
        """What `take` would return, without taking it."""
        start = self._start_in(text)
        return start.sub("", text) if start else text

    def _start_in(self, text: str) -> re.Pattern[str] | None:
        """The start of lines that is known, or that this text with the first game shows."""
        new_game = next(new_games(text), None) if self._is_open else None
        return _found(text, new_game) if new_game else self._start


def _found(text: str, new_game: re.Match[str]) -> re.Pattern[str] | None:
    """What all lines from `New game` on begin with; None where there is no such thing.

    What stands within the rows of a board as well is no start of them: a bar, or an empty square.
    The first line may have been begun before, with a question.
    """
    at = text.rfind("\n", 0, new_game.start()) + 1
    lines = text[at:].split("\n", _LINES_AT_MOST)[:_LINES_AT_MOST]
    first, *others = [line for line in lines if line.strip()]
    if len(others) < _ROWS:
        return None
    for start in _starts(others[0]):
        bare = start.rstrip()
        pattern = rf"{_any_number(bare)}(?:{re.escape(start[len(bare) :])}|$)"
        lines = [first, *others] if re.match(pattern, first) else others
        rests = [line[found.end() :] for line in lines if (found := re.match(pattern, line))]
        told = any(map(_WORD.search, rests))
        within = sum(bare.strip() in rest for rest in rests)
        if len(rests) == len(lines) and told and within < _ROWS:
            return re.compile(f"^{pattern}", re.MULTILINE)
    return None


def _starts(line: str) -> Iterator[str]:
    """What may be the start of this line, and of all others: the longest first."""
    ends = [0]
    while len(ends) <= _PARTS_AT_MOST and (part := _PART.match(line, ends[-1])):
        ends.append(part.end())
    return (line[:end] for end in ends[:0:-1])


def _any_number(start: str) -> str:
    """A pattern for this start, whatever numbers it has: a time, say."""
    return r"\d+".join(map(re.escape, _DIGITS.split(start)))
