"""One game in plain Python: MENACE as X against a policy or against a second machine as O."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol, TypeAlias

from reference.menace.machine import Machine
from reference.menace.opponents import Policy
from reference.menace.rulesets import pick
from reference.tic_tac_toe import EMPTY_BOARD, Board, Mark, Square, over, place, to_move, winner


class Player(Protocol):
    """Whoever can be asked for a move and told the result."""

    def move(self, board: Board, rng: Random) -> Square | None:
        """The square to play; None to resign."""

    def learn(self, winner: Mark | None) -> None:
        """Take note that the game is over; `winner` is None for a draw."""


class PolicyPlayer(NamedTuple):
    """A policy that plays: a uniform choice among its squares, and no memory."""

    policy: Policy

    def move(self, board: Board, rng: Random) -> Square | None:
        """One of the policy's squares; a single one is a choice too, so that a ply costs a draw."""
        return pick(self.policy(board), rng)

    def learn(self, winner: Mark | None) -> None:
        """Nothing."""


Watcher: TypeAlias = Callable[[Board], object]


def play_game(
    menace: Machine, opponent: Player, rng: Random, watch: Watcher = lambda _: None
) -> Mark | None:
    """Play one game from the empty board, let both sides learn, and return the winner.

    `watch` is called with the empty board and with the board after each ply. Whoever resigns loses.
    """
    board = EMPTY_BOARD
    watch(board)
    while not over(board):
        mark = to_move(board)
        square = (menace if mark == "X" else opponent).move(board, rng)
        if square is None:
            won_by: Mark | None = "O" if mark == "X" else "X"
            break
        board = place(board, square, mark)
        watch(board)
    else:
        won_by = winner(board)
    menace.learn(won_by)
    opponent.learn(won_by)
    return won_by
