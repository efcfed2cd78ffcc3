"""Games after a win: programs in process that ask for them in their own way, right and wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import pytest

from harness.mu_torere.game import Game
from harness.mu_torere.referee import judge
from harness.mu_torere.rematch import Rematches, rematches, to_a_win
from harness.mu_torere.screen import Form
from harness.session import Complete, Ending, Exit, Reply
from reference.mu_torere.retrograde import value_keeping_moves
from reference.mu_torere.rules import (
    START,
    Node,
    Position,
    apply,
    is_terminal,
    legal_moves,
)
from tests.harness.support import NODE_OF, Choose, FakeSession, Rounds, game, perfect, square

WIN = ("9", "5", "4", "6", "5", "3")  # the last but one is the mistake
KNOWN = {(d.before, d.node): d.reply for d in judge(game(*WIN)).rounds if d.reply is not None}
Way: TypeAlias = Literal["no edge", "no word", "on standard error"]


@dataclass(frozen=True)
class Habits:
    """How a program goes on after its wins.

    It `asks`, and plays another game when it gets this `answer`, else it `insists` or ends. From
    game `bad` on, counted from 0, it is wrong in one `way`. After `games` of them it takes no more.
    """

    asks: str
    answer: str | None  # None: it begins the next game at once
    bad: int | None = None
    errors: bool = False  # whether it asks on standard error
    way: Way = "no edge"
    games: int = 99
    insists: bool = False
    shows_start: bool = True
    replies: Choose = perfect  # from its second game on


class Asking(FakeSession):
    """A program with these habits."""

    def __init__(self, habits: Habits) -> None:
        super().__init__(perfect, waits_when_won=True)
        self._habits = habits
        self._games, self._stderr, self._gone = 0, "", False
        self.sent: list[str] = []

    def _wrong(self, way: Way) -> bool:
        bad = self._habits.bad
        return way == self._habits.way and bad is not None and self._games >= bad

    def read(self, complete: Complete) -> Reply:
        if self._wrong("on standard error"):
            self._stderr, self._said = self._stderr + self._said, ""
        reply = super().read(complete)
        return reply._replace(ending=Ending.ENDED) if self._gone else reply

    def send(self, line: str) -> None:
        assert not self._gone, "typed after the end"
        self.sent.append(line)
        if not self._over and line in NODE_OF:
            if NODE_OF[line] not in legal_moves(self._position):
                return  # it takes no such move, and says nothing
            super().send(line)
            self._go_on_when_won()
        elif self._over and line == self._habits.answer and self._games < self._habits.games:
            self._begin()
        elif self._over and self._habits.insists:
            self._ask()
        elif self._over:
            self._gone = True

    def _go_on_when_won(self) -> None:
        if self._over and self._habits.answer is None:
            self._begin()
        elif self._over and not self._wrong("no word"):
            self._ask()

    def _begin(self) -> None:
        self._games += 1
        self._over, self._rounds, self._position = False, (), START
        self._choose = self._habits.replies
        start = square(START.placement) if self._habits.shows_start else ""
        self._said += start.replace("/", " ", 1) if self._wrong("no edge") else start

    def _ask(self) -> None:
        if self._habits.errors:
            self._stderr += self._habits.asks
        else:
            self._said += self._habits.asks

    def close(self) -> Exit:
        super().close()
        return Exit(0 if self._gone else None, None, self._stderr)


def all_replies() -> dict[tuple[Position, Node], Position]:
    """What `perfect` answers to every move that the human can make against it."""
    replies: dict[tuple[Position, Node], Position] = {}
    left = [START]
    while left:
        here = left.pop()
        for node in legal_moves(here):
            asked = apply(here, node)
            if (here, node) not in replies and not is_terminal(asked):
                replies[here, node] = apply(asked, perfect(asked, ()))
                left.append(replies[here, node])
    return replies


def runs_of(
    habits: Habits, known: Mapping[tuple[Position, Node], Position] = KNOWN
) -> tuple[list[Rematches], list[list[str]]]:
    """The runs that were yielded, and what was typed in every run, also in those that were not."""
    sessions: list[Asking] = []

    def open_game() -> Game:
        sessions.append(Asking(habits))
        return Game(sessions[-1], Form(), ("x",), 15.0)

    found = list(rematches(open_game, Form(), known))
    assert all(session.closed for session in sessions)
    return found, [session.sent for session in sessions]


def played(
    asks: str, answer: str, bad: int | None = None, errors: bool = False, way: Way = "no edge"
) -> list[Rematches]:
    return runs_of(Habits(asks, answer, bad, errors, way))[0]


ASKS: Final = [
    ("I win. Play again? (y/n) ", "y"),
    ("You lost. Press Enter to go on.", ""),
    ("Gewonnen. Nochmal? (j/n) ", "j"),
    ("Encore une partie (o/n) ? ", "o"),
    ("You lost.\n2=quit 1=again\n", "1"),
    ("Lost.\n[Q] quit\n[P] play again\n", "P"),
    ("Type 'again' for another game: ", "again"),
    ("Another game, yes or no? ", "yes"),
    ("Nochmal, ja oder nein? ", "ja"),
    ("Again? sure/nope ", "sure"),
    ("Type sure to play again: ", "sure"),
    ("Won!\nsi / no\n", "si"),
]
WHERE: Final = pytest.mark.parametrize(
    "errors",
    [False, pytest.param(True, marks=pytest.mark.slow)],
    ids=["on its terminal", "on standard error"],
)


@pytest.mark.parametrize(("asks", "answer"), ASKS)
@WHERE
def test_what_it_asks_for_is_typed(asks: str, answer: str, errors: bool) -> None:
    """The second game is wrong from its first board, so that no more is played."""
    *others, wrong, _ = played(asks, answer, bad=1, errors=errors)
    assert all(not run.games and not judge(run.transcript).findings for run in others)
    (finding,) = judge(wrong.transcript).findings
    assert finding.clause == "mu_torere/drawing"


@pytest.mark.parametrize(
    ("asks", "answer"),
    [*ASKS[:2], *(pytest.param(*case, marks=pytest.mark.slow) for case in ASKS[2:])],
)
@WHERE
def test_all_games_after_a_win_are_judged(asks: str, answer: str, errors: bool) -> None:
    *others, first, second = played(asks, answer, errors=errors)
    assert all(not run.games and not judge(run.transcript).findings for run in others)
    assert (first.games, judge(first.transcript).findings) == (4, ())
    assert (second.games, judge(second.transcript).findings) == (3, ())
    wrong = played(asks, answer, bad=3, errors=errors)[-2]
    (finding,) = judge(wrong.transcript).findings
    assert finding.clause == "mu_torere/drawing"


def test_what_it_asks_for_on_standard_error_is_typed() -> None:
    test_all_games_after_a_win_are_judged("You lost.\n2=quit 1=again\n", "1", True)


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


def test_what_goes_wrong_before_any_other_game_is_yielded_alone() -> None:
    class Loses(FakeSession):
        """Moves badly at once."""

        def __init__(self) -> None:
            super().__init__(lambda position, rounds: max(legal_moves(position)))

    def open_game() -> Game:
        return Game(Loses(), Form(), ("x",), 15.0)

    (only,) = rematches(open_game, Form(), KNOWN)
    assert (only.games, only.rounds) == (0, 0)
    (finding,) = judge(only.transcript).findings
    assert finding.clause == "mu_torere/perfect"


def test_what_ends_after_its_win_is_started_once() -> None:
    sessions: list[FakeSession] = []

    def open_game() -> Game:
        sessions.append(FakeSession(perfect))
        return Game(sessions[-1], Form(), ("x",), 15.0)

    assert list(rematches(open_game, Form(), KNOWN)) == []
    assert len(sessions) == 1


def test_every_game_is_played_and_each_in_its_own_way() -> None:
    (first, second), (known, short, long) = runs_of(Habits("Again? ", "y"), all_replies())
    assert short == [*known, *["y", *known] * 4]
    assert first.rounds == 4 * len(known)
    assert long[: len(known) + 1] == [*known, "y"]
    games = " ".join(long).split(" y ")[1:]
    assert len(set(games)) == 3
    assert second.rounds == sum(len(played.split()) for played in games)


def test_a_game_that_begins_at_once_needs_no_answer() -> None:
    (first, second), (_, short, _) = runs_of(Habits("", None))
    assert short == [*WIN] * 5
    assert (first.games, second.games) == (4, 3)
    assert not judge(first.transcript).findings + judge(second.transcript).findings


@pytest.mark.parametrize("insists", [False, True])
def test_it_stops_where_no_further_game_begins(insists: bool) -> None:
    (first, second), (_, short, _) = runs_of(Habits("Again? ", "y", games=2, insists=insists))
    assert (first.games, second.games) == (2, 2)
    assert short == [*WIN, "y", *WIN, "y", *WIN, "y", *(["9"] if insists else [])]
    assert not judge(first.transcript).findings


@pytest.mark.parametrize("bad", [1, 2])
def test_a_later_game_without_its_start_is_wrong(bad: int) -> None:
    runs, _ = runs_of(Habits("Again? ", "y", shows_start=False))
    assert [judge(run.transcript).findings[0].clause for run in runs] == ["mu_torere/boards"] * 2


@pytest.mark.slow
def test_a_later_game_that_takes_another_course_is_played_to_its_end() -> None:
    """Its replies are others than those that are known: no shortest way to a win is."""

    def otherwise(position: Position, rounds: Rounds) -> Node:
        return max(value_keeping_moves(position) or legal_moves(position))

    (first, second), _ = runs_of(Habits("Again? ", "y", replies=otherwise))
    assert (first.games, second.games) == (4, 3)
    assert first.rounds > 4 * len(WIN)
    assert not judge(first.transcript).findings + judge(second.transcript).findings


@pytest.mark.parametrize(
    ("asks", "first"),
    [
        ("Again? ", []),
        ("Again: ", []),
        ("Again> ", []),
        ("(again)", []),
        ("Well done.", ["9"]),
        ("", ["9"]),
        ("[q]uit, [p]lay again", ["p"]),
        ("1. a line\nx quit, 2=again\n\n \n3. a\n4. line\n5. after it", ["2"]),
        ("2=again\n1. the\n2. last\n3. four\n4. lines", ["9"]),
    ],
)
def test_what_is_typed_is_the_likeliest_first(asks: str, first: list[str]) -> None:
    """A move is typed after each answer: a game may have begun that is not shown."""
    usual = ["y", "", "1", "yes", "Y", "2", "j", "s", "o", "ja", "si", "oui", "ok", "0", "9"]
    runs, (_, typed) = runs_of(Habits(asks, "nothing known", insists=True))
    assert [(run.games, run.rounds) for run in runs] == [(0, 0)]
    order = [*first, *(answer for answer in usual if answer not in first)]
    expected = [[answer] if answer == "9" else [answer, "9"] for answer in order]
    assert typed == [*WIN, *(line for lines in expected for line in lines)]


@pytest.mark.parametrize("answer", ["Y", "2"])
def test_where_a_wrong_answer_ends_it_another_run_tries_the_next(answer: str) -> None:
    """Six runs are given to that: "2" is the sixth answer, "j" the seventh."""
    runs, sent = runs_of(Habits("Again? ", answer))
    before = ["y", "", "1", "yes", "Y"][: 4 if answer == "Y" else 5]
    assert sent[1 : 1 + len(before)] == [[*WIN, wrong] for wrong in before]
    assert [run.games for run in runs] == [0] * len(before) + [4, 3]
    runs, sent = runs_of(Habits("Again? ", "j"))
    assert [run.games for run in runs] == [0] * 6
    assert [typed[-1] for typed in sent[1:]] == [*"y", "", "1", "yes", "Y", "2"]


def test_a_run_that_goes_wrong_while_an_answer_is_looked_for_is_yielded() -> None:
    runs, sent = runs_of(Habits("Again? ", "y", bad=1))
    assert [judge(run.transcript).findings[0].clause for run in runs] == ["mu_torere/drawing"] * 2
    assert [typed[len(WIN) :] for typed in sent] == [[], ["y", "9"], ["y", "9"]]


def test_the_end_of_what_stands_on_standard_error_is_read() -> None:
    filler = "x" * 400 + "\n"
    _, (_, typed) = runs_of(Habits(f"{filler}2=again 1=quit", "no", errors=True, insists=True))
    assert typed[len(WIN)] == "2"
    late = "2=again " + "x" * 293
    for asks, first in ((late[:-1], "2"), (late, "y"), (late + "x", "y")):
        _, (_, typed) = runs_of(Habits(f"{asks}", "no", errors=True, insists=True))
        assert (typed[len(WIN)] == "2") == (first == "2"), len(asks)


def test_a_win_is_looked_for_in_a_hundred_rounds() -> None:
    (done,) = judge(game("9")).rounds
    choose = to_a_win(KNOWN)
    assert choose(START, [done] * 99) == NODE_OF["9"]
    assert choose(START, [done] * 100) is None
