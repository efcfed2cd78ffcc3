"""MENACE for the command line, and its figures in sentences."""

import argparse
from dataclasses import replace

import pytest

from harness.menace.challenge import Menace
from harness.menace.form import Form
from harness.menace.summary import summary
from harness.transcript import Transcript
from harness.verdict import Fact, UsageError, Verdict
from tests.harness.menace.broken import DoubleReward
from tests.harness.menace.support import SQUARES_FORM, FakeProgram, job, transcript_of
from tests.oracles.menace_player import Player

FACTS: dict[str, Fact] = {
    "runs": 9,
    "games": 601,
    "boxes_exercised": 304,
    "boxes_identified": 302,
    "boxes_always_drawn": 2,
    "beads_known": 800,
    "changes_checked": 1999,
    "refills": "7 (three stay)",
    "one_order": True,
    "dump_errors_below": "0.76% of games",
    "test: draws uniform, by square": "p 0.4, 900 of them",
    "false_alarms": "1e-06 a test, 5 tests",
    "slowest_move_seconds": 0.01,
    "start_seconds": 0.3,
    "generated_runs": 12,
    "other_files": "denied",
}


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--clean-end", action="store_true")
    Menace().add_options(parser)
    return parser.parse_args(words)


def test_options_describe_a_form() -> None:
    game = Menace()
    assert game.form_of_options(options()) == Form().to_json()
    given = options("--moves", "123456789", "--marks", "xo.", "--beads", "squares",
                    "--dump", "lines", "--exact", "--clean-end")  # fmt: skip
    assert game.form_of_options(given) == {
        **Form().to_json(),
        "moves": list("123456789"),
        "marks": list("xo."),
        "beads": "squares",
        "dump": "lines",
        "exact": True,
        "clean_end": True,
    }
    with pytest.raises(UsageError, match="9 different words"):
        game.form_of_options(options("--moves", "123"))
    with pytest.raises(UsageError, match="unknown key"):
        game.check_form({"bead": "squares"})
    game.check_form({"beads": "squares"})


def line(program: FakeProgram, *words: str) -> tuple[Verdict, list[str], list[Transcript]]:
    kept: list[Transcript] = []
    result = Menace().play_line(
        job(program, SQUARES_FORM), words, lambda name, transcript: kept.append(transcript)
    )
    assert all(session.closed for session in program.sessions)
    return result.verdict, [finding.clause for finding in result.findings], kept


def test_a_line_is_played_as_far_as_it_fits() -> None:
    verdict, clauses, (kept,) = line(FakeProgram(Player), "2", "LL", "MM")
    assert (verdict, clauses) == (Verdict.ACCEPTED, [])
    assert kept.line[0] == "2"
    assert set(kept.line[1:3]) & {"LL", "MM"}
    assert len(kept.line) >= 5


def test_a_line_may_show_what_is_wrong() -> None:
    verdict, clauses, _ = line(FakeProgram(DoubleReward), "30", "LL")
    assert (verdict, clauses) == (Verdict.WRONG_ANSWER, ["menace/reward"])


@pytest.mark.parametrize(
    ("words", "said"), [((), "begins with"), (("LL",), "begins with"), (("2", "XX"), "XX: not one")]
)
def test_what_is_no_line_starts_nothing(words: tuple[str, ...], said: str) -> None:
    program = FakeProgram(Player)
    with pytest.raises(UsageError, match=said):
        line(program, *words)
    assert program.sessions == []


def test_several_runs_are_judged_on_all_that_they_should_show() -> None:
    one = transcript_of(Player(1), 2, lambda board: board.index("-"))
    game = Menace()
    assert game.judge_again("one", [one]).verdict is Verdict.ACCEPTED
    assert game.judge_again("two", [one, one]).verdict is Verdict.INCONCLUSIVE
    assert game.judge_again("two", [one, one]).name == "two"
    with pytest.raises(UsageError, match="not transcripts of menace"):
        game.judge_again("bad", [replace(one, form={"numbers": 1})])


def test_figures_in_sentences() -> None:
    said = Menace().summary(FACTS)
    assert said == [
        "601 games in 9 runs; boxes printed wrongly at random would have been seen unless in fewer "
        "than 0.76% of games",
        "304 of 304 boxes exercised, 302 identified (2 others occur only in drawn games, which "
        "change no box), in one order in all runs; 800 beads' meanings learned",
        "1999 changes of boxes checked, refills: 7 (three stay)",
        "draws uniform, by square: p 0.4, 900 of them",
        "false alarms: 1e-06 a test, 5 tests",
        "12 of the runs against opponents that hypothesis generated",
        "first board after 0.3 s, slowest move 0.01 s",
        "other files: denied",
    ]


def test_only_what_is_known_is_said() -> None:
    assert list(summary({})) == list(summary({"games": 0, "runs": 1})) == []
    other = "\n".join(summary(FACTS | {"boxes_always_drawn": 0, "one_order": False}))
    assert "occur only in drawn games" not in other
    assert "in an order of each run's own" in other
    assert not any("generated" in said for said in summary(FACTS | {"generated_runs": 0}))
