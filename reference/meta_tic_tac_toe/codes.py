"""The tiles of one small board as a number, in arrays over all numbers: what tables are made of.

A *code* is the sum of digit * 3**tile, X's tile having the digit 1 and O's the digit 2, as in the
champion's `evaluation`. Arrays are by code unless something else is said.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]

CODES: Final = 3**9
TILES: Final[Ints] = np.arange(9)
LINES: Final[Ints] = np.array(
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
)

DIGITS: Final[Ints] = np.arange(CODES)[:, None] // 3**TILES % 3
"""By code and tile: 0 for an empty tile, 1 for X's, 2 for O's."""

SWAPPED: Final[Ints] = (-DIGITS % 3) @ 3**TILES
"""The code with X and O exchanged."""

X_IN_LINE: Final[Ints] = (DIGITS[:, LINES] == 1).sum(axis=2)
"""By code and line: the tiles that X has there."""

X_WON: Final[Flags] = (X_IN_LINE == 3).any(axis=1)

IS_OPEN: Final[Flags] = ~X_WON & ~X_WON[SWAPPED] & (DIGITS == 0).any(axis=1)
"""Whether the board is neither won nor full."""


def _least_images() -> Ints:
    square = TILES.reshape(3, 3)
    turned = [np.rot90(board, turns) for board in (square, square.T) for turns in range(4)]
    images = [DIGITS[:, board.ravel()] @ 3**TILES for board in turned]
    least: Ints = np.min(images, axis=0)
    return least


CANONICAL: Final[Ints] = _least_images()
"""The least of the eight codes that the symmetries of the square make of one."""
