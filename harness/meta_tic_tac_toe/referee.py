"""The referee of one call of a bot: a pure function of its transcript.

What makes a move invalid is asked of `match`, as in a tournament: a bot that may enter is one whose
every answer here would have counted there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from harness.fault import Fault, ending
from harness.messages import shortened
from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.call import call_of
from harness.meta_tic_tac_toe.form import Form
from harness.meta_tic_tac_toe.match import fault_of
from harness.meta_tic_tac_toe.questions import Question
from harness.session import Ending
from harness.transcript import Transcript
from harness.verdict import Finding, Verdict
from reference.meta_tic_tac_toe.picture import ASCII, picture
from reference.meta_tic_tac_toe.rules import SIZE, Move, State, explain_illegal, legal_moves, target
from reference.meta_tic_tac_toe.wire import format_move, parse_move

_SHOWN_MOVES: Final = 9
_SHOWN_TEXT: Final = 60  # characters of an answer
_WORKED_SHARE: Final = 0.9  # of the limit on a processor: that is slow on any machine
_QUEUED_SHARE: Final = 0.1


class Lateness(StrEnum):
    """Why an answer was late, as far as its own call tells."""

    BOT = "bot"  # it worked, or waited for something of its own, for longer than it may
    UNSURE = "unsure"  # a busy machine may have kept it waiting


@dataclass(frozen=True, slots=True)
class Judgement:
    """One call, judged. Without a finding the answer was a legal move, and in time."""

    question: Question
    answer: Answer
    finding: Finding | None
    isolation: str = ""
    lateness: Lateness | None = None
    was_queued: bool = False  # whether it had to wait for a processor for a part of its time


def judge(transcript: Transcript) -> Judgement:
    """Judge one call. Raises ValueError when the transcript is not that of one."""
    form = Form.from_values(transcript.form)
    question, answer = call_of(transcript)
    fault = find_fault(form, question.state, answer)
    lateness = None
    if fault is not None and fault.verdict is Verdict.TIME_LIMIT:
        lateness = _lateness(form.seconds, answer)
    finding = None
    if fault is not None:
        drawn = picture(question.state, ASCII).plain
        finding = Finding(
            fault.clause,
            fault.verdict,
            1,
            fault.seen,
            fault.expected,
            question.arguments,
            drawn,
        )
    isolation = str(transcript.notes.get("isolation", ""))
    was_queued = (answer.queued_seconds or 0.0) >= _QUEUED_SHARE * form.seconds
    return Judgement(question, answer, finding, isolation, lateness, was_queued)


def _lateness(limit: float, answer: Answer) -> Lateness:
    """Why an answer was late: a call with time to spare tells by its own time."""
    worked = (answer.processor_seconds or 0.0) >= _WORKED_SHARE * limit
    if worked or (answer.seconds >= 2 * limit and own_seconds(answer) > limit):
        return Lateness.BOT
    return Lateness.UNSURE


def own_seconds(answer: Answer) -> float:
    """How long a call took, less the time for which the bot was ready to run and did not."""
    return max(0.0, answer.seconds - (answer.queued_seconds or 0.0))


def find_fault(form: Form, state: State, answer: Answer) -> Fault | None:
    """The clause that an answer breaks, or None for a right one.

    Of several, that which disqualifies comes first, then what no answer can make good.
    """
    if answer.exit.reached:
        seen = f"it reached for {', '.join(answer.exit.reached[:3])}"
        return Fault("meta_tic_tac_toe/folder", seen, "its own folder and its interpreter only")
    move, reason = fault_of(state, answer)
    if move is None:
        return _invalid(form, state, answer, reason or "")
    if own_seconds(answer) > form.seconds:  # it was given longer, to see how long it takes
        seen = f"{_quoted(answer.said)} after {own_seconds(answer):.2f} seconds of its own"
        return Fault("meta_tic_tac_toe/time", seen, _in_time(form), Verdict.TIME_LIMIT)
    if form.exact and answer.said != f"{format_move(move)}\n":
        expected = "the two digits, a newline, and nothing else"
        return Fault("meta_tic_tac_toe/exact", _quoted(answer.said), expected)
    if form.clean_end and (answer.exit.status != 0 or answer.exit.own_stderr):
        expected = "status 0, nothing on standard error"
        return Fault("meta_tic_tac_toe/clean_end", ending(answer.exit), expected)
    return None


def _invalid(form: Form, state: State, answer: Answer, reason: str) -> Fault:
    expected = _legal(state)
    match answer.ending:
        case Ending.DEADLINE:
            seen = f"{_quoted(answer.said)} and no end after {answer.seconds:.2f} seconds"
            return Fault("meta_tic_tac_toe/time", seen, _in_time(form), Verdict.TIME_LIMIT)
        case Ending.OVERFLOW:
            seen = f"{len(answer.said):,} characters and more"
            return Fault("meta_tic_tac_toe/digits", seen, expected)
        case Ending.EXCESS:
            return Fault("meta_tic_tac_toe/end", reason, expected, Verdict.RUN_TIME_ERROR)
        case Ending.ENDED | Ending.UNSTARTED | Ending.READY | Ending.ASKS:
            pass
    try:
        move = parse_move(answer.said)
    except ValueError:
        if answer.exit.signal is not None or answer.exit.status != 0:
            seen = f"{_quoted(answer.said)}; it {ending(answer.exit)}"
            return Fault("meta_tic_tac_toe/end", seen, expected, Verdict.RUN_TIME_ERROR)
        return Fault("meta_tic_tac_toe/digits", _quoted(answer.said), expected)
    return Fault(_clause(state, move), f"{format_move(move)}: {reason}", expected)


def _in_time(form: Form) -> str:
    return f"an answer and an end within {form.seconds:g} s"


def _clause(state: State, move: Move) -> str:
    """The clause that an illegal move breaks."""
    assert explain_illegal(state, move) is not None
    board = move // SIZE
    if target(state) not in (None, board):
        return "meta_tic_tac_toe/board"
    if state.closed >> board & 1:
        return "meta_tic_tac_toe/closed"
    return "meta_tic_tac_toe/taken"


def _legal(state: State) -> str:
    moves = [format_move(move) for move in legal_moves(state)]
    if len(moves) > _SHOWN_MOVES:
        shown = " ".join(moves[: _SHOWN_MOVES - 1])
        return f"one of {len(moves)} legal moves: {shown} ..."
    return f"a legal move: {_either(moves)}"


def _either(moves: Sequence[str]) -> str:
    *others, last = moves
    return f"{' '.join(others)} or {last}" if others else last


def _quoted(text: str) -> str:
    if not text:
        return "nothing printed"
    return repr(shortened(text, _SHOWN_TEXT))
