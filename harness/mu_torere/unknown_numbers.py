"""Whether a trial went wrong because the program gives its nodes other numbers than was taken."""

import re
from collections.abc import Sequence
from typing import Final

from harness.mu_torere.rounds import without_moves
from harness.mu_torere.screen import Form
from harness.mu_torere.typed_numbers import BOARDS, NUMBERING_CLAUSES, Scheme, Trial
from harness.session import Ending

_FEW_LINES: Final = 4  # an answer without a board
_OF_A_NUMBER: Final = re.compile(
    r"ValueError|KeyError|IndexError|NumberFormat|InputMismatch|not found|not in list|no such|"
    r"out of (range|bounds)|invalid|illegal|wrong|unknown|undefined|nil|null|None",
    re.IGNORECASE,
)  # what interpreters and programs say of an input that they cannot use
_WORDS: Final = 60  # characters of such an answer that are told
_OF_NUMBERS: Final = NUMBERING_CLAUSES | {"mu_torere/boards", "mu_torere/drawing", "mu_torere/end"}


def speaks_of_numbers(trial: Trial, scheme: Scheme) -> bool:
    """Whether what went wrong may be that a number is another node's than this form says."""
    if trial.clause not in _OF_NUMBERS or _drawn_otherwise(trial) or scheme.is_of(trial.form):
        return False
    form = trial.form
    usual = form == Form(exact=form.exact, clean_end=form.clean_end)
    return not usual or _not_understood(trial) or scheme.is_one


def _drawn_otherwise(trial: Trial) -> bool:
    """Whether a move was understood, and the boards that answer the next one cannot be read.

    A program that does not understand a number draws one board at the most and asks again, and
    misdraws none: where two boards of the first answer are misdrawn, and none is right, it has
    moved and replied, whatever the number means.
    """
    lines = without_moves(trial.transcript.turns[-1].said).split("\n")
    read = 0 if trial.last is None else len(trial.last.shown)
    if trial.rounds:
        return _drawings(lines, trial.form) > max(1, read)
    return not read and _misdrawn(lines, trial.form) >= BOARDS


def _drawings(lines: Sequence[str], form: Form) -> int:
    """How many drawings these lines hold, whatever their nodes show; one row may be misdrawn."""
    patterns = [pattern for _, pattern in form.row_patterns]
    padded = [line + " " * form.width for line in lines]
    return sum(
        any(
            sum(
                pattern.match(line, left) is None
                for pattern, line in zip(patterns, window, strict=True)
            )
            <= 1
            for left in range(max(map(len, window)) - form.width + 1)
        )
        for top in range(len(padded) - len(patterns) + 1)
        for window in [padded[top : top + len(patterns)]]
    )


def _misdrawn(lines: Sequence[str], form: Form) -> int:
    """How many boards these lines hold, none of which is right, as far as a misprint is one."""
    height, found, top = len(form.rows), 0, 0
    while top < len(lines):
        is_board = form.misprint(lines[top : top + height]) is not None
        found += is_board
        top += height if is_board else 1
    return found


def _not_understood(trial: Trial) -> bool:
    """Whether the first number typed moved nothing, and the program asked again or ended for it."""
    if len(trial.replies) != 1 or any(
        board != trial.replies[0].before for board in trial.replies[0].shown
    ):
        return False
    ending = trial.transcript.turns[-1].ending
    if ending is not Ending.ENDED:
        return ending is Ending.ASKS
    stderr = trial.transcript.exit.own_stderr
    words = [line for line in stderr.split("\n") if line.strip()]
    return bool(words and _OF_A_NUMBER.search(words[-1]))


def first_answer(trial: Trial) -> str:
    """What was typed first and how it was answered."""
    if len(trial.replies) != 1:
        return ""
    turn, first = trial.transcript.turns[-1], trial.replies[0]
    moved = first.moved
    if moved is not None:
        number = trial.form.number_of[moved]
        return f"; when {turn.sent} was typed, a stone moved, but that on {number}"
    if turn.ending is Ending.DEADLINE:
        return f"; when {turn.sent} was typed, no board came for {turn.seconds:.0f} seconds"
    ended = turn.ending is Ending.ENDED
    lines = (trial.transcript.exit.own_stderr if ended else turn.said).split("\n")
    words = next((line.strip() for line in reversed(lines) if line.strip()), "")
    if not ended and (len(lines) > _FEW_LINES or words == turn.sent):
        return ""
    answer = "it ended" if ended else "it asked again" if words else "it said nothing"
    return f"; when {turn.sent} was typed, {answer}" + (f": {words[:_WORDS]}" if words else "")
