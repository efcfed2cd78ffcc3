"""A right game of MENACE by hand, and what is found when it goes another way."""

from collections.abc import Sequence

from harness.clauses import clauses_of
from harness.menace.form import Form
from harness.menace.referee import judge
from harness.session import Ending, Exit
from harness.transcript import Turn
from harness.verdict import Finding
from tests.harness.menace.support import CLEAN, talk, transcript

NEW = "New game\n"
ONE = "[" + ", ".join(["[0, 1]"] * 304) + "]\n"
X0, X0_O1, X03_O1, X03_O14 = (
    "X--\n---\n---\n",
    "XO-\n---\n---\n",
    "XO-\nX--\n---\n",
    "XO-\nXO-\n---\n",
)
WON = "XO-\nXO-\nX--\n"
LOST = ("--X\n---\n---\n", "O-X\n---\n---\n", "OXX\n---\n---\n", "OXX\nO--\n---\n",
        "OXX\nOX-\n---\n", "OXX\nOX-\nO--\n")  # fmt: skip
EMPTY = "---\n---\n---\n"
EXACT = Form(beads="squares", exact=True, clean_end=True, start_seconds=2.0)

GAME = [("1", NEW + X0), ("LM", X0_O1 + X03_O1), ("MM", X03_O14 + WON + ONE)]


def changed(turn: int, said: str, games: Sequence[tuple[str, str]] = GAME) -> list[Turn]:
    """The game up to this turn, in which the program says something else and then waits."""
    return talk(*games[:turn], (games[turn][0], said), last=Ending.ASKS)


def finding(turns: Sequence[Turn], form: Form | None = None, exit_: Exit = CLEAN) -> Finding:
    (found,) = judge(transcript(turns, form, exit_)).findings
    assert found.clause in clauses_of("menace")
    return found
