"""Break the judge on purpose, one small change at a time, and count the changes that tests notice.

Every mutant is a copy of one module with one change in its syntax tree: a comparison turned, a
constant moved, a condition negated, a value not returned, a statement left out. It is put in the
place of the module in a new process, which runs the module's own quick tests (in process, without
a terminal). A mutant that no test notices survives; tests/mutation/survivors.md says of each why.

  python -m tests.mutation                      everything, going on from where it was stopped
  python -m tests.mutation referee proof        two modules
  python -m tests.mutation --sample 40 --seed 1 a short run of some mutants, drawn at random

Results are kept in build/mutation/ by the module's text: what was killed is not tried again, and a
survivor is as soon as the tests are others. After tests were weakened, `--fresh` begins anew.
"""

import argparse
import hashlib
import json
import queue
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from rich.console import Console
from rich.progress import Progress

from tests.mutation.mutants import Mutant, mutants_of

ROOT: Final = Path(__file__).resolve().parents[2]
KEPT: Final = ROOT / "build" / "mutation"
PATIENCE: Final = 3  # times what the tests take on the module itself; what hangs is noticed
# What notices a mutant, cheapest first: a module's own tests, then those that lean on it.
TESTS: Final = {
    "emulator": ("screen", "against_xterm"),
    "corrected_screen": ("screen", "against_xterm"),
    "cells": ("cells", "screen", "colours", "against_xterm"),
    "mu_torere/reading/picture": ("picture", "screen"),
    "mu_torere/reading/bent": ("bent",),
    "mu_torere/screen": ("screen", "referee"),
    "mu_torere/referee": ("referee", "referee_after_a_win", "game", "proof", "rematch", "prelude"),
    "mu_torere/rounds": ("referee", "game", "proof"),
    "mu_torere/policy": ("policy", "proof", "explorer", "lots"),
    "mu_torere/proof": ("proof", "explorer"),
    "mu_torere/explorer": ("explorer", "explorer_at_a_time"),
    "mu_torere/tour": ("explorer", "explorer_at_a_time"),
    "mu_torere/game": ("game", "explorer"),
    "mu_torere/opponent": ("opponent",),
    "mu_torere/rematch": ("rematch",),
    "mu_torere/shorten": ("shorten",),
    "mu_torere/typed_numbers": ("typed_numbers",),
    "mu_torere/number_search": ("number_search",),
    "mu_torere/side_by_side": ("side_by_side",),
    "mu_torere/endings": ("endings",),
    "mu_torere/resized": ("resized",),
    "mu_torere/lots": ("lots", "policy"),
    "menace/screen": ("screen", "follower"),
    "menace/reading/new_games": ("new_games", "among_boxes"),
    "menace/reading/lattice": ("lattice",),
    "menace/reading/lattice_places": ("lattice",),
    "menace/reading/lattice_search": ("lattice",),
    "menace/follower": ("referee", "referee_end", "follower", "unread"),
    "menace/referee": ("referee", "referee_end"),
    "menace/steps": ("steps", "referee", "follower"),
    "menace/accounts": ("bead_rules", "meanings", "accounts"),
    "menace/changes": ("bead_rules", "accounts"),
    "menace/books": ("books",),
    "menace/meanings": ("meanings", "accounts"),
    "menace/chance/new_beads": ("new_beads", "refills", "accounts"),
    "menace/chance/draws": ("draws_kept", "accounts", "ages"),
    "menace/chance/statistics": ("statistics", "draws", "colours"),
    "menace/chance/alike": ("alike", "statistics"),
    "menace/chance/colours": ("colours",),
    "menace/chance/one_of_each": ("one_of_each",),
    "menace/chance/dependence": ("dependence", "turns_and_echoes"),
    "menace/chance/seeds": ("seeds",),
    "menace/chance/turns": ("turns_and_echoes",),
    "menace/chance/starts": ("starts",),
    "menace/chance/repeats": ("repeats",),
    "menace/chance/ages": ("ages",),
    "menace/sampling": ("sampling",),
    "menace/classes": ("classes",),
    "menace/opponent": ("opponent",),
    "menace/steering": ("steering", "opponent"),
    "menace/draining": ("draining", "opponent"),
    "menace/game": ("game",),
    "meta_tic_tac_toe/referee": ("referee",),
    "meta_tic_tac_toe/proof": ("proof",),
}


@dataclass(frozen=True, slots=True)
class Module:
    """A module to be mutated, and the tests that are to notice."""

    name: str
    path: Path
    tests: tuple[Path, ...]

    @property
    def full_name(self) -> str:
        """As it is imported."""
        return f"harness.{self.name.replace('/', '.')}"

    def tests_fingerprint(self) -> str:
        """Changes with the tests."""
        shared = sorted((ROOT / "tests" / "harness").rglob("[a-su-z]*.py"))
        return _digest(*self.tests, *shared)


def _digest(*paths: Path) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]


def modules(names: Sequence[str]) -> list[Module]:
    """The modules of these names or games, or all. Raises SystemExit for any other name."""
    chosen = {key for key in TESTS for name in names if name in (key, *key.split("/"))}
    unknown = [name for name in names if not any(name in (k, *k.split("/")) for k in chosen)]
    if unknown:
        sys.exit(f"mutation: no module {unknown[0]}; there are {', '.join(TESTS)}")
    return [
        Module(
            key,
            ROOT / "harness" / f"{key}.py",
            tuple(_file_of(key, test) for test in tests),
        )
        for key, tests in TESTS.items()
        if not names or key in chosen
    ]


def _file_of(key: str, test: str) -> Path:
    """The file of a test, in the folder of the module's game, or beside the games' folders."""
    game, folder, _ = key.partition("/")
    tests = ROOT / "tests" / "harness"
    found = (tests / game).rglob if folder else tests.glob
    return next(iter(found(f"test_{test}.py")))


Limit: TypeAlias = tuple[float, float]
"""Seconds for all tests of a mutant; and of the processor for one of them, which is as long as all
of them take on the module itself: what hangs is noticed soon, and on a busy machine too."""


class Runner:
    """A process that tries mutants one after another, each in a child of its own."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutation.run"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def noticed(self, module: Module, source: str, limit: Limit) -> tuple[bool, float]:
        """Whether a test fails, or they do not end in time, with this text as the module.

        And what they took of the processor, in seconds.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        tests = [str(path) for path in module.tests]
        self._process.stdin.write(json.dumps([module.full_name, source, tests, *limit]) + "\n")
        self._process.stdin.flush()
        fate, _, took = self._process.stdout.readline().partition(" ")
        if fate not in ("killed", "survived"):
            raise RuntimeError("the process that tries mutants has ended")
        return fate == "killed", float(took)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def patience(module: Module, runner: Runner) -> Limit:
    """How long to wait for a mutant's tests. Raises SystemExit when they fail without any."""
    began = time.monotonic()
    fails, took = runner.noticed(module, module.path.read_text(encoding="utf-8"), (600.0, 600.0))
    if fails:
        sys.exit(f"mutation: the tests of {module.name} fail before anything is changed")
    return PATIENCE * (time.monotonic() - began) + 5, took + 1


class Journal:
    """What became of a module's mutants: written down as it becomes known."""

    def __init__(self, module: Module, fresh: bool) -> None:
        self._path = KEPT / f"{module.name}-{_digest(module.path)}.json"
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._tests = module.tests_fingerprint()
        self._fates: dict[str, str] = {}
        if self._path.exists() and not fresh:
            self._fates = json.loads(self._path.read_text())

    def was_noticed(self, mutant: Mutant) -> bool | None:
        """None when it is to be tried."""
        fate = self._fates.get(mutant.key)
        return True if fate == "killed" else False if fate == f"survived {self._tests}" else None

    def add(self, mutant: Mutant, was_noticed: bool) -> None:
        """Write one down."""
        self._fates[mutant.key] = "killed" if was_noticed else f"survived {self._tests}"
        part = self._path.with_suffix(".part")
        part.write_text(json.dumps(self._fates, indent=1))
        part.replace(self._path)


def run(
    chosen: Sequence[tuple[Module, Mutant]], workers: int, fresh: bool, console: Console
) -> Iterator[tuple[Module, Mutant, bool]]:
    """Try every mutant that was not tried yet; those noticed and not."""
    journals = {module.name: Journal(module, fresh) for module in dict(chosen)}
    left: list[tuple[Module, Mutant]] = []
    for module, mutant in chosen:
        fate = journals[module.name].was_noticed(mutant)
        if fate is None:
            left.append((module, mutant))
        else:
            yield module, mutant, fate
    runners: queue.SimpleQueue[Runner] = queue.SimpleQueue()
    started = [Runner() for _ in range(workers if left else 0)]

    def tried(module: Module, mutant: Mutant) -> bool:
        runner = runners.get()
        try:
            return runner.noticed(module, mutant.source, limits[module])[0]
        finally:
            runners.put(runner)

    pool = ThreadPoolExecutor(workers)
    try:
        limits = {module: patience(module, started[0]) for module in dict(left)}
        for runner in started:
            runners.put(runner)
        running = {pool.submit(tried, *each): each for each in left}
        with Progress(console=console, disable=not console.is_terminal) as bar:
            task = bar.add_task("mutants", total=len(chosen), completed=len(chosen) - len(left))
            for number, future in enumerate(as_completed(running), start=1):
                module, mutant = running[future]
                journals[module.name].add(mutant, future.result())
                bar.advance(task)
                if not console.is_terminal and number % 50 == 0:
                    console.print(f"{number} of {len(left)}")
                yield module, mutant, future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for runner in started:
            runner.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the mutants, print score and survivors; 0 when at least nine in ten are killed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("modules", nargs="*", help=f"of {', '.join(TESTS)}; the default is all")
    parser.add_argument("--sample", type=int, metavar="N", help="only so many mutants, at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample (default 0)")
    parser.add_argument("--fresh", action="store_true", help="try also what was killed before")
    parser.add_argument("--workers", type=int, default=2, help="processes at once (default 2)")
    options = parser.parse_args(arguments)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    chosen = [(m, mutant) for m in modules(options.modules) for mutant in mutants_of(m.path)]
    if options.sample is not None:
        chance = random.Random(options.seed)
        chosen = chance.sample(chosen, min(options.sample, len(chosen)))
    began = time.monotonic()
    try:
        results = list(run(chosen, options.workers, options.fresh, console))
    except KeyboardInterrupt:
        console.print("interrupted; the next run goes on from here")
        return 130
    killed: dict[str, list[bool]] = {}
    for module, mutant, was_noticed in sorted(results, key=lambda r: (r[0].name, r[1].line)):
        killed.setdefault(module.name, []).append(was_noticed)
        if not was_noticed:
            place = module.path.relative_to(ROOT)
            console.print(f"survived {place}:{mutant.line}: {mutant.change}")
    for name, fates in killed.items():
        console.print(f"{name:<20} {sum(fates)}/{len(fates)}")
    total = [fate for fates in killed.values() for fate in fates]
    share = sum(total) / max(1, len(total))
    seconds = time.monotonic() - began
    console.print(f"score: {sum(total)}/{len(total)} killed ({share:.1%}), {seconds:.0f} s")
    return 0 if share >= 0.9 else 1


if __name__ == "__main__":
    sys.exit(main())
