"""One call of a bot as a transcript, and back: a run of the program with its twelve arguments.

build/transcripts/meta_tic_tac_toe/<bot>/001.interaction    one file for each call
    < X --------- ... --------- xx                          what it was called with
    > 38                                                    what it printed
    @ 0.021334 ended
"""

import math
from collections.abc import Sequence
from typing import Final

from harness.meta_tic_tac_toe.bot import MEASURED, Answer
from harness.meta_tic_tac_toe.form import Form
from harness.meta_tic_tac_toe.questions import Question, question_of
from harness.session import Ending
from harness.transcript import Transcript, Turn
from harness.verdict import Fact, HarnessError

CHALLENGE: Final = "meta_tic_tac_toe"


def transcript_of(
    form: Form, command: Sequence[str], question: Question, answer: Answer, isolation: str = ""
) -> Transcript:
    """The transcript of one call. Raises HarnessError when the command did not start."""
    if answer.ending is Ending.UNSTARTED:
        raise HarnessError(f"{command[0]}: did not start: {answer.exit.stderr}")
    sent = " ".join(question.arguments)
    turn = Turn(sent, answer.said, answer.seconds, answer.ending)
    notes: dict[str, Fact] = {"isolation": isolation}
    for key in MEASURED:
        if (seconds := getattr(answer, key)) is not None:
            notes[key] = round(seconds, 4)
    return Transcript(
        CHALLENGE, tuple(command), form.to_json(), form.seconds, (turn,), answer.exit, notes
    )


def call_of(transcript: Transcript) -> tuple[Question, Answer]:
    """The question and the answer of one call. Raises ValueError when it is no such transcript."""
    if transcript.challenge != CHALLENGE or len(transcript.turns) != 1:
        raise ValueError("not one call of a bot")
    sent, said, seconds, ending = transcript.turns[0]
    answer = Answer(
        said,
        seconds,
        ending,
        transcript.exit,
        *(_measured(key, transcript.notes.get(key)) for key in MEASURED),
    )
    return question_of((sent or "").split(" ")), answer


def _measured(key: str, value: object) -> float | None:
    if value is None or (isinstance(value, int | float) and 0 <= value < math.inf):
        return None if value is None else float(value)
    raise ValueError(f"{key} is {value!r}, not a time in seconds")
