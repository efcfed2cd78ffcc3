"""Match files: a whole match as people read it and as `parse` reads it again.

The header names the bots, the rounds, how O's tiles were sent, and the moves of the opening if
there is one. Then each call has its arguments (`<`), what the bot printed (`>`, or `>~` for a last
line without a newline) and how the call ended (`@`): seconds, ending, and as JSON the fields that
differ from a clean call. Characters that a text editor would spoil are written as hexadecimal code
points between `⟪` and `⟫`, as in interaction files.

    golfproof match 2
    x goodRandBot
    o naiveBot
    rounds 250
    nought 0

    < X --------- --------- (nine boards, then the master board) --------- xx
    > 38
    @ 0.021334 ended
    < O --------- --------- --------- --------X ... 38
    @ 1.000412 deadline {"status": null}
"""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final

from harness import given_file, kept_file
from harness.kept_file import PRINTED, escape, printed, unescape
from harness.meta_tic_tac_toe.bot import MEASURED, Answer
from harness.meta_tic_tac_toe.match import Call, Match
from harness.meta_tic_tac_toe.scoring import score
from harness.session import Ending
from harness.verdict import UsageError
from reference.meta_tic_tac_toe.wire import NOUGHTS, format_move, parse_move
from reference.tic_tac_toe import Mark

SUFFIX: Final = ".match"
_MAGIC: Final = "golfproof match 2"
_HEADER: Final = frozenset(("x", "o", "rounds", "nought"))
_MARKS: Final[Mapping[str, Mark]] = {"X": "X", "O": "O"}


def dump(match: Match) -> str:
    """The match file of a match; `parse` makes the same match of it again."""
    return "".join(f"{line}\n" for line in _lines(match))


def save(match: Match, path: Path) -> None:
    """Write the match file, making its folder when it is missing."""
    kept_file.save(dump(match), path)


def load(path: Path) -> Match:
    """The match of a match file. Raises UsageError when there is no whole match in it."""
    try:
        match = parse(given_file.read_bytes(path).decode())
        score(match)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: not a match file: {error}") from error
    return match


def _lines(match: Match) -> Iterator[str]:
    yield _MAGIC
    yield f"x {escape(match.x)}"
    yield f"o {escape(match.o)}"
    yield f"rounds {match.rounds}"
    yield f"nought {match.nought}"
    if match.opening:
        yield f"opening {' '.join(map(format_move, match.opening))}"
    yield ""
    for _, arguments, answer in match.calls:
        yield f"< {' '.join(arguments)}"
        yield from printed(answer.said)
        yield f"@ {answer.seconds!r} {answer.ending} {_trouble(answer)}".rstrip()


def _trouble(answer: Answer) -> str:
    """The fields that differ from a clean call, as JSON; nothing for a clean call."""
    odd = {key: value for key, value in _facts(answer).items() if value != _USUAL[key]}
    return json.dumps(odd) if odd else ""


def _facts(answer: Answer) -> dict[str, object]:
    """How a call ended and how long it ran, by the names of a match file."""
    return asdict(answer.exit) | {key: getattr(answer, key) for key in MEASURED}


_USUAL: Final[Mapping[str, object]] = _facts(Answer("", 0.0))


def parse(text: str) -> Match:
    """The match of a match file. Raises ValueError, naming the line at fault.

    `scoring` checks whether the calls are those of one match.
    """
    header, lines = kept_file.split(text, _MAGIC)
    opening = header.pop("opening", "")
    if header.keys() != _HEADER:
        raise ValueError(
            f"its header has {', '.join(header) or 'nothing'}, not {', '.join(sorted(_HEADER))}"
        )
    nought = next((nought for nought in NOUGHTS if nought == header["nought"]), None)
    if nought is None:
        raise ValueError(f"O's tiles are sent as {header['nought']!r}, neither '0' nor 'O'")
    reader = _Reader()
    kept_file.take_all(lines, reader.take)
    if not reader.at_rest:
        raise ValueError("its last call is cut off")
    try:
        x, o, rounds = unescape(header["x"]), unescape(header["o"]), int(header["rounds"])
        moves = tuple(map(parse_move, opening.split()))
    except (OverflowError, ValueError) as error:
        raise ValueError(f"its header is spoilt: {error}") from error
    return Match(x, o, tuple(reader.calls), rounds, moves, nought)


class _Reader:
    """Takes the lines below the header one by one."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self._arguments: tuple[str, ...] | None = None
        self._said: list[str] = []

    @property
    def at_rest(self) -> bool:
        """Whether every call that began has been read to its end."""
        return self._arguments is None and not self._said

    def take(self, line: str) -> None:
        """Take one line. Raises ValueError, or OverflowError, when it is none of the format."""
        mark, _, rest = line.partition(" ")
        if mark == "<" and self.at_rest:
            self._arguments = tuple(rest.split(" "))
            if self._arguments[0] not in _MARKS:
                raise ValueError(f"it calls {self._arguments[0]!r}, neither X nor O")
        elif mark in PRINTED:
            self._said.append(unescape(rest) + PRINTED[mark])
        elif mark == "@" and self._arguments is not None:
            answer = _answer("".join(self._said), *rest.split(" ", maxsplit=2))
            self.calls.append(Call(_MARKS[self._arguments[0]], self._arguments, answer))
            self._arguments, self._said = None, []
        elif line:
            raise ValueError(f"{mark!r} is out of place: a call is <, then > or >~, then @")


def _answer(said: str, seconds: str, ending: str = "", trouble: str = "{}") -> Answer:
    took = float(seconds)
    if not 0 <= took < math.inf:
        raise ValueError(f"{seconds} is not a time in seconds")
    odd = kept_file.loads(trouble)
    facts = {**_USUAL, **odd} if isinstance(odd, dict) else {}
    ran, queued = (_time(facts.pop(key, None)) for key in MEASURED)
    return Answer(said, took, Ending(ending), kept_file.exit_of(facts or odd), ran, queued)


def _time(value: object) -> float | None:
    if value is not None and not (isinstance(value, float) and 0 <= value < math.inf):
        raise ValueError(f"{value!r} is not a time in seconds")
    return value
