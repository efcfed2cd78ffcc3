"""The human side: random, perfect, blundering and scripted."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence

from harness.menace.classes import value
from harness.menace.game import Human
from reference.tic_tac_toe import Board, Square, empty_squares, place, stones

Chances = Callable[[Board], Mapping[Square, float] | None]
"""How likely MENACE is to play each orbit of squares here; None where that is not known."""


def at_random(chance: random.Random) -> Human:
    """Plays the empty squares at random, each as likely as the others."""
    return lambda board: chance.choice(empty_squares(board))


def perfect(chance: random.Random) -> Human:
    """Never loses, and wins when it can; of equally good moves any."""
    return _by_worth(max, chance)


def blundering(chance: random.Random) -> Human:
    """Plays the worst move every time, so that MENACE wins."""
    return _by_worth(min, chance)


def _by_worth(wanted: Callable[[Iterable[int]], int], chance: random.Random) -> Human:
    def choose(board: Board) -> Square:
        moves = empty_squares(board)
        worth = {square: -value(place(board, square, "O")) for square in moves}
        best = wanted(worth.values())
        return chance.choice([square for square in moves if worth[square] == best])

    return choose


def scripted(squares: Sequence[Square]) -> Human:
    """Plays the first of these squares that is empty."""
    return lambda board: next(square for square in squares if board[square] == "-")


def one_after_another(first: Human, games: int, then: Human) -> Human:
    """One opponent for so many games of a run, another for the rest."""
    begun = 0

    def choose(board: Board) -> Square:
        nonlocal begun
        begun += stones(board) == 1
        return first(board) if begun <= games else then(board)

    return choose
