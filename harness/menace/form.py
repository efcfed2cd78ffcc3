"""How one MENACE prints and reads: what the human types, the marks of a board, what beads are."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from harness.verdict import UsageError
from reference.tic_tac_toe import SQUARES

LETTERS: Final = tuple(y + x for y in "LMR" for x in "LMR")

MARKS: Final = ("X", "O", "-")
EMPTIES: Final = "-._·"
DUMPS: Final = ("auto", "literal", "lines")
GAMES_AS_LINE: Final = "line"
GAMES_AS_ARGUMENT: Final = "argument"
BEADS_ARE_SQUARES: Final = "squares"
BEADS_ARE_NAMES: Final = "names"


@dataclass(frozen=True, slots=True)
class Form:
    """The form of one program.

    `moves` is what the human types for the squares 0-8, row by row, with `\\n` where Enter is
    pressed between two parts; `marks` are X, O and empty as a board shows them. An empty square
    that is not declared may be shown as any of `EMPTIES`, by its number or by a blank. With `beads`
    "squares" a bead is the number 0-8 of a square in the box's own picture, of all empty ones or of
    one for each orbit; with "names" it is any name, learned from play. `dump` says how boxes are
    told apart: "literal" (brackets, as Python or JSON print them), "lines", or "auto", whichever is
    there. With `games` "argument" the number of games takes the place of `{games}` in the command;
    with "line" it is the first line typed. `exact`: `New game`, boards of three lines and one list
    of lists, nothing else, and starting beads that are uniform over the squares or orbits that
    beads name; `clean_end`: status 0 and nothing on standard error.
    """

    moves: tuple[str, ...] = LETTERS
    marks: tuple[str, str, str] = MARKS
    beads: str = BEADS_ARE_NAMES
    dump: str = "auto"
    games: str = GAMES_AS_LINE
    exact: bool = False
    clean_end: bool = False
    start_seconds: float | None = None

    def to_json(self) -> dict[str, object]:
        """Plain values from which `from_values` makes the same form."""
        return {
            "moves": list(self.moves),
            "marks": list(self.marks),
            "beads": self.beads,
            "dump": self.dump,
            "games": self.games,
            "exact": self.exact,
            "clean_end": self.clean_end,
            "start_seconds": self.start_seconds,
        }

    @classmethod
    def from_values(cls, values: Mapping[str, object]) -> "Form":
        """The form that a manifest or options describe. Raises UsageError for what is none."""
        unknown = values.keys() - set(cls.__slots__)
        if unknown:
            raise UsageError(f"unknown key {min(unknown)!r}; a form of menace has "
                             f"{', '.join(sorted(cls.__slots__))}")  # fmt: skip
        moves = _words(values.get("moves"), LETTERS, len(SQUARES), "moves")
        marks = _words(values.get("marks"), MARKS, 3, "marks")
        beads = _one_of(values, "beads", (BEADS_ARE_NAMES, BEADS_ARE_SQUARES))
        dump = _one_of(values, "dump", DUMPS)
        games = _one_of(values, "games", (GAMES_AS_LINE, GAMES_AS_ARGUMENT))
        exact, clean_end = values.get("exact", False), values.get("clean_end", False)
        seconds = values.get("start_seconds")
        if not isinstance(exact, bool) or not isinstance(clean_end, bool):
            raise UsageError("'exact' and 'clean_end' are true or false")
        if seconds is not None and not isinstance(seconds, int | float):
            raise UsageError(f"'start_seconds' is {seconds!r}, not a number of seconds")
        return cls(
            moves=moves,
            marks=(marks[0], marks[1], marks[2]),
            beads=beads,
            dump=dump,
            games=games,
            exact=exact,
            clean_end=clean_end,
            start_seconds=None if seconds is None else float(seconds),
        )


def _words(given: object, default: tuple[str, ...], count: int, key: str) -> tuple[str, ...]:
    match given:
        case None:
            return default
        case str():
            words = words_of(given)
        case list():
            words = tuple(str(word) for word in given)
        case _:
            raise UsageError(f"{key!r} is {given!r}, not a text or a list")
    if len(words) != count or len(set(words)) != count:
        raise UsageError(f"{key!r} are {count} different words, not {' '.join(words)}")
    return words


def words_of(given: str) -> tuple[str, ...]:
    """The words of a text: a range of digits (`1-9`), separated by commas or blanks, or letters."""
    if found := re.fullmatch(r"(\d)-(\d)", given):
        return tuple(str(n) for n in range(int(found[1]), int(found[2]) + 1))
    if len(given.split()) == len(SQUARES):
        return tuple(given.split())
    if "," in given.strip(","):
        return tuple(word.strip(" ") for word in given.split(","))
    return tuple(given.split() if " " in given.strip() else given)


def _one_of(values: Mapping[str, object], key: str, choices: tuple[str, ...]) -> str:
    given = values.get(key, choices[0])
    if given not in choices:
        raise UsageError(f"{key!r} is {given!r}; it can be {' or '.join(choices)}")
    return str(given)
