"""One call as a transcript, and back."""

from dataclasses import replace

import pytest

from harness import transcript
from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.call import call_of, transcript_of
from harness.meta_tic_tac_toe.form import Form
from harness.meta_tic_tac_toe.questions import suite
from harness.session import Ending, Exit
from harness.verdict import HarnessError

ANSWERS = [
    Answer("38\n", 0.02),
    Answer("", 1.0, Ending.DEADLINE, Exit(None)),
    Answer("x" * 5000, 0.1, Ending.OVERFLOW, Exit(None)),
    Answer("3", 0.1, Ending.EXCESS, Exit(None)),
    Answer("\x1b[2J\x00⟪41⟫\r\n\n", 0.02, exit=Exit(1, stderr="Traceback\nValueError: x\n")),
    Answer("38", 0.02, exit=Exit(None, 11, left_running=2, reached=("/etc/passwd",))),
]


@pytest.mark.parametrize("answer", ANSWERS)
def test_there_and_back_through_a_file(answer: Answer) -> None:
    for question in suite():
        call = transcript_of(Form(), ("python3", "my.py"), question, answer, "bubblewrap")
        again = transcript.parse(transcript.dump(call))
        assert again == call
        assert call_of(again) == (question, answer)


def test_what_did_not_start_has_no_transcript() -> None:
    answer = Answer("", 0.0, Ending.UNSTARTED, Exit(None, stderr="No such file"))
    with pytest.raises(HarnessError, match="No such file"):
        transcript_of(Form(), ("gone",), suite()[0], answer)


def test_no_call() -> None:
    call = transcript_of(Form(), ("x",), suite()[0], ANSWERS[0])
    for wrong in (
        replace(call, challenge="menace"),
        replace(call, turns=call.turns * 2),
        replace(call, turns=()),
        replace(call, turns=(call.turns[0]._replace(sent=None),)),
        replace(call, turns=(call.turns[0]._replace(sent="X xx"),)),
    ):
        with pytest.raises(ValueError, match=r"call of a bot|arguments"):
            call_of(wrong)
