"""Games after a win: programs in process that ask for them in their own way, right and wrong."""

import pytest

from harness.mu_torere.game import Game
from harness.mu_torere.referee import judge
from harness.mu_torere.rematch import Rematches, rematches
from harness.mu_torere.screen import Form
from harness.session import Complete, Ending, Exit, Reply
from tests.harness.support import FakeSession, game, perfect

WIN = ("9", "5", "4", "6", "5", "3")  # the last but one is the mistake
KNOWN = {(d.before, d.node): d.reply for d in judge(game(*WIN)).rounds if d.reply is not None}


class Asking(FakeSession):
    """After each win it asks, and plays another game when it gets this answer, else it ends.

    From game `bad` on, counted from 0, it does not draw one edge of the first board.
    """

    def __init__(self, asks: str, answer: str, bad: int | None, errors: bool) -> None:
        super().__init__(perfect, waits_when_won=True)
        self._asks, self._answer, self._bad, self._errors = asks, answer, bad, errors
        self._games, self._stderr, self._gone = 0, "", False

    def read(self, complete: Complete) -> Reply:
        reply = super().read(complete)
        return reply._replace(ending=Ending.ENDED) if self._gone else reply

    def send(self, line: str) -> None:
        if not self._over:
            super().send(line)
            self._ask_when_over()
        elif line == self._answer:
            self._games += 1
            games, asks = self._games, (self._asks, self._answer, self._bad, self._errors)
            stderr = self._stderr
            self.__init__(*asks)  # type: ignore[misc]  # a new game in the same run
            self._games, self._stderr = games, stderr
            if self._bad is not None and games >= self._bad:
                self._said = self._said.replace("/", " ", 1)
        else:
            self._gone = True

    def _ask_when_over(self) -> None:
        asks = self._asks if self._over else ""
        if self._errors:
            self._stderr += asks
        else:
            self._said += asks

    def close(self) -> Exit:
        return Exit(None, None, self._stderr)


def played(asks: str, answer: str, bad: int | None = None, errors: bool = False) -> list[Rematches]:
    def open_game() -> Game:
        return Game(Asking(asks, answer, bad, errors), Form(), ("x",), 15.0)

    return list(rematches(open_game, Form(), KNOWN))


@pytest.mark.parametrize(
    ("asks", "answer"),
    [
        ("I win. Play again? (y/n) ", "y"),
        ("Gewonnen. Nochmal? (j/n) ", "j"),
        ("Encore une partie (o/n) ? ", "o"),
        ("You lost.\n2=quit 1=again\n", "1"),
        ("Lost.\n[Q] quit\n[P] play again\n", "P"),
        ("Type 'again' for another game: ", "again"),
        ("You lost. Press Enter to go on.", ""),
        ("Another game, yes or no? ", "yes"),
    ],
)
@pytest.mark.parametrize("errors", [False, True], ids=["on its terminal", "on standard error"])
def test_what_it_asks_for_is_typed(asks: str, answer: str, errors: bool) -> None:
    first, second = played(asks, answer, errors=errors)
    assert (first.games, judge(first.transcript).findings) == (4, ())
    assert (second.games, judge(second.transcript).findings) == (3, ())
    wrong = played(asks, answer, bad=3, errors=errors)[0]
    (finding,) = judge(wrong.transcript).findings
    assert finding.clause == "mu_torere/drawing"


def test_what_asks_for_nothing_known_is_left_alone() -> None:
    assert played("Again? ", "sure") == []
