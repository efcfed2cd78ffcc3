"""Transcripts: what passed between the harness and one run of a program, and its file format.

An interaction file is read by people first. The header is one `key value` a line; then, for every
turn, what was sent (`<`), what came back (`>`), and when and why the reply ended (`@`); at the end
how the run ended (`!`). A last line without its newline is marked `>~`. Characters that would not
survive a text editor stand as hexadecimal code points between `⟪` and `⟫`.

    golfproof interaction 1
    challenge mu_torere
    program ["python3", "strict.py"]
    form {"exact": true}
    limits {"move_seconds": 15.0}

    > w-w-w
    > |\\|/|
    > b-o-w
    > |/|\\|
    > b-b-b
    @ 0.0213 ready
    < 4
    ...
    ! {"status": 0, "signal": null, "stderr": ""}
"""

import dataclasses
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from harness import given_file, kept_file
from harness.kept_file import PRINTED, escape, printed, unescape
from harness.session import Ending, Exit
from harness.verdict import Fact, UsageError

_MAGIC = "golfproof interaction 1"


class Turn(NamedTuple):
    """One input and the reply to it. The first turn has no input, nor has one that only waited."""

    sent: str | None
    said: str
    seconds: float
    ending: Ending


@dataclass(frozen=True, slots=True)
class Transcript:
    """All that passed in one run of a program, and what is needed to judge it again.

    `form` is the challenge's own description of how the program prints and reads (numbering,
    symbols, drawing), as plain JSON values.
    """

    challenge: str
    command: tuple[str, ...]
    form: Mapping[str, object]
    move_seconds: float
    turns: tuple[Turn, ...]
    exit: Exit
    notes: Mapping[str, Fact] = field(default_factory=dict)

    @property
    def line(self) -> tuple[str, ...]:
        """Everything that was typed, in order."""
        return tuple(turn.sent for turn in self.turns if turn.sent is not None)

    @property
    def is_plain(self) -> bool:
        """Whether the program printed no sequence for a terminal."""
        return not any("\x1b" in turn.said for turn in self.turns)


def dump(transcript: Transcript) -> str:
    """The interaction file of a transcript; `parse` makes the same transcript of it again."""
    return "".join(f"{line}\n" for line in _lines(transcript))


def save(transcript: Transcript, path: Path) -> None:
    """Write the interaction file, making its folder when it is missing."""
    kept_file.save(dump(transcript), path)


def load(path: Path) -> Transcript:
    """The transcript of an interaction file. Raises UsageError when there is none in it."""
    try:
        return parse(given_file.read_text(path))
    except FileNotFoundError as error:
        raise UsageError(f"{path}: there is no such file or folder") from error
    except OSError as error:
        raise UsageError(f"{path}: not an interaction file: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{path}: not an interaction file: {error}") from error


def _lines(transcript: Transcript) -> Iterator[str]:
    yield _MAGIC
    yield f"challenge {transcript.challenge}"
    yield f"program {_json(transcript.command)}"
    yield f"form {_json(transcript.form)}"
    yield f"limits {_json({'move_seconds': transcript.move_seconds})}"
    yield f"notes {_json(transcript.notes)}"
    yield ""
    for turn in transcript.turns:
        if turn.sent is not None:
            yield f"< {escape(turn.sent)}"
        yield from printed(turn.said)
        yield f"@ {turn.seconds:.6f} {turn.ending}"
    yield f"! {json.dumps(dataclasses.asdict(transcript.exit))}"


def parse(text: str) -> Transcript:
    """The transcript of an interaction file. Raises ValueError, naming the line at fault."""
    header, lines = kept_file.split(text, _MAGIC)
    reader = _Reader()
    kept_file.take_all(lines, reader.take)
    missing = {"challenge", "program", "form", "limits"} - header.keys()
    if missing or reader.exit is None:
        raise ValueError(f"it has no {', '.join(sorted(missing)) or 'last line (!)'}")
    return Transcript(
        challenge=header["challenge"],
        command=_command(header["program"]),
        form=_table("form", header["form"]),
        move_seconds=_move_seconds(header["limits"]),
        turns=tuple(reader.turns),
        exit=reader.exit,
        notes=_table("notes", header.get("notes", "{}")),  # type: ignore[arg-type]  # JSON
    )


class _Reader:
    """Takes the lines below the header one by one."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.exit: Exit | None = None
        self._sent: str | None = None
        self._said: list[str] = []

    def take(self, line: str) -> None:
        """Take one line. Raises ValueError, or OverflowError, when it is none of the format."""
        mark, _, rest = line.partition(" ")
        if mark == "<":
            self._sent = unescape(rest)
        elif mark in PRINTED:
            self._said.append(unescape(rest) + PRINTED[mark])
        elif mark == "@":
            seconds, _, ending = rest.partition(" ")
            said = "".join(self._said)
            self.turns.append(Turn(self._sent, said, _seconds(seconds), Ending(ending)))
            self._sent, self._said = None, []
        elif mark == "!":
            self.exit = kept_file.exit_of(kept_file.loads(rest))
        elif line:
            raise ValueError(f"it begins with {mark!r}, not with one of < > >~ @ !")


def _command(text: str) -> tuple[str, ...]:
    command = _loaded("program", text)
    if not isinstance(command, list) or not all(isinstance(word, str) for word in command):
        raise ValueError("the header's 'program' is not a list of texts")
    return tuple(command)


def _table(key: str, text: str) -> dict[str, object]:
    table = _loaded(key, text)
    if not isinstance(table, dict):
        raise ValueError(f"the header's {key!r} is not a table")
    return table


def _move_seconds(text: str) -> float:
    seconds = _table("limits", text).get("move_seconds")
    if not isinstance(seconds, int | float):
        raise ValueError("the header's 'limits' lack 'move_seconds'")
    return _seconds(seconds)


def _seconds(number: str | float) -> float:
    seconds = float(number)
    if not (math.isfinite(seconds) and seconds >= 0):
        raise ValueError(f"{number} is not a time in seconds")
    return seconds


def _loaded(key: str, text: str) -> object:
    try:
        return kept_file.loads(unescape(text))
    except (ValueError, OverflowError) as error:
        raise ValueError(f"the header's {key!r} is not JSON: {error}") from error


def _json(value: object) -> str:
    return escape(json.dumps(value, ensure_ascii=False))
