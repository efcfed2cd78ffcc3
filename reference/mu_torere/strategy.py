"""The reply of a perfect player who would rather win than draw.

It never gives up value, hurries when it wins, and in a draw steers to where the opponent is most
likely to go wrong. The reply depends on the position alone.
"""

from fractions import Fraction
from functools import cache
from typing import Final

from reference.mu_torere.retrograde import (
    Value,
    best_moves,
    value,
    value_keeping_moves,
)
from reference.mu_torere.rules import Node, Position, apply, legal_moves

# Measured: with 8, 12, 16 and 24 rounds the reply is the same in all 422 drawn positions that the
# start leads to with white to move; with 6 it differs in 32, because some traps are farther off.
ROUNDS_AHEAD: Final = 8


def choose_reply(position: Position) -> Node:
    """The node whose stone a perfect player moves; the lowest of several equally good ones.

    Raises ValueError when there is no legal move.
    """
    moves = best_moves(position)
    if not moves:
        raise ValueError(f"the game is over, so there is no reply: {position}")
    if value(position) is Value.DRAW:
        return max(moves, key=lambda node: chance_of_mistake(apply(position, node), ROUNDS_AHEAD))
    return moves[0]


@cache
def chance_of_mistake(position: Position, rounds: int) -> Fraction:
    """How likely a side that moves at random is to lose the draw it has, within so many rounds.

    The opponent keeps the draw and steers for it. The position is drawn.
    """
    # Fractions, not floats: symmetric moves must tie exactly, whatever the order of the sum.
    if rounds == 0:
        return Fraction(0)
    moves = legal_moves(position)
    kept = value_keeping_moves(position)
    later = Fraction(0)
    for node in kept:
        after = apply(position, node)
        replies = value_keeping_moves(after)
        later += max(chance_of_mistake(apply(after, reply), rounds - 1) for reply in replies)
    return (len(moves) - len(kept) + later) / len(moves)
