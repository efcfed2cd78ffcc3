"""The champion's tables against themselves, quickly: matches at a fixed depth of alpha-beta.

Every match begins with a few random moves, and now and then there is another, so that no two are
alike. From a seed come always the same matches.
"""

import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from reference.meta_tic_tac_toe.codes import Flags, Floats, Ints

__all__ = [
    "CHAMPION",
    "OutOfTimeError",
    "Part",
    "Positions",
    "Search",
    "Seen",
    "TreeSearch",
    "chosen",
    "joined",
    "play",
    "played",
    "positions",
    "read_table",
    "use",
]

CHAMPION: Final = Path(__file__).parent / "bots" / "champion"
if str(CHAMPION) not in sys.path:
    sys.path.append(str(CHAMPION))  # a bot's modules know no package: it is run from its folder

from clock import OutOfTimeError  # noqa: E402
from evaluation import ALL, HAS_LINE, WIN, WINS, Code, Master, read_table, use  # noqa: E402
from position import ANYWHERE  # noqa: E402
from search import Search  # noqa: E402
from tree import TreeSearch  # noqa: E402

RANDOM_PLIES: Final = 8  # at most this many at the beginning of a match
RANDOM_MOVES: Final = 0.02  # the share of random moves afterwards


class Unhurried:
    """A clock on which it is never late."""

    def look(self) -> None:
        """Do nothing."""


class Seen(NamedTuple):
    """One position of a match, and what the search found it worth."""

    codes: tuple[Code, ...]
    master: Master
    side: int  # 0 if X is to move, 1 if O is
    target: int  # the board to play in; ANYWHERE for a free move
    value: int  # for X, in thousandths of a logit


class Part(NamedTuple):
    """A part of a round of self-play, for one process: whoever plays it, the same comes of it."""

    scale: int  # the table that plays, in thousandths
    promises: Sequence[int]
    matches: int
    depth: int  # of the search, in plies
    seed: int


class Positions(NamedTuple):
    """Many positions, in arrays; without promises, which are what is fitted."""

    codes: Ints  # position, board
    won: Ints  # side, position: nine bits
    closed: Ints  # position: nine bits
    tempo: Floats  # 1 if X is to move, -1 if O is
    value: Floats  # of the search, for X, in logits
    result: Floats  # of the match: 1 if X won, 0 if O did, 0.5 undecided
    match: Ints  # the match's number


def chosen(seen: Positions, which: Ints | Flags) -> Positions:
    """Some of the positions, by numbers or by flags."""
    return Positions(
        seen.codes[which],
        seen.won[:, which],
        seen.closed[which],
        seen.tempo[which],
        seen.value[which],
        seen.result[which],
        seen.match[which],
    )


def joined(parts: Sequence[Positions]) -> Positions:
    """The positions of several runs, one after another."""
    return Positions(
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.won for part in parts], axis=1),
        np.concatenate([part.closed for part in parts]),
        np.concatenate([part.tempo for part in parts]),
        np.concatenate([part.value for part in parts]),
        np.concatenate([part.result for part in parts]),
        np.concatenate([part.match for part in parts]),
    )


def play(rng: random.Random, depth: int) -> tuple[list[Seen], float]:
    """The positions of one match, and its result for X: 1, 0.5 or 0."""
    codes, master, target, side = [0] * 9, (0, 0, 0), ANYWHERE, 0
    opening = rng.randint(1, RANDOM_PLIES)
    seen = list[Seen]()
    for ply in range(81):
        search = Search(codes, side, master, target)
        steps = search.steps(side, search.look, target)
        if ply < opening or rng.random() < RANDOM_MOVES:
            board, tile = rng.choice(steps)[1:3]
        else:
            board, tile = search.best_move(Unhurried(), (depth,))
            if abs(search.value) < WIN // 2:
                value = -search.value if side else search.value
                seen.append(Seen(tuple(codes), master, side, target, value))
        search.forget()
        new, ending = next(step[3:5] for step in steps if step[1:3] == (board, tile))
        codes[board] = new
        if ending:
            won = list(master[:2])
            won[side] |= (ending == WINS) << board
            master = won[0], won[1], master[2] | 1 << board
            if HAS_LINE[won[side]]:
                return seen, float(side == 0)
            if master[2] == ALL:
                return seen, 0.5
        target = ANYWHERE if master[2] >> tile & 1 else tile
        side = 1 - side
    raise AssertionError("a match has no more than 81 plies")


def played(part: Part) -> Positions:
    """The positions of a part, played by its own table, which is in use from then on."""
    use(part.scale, part.promises)  # which lets go of what earlier matches have filled memory with
    return positions(part.matches, part.depth, part.seed)


def positions(matches: int, depth: int, seed: int) -> Positions:
    """The positions of so many matches."""
    rng = random.Random(seed)
    rows = [
        (*seen, result, number)
        for number in range(matches)
        for positions, result in [play(rng, depth)]
        for seen in positions
    ]
    codes, masters, sides, _, values, results, numbers = zip(*rows, strict=True)
    master = np.array(masters, dtype=np.int64).T
    return Positions(
        np.array(codes, dtype=np.int64),
        master[:2],
        master[2],
        1.0 - 2 * np.array(sides),
        np.array(values) / 1000,
        np.array(results),
        np.array(numbers, dtype=np.int64),
    )
