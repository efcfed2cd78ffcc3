"""Whole verifications of programs that run in process: verdicts, figures, both roads together."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from harness.challenge import Job
from harness.mu_torere import lots, verification
from harness.mu_torere.challenge import MuTorere
from harness.mu_torere.environments import ALL_MET
from harness.mu_torere.proof import certify
from harness.mu_torere.reading.inference import Hints
from harness.mu_torere.screen import Form
from harness.mu_torere.summary import summary
from harness.program import Program
from harness.sandbox.levels import can_notify
from harness.screen import TerminalKind
from harness.session import Exit
from harness.transcript import Transcript
from harness.verdict import Result, Verdict
from reference.mu_torere.rules import Node, Position, legal_moves
from tests.harness.mu_torere.policies import (
    after_another_move,
    asked_traps,
    but_once,
    erratic,
    last,
)
from tests.harness.support import CLEAN, NODE_OF, Choose, FakeSession, Rounds, game, perfect
from tests.thinned import one_in

Run = tuple[Callable[[], Choose], Exit]


class AsksAgain(FakeSession):
    """A run that waits for another number when it is typed one that moves nothing."""

    def send(self, line: str) -> None:
        """Type a number."""
        if NODE_OF.get(line) in legal_moves(self._position):
            super().send(line)


class InProcess(Program):
    """A program whose runs are sessions of a policy function. Copies of it play the same."""

    plays: Run  # of the class that is made for one program

    def start(self, kind: TerminalKind | None = None) -> FakeSession:  # type: ignore[override]
        """A new run."""
        choose, exit_ = self.plays
        return AsksAgain(choose(), exit_=exit_, kind=kind)

    def on_a_usual_machine(self, more_environment: Mapping[str, str | None]) -> "InProcess":
        """The same: what runs here looks at no environment."""
        return self


class Verified:
    """A verification's result, and all that was told on the way."""

    def __init__(
        self,
        choose: Callable[[], Choose],
        games: int = 12,
        exit_: Exit = CLEAN,
        given: Form | Hints | None = None,
    ) -> None:
        program = type("Played", (InProcess,), {"plays": (choose, exit_)})(("fake",), Path())
        self.kept: dict[str, Transcript] = {}
        self.told: list[tuple[str, float | None]] = []
        job = Job("mu_torere/fake", program, {}, 99, games, again=("verify it", " -- fake"))
        self.result: Result = verification.verify(
            job, given or Form(), lambda what, share: self.told.append((what, share)), self.keep
        )

    def keep(self, name: str, transcript: Transcript) -> None:
        assert name not in self.kept
        self.kept[name] = transcript


@pytest.mark.parametrize("choose", one_in(3, [perfect, last, after_another_move]))
def test_a_perfect_program(choose: Choose) -> None:
    verified = Verified(lambda: choose)
    facts = cast("dict[str, Any]", verified.result.facts)
    assert verified.result.verdict is Verdict.ACCEPTED
    assert verified.result.findings == ()
    assert verified.result.source_bytes == 99
    assert facts["roads_agree"]
    assert facts["replies_untried"] == facts["not_asked_again"] == 0
    assert facts["mistakes"] == facts["punished"] > 0
    assert facts["opponents_games"] >= 12
    further = 4  # in another folder, another locale, a window of another size, and the long one
    further += ALL_MET  # in other environments
    assert facts["starts"] + facts["opponents_games"] + further == len(verified.kept)
    assert facts["memory"] == (choose is after_another_move)
    # The transcripts alone prove the same.
    proof = certify(verified.kept.values())
    assert proof.complete
    assert (proof.positions, proof.replies) == (facts["positions"], facts["replies"])


def test_progress_tells_both_roads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "_TELL_SECONDS", 0.0)  # a fast machine is done before once
    told = Verified(lambda: perfect).told
    assert {"exploring every line", "opponent: trapper"} <= {what for what, _ in told}
    shares = [share for what, share in told if what == "exploring every line"]
    assert all(share is not None and 0 <= share <= 1 for share in shares)
    assert shares[-1] is not None
    assert shares[-1] > 0.5


def test_a_wrong_answer_comes_with_its_replay() -> None:
    wrong = asked_traps(perfect)[3]
    verified = Verified(lambda: but_once(wrong))
    (finding,) = verified.result.findings
    assert verified.result.verdict is Verdict.WRONG_ANSWER
    assert finding.clause == "mu_torere/perfect"
    assert finding.replay == f"verify it --line '{','.join(finding.line)}' -- fake"
    assert "opponents_games" not in verified.result.facts


def test_what_only_opponents_see_is_found_too() -> None:
    """The explorer's games are right; every later run gives its value away at the first trap."""
    runs: list[None] = []
    traps = set(asked_traps(perfect))

    def start() -> Choose:
        runs.append(None)
        return perfect if len(runs) <= explored else wrong

    def wrong(position: Position, rounds: Rounds) -> Node:
        return (but_once(position) if position in traps else perfect)(position, rounds)

    explored = cast("int", Verified(lambda: perfect).result.facts["starts"])
    result = Verified(start).result
    assert result.verdict is Verdict.WRONG_ANSWER
    assert result.facts["starts"] == explored
    assert cast("int", result.facts["opponents_games"]) >= 1


@pytest.mark.slow
def test_opponents_who_are_answered_otherwise_open_the_exploration_again() -> None:
    runs: list[None] = []

    def start() -> Choose:
        runs.append(None)
        return perfect if len(runs) <= explored else last

    explored = cast("int", Verified(lambda: perfect).result.facts["starts"])
    result = Verified(start).result
    assert result.verdict in (Verdict.INCONCLUSIVE, Verdict.ACCEPTED)
    assert result.facts["roads_agree"] is False


@pytest.mark.slow
def test_lots_that_were_not_all_seen_are_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lots.LotsBudget.__init__, "__defaults__", (3, 200))
    choose = erratic()
    result = Verified(lambda: choose).result
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.facts["memory"] == "erratic"
    assert int(str(result.facts["set_seldom"])) > 0
    assert any("--games 100 plays 5 times as long" in said for said in summary(result.facts))


def test_more_games_are_a_larger_budget() -> None:
    budget = lots.LotsBudget(3, 200)
    assert budget.times(5) == lots.LotsBudget(15, 1000)
    assert budget.times(0.5) == budget


@pytest.mark.parametrize(
    "given",
    [
        Hints(symbols=("x", "y", "z")),
        Hints(symbols=("w", "b", "o")),
        Hints(numbers=tuple("012345678")),
        Form(symbols="XO."),
        Form(numbers=tuple("987654321")),
    ],
)
def test_what_is_declared_wrongly_is_no_wrong_answer(given: Form | Hints) -> None:
    """The options that fit were tried, and the transcripts alone get the same verdict."""
    verified = Verified(lambda: perfect, given=given)
    assert verified.result.verdict is Verdict.INCONCLUSIVE
    assert verified.result.findings == ()
    assert verified.result.facts["nearest"] == "--symbols bwo --numbers 1-9"
    assert verified.result.facts["nearest_fits"]
    assert "w-w-w" in str(verified.result.facts["screen"])
    again = MuTorere().judge_again("fake", list(verified.kept.values()))
    assert again.verdict is Verdict.INCONCLUSIVE


def test_a_wrong_program_stays_wrong_whatever_is_declared() -> None:
    wrong = asked_traps(perfect)[0]
    result = Verified(lambda: but_once(wrong), given=Form(numbers=tuple("123456789"))).result
    assert result.verdict is Verdict.WRONG_ANSWER


def test_the_end_of_a_run_counts() -> None:
    left = Exit(status=0, signal=None, stderr="", left_running=1)
    (finding,) = Verified(lambda: perfect, exit_=left).result.findings
    assert finding.clause == "mu_torere/end"


def test_every_run_is_watched_where_it_can_be() -> None:
    facts = Verified(lambda: perfect).result.facts
    assert ("every run watched" in str(facts["other_files"])) == can_notify()


@pytest.mark.slow
def test_the_error_bound() -> None:
    """A program that errs in this share of its games escapes that many once in a hundred times."""
    verified = Verified(lambda: perfect)
    share = 1 - 0.01 ** (1 / len(verified.kept))
    assert f"{share:.1%} of games" in str(verified.result.facts["random_errors_below"])
    wrong = Verified(lambda: but_once(asked_traps(perfect)[0]))
    assert "random_errors_below" not in wrong.result.facts


def test_verdicts_follow_the_first_finding() -> None:
    whole = certify([game("9")])
    assert verification.verdict(whole) is Verdict.INCONCLUSIVE
