"""Bots that run in process: a function of the twelve arguments behind the arena's protocol.

They read the arguments by themselves, with nothing of the harness or the reference.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from harness.meta_tic_tac_toe.bot import Answer, Ask
from harness.meta_tic_tac_toe.bot_under_test import BotUnderTest
from harness.meta_tic_tac_toe.form import Form
from harness.meta_tic_tac_toe.questions import Question
from harness.transcript import Transcript
from harness.verdict import Finding

Choose: TypeAlias = Callable[[Sequence[str]], str]
"""What a bot prints when it is called with these arguments."""


def due(arguments: Sequence[str]) -> int | None:
    """The board that must be played in; None for a free move."""
    _, *boards, master, last = arguments
    if last == "xx":
        return None
    board = int(last[1])
    return board if master[board] == "-" and "-" in boards[board] else None


def legal(arguments: Sequence[str]) -> list[str]:
    """Every legal answer, ascending."""
    _, *boards, master, _ = arguments
    board = due(arguments)
    playable = range(9) if board is None else (board,)
    return [
        f"{b}{t}" for b in playable if master[b] == "-" for t in range(9) if boards[b][t] == "-"
    ]


def right(arguments: Sequence[str]) -> str:
    return f"{legal(arguments)[0]}\n"


def asked(choose: Choose, seconds: float = 0.02) -> Ask:
    return lambda arguments: Answer(choose(arguments), seconds)


def forget(name: str, transcript: Transcript) -> None:
    pass


def under_test(choose: Choose | Ask, form: Form | None = None) -> BotUnderTest:
    """A bot that prints what the function says, or answers as it says."""

    def ask(arguments: Sequence[str]) -> Answer:
        said = choose(arguments)
        return said if isinstance(said, Answer) else Answer(said, 0.02)

    return BotUnderTest(form or Form(), ("fake",), ask, forget)


def finding_of(choose: Choose | Ask, question: Question) -> Finding | None:
    return under_test(choose).ask(question)
