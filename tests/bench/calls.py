"""What the arena costs: a move and a match of it, held against bare starts of the same processes.

The ways are measured in turn and in any order, a call each, and what is told of a way is the median
of how much more it took than the floor did just before or after: a machine's own pace changes by a
quarter from one second to the next, which is more than all that is measured here. Matches go on in
step for that: with four calls each in turn, the interval is four times as wide. The last way of a
move is not the harness's: what it would cost to make a sandbox for each move. In a sandbox a match
starts and ends a launcher for each bot, which is in the figures of a match and not of a move; at
limits alone there is one for all matches of a process, so the first
match, which starts it, is a way of its own. To watch costs by the file that a bot opens, 10 to 25
µs each: Debian's own Python 3.11 opens 31 at its start, one with hooks in its site-packages easily
119.
"""

import operator
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from math import comb
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple, TypeVar

from harness.meta_tic_tac_toe.bot import Answer, Ask, Bot, CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.meta_tic_tac_toe.match import turns
from harness.program import Program
from harness.sandbox.client import pool
from harness.sandbox.levels import BUBBLEWRAP, LIMITS, Files, Level, available_levels, best_level
from harness.verdict import HarnessError
from reference.meta_tic_tac_toe.rules import START
from reference.meta_tic_tac_toe.wire import format_state

_Way = TypeVar("_Way")

MOVES: Final = 96  # of which the median counts
MATCHES: Final = 24
_ENDED: Final = object()
_PATIENT: Final = CallLimits(seconds=60.0)
_NAIVE: Final = Path(__file__).parents[2] / "reference/meta_tic_tac_toe/bots/naiveBot/bot.py"
# Plays the first free tile. There is no smaller program to compile that plays whole matches.
_COMPILED: Final = r"""
#include <stdio.h>
#include <string.h>
int main(int count, char **given) {
    int board = given[12][0] == 'x' ? 0 : given[12][1] - '0';
    if (given[12][0] == 'x' || given[11][board] != '-' || !strchr(given[2 + board], '-'))
        for (board = 0; given[11][board] != '-' || !strchr(given[2 + board], '-');) board++;
    return printf("%d%d\n", board, (int)(strchr(given[2 + board], '-') - given[2 + board])) < 0;
}
"""


class Cost(NamedTuple):
    """Seconds of something, how many more than its floor's, and how many times as many.

    With 95 % confidence there are between `least` and `most` more. `moves` are in it.
    """

    what: str
    seconds: float
    more: float
    least: float
    most: float
    ratio: float
    moves: int = 1


def costs() -> list[Cost]:
    """Of one move in each way that this machine has, and of whole matches."""
    rows: list[Cost] = []
    with tempfile.TemporaryDirectory(prefix="golfproof-") as folder:
        arena = Path(folder).resolve()
        kinds = {"Python": tuple(_laid_out(arena, name, _NAIVE) for name in ("one", "two"))}
        if compiled := _compiled(arena):
            kinds = {"compiled": compiled} | kinds
        for kind, (bot, _) in kinds.items():
            rows += _of_a_move(kind, bot, arena)
        for kind, (x, o) in kinds.items():
            rows += _of_a_match(kind, x, o, arena)
    return rows


def _laid_out(arena: Path, name: str, source: Path) -> Bot:
    (arena / name).mkdir()
    shutil.copy(source, arena / name)
    return Bot(name, ("python3", f"{name}/{source.name}"))


def _compiled(arena: Path) -> tuple[Bot, Bot] | None:
    """Two compiled bots, where there is a compiler."""
    if shutil.which("cc") is None:
        return None
    source = arena / "bot.c"
    source.write_text(_COMPILED)
    for name in ("three", "four"):
        (arena / name).mkdir()
        subprocess.run(["cc", "-O2", "-o", arena / name / "bot", source], check=True)
    return Bot("three", ("three/bot",)), Bot("four", ("four/bot",))


def _of_a_move(kind: str, bot: Bot, arena: Path) -> list[Cost]:
    arguments = format_state(START)
    program = Program(bot.command, arena)
    command = [*_whole(program.argv, arena), *arguments]
    bare = f"a bare start, {kind}"
    with ExitStack() as stack:
        ways: dict[str, Callable[[], object]] = {
            bare: partial(_start, command, program.environment)
        }
        for level in reversed(available_levels()):
            for watch in (False, True):
                caller = stack.enter_context(BotCaller(bot, arena, _PATIENT, level, watch))
                name = f"a move, {level}{', watched' if watch else ''}"
                ways[name] = partial(caller, arguments)
        for name, more in _not_the_harness(bot, program, arena).items():
            words = [*more, *command]
            ways[name] = partial(_start, words, program.environment)
        for way in ways.values():
            way()
        taken: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(MOVES):
            for name, way in _in_any_order(ways):
                taken[name].append(_seconds(way))
    return _against(taken[bare], taken)


def _not_the_harness(bot: Bot, program: Program, arena: Path) -> Mapping[str, Sequence[str]]:
    """What else could be done for each move: the beginnings of commands."""
    if not BUBBLEWRAP.is_available():
        return {}
    readable = tuple(path for path in program.readable if not path.is_relative_to(arena))
    sandbox = BUBBLEWRAP.prefix(Files(arena, readable, arena / bot.name))
    return {"for comparison: a new sandbox for each move": [*sandbox, "--"]}


def _of_a_match(kind: str, x: Bot, o: Bot, arena: Path) -> list[Cost]:
    """Whole matches, with what starts and ends for them, against bare starts of the same calls."""

    def bare() -> Iterator[None]:
        return _match(*(nullcontext(_bare(bot, arena)) for bot in (x, o)))

    def played(level: Level, watch: bool) -> Iterator[None]:
        return _match(*(BotCaller(bot, arena, _PATIENT, level, watch) for bot in (x, o)))

    calls = len(list(turns(_bare(x, arena), _bare(o, arena))))
    floor = f"a match, {kind}, {calls} bare starts"
    alone = f"a match, {kind}, {LIMITS}"
    best = best_level()
    ways: dict[str, Callable[[], Iterator[None]]] = {
        floor: bare,
        alone: partial(played, LIMITS, False),
        f"a match, {kind}, {best}": partial(played, best, False),
        f"a match, {kind}, {best}, watched": partial(played, best, True),
    }
    first = f"{alone}, the first"
    taken: dict[str, list[float]] = {name: [] for name in [floor, first, *ways]}
    for _ in range(MATCHES):
        pool.close()
        taken[first].append(_seconds(lambda: list(played(LIMITS, False))))
        for name, seconds in _in_step(ways).items():
            taken[name].append(seconds)
    return _against(taken[floor], taken, calls)


def _bare(bot: Bot, arena: Path) -> Ask:
    program = Program(bot.command, arena)

    def ask(arguments: Sequence[str]) -> Answer:
        command = [*_whole(program.argv, arena), *arguments]
        return Answer(_start(command, program.environment), 0.0)

    return ask


def _match(x: AbstractContextManager[Ask], o: AbstractContextManager[Ask]) -> Iterator[None]:
    """A match that pauses after every call."""
    with x as ask_x, o as ask_o:
        for _ in turns(ask_x, ask_o):
            yield


def _in_step(ways: Mapping[str, Callable[[], Iterator[None]]]) -> dict[str, float]:
    """The seconds of one match in each way, of which each goes on by a call in its turn."""
    matches = {name: way() for name, way in ways.items()}
    taken = dict.fromkeys(matches, 0.0)
    while matches:
        for name, match in _in_any_order(matches):
            began = time.perf_counter()
            if next(match, _ENDED) is _ENDED:
                del matches[name]
            taken[name] += time.perf_counter() - began
    return taken


def _in_any_order(ways: Mapping[str, _Way]) -> list[tuple[str, _Way]]:
    """What comes after a sandbox was made, is slower or faster for that."""
    return random.sample(list(ways.items()), len(ways))


def _against(
    floor: Sequence[float], taken: Mapping[str, Sequence[float]], moves: int = 1
) -> list[Cost]:
    """What each way costs, by how much more it took than the floor each time."""
    usual = median(floor)
    rows = []
    for what, seconds in taken.items():
        more = sorted(map(operator.sub, seconds, floor))
        rank = _rank(len(more))
        rows.append(
            Cost(
                what, median(seconds), median(more), more[rank - 1], more[-rank],
                1 + median(more) / usual, moves,
            )
        )  # fmt: skip
    return rows


def _rank(count: int) -> int:
    """How far from either end of so many sorted values their median lies, with 95 % confidence.

    By the binomial distribution, whatever that of the values is: Conover, Practical Nonparametric
    Statistics, 3.2.
    """
    rank = below = 0
    while 40 * (below + comb(count, rank)) <= 1 << count:
        below += comb(count, rank)
        rank += 1
    return max(1, rank)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _whole(command: Sequence[str], folder: Path) -> list[str]:
    """A command with its files in the folder named in full, to be run anywhere."""
    return [str(folder / word) if (folder / word).is_file() else word for word in command]


def _start(command: Sequence[str], environment: Mapping[str, str]) -> str:
    """Start a process and read what it prints until it ends: the least that can be done."""
    out, end = os.pipe()
    try:
        pid = os.posix_spawnp(
            command[0], list(command), environment, file_actions=[(os.POSIX_SPAWN_DUP2, end, 1)]
        )
    finally:
        os.close(end)
    with os.fdopen(out) as stream:
        said = stream.read()
    if os.waitpid(pid, 0)[1]:
        raise HarnessError(f"{command[0]}: does not run")
    return said
