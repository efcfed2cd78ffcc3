"""Games after a win: programs in process that ask for them in their own way, right and wrong."""

from typing import Literal, TypeAlias

import pytest

from harness.mu_torere.game import Game
from harness.mu_torere.referee import judge
from harness.mu_torere.rematch import Rematches, rematches
from harness.mu_torere.screen import Form
from harness.session import Complete, Ending, Exit, Reply
from reference.mu_torere.rules import legal_moves
from tests.harness.support import NODE_OF, FakeSession, game, perfect

WIN = ("9", "5", "4", "6", "5", "3")  # the last but one is the mistake
KNOWN = {(d.before, d.node): d.reply for d in judge(game(*WIN)).rounds if d.reply is not None}
Way: TypeAlias = Literal["no edge", "no word", "on standard error"]


class Asking(FakeSession):
    """After each win it asks, and plays another game when it gets this answer, else it ends.

    From game `bad` on, counted from 0, it is wrong in one `way`.
    """

    def __init__(
        self, asks: str, answer: str, bad: int | None, errors: bool, way: Way = "no edge"
    ) -> None:
        super().__init__(perfect, waits_when_won=True)
        self._asks, self._answer, self._bad, self._errors = asks, answer, bad, errors
        self._games, self._stderr, self._gone = 0, "", False
        self._way: Way = way

    def _wrong(self, way: Way) -> bool:
        return way == self._way and self._bad is not None and self._games >= self._bad

    def read(self, complete: Complete) -> Reply:
        if self._wrong("on standard error"):
            self._stderr, self._said = self._stderr + self._said, ""
        reply = super().read(complete)
        return reply._replace(ending=Ending.ENDED) if self._gone else reply

    def send(self, line: str) -> None:
        if not self._over and line in NODE_OF:
            if NODE_OF[line] not in legal_moves(self._position):
                return  # it takes no such move, and says nothing
            super().send(line)
            self._ask_when_over()
        elif line == self._answer:
            self._games += 1
            games, stderr = self._games, self._stderr
            asks = (self._asks, self._answer, self._bad, self._errors, self._way)
            self.__init__(*asks)  # type: ignore[misc]  # a new game in the same run
            self._games, self._stderr = games, stderr
            if self._wrong("no edge"):
                self._said = self._said.replace("/", " ", 1)
        elif self._over:
            self._gone = True

    def _ask_when_over(self) -> None:
        asks = self._asks if self._over and not self._wrong("no word") else ""
        if self._errors:
            self._stderr += asks
        else:
            self._said += asks

    def close(self) -> Exit:
        return Exit(0 if self._gone else None, None, self._stderr)


def played(
    asks: str, answer: str, bad: int | None = None, errors: bool = False, way: Way = "no edge"
) -> list[Rematches]:
    def open_game() -> Game:
        return Game(Asking(asks, answer, bad, errors, way), Form(), ("x",), 15.0)

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
        ("Nochmal, ja oder nein? ", "ja"),
        ("Again? sure/nope ", "sure"),
        ("Type sure to play again: ", "sure"),
        ("Won!\nsi / no\n", "si"),
    ],
)
@pytest.mark.parametrize("errors", [False, True], ids=["on its terminal", "on standard error"])
def test_what_it_asks_for_is_typed(asks: str, answer: str, errors: bool) -> None:
    *others, first, second = played(asks, answer, errors=errors)
    assert all(not run.games and not judge(run.transcript).findings for run in others)
    assert (first.games, judge(first.transcript).findings) == (4, ())
    assert (second.games, judge(second.transcript).findings) == (3, ())
    wrong = played(asks, answer, bad=3, errors=errors)[-2]
    (finding,) = judge(wrong.transcript).findings
    assert finding.clause == "mu_torere/drawing"


@pytest.mark.parametrize("bad", [1, 2])
def test_a_win_of_which_it_tells_no_more_is_one_that_it_ignores(bad: int) -> None:
    wrong = played("I win. Play again? (y/n) ", "y", bad, way="no word")[0]
    (finding,) = judge(wrong.transcript).findings
    assert (finding.clause, wrong.games) == ("mu_torere/end", bad)


@pytest.mark.parametrize("bad", [1, 2])
def test_a_game_on_standard_error_has_no_boards(bad: int) -> None:
    wrong = played("I win. Play again? (y/n) ", "y", bad, way="on standard error")[-1]
    (finding,) = judge(wrong.transcript).findings
    assert finding.clause == "mu_torere/boards"
    assert "standard error" in finding.seen


def test_what_asks_for_nothing_known_is_left_alone() -> None:
    runs = played("Again? ", "gladly")
    assert runs
    assert all(not run.games and not judge(run.transcript).findings for run in runs)
