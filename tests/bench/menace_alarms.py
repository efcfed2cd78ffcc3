"""False alarms of MENACE's tests of chance: by whole verifications, and of single statistics.

    python -m tests.bench.menace_alarms whole [VERIFICATIONS] [JOURNAL]
    python -m tests.bench.menace_alarms single [SETS] [JOURNAL]

`whole` verifies right programs in process, of several kinds, each with seeds of its own, and looks
at chance once. `single` draws sets of fair samples, a million by default, for the statistics whose
p is no bound by a likelihood ratio. A journal keeps what is known, so that an interrupted run goes
on. A test that errs no more often than it says gives p below x in a share x of them at the most,
for every x: the table says how often each test did, and how likely a right one is to do so as
often.
"""

import argparse
import json
import math
import random
import re
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from operator import add
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar
from unittest import mock

from rich.console import Console
from rich.table import Table

from harness.menace import verification
from harness.menace.chance.dependence import alike_in_runs, repeated, repeated_in_games
from harness.menace.chance.distributions import kolmogorov_smirnov
from harness.menace.chance.samples import RefillSample, When
from harness.menace.chance.statistics import (
    BoxStart,
    refills_random,
    refills_uniform,
    start_uniform,
)
from harness.menace.classes import BOXES, orbits
from harness.verdict import Verdict
from tests.harness.menace.programs import RIGHT
from tests.harness.menace.support import FakeProgram, form_of, job

_Job = TypeVar("_Job")
Chances: TypeAlias = Mapping[str, float | None]  # p of each test

LEVELS: Final = (0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6)
_ODD: Final = 1e-4  # so rarely a right test has as many small p by chance
_TOLD: Final = re.compile(r"p (\S+), ")
_BATCH: Final = 2_000
_WIDTH: Final = 130  # characters


def whole(seed: int) -> Chances:
    """The p of each test after one verification of a right program; `verdict`: 0 if refused."""
    kind = RIGHT[seed % len(RIGHT)]
    program = FakeProgram(lambda run: kind(run + 1_000_003 * seed))
    form = form_of(kind(0))
    with mock.patch.object(verification, "FURTHER_LOOKS", 0):
        result = verification.verify(
            job(program, form, seed=seed), form, lambda doing, share: None, lambda name, run: None
        )
    told: dict[str, float | None] = {
        name.removeprefix("test: "): float(p[1]) if (p := _TOLD.match(str(value))) else None
        for name, value in result.facts.items()
        if name.startswith("test: ")
    }
    return told | {"verdict": float(result.verdict is not Verdict.WRONG_ANSWER)}


# --- single statistics ---------------------------------------------------------------------------


def _uniform(chance: random.Random, number: int) -> list[float]:
    return [chance.random() for _ in range(number)]


def _draws(chance: random.Random, runs: int, games: int) -> list[When]:
    """Draws of some runs: three in each game."""
    return [
        When(run, 3 * game + ply, game, ply, chance.random())
        for run in range(runs)
        for game in range(games)
        for ply in range(3)
    ]


def _begun(chance: random.Random) -> Iterator[BoxStart]:
    """What some boxes hold at the start of a run."""
    for position in range(0, BOXES, 3):
        squares = sum(orbits(position).values())
        beads = chance.choices("abcdefghi"[:squares], k=4)
        yield BoxStart(position, squares, tuple(beads))


def _refilled(chance: random.Random) -> Iterator[RefillSample]:
    """Refills of boxes without symmetry, of beads of their squares."""
    for position in chance.choices(range(BOXES), k=30):
        sizes = orbits(position)
        squares = sum(sizes.values())
        if len(sizes) == squares:
            alike = sum(not chance.randrange(squares) for _ in range(2))
            yield RefillSample(squares, squares, alike)


def _refilled_by_orbit(chance: random.Random) -> Iterator[tuple[int, list[str]]]:
    """Refills of some boxes: beads that stand for orbits and are chosen among squares."""
    for position in chance.choices(range(BOXES), k=20):
        sizes = orbits(position)
        names = [str(orbit) for orbit in sizes]
        yield position, chance.choices(names, [*sizes.values()], k=12)


SINGLE: Final[Mapping[str, Callable[[random.Random], float | None]]] = {
    "300 draws uniform": lambda chance: kolmogorov_smirnov(_uniform(chance, 300)),
    "draws independent of earlier ones": lambda chance: repeated(_draws(chance, 1, 30)),
    "draws independent of other games": lambda chance: repeated_in_games(_draws(chance, 2, 40)),
    "draws independent of other runs": lambda chance: alike_in_runs(_draws(chance, 5, 8), [8] * 5),
    "starting beads uniform": lambda chance: start_uniform(_begun(chance)).p,
    "refilled beads random": lambda chance: refills_random(_refilled(chance)).p,
    "refilled beads uniform": lambda chance: refills_uniform(_refilled_by_orbit(chance)).p,
}


def single(name: str, seed: int, sets: int) -> list[int]:
    """How many of so many fair samples have a p below each of `LEVELS`."""
    chance = random.Random(f"{name} {seed}")
    below = [0] * len(LEVELS)
    for _ in range(sets):
        p = SINGLE[name](chance)
        for number, level in enumerate(LEVELS):
            below[number] += p is not None and p < level
    return below


# --- what is told --------------------------------------------------------------------------------


def likelihood(below: int, of: int, level: float) -> float:
    """The chance of so many p below the level or more, if each is with that chance."""
    if below <= of * level:
        return 1.0
    logs = (
        math.lgamma(of + 1) - math.lgamma(n + 1) - math.lgamma(of - n + 1)
        + n * math.log(level) + (of - n) * math.log1p(-level)
        for n in range(below, min(of, below + 1_000) + 1)
    )  # fmt: skip
    return min(1.0, math.fsum(map(math.exp, logs)))


def table(title: str, rows: Iterable[tuple[str, int, Sequence[int]]]) -> tuple[Table, list[str]]:
    """A row for each test, of how many p are below each level; and those with too many."""
    told = Table(title=title)
    for column in ("test", "sets", *(f"p < {level:g}" for level in LEVELS), "least likely"):
        told.add_column(column, justify="left" if column == "test" else "right")
    odd = []
    for name, of, below in rows:
        least = min(likelihood(n, of, level) for n, level in zip(below, LEVELS, strict=True))
        if least < _ODD:
            odd.append(name)
        told.add_row(name, f"{of:,}", *map(str, below), f"{least:.2g}")
    return told, odd


def _console() -> Console:
    """One that is wide enough for the table, also where it is no terminal."""
    console = Console()
    console.width = max(console.width, _WIDTH)
    return console


def rows_of(verifications: Sequence[Chances]) -> list[tuple[str, int, list[int]]]:
    """The rows of a table by what whole verifications told."""
    names = dict.fromkeys(name for told in verifications for name in told if name != "verdict")
    rows = []
    for name in names:
        given = [p for told in verifications if (p := told.get(name)) is not None]
        rows.append((name, len(given), [sum(p < level for p in given) for level in LEVELS]))
    return rows


def _kept(journal: Path, todo: Sequence[_Job], work: Callable[[_Job], object]) -> list[Any]:
    """What the work tells of each job, by the journal where it is known from an earlier run.

    The journal is an SQLite file: a kill at any moment leaves whole rows.
    """
    journal.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(journal, isolation_level=None)) as kept:
        kept.execute("CREATE TABLE IF NOT EXISTS told (job TEXT PRIMARY KEY, told TEXT NOT NULL)")
        known: dict[str, str] = dict(kept.execute("SELECT job, told FROM told"))
        missing = [one for one in todo if json.dumps(one) not in known]
        with ProcessPoolExecutor() as pool:
            for one, told in zip(missing, pool.map(work, missing), strict=True):
                row = json.dumps(one), json.dumps(told)
                kept.execute("INSERT INTO told VALUES (?, ?)", row)
                known |= [row]
                print(f"\r{one}, {len(known)} known", end="", file=sys.stderr, flush=True)
    return [json.loads(known[json.dumps(one)]) for one in todo]


def _whole(verifications: int, journal: Path) -> list[str]:
    found = _kept(journal, range(verifications), whole)
    rows, odd = table(f"{verifications:,} verifications of right programs", rows_of(found))
    _console().print(rows)
    refused = [seed for seed, told in enumerate(found) if not told["verdict"]]
    print(f"{len(refused)} of {verifications:,} refused", *refused)
    return odd + ["right programs accepted"] * bool(refused)


def _single(sets: int, journal: Path) -> list[str]:
    batches = max(1, sets // _BATCH)
    todo = [(name, seed) for seed in range(batches) for name in SINGLE]
    below = {name: [0] * len(LEVELS) for name in SINGLE}
    for (name, _), more in zip(todo, _kept(journal, todo, _batch), strict=True):
        below[name] = [*map(add, below[name], more)]
    rows = [(name, batches * _BATCH, numbers) for name, numbers in below.items()]
    told, odd = table("fair samples", rows)
    _console().print(told)
    return odd


def _batch(job: tuple[str, int]) -> list[int]:
    return single(*job, _BATCH)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; the exit status is 1 if some test errs more often than it says."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.menace_alarms",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("kind", choices=["whole", "single"])
    parser.add_argument("number", nargs="?", type=int, help="of verifications, or of sets")
    parser.add_argument("journal", nargs="?", type=Path)
    options = parser.parse_args(arguments)
    run, usual = (_whole, 1_000) if options.kind == "whole" else (_single, 1_000_000)
    journal = options.journal or Path(f"build/menace_alarms_{options.kind}.sqlite")
    odd = run(options.number or usual, journal)
    print("more small p than a right test has: " + (", ".join(odd) or "none"))
    return 1 if odd else 0


if __name__ == "__main__":
    sys.exit(main())
