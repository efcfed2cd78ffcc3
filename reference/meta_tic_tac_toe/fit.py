"""Fit the champion's table: self-play, a logistic fit to its results, and again.

Each round plays matches with the table so far and fits a new one to the positions of all rounds.
The first round's table knows only that boards are worth winning, unless --begin names a better one.
A small run takes minutes:

  python -m reference.meta_tic_tac_toe.fit --rounds 2 --matches 500 --output build/table.txt

How the table that ships was made is told at its head; without --output it is overwritten. What was
learned on the way, by matches of champions that differ in their tables alone, all at one depth: it
takes some 30,000 matches in the last fit, half as many lose 4 % of the score; older rounds in it do
no good; trust from 0.15 to 0.5 does equally well, 0.8 loses 10 %; more numbers than the promises
(of a line by its boards won, of a board by its place) foretell results no better, nor does a small
neural network on all 81 tiles.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import numpy as np

from reference.meta_tic_tac_toe import regression
from reference.meta_tic_tac_toe.codes import CODES, IS_OPEN
from reference.meta_tic_tac_toe.regression import Model
from reference.meta_tic_tac_toe.self_play import (
    CHAMPION,
    Part,
    Positions,
    chosen,
    joined,
    played,
    read_table,
)

TABLE: Final = CHAMPION / "table.txt"
PART: Final = 250  # matches that one process plays at a time


def first_table() -> tuple[int, list[int]]:
    """Scale and promises to begin with, in thousandths: all open boards promise the same."""
    return 2000, [400 * int(is_open) for is_open in IS_OPEN]


def table_of(model: Model) -> tuple[int, list[int]]:
    """Scale and promises of a model, in thousandths."""
    promises = (1000 * regression.promises(model)).round()
    return round(1000 * float(model.scale[0])), [int(each) for each in promises]


def text_of(table: tuple[int, list[int]], comments: Sequence[str]) -> str:
    """The table as the champion reads it."""
    scale, promises = table
    assert len(promises) == CODES
    rows = [" ".join(map(str, promises[i : i + 243])) for i in range(0, CODES, 243)]
    return "\n".join([*(f"# {comment}" for comment in comments), str(scale), *rows, ""])


def round_of(
    table: tuple[int, list[int]], number: int, options: argparse.Namespace
) -> Iterator[Positions]:
    """The positions of a round, part by part: the same ones on any number of processors."""
    parts = [
        Part(*table, min(PART, options.matches - first), depth, seed)
        for depth in options.depth
        for first in range(0, options.matches, PART)
        for seed in [((options.seed * 1000 + number) * 100 + depth) * 1_000_000 + first]
    ]
    if options.jobs == 1:
        yield from map(played, parts)
        return
    with ProcessPoolExecutor(options.jobs) as pool:
        for done, positions in enumerate(pool.map(played, parts), start=1):
            if sys.stderr.isatty():
                print(f"\rround {number}: {done} of {len(parts)} parts", end="", file=sys.stderr)
            yield positions
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)


def fit(options: argparse.Namespace) -> tuple[tuple[int, list[int]], list[str]]:
    """The last round's table, and a line on each round."""
    rng = np.random.default_rng(options.seed)
    table = first_table()
    if options.begin is not None:
        scale, *promises = read_table(options.begin)
        table = scale, promises
    rounds, told = list[Positions](), list[str]()
    for number in range(1, options.rounds + 1):
        rounds.append(joined(list(round_of(table, number, options))))
        # Early rounds were played by poor tables, and are of no more use.
        seen = joined(rounds[-options.memory :])
        target = regression.targets(seen, options.trust)
        held = seen.match % 10 == 0
        learned, tested = chosen(seen, ~held), chosen(seen, held)
        model = regression.regress(learned, target[~held], options.epochs, rng)
        table = table_of(model)
        told.append(
            f"round {number}: {len(learned.result)} positions, loss "
            f"{regression.loss(model, learned, target[~held]):.4f}; "
            f"{len(tested.result)} held out, {regression.loss(model, tested, target[held]):.4f}, "
            f"of results alone {regression.loss(model, tested, tested.result):.4f}"
        )
        print(told[-1], flush=True)
    return table, told


def options_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line, read."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--matches", type=int, default=5000, help="in each round, at each depth")
    parser.add_argument("--memory", type=int, default=2, help="how many rounds are fitted at once")
    parser.add_argument(
        "--depth", type=int, nargs="+", default=[4], help="of the search, in plies: 3 or more"
    )
    parser.add_argument(
        "--trust", type=float, default=0.5, help="in results, the rest in what the search says"
    )
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", metavar="TABLE", help="the table of the first round")
    parser.add_argument(
        "--jobs", type=int, default=len(os.sched_getaffinity(0)), help="processes that play"
    )
    parser.add_argument("--output", type=Path, default=TABLE)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, and write the table with the story of its making."""
    options = options_of(arguments)
    table, told = fit(options)
    named = {
        key: " ".join(map(str, value)) if isinstance(value, list) else value
        for key, value in vars(options).items()
        if key not in ("output", "jobs") and value is not None
    }
    comments = [
        "Scale and promises of the champion, in thousandths; made on "
        f"{datetime.now(UTC):%Y-%m-%d} by",
        "python -m reference.meta_tic_tac_toe.fit "
        + " ".join(f"--{key} {value}" for key, value in named.items()),
        *told,
    ]
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(text_of(table, comments), encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
