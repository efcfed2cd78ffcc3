"""How many boxes that are still to be known a game can be expected to tell, by the best answers.

A game looked at to its end tells the boxes that it uses, if it is won or lost. MENACE draws by the
beads in its boxes where these are known, else any square is as likely as the others.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from harness.menace.classes import least_board, orbits, use
from reference.tic_tac_toe import Board, Mark, Square, empty_squares, over, place, winner

Chances = Callable[[Board], Mapping[Square, float] | None]
"""How likely MENACE is to play each orbit of squares here; None where that is not known."""


class _End(NamedTuple):
    """The end of a game: who won it, None for a draw."""

    won_by: Mark | None


_Next: TypeAlias = int | _End  # a class of positions with MENACE to move, or the end


class Reaching:
    """What games can tell, by the beads of now. `renew` says that these have changed."""

    def __init__(self, chances: Chances) -> None:
        self._chances = chances
        self._wanted: frozenset[int] = frozenset()
        self._known: dict[tuple[int, int], float] = {}

    def renew(self, wanted: frozenset[int]) -> None:
        """A game begins, with these boxes to be known."""
        self._wanted = wanted
        self._known.clear()

    def from_start(self) -> float:
        """How many boxes the next game can be expected to tell."""
        return self._of_class(0, 0)

    def worth(self, board: Board, met: int) -> float:
        """How many boxes the game can be expected to tell from here; `met`: it has used so many."""
        return self._of(_next(board), met)

    def _of(self, following: _Next, met: int) -> float:
        if isinstance(following, _End):
            return float(met) if following.won_by else 0.0
        return self._of_class(following, met)

    def _of_class(self, position: int, met: int) -> float:
        met += position in self._wanted
        if (known := self._known.get((position, met))) is not None:
            return known
        chances = self._chances(least_board(position))
        worth = 0.0
        for orbit, usual, answers in _moves(position):
            chance = usual if chances is None else chances.get(orbit, 0.0)
            if chance:
                worth += chance * max([self._of(answer, met) for answer in answers])
        self._known[position, met] = worth
        return worth


@cache
def _next(board: Board) -> _Next:
    """What follows on a board on which O has played."""
    free = empty_squares(board)
    if over(board):
        return _End(winner(board))
    if (used := use(board, free[0])) is None:  # the ninth square is played for certain
        return _End(winner(place(board, free[0], "X")))
    return used.position


@cache
def _moves(position: int) -> tuple[tuple[Square, float, tuple[_Next, ...]], ...]:
    """Each orbit that X may play, how likely it is of all squares, and what O can make of it."""
    board = least_board(position)
    squares = len(empty_squares(board))
    found = []
    for orbit, size in orbits(position).items():
        after = place(board, orbit, "X")
        answers: set[_Next] = (
            {_End(winner(after))}
            if over(after)
            else {_next(place(after, answer, "O")) for answer in empty_squares(after)}
        )
        found.append((orbit, size / squares, tuple(answers)))
    return tuple(found)
