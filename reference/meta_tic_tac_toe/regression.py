"""The logistic fit of the champion's evaluation to positions and the results of their matches.

The score of a position is scale * (sum over the master board's lines of the product of X's three
promises - the same for O's) + tempo * (1 if X is to move, -1 if O is), and is to be the logit of
X's chance. The promise of an open board is a logistic function too: of a few counts that say much
(lines that only one side is in), and of a number of its own for each code up to symmetry, which is
held near 0 unless the positions speak for it.
"""

from typing import Final, NamedTuple

import numpy as np

from reference.meta_tic_tac_toe.codes import (
    CANONICAL,
    CODES,
    DIGITS,
    IS_OPEN,
    LINES,
    SWAPPED,
    TILES,
    X_IN_LINE,
    Floats,
    Ints,
)
from reference.meta_tic_tac_toe.self_play import Positions, chosen

BATCH: Final = 5000  # positions a step
RATE: Final = 0.03  # of Adam, at first; it falls to nearly nothing
DECAYS: Final = (0.9, 0.999)  # of Adam's averages of the slope and of its square
HOLD: Final = 1e-5  # how firmly the codes' own numbers are held near 0


def _counts() -> Floats:
    """By code: lines in which X is alone with 0, 1, 2 tiles, the same for O, empty tiles, one."""
    theirs = X_IN_LINE[SWAPPED]
    alone = [
        ((own == number) & (other == 0)).sum(axis=1)
        for own, other in ((X_IN_LINE, theirs), (theirs, X_IN_LINE))
        for number in range(3)
    ]
    empty = (DIGITS == 0).sum(axis=1) / len(TILES)
    return np.stack([*alone, empty, np.ones(CODES)], axis=1).astype(np.float64)


COUNTS: Final[Floats] = _counts()


class Model(NamedTuple):
    """What is fitted. Logits, or what makes them of counts."""

    scale: Floats  # one number
    tempo: Floats  # one number
    slopes: Floats  # by count
    own: Floats  # by code; only canonical ones are used


def new_model() -> Model:
    """To begin with: all open boards promise the same."""
    return Model(np.ones(1), np.zeros(1), np.zeros(COUNTS.shape[1]), np.zeros(CODES))


def promises(model: Model) -> Floats:
    """By code, the promise of an open board for X; 0 for boards that are not open."""
    return _logistic(COUNTS @ model.slopes + model.own[CANONICAL]) * IS_OPEN


def score(model: Model, seen: Positions) -> Floats:
    """The score of each position, for X, without tempo."""
    table = promises(model)
    lines = 0.0
    for codes, won, sign in by_side(seen):
        promise = board_promises(table, codes, won, seen.closed)
        lines = lines + sign * promise[:, LINES].prod(axis=2).sum(axis=1)
    total: Floats = model.scale * lines
    return total


def targets(seen: Positions, trust: float) -> Floats:
    """What the model is to foretell: the search's own chance, and the result by this much."""
    return trust * seen.result + (1 - trust) * _logistic(seen.value)


def loss(model: Model, seen: Positions, target: Floats) -> float:
    """The mean logistic loss."""
    logits = score(model, seen) + model.tempo * seen.tempo
    return float(np.mean(np.logaddexp(0, logits) - target * logits))


def regress(seen: Positions, target: Floats, epochs: int, rng: np.random.Generator) -> Model:
    """The model that foretells the targets best: Adam on the logistic loss, by small batches."""
    fitted = [values.copy() for values in new_model()]
    slow = [np.zeros_like(values) for values in fitted]
    square = [np.zeros_like(values) for values in fitted]
    size = min(BATCH, len(target))
    steps = epochs * (len(target) // size)
    for step in range(steps):
        if step % (len(target) // size) == 0:
            order = rng.permutation(len(target))
        at, order = order[:size], order[size:]
        some = chosen(seen, at)
        rate = RATE * (1 - step / steps)
        for i, slope in enumerate(slopes_of(Model(*fitted), some, target[at])):
            slow[i] += (1 - DECAYS[0]) * (slope - slow[i])
            square[i] += (1 - DECAYS[1]) * (slope**2 - square[i])
            first = slow[i] / (1 - DECAYS[0] ** (step + 1))
            second = np.sqrt(square[i] / (1 - DECAYS[1] ** (step + 1)))
            fitted[i] -= rate * first / (second + 1e-9)
    return Model(*fitted)


def slopes_of(model: Model, seen: Positions, target: Floats) -> Model:
    """The slope of the mean loss, and of what holds the codes' own numbers, by each number."""
    table = promises(model)
    lines = np.zeros(len(target))
    by_promise = []
    for codes, won, sign in by_side(seen):
        promise = board_promises(table, codes, won, seen.closed)
        by_board = np.zeros(promise.shape)
        for a, b, c in LINES:
            pa, pb, pc = promise[:, a], promise[:, b], promise[:, c]
            lines += sign * pa * pb * pc
            by_board[:, a] += pb * pc
            by_board[:, b] += pa * pc
            by_board[:, c] += pa * pb
        by_promise.append(sign * by_board * IS_OPEN[codes])
    logits = model.scale * lines + model.tempo * seen.tempo
    error = (_logistic(logits) - target) / len(target)
    by_code = np.zeros(CODES)
    for (codes, _, _), by_board in zip(by_side(seen), by_promise, strict=True):
        by_code += np.bincount(codes.ravel(), (error[:, None] * by_board).ravel(), CODES)
    by_odds = model.scale * by_code * table * (1 - table)
    return Model(
        np.array([error @ lines]),
        np.array([error @ seen.tempo]),
        COUNTS.T @ by_odds,
        np.bincount(CANONICAL, by_odds, CODES) + HOLD * model.own,
    )


def by_side(seen: Positions) -> tuple[tuple[Ints, Ints, float], tuple[Ints, Ints, float]]:
    """The codes as a side sees them, its boards, and its sign: for X and for O."""
    return (seen.codes, seen.won[0], 1.0), (SWAPPED[seen.codes], seen.won[1], -1.0)


def board_promises(table: Floats, codes: Ints, won: Ints, closed: Ints) -> Floats:
    """The promises of a side's boards: position, board."""
    has_won, is_closed = (nine[:, None] >> TILES & 1 for nine in (won, closed))
    promise: Floats = np.where(is_closed == 1, has_won.astype(np.float64), table[codes])
    return promise


def _logistic(logits: Floats) -> Floats:
    chance: Floats = 1 / (1 + np.exp(-logits))
    return chance
