"""Opponents that hypothesis generates: a state machine over legal human moves, on real processes.

When a game goes wrong, hypothesis shrinks it: the finding is that of the shortest failing game it
found. Only the number of examples is bounded, never the time of one.
"""

from collections.abc import Callable

from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from harness.mu_torere.explorer import Record
from harness.mu_torere.game import Game
from harness.mu_torere.referee import Judgement
from harness.property_settings import on_processes
from harness.verdict import Finding, HarnessError, UsageError
from reference.mu_torere.rules import legal_moves


class _GameWentWrongError(AssertionError):
    """The property under test: no legal human play leads to a finding."""


def generated_games(
    open_game: Callable[[], Game],
    examples: int,
    seed: int,
    rounds: int = 30,
    record: Record = Game.judgement,
) -> tuple[list[Judgement], Finding | None]:
    """All games played, and the finding of the shortest that went wrong, if any did.

    HarnessError and UsageError pass through. A program that answers differently to the same moves
    makes hypothesis give up shrinking; the shortest failing game seen until then stands.
    """
    played: list[Judgement] = []
    broken: list[HarnessError | UsageError] = []

    class Human(RuleBasedStateMachine):
        """The human side of one game."""

        game: Game | None = None

        @initialize()
        def begin(self) -> None:
            """Start the program."""
            try:
                self.game = open_game()
            except (HarnessError, UsageError) as error:
                broken.append(error)
                raise
            self.check()

        @rule(choice=st.integers(min_value=0, max_value=7))
        def move(self, choice: int) -> None:
            """Make one legal move; when the game is over, nothing."""
            if self.game is not None and (position := self.game.position) is not None:
                moves = legal_moves(position)
                self.game.play(moves[choice % len(moves)])
                self.check()

        def check(self) -> None:
            assert self.game is not None
            if self.game.failed:
                raise _GameWentWrongError

        def teardown(self) -> None:
            """End the program, and have the whole game judged."""
            if self.game is None:
                return
            judgement = record(self.game)
            played.append(judgement)
            if judgement.findings and not self.game.failed:  # only the run's end showed it
                raise _GameWentWrongError

    try:
        seeded(seed)(Human)
        run_state_machine_as_test(Human, settings=on_processes(examples, steps=rounds))
    except Exception:
        if broken:
            raise broken[0] from None
        if not any(judgement.findings for judgement in played):
            raise
    wrong = [judgement.findings[0] for judgement in played if judgement.findings]
    return played, min(wrong, key=lambda finding: finding.turn, default=None)
