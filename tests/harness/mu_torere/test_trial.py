"""Finding out how a program is to be read: programs in process that go wrong while it is tried."""

import itertools

import pytest

from harness.mu_torere.game import Game
from harness.mu_torere.reading.inference import Hints
from harness.mu_torere.screen import Form
from harness.mu_torere.trial import find_form
from harness.screen import TerminalKind
from reference.mu_torere.retrograde import value_keeping_moves
from reference.mu_torere.rules import Node, Position, legal_moves
from tests.harness.support import NODE_OF, FakeSession, Rounds, square


class Unchecked(FakeSession):
    """Slides whatever stone it is told to, as a golfed program does."""

    def send(self, line: str) -> None:
        if line in NODE_OF:  # else it asks again, and says nothing
            super().send(line)

    def _move(self, node: Node) -> None:
        stones = list(self._position.placement)
        stones[stones.index("o")], stones[node] = stones[node], "o"
        self._position = Position("".join(stones), "w" if self._position.to_move == "b" else "b")
        self._said += square(self._position.placement)


@pytest.mark.parametrize("of_the_good", [0, pytest.param(-1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("trial", [1, 2, 3])
@pytest.mark.parametrize("round_", [1, 2, 3, 4, 5])
def test_a_bad_lot_in_a_trial_does_not_hide_the_numbers(
    round_: int, trial: int, of_the_good: int
) -> None:
    """A move that gives the game away says nothing against the numbers that were understood."""
    runs = itertools.count()

    def open_session() -> FakeSession:
        run = next(runs)

        def choose(position: Position, rounds: Rounds) -> Node:
            good = value_keeping_moves(position) or (position.placement.index("w"),)
            bad = [node for node in legal_moves(position) if node not in good]
            if bad and run == trial and len(rounds) >= round_:
                return bad[0]
            return sorted(good)[of_the_good]

        return Unchecked(choose)

    def open_game(form: Form) -> Game:
        return Game(open_session(), form, ("fake",), 15.0)

    found = find_form(open_session, open_game, TerminalKind(), Hints())
    assert found.form is not None
    assert found.form.numbers == Form().numbers
