"""Whole games beside the proof, in other worlds that a person may be in.

The terminal of a usual shell; a human who thinks; another folder and another name of the source;
and the game of thousands of rounds, whose human is that of `long_game`. The human who thinks costs
no processor: his game goes on while the others are played.
"""

import dataclasses
import shutil
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count, islice, repeat
from types import MappingProxyType
from typing import Final, NamedTuple

from harness.mu_torere.game import Chooser, Game, opened
from harness.mu_torere.referee import WORLD_NOTE
from harness.mu_torere.rounds import Round
from harness.mu_torere.screen import Form
from harness.program import Program
from harness.sandbox.readable import is_file
from harness.sandbox.scratch import scratch_folder
from harness.screen import Size, TerminalKind
from harness.transcript import Transcript

SHELL: Final = TerminalKind(Size(24, 80), echo=True, returns=False, errors=True)
"""A terminal as most shells run in: the driver rewrites line feeds, Enter sends CR, and standard
error is the terminal as well."""

ERRORS_APART: Final = dataclasses.replace(SHELL, errors=False)
"""The same with standard error in a file, since a program that talks there may spoil its boards."""

_TERM: Final = "xterm-256color"
_SHELL_ENVIRONMENT: Final[Mapping[str, str | None]] = {
    "COLORTERM": "truecolor",
    "USER": "golfer",
    "LOGNAME": "golfer",
    "HOME": "/home/golfer",
    "SHELL": "/bin/bash",
    "SHLVL": "1",
    "LC_ALL": None,
}
PLAIN_LOCALE: Final[Mapping[str, str | None]] = {"LANG": "C"}
"""Where a program may not be able to draw with Unicode, but plays as well."""

_THINKING_SECONDS: Final = 30.0  # of the whole game of a human who thinks now and then
_PLAYING_SECONDS: Final = 60.0  # without the thoughts: a slow program is asked less
_THOUGHT_SECONDS: Final = (0.3, 2.5)  # in turn
_LONG_THOUGHT_SECONDS: Final = 16.0  # longer than the program itself may think
_ROUNDS_AFTER_THOUGHTS: Final = 80
_MOST_ROUNDS: Final = 600  # of a game whose human does not think any more


def shell_environment(
    program: Program, size: Size = SHELL.size, term: str = _TERM
) -> dict[str, str | None]:
    """What a usual shell has in its environment, and what it has not."""
    found = {
        **_SHELL_ENVIRONMENT,
        "TERM": term,
        "LINES": str(size.rows),
        "COLUMNS": str(size.columns),
        "PWD": str(program.cwd.resolve()),
    }
    if may_write_bytecode(program):
        found["PYTHONDONTWRITEBYTECODE"] = None
    return found


def may_write_bytecode(program: Program) -> bool:
    """Whether Python may be left to write what it compiles: of one file it writes nothing."""
    return not program.own and not program.more_readable


def now_and_then() -> Iterator[float]:
    """The thoughts of a human who thinks every other time, and once for very long; in seconds.

    In the end he plays on without a thought, for what goes wrong after half a minute only.
    """
    left = _THINKING_SECONDS
    for rounds in count():
        thought = _LONG_THOUGHT_SECONDS if rounds == 3 else _THOUGHT_SECONDS[rounds % 2]
        if thought > left:
            yield from repeat(0.0, _ROUNDS_AFTER_THOUGHTS)
            return
        left -= thought
        yield thought


def once(rounds: int) -> Iterator[float]:
    """The thoughts of a human who thinks once only, after so many rounds; in seconds."""
    return (_LONG_THOUGHT_SECONDS if done == rounds else 0.0 for done in range(_MOST_ROUNDS))


class Thinking(NamedTuple):
    """A human who thinks, and the terminal that he sits at."""

    thoughts: Callable[[], Iterator[float]]
    rounds: int = 400  # at most, or a few more
    size: Size = SHELL.size
    term: str = _TERM
    all_files: bool = False  # see `open_in_shell`
    lays_traps: bool = False  # or else plays as in the long game


THINKING: Final[Mapping[str, Thinking]] = {
    "a human who thinks": Thinking(now_and_then, lays_traps=True),
    "one who thinks once, at the beginning, at TERM=xterm of 100 by 30": Thinking(
        lambda: once(0), size=Size(30, 100), term="xterm"
    ),
    "one who thinks once, later, at a terminal of 132 by 43, no file hidden": Thinking(
        lambda: once(3), rounds=150, size=Size(43, 132), all_files=True
    ),
}


class Thinker:
    """A game whose human thinks for seconds now and then. It goes on in steps that do not wait.

    `thoughts` are the seconds before each move; when there are no more, the game is over. How
    busy the machine is does not change what he plays: only the time that the program takes to
    answer, `seconds` in all, ends his game before.
    """

    def __init__(
        self,
        game: Game,
        choose: Chooser,
        thoughts: Iterable[float],
        seconds: float = _PLAYING_SECONDS,
    ) -> None:
        self.game = game
        self._choose, self._thoughts = choose, deque(thoughts)
        self._rounds: list[Round] = []
        self._playing_left = seconds
        self._due = time.monotonic() + (self._thoughts[0] if self._thoughts else 0.0)

    @property
    def over(self) -> bool:
        """Whether the game is over, or he has thought his last thought."""
        return self.game.position is None or not self._thoughts or self._playing_left <= 0

    def step(self) -> None:
        """Move as often as he has thought long enough."""
        while not self.over and time.monotonic() >= self._due:
            self._move()

    def _move(self) -> None:
        began = time.monotonic()
        self.game.overhear()
        position = self.game.position
        node = None if position is None else self._choose(position, self._rounds)
        if node is None:
            self._thoughts.clear()
            return
        done = self.game.play(node)
        if done is not None:
            self._rounds.append(done)
        now = time.monotonic()
        self._playing_left -= now - began
        self._thoughts.popleft()
        self._due = now + (self._thoughts[0] if self._thoughts else 0.0)

    def finish(
        self, tell: Callable[[float], None], enough: Callable[[], bool] = lambda: False
    ) -> None:
        """Go on until the game is over, or nothing more is wanted of it.

        `tell` is given the seconds of thought that are left, and may use some of them.
        """
        while not (self.over or enough()):
            self.step()
            due = max(0.0, self._due - time.monotonic())
            tell(due + sum(islice(self._thoughts, 1, None)))
            time.sleep(min(max(0.0, self._due - time.monotonic()), 0.1))
        self.game.overhear()


def open_in_shell(
    program: Program,
    form: Form,
    kind: TerminalKind = ERRORS_APART,
    term: str = _TERM,
    more: Mapping[str, str | None] = MappingProxyType({}),
    all_files: bool = False,
) -> Game:
    """A game in the world of a usual shell, in which these variables are set besides.

    With `all_files` in a sandbox that hides none, as a usual machine does not.
    """
    environment = {**shell_environment(program, kind.size, term), **more}
    there = program.on_a_usual_machine(environment)
    return opened(there.among_all_files() if all_files else there, form, kind)


def in_world(transcript: Transcript, world: str) -> Transcript:
    """The transcript with a note of the world that it is from."""
    return dataclasses.replace(transcript, notes={**transcript.notes, WORLD_NOTE: world})


@contextmanager
def moved(program: Program) -> Iterator[Program | None]:
    """The program with its only source in another folder, by another name; None if it has none.

    One that is named without a folder is named with one there, and the other way round. What is
    not named on its command line is not copied: a program may read no other file. One that was
    allowed more stays with it.
    """
    first, *rest = program.command
    files = [w for w in rest if is_file(program.cwd / w)]
    if not files and first.startswith("./"):
        files = [first]
    if program.own or program.more_readable or len(files) != 1:
        yield None
        return
    with scratch_folder() as scratch:
        folder = scratch / "my games"  # with a blank, as people name folders
        folder.mkdir()
        source = program.cwd / files[0]
        copy = folder / f"another name{source.suffix}"
        shutil.copy(source, copy)
        plain = "/" in files[0] and files[0] != first
        there = copy.name if plain else f"./{copy.name}"
        command = tuple(there if word == files[0] else word for word in program.command)
        yield dataclasses.replace(program, command=command, cwd=folder)
