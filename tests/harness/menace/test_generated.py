"""Generated opponents: they play as often as asked, and shrink what fails to a short run."""

from collections.abc import Sequence

import pytest

from harness.menace.game import Human
from harness.menace.generated import choosing, generated_runs
from harness.menace.proof import assess
from harness.menace.referee import Run
from harness.verdict import Finding, HarnessError
from tests.harness.menace.support import run_of
from tests.oracles.menace_player import Player


def is_wrong(run: Run) -> bool:
    return bool(run.findings)


def shortest(runs: Sequence[Run]) -> Finding | None:
    """What the verification will tell of these runs."""
    return next(iter(assess(runs).findings), None)


def test_a_right_program_is_played_as_often_as_asked() -> None:
    seeds = iter(range(1000))
    runs = generated_runs(
        lambda games, human, _: run_of(Player(next(seeds)), games, human), 15, 0, is_wrong
    )
    assert shortest(runs) is None
    assert len(runs) >= 15
    assert {len(run.games) for run in runs} == {1, 2, 3}
    assert len({run.line for run in runs}) > 10


class Misprints(Player):
    """Shows an O in the centre as well once the human has played a corner."""

    def after_human(self, square: int) -> str:
        said = super().after_human(square)
        return f"{said[:5]}O{said[6:]}" if square in (0, 2, 6, 8) and said[5] == "-" else said


def test_the_shortest_failing_run_is_told() -> None:
    runs = generated_runs(
        lambda games, human, _: run_of(Misprints(1), games, human), 30, 0, is_wrong
    )
    wrong = shortest(runs)
    assert wrong is not None
    assert wrong.clause == "menace/human"
    failing = [run for run in runs if run.findings]
    assert wrong.turn == min(run.findings[0].turn for run in failing) == 2
    assert len(failing) > 1


def test_a_program_that_fails_by_chance_is_told_all_the_same() -> None:
    seeds = iter(range(1000))
    kinds = iter([Player] * 5 + [Misprints] + [Player] * 1000)
    runs = generated_runs(
        lambda games, human, _: run_of(next(kinds)(next(seeds)), games, human), 30, 1, is_wrong
    )
    assert (shortest(runs) is not None) == any(is_wrong(run) for run in runs)


def test_nothing_but_a_finding_is_held_against_it() -> None:
    def fails(games: int, human: Human, goes_on: bool) -> Run:
        raise HarnessError("no terminals left")

    with pytest.raises(HarnessError, match="no terminals left"):
        generated_runs(fails, 5, 0, is_wrong)

    def breaks(games: int, human: Human, goes_on: bool) -> Run:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        generated_runs(breaks, 5, 0, is_wrong)


def test_choices_go_round_and_run_out() -> None:
    human = choosing([1, 7, 3])
    assert [human("X--------") for _ in range(5)] == [2, 8, 4, 1, 1]
    assert choosing([5])("XOX-OXOX-") == 8
