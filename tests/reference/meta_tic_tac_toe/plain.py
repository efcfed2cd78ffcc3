"""Minimax by the reference's rules, as an oracle for the champion's searches."""

from typing import Any

from reference.meta_tic_tac_toe.rules import BOARDS, SIZE, Move, State, apply, legal_moves, outcome
from tests.reference.meta_tic_tac_toe.champion import module

WIN = 1_000_000


def code_of(state: State, board: int) -> int:
    of_x, of_o = (tiles >> SIZE * board & 511 for tiles in (state.x, state.o))
    return sum(3**t * ((of_x >> t & 1) + 2 * (of_o >> t & 1)) for t in range(SIZE))


def swapped(code: int) -> int:
    return sum(3**t * (-(code // 3**t) % 3) for t in range(SIZE))


class Plain:
    """Minimax by the reference's rules, with nothing left out; only weights are the champion's."""

    def __init__(self, outlooks: Any) -> None:
        self.outlooks = outlooks
        self.promise = module("evaluation").PROMISE

    def look(self, state: State) -> Any:
        return self.outlooks[state.x_won, state.o_won, state.closed]

    def worth(self, weights: Any, code: int) -> int:
        """What an open board is worth to X."""
        for_x = weights.for_x * self.promise[code] // 1000
        return int(for_x - weights.for_o * self.promise[swapped(code)] // 1000)

    def standing(self, state: State) -> int:
        """The score for the side to move."""
        look = self.look(state)
        score = look.score + sum(
            self.worth(look.worth[board], code_of(state, board))
            for board in BOARDS
            if not state.closed >> board & 1
        )
        return -score if state.to_move == "O" else int(score)

    def gain(self, state: State, move: int) -> int:
        """What a move adds for the side to move while the weights stay as they are."""
        board, after = move // SIZE, apply(state, move)
        weights = self.look(state).worth[board]
        sign = 1 if state.to_move == "X" else -1
        before = sign * self.worth(weights, code_of(state, board))
        if outcome(after) == state.to_move:
            return WIN - before
        if (after.x_won | after.o_won) != (state.x_won | state.o_won):
            return int(weights.for_x if state.to_move == "X" else weights.for_o) - before
        if after.closed != state.closed:
            return -before
        return sign * self.worth(weights, code_of(after, board)) - before

    def two_plies(self, state: State, move: Move) -> int:
        """What the tables say of a move and the best reply to it; WIN or 0 where it ends all."""
        after = apply(state, move)
        if outcome(after) is not None:
            return WIN if outcome(after) == state.to_move else 0
        reply = max(self.gain(after, answer) for answer in legal_moves(after))
        return int(module("position").TEMPO) - self.standing(after) - reply

    def value(self, state: State, depth: int) -> int:
        """For the side to move. The last ply is the greatest gain, as in the champion's tables."""
        best = -2 * WIN
        for move in legal_moves(state):
            after = apply(state, move)
            if outcome(after) == state.to_move:
                value = WIN + depth
            elif outcome(after) is not None:
                value = 0
            elif depth == 2:
                value = self.two_plies(state, move)
            else:
                value = -self.value(after, depth - 1)
            best = max(best, value)
        return -WIN - 1 if depth == 2 and best < -WIN // 2 else best
