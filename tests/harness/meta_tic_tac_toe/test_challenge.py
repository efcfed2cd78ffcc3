"""Meta tic-tac-toe's options, lines, and verdicts on transcripts alone."""

import argparse
from pathlib import Path

import pytest

from harness.challenge import Job
from harness.meta_tic_tac_toe import challenge, verification
from harness.meta_tic_tac_toe.bot_under_test import BotUnderTest
from harness.meta_tic_tac_toe.challenge import MetaTicTacToe
from harness.meta_tic_tac_toe.form import Form
from harness.meta_tic_tac_toe.questions import Question, suite
from harness.program import Program
from harness.transcript import Transcript
from harness.verdict import UsageError, Verdict
from tests.harness.live import options_of
from tests.harness.meta_tic_tac_toe.in_process import InProcess
from tests.harness.meta_tic_tac_toe.support import asked, right

FIRST = ("X", *["-" * 9] * 10, "xx")


def options(*words: str) -> argparse.Namespace:
    return options_of(MetaTicTacToe(), words)


def test_options() -> None:
    form = MetaTicTacToe().form_of_options
    assert Form.from_values(form(options())) == Form()
    words = ("--answer-seconds", "2.5", "--folder", "my", "--nought", "O", "--exact",
             "--clean-end")  # fmt: skip
    assert Form.from_values(form(options(*words))) == Form(2.5, True, True, "my", "O")
    with pytest.raises(UsageError, match="not a time"):
        form(options("--answer-seconds", "nan"))
    with pytest.raises(UsageError, match="unknown key"):
        MetaTicTacToe().check_form({"numbers": "0-8"})


def calls(choose=right) -> list[Transcript]:  # type: ignore[no-untyped-def]  # a bot
    kept: list[Transcript] = []
    bot = BotUnderTest(
        Form(), ("fake",), asked(choose), lambda name, call: kept.append(call), "none"
    )
    for question in suite()[:20]:
        bot.ask(question)
    return kept


def test_transcripts_are_judged_again() -> None:
    result = MetaTicTacToe().judge_again("meta_tic_tac_toe/x", calls())
    assert result.verdict is Verdict.ACCEPTED
    assert (result.facts["positions"], result.facts["isolation"]) == (20, "none")
    result = MetaTicTacToe().judge_again("meta_tic_tac_toe/x", calls(lambda arguments: "44"))
    assert result.verdict is Verdict.WRONG_ANSWER
    assert result.findings


def test_no_transcript_of_this_game() -> None:
    (call, *_) = calls()
    broken = Transcript("meta_tic_tac_toe", ("x",), {}, 1.0, (), call.exit)
    with pytest.raises(UsageError, match="not transcripts of meta_tic_tac_toe"):
        MetaTicTacToe().judge_again("x", [call, broken])


def job(folder: Path, source: str) -> Job:
    (folder / "my.py").write_text(source)
    program = Program(("python3", "my.py"), folder)
    return Job("meta_tic_tac_toe/my.py", program, {}, again=("again", " -- my.py"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ((), "a line of meta_tic_tac_toe is 12 arguments, not 0"),
        (("44",), "12 arguments, not 1"),
        ((*FIRST[:-1], "44"), "this is not a position of a match: the last move"),
        ((*FIRST[:-2], "X--------", "xx"), "this is not a position of a match: the master board"),
    ],
)
def test_no_line(tmp_path: Path, line: tuple[str, ...], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        MetaTicTacToe().play_line(job(tmp_path, "print(44)"), line, lambda name, call: None)


def test_lines_of_several_positions_on_a_real_bot(tmp_path: Path) -> None:
    other = next(question for question in suite() if question.state.to_move == "O").arguments
    kept: list[str] = []
    play = MetaTicTacToe().play_line
    result = play(job(tmp_path, "print(44)"), FIRST, lambda name, call: kept.append(name))
    assert (result.verdict, kept) == (Verdict.ACCEPTED, ["0001"])
    result = play(job(tmp_path, "print('x')"), FIRST + other, lambda name, call: kept.append(name))
    assert result.verdict is Verdict.WRONG_ANSWER
    assert result.facts["positions"] == 2
    assert result.findings[0].replay == f"again --line '{','.join(FIRST)}' -- my.py"


def test_a_bot_that_is_not_there(tmp_path: Path) -> None:
    for command in (("nonsense",), ("python3", "gone.py")):
        missing = Job("meta_tic_tac_toe/x", Program(command, tmp_path), {})
        with pytest.raises(UsageError, match=r"does not start|no such file"):
            MetaTicTacToe().verify(missing, lambda what, share: None, lambda name, call: None)


def test_its_summary_is_sentences() -> None:
    facts = MetaTicTacToe().judge_again("x", calls()).facts
    assert MetaTicTacToe().summary(facts)[0] == "20 positions, 0 wrong answers"


def test_positions_are_asked_as_they_are_spelled(tmp_path: Path) -> None:
    echo = "import sys; print(sys.argv[1:])"
    heard: list[Transcript] = []
    question = next(q for q in suite() if q.nought == "0")
    MetaTicTacToe().play_line(
        job(tmp_path, echo), question.arguments, lambda name, call: heard.append(call)
    )
    assert heard[0].turns[0].said == f"{list(question.arguments)}\n"
    assert isinstance(question, Question)


COUNTS = """
import pathlib, sys
data = pathlib.Path(__file__).parent / "data.txt"
calls = len(data.read_text()) + 1
data.write_text("." * calls)
print("" if calls {when} else "44")
"""


@pytest.mark.parametrize(
    ("when", "again", "alone"),
    [("== 2", "again --seed 0 -- my.py", True), (">= 1", "again --line ", False)],
)
def test_the_command_that_shows_a_fault_again_asks_what_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str, again: str, alone: bool
) -> None:
    """A bot that counts its calls answers its 300th question rightly when it is the only one."""
    monkeypatch.setattr(challenge, "BotCaller", InProcess)
    monkeypatch.setattr(verification, "suite", lambda: suite()[:1] * 2)
    bot = job(tmp_path, COUNTS.format(when=when))
    result = MetaTicTacToe().verify(bot, lambda what, share: None, lambda name, call: None)
    (finding,) = result.findings
    assert (finding.replay or "").startswith(again)
    assert ("asked this alone" in finding.seen) == alone
