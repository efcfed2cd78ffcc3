"""The opponent that leads to boxes which are not known yet, by the way that MENACE likeliest goes.

A box shows itself in a game that is won or lost and comes to its position. Which way leads there
is a matter of classes alone, so all of what may come is looked at, to the end of the game.
"""

import random
from collections.abc import Callable, Set
from typing import Final

from harness.menace.classes import least_board
from harness.menace.lookup import box_of, end_of, moves_from
from harness.menace.opponent import Chances
from reference.tic_tac_toe import Board, Mark, Square, empty_squares, place, stones

_SHOWS: Final[dict[Mark | None, float]] = {"X": 1.5, "O": 1.0, None: 0.0}
"""What the result of a game that came to a wanted box is worth: MENACE goes again where it won."""
_ELSEWHERE: Final[dict[Mark | None, float]] = {"X": -0.02, "O": 0.02, None: 0.0}
"""And of any other game: MENACE is to go another way the next time."""


class Seeking:
    """Goes for the boxes that `wanted` names; they are asked for when a game begins."""

    def __init__(
        self, chance: random.Random, chances: Chances, wanted: Callable[[], Set[int]]
    ) -> None:
        self._chance = chance
        self._chances = chances
        self._wanted = wanted
        self._sought: Set[int] = frozenset()
        self._found = 0  # wanted boxes that the game has come to

    def __call__(self, board: Board) -> Square:
        """The square after which most of the wanted boxes are to be expected to show themselves."""
        if stones(board) == 1:
            self._sought, self._found = self._wanted(), 0
        worth = self.worths(board)
        best = max(worth.values())
        chosen = self._chance.choice([s for s, value in worth.items() if value == best])
        self._found += box_of(place(board, chosen, "O")) in self._sought
        return chosen

    def worths(self, board: Board) -> dict[Square, float]:
        """What is to be expected after each square."""
        known: dict[tuple[int, int], float] = {}
        worth = {}
        for square in empty_squares(board):
            after = place(board, square, "O")
            position = box_of(after)
            if position is None:
                worth[square] = _end(end_of(after), self._found)
            else:
                worth[square] = self._worth(position, self._found, known)
        return worth

    def _worth(self, position: int, found: int, known: dict[tuple[int, int], float]) -> float:
        """What it is worth that MENACE is to move on a board of this class.

        `found` wanted boxes have been come to before; `known` is what was worked out already.
        """
        if (position, found) not in known:
            chances = self._chances(least_board(position))
            found_here = found + (position in self._sought)
            worth = 0.0
            for move in moves_from(position):
                chance = move.likely(chances)
                if not chance:
                    continue
                if move.over:
                    worth += chance * _end(move.result, found_here)
                    continue
                after = [self._worth(box, found_here, known) for box in move.boxes]
                after += [_end(result, found_here) for result in move.ends]
                worth += chance * max(after)
            known[position, found] = worth
        return known[position, found]


def _end(result: Mark | None, found: int) -> float:
    """What a game of this result is worth that came to so many wanted boxes."""
    return found * _SHOWS[result] if found else _ELSEWHERE[result]
