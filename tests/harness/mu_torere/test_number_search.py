"""Numberings that nobody would guess: found by typing, whatever a program does at other input."""

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pytest

from harness.mu_torere.game import Game, play_out
from harness.mu_torere.number_search import NumberSearch, alphabets
from harness.mu_torere.reading.inference import Hints
from harness.mu_torere.referee import judge
from harness.mu_torere.rounds import Round
from harness.mu_torere.screen import Form
from harness.mu_torere.trial import Found, find_form
from harness.screen import TerminalKind
from harness.session import Ending, Exit, Reply
from reference.mu_torere.retrograde import value_keeping_moves
from reference.mu_torere.rules import Node, Position, legal_moves
from tests.harness.mu_torere.test_trial import (
    Answer,
    Sliding,
    ends,
    ends_after,
    jumps,
    plays_well,
    steals,
)
from tests.harness.support import square
from tests.thinned import one_in

ALPHABETS: Final = ("123456789", "012345678", "abcdefghi")
SLANTED: Final = "124357689"  # the rows that slant, from the north-west corner: by the places


class Checking(Sliding):
    """Moves a stone that may move, and does something else at any other input."""

    def send(self, line: str) -> None:
        if self.ended:
            return
        if self.nodes.get(line) in legal_moves(Position(self.placement, "b")):
            super().send(line)
        else:
            self.refuse()

    def refuse(self) -> None:
        """Say nothing, and wait for another line."""


class AsksAgain(Checking):
    def refuse(self) -> None:
        self._said += "That stone cannot move, try again: "


class ShowsAgain(Checking):
    def refuse(self) -> None:
        self._said += "?\n"
        self.show()


class Crashes(Checking):
    def refuse(self) -> None:
        self.ended = True
        self._exit = Exit(status=1, signal=None, stderr="AssertionError")


class Ends(Checking):
    def refuse(self) -> None:
        self.ended = True


class Hangs(Checking):
    hangs = False

    def refuse(self) -> None:
        self.hangs = True

    def read(self, complete: Callable[[str], bool]) -> Reply:
        return Reply("", 15.0, Ending.DEADLINE) if self.hangs else super().read(complete)


KINDS: Final = (Sliding, Checking, AsksAgain, ShowsAgain, Crashes, Ends)


def read_as(open_session: Callable[[], Sliding], hints: Hints | None = None) -> Found:
    return find_form(open_session, opening(open_session), TerminalKind(), hints or Hints())


def opening(open_session: Callable[[], Sliding]) -> Callable[[Form], Game]:
    return lambda form: Game(open_session(), form, ("fake",), 15.0)


def shuffled(seed: int, alphabet: str) -> dict[str, Node]:
    names = [*alphabet]
    random.Random(seed).shuffle(names)
    return {name: node for node, name in enumerate(names)}


def agrees(form: Form | None, nodes: Mapping[str, Node]) -> bool:
    return form is not None and {*form.node_of.items()} == {*nodes.items()}


@pytest.mark.parametrize(("seed", "kind", "alphabet"), one_in(23, range(4), KINDS, ALPHABETS))
def test_any_order_of_the_names_is_found(seed: int, kind: type[Sliding], alphabet: str) -> None:
    nodes = shuffled(seed, alphabet)
    read = read_as(lambda: kind(nodes, plays_well))
    assert agrees(read.form, nodes)
    assert read.fits


def test_where_a_program_hangs_at_other_numbers_as_well() -> None:
    nodes = shuffled(0, "123456789")
    assert agrees(read_as(lambda: Hangs(nodes, plays_well)).form, nodes)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_numbering_that_agrees_with_a_usual_one_for_some_rounds(kind: type[Sliding]) -> None:
    """It is not called wrong at the first number in which the two differ."""
    places = (0, 1, 2, 7, 8, 3, 6, 5, 4)  # the nodes in reading order
    nodes = dict(zip(SLANTED, places, strict=True))
    assert agrees(read_as(lambda: kind(nodes, plays_well)).form, nodes)


@pytest.mark.parametrize("stones", ["wbo", "XO.", "OX."])
def test_whoever_is_black(stones: str) -> None:
    nodes = shuffled(4, "123456789")
    read = read_as(lambda: Crashes(nodes, plays_well, stones))
    assert agrees(read.form, nodes)
    assert read.form is not None
    assert tuple(read.form.symbols) == tuple(stones)


def misdraws(session: Sliding) -> None:
    plays_well(session)
    session._said = session._said.replace("|/|", "|-|")


def misdraws_later(session: Sliding) -> None:
    (misdraws if session.answered == 3 else plays_well)(session)


def jumps_later(session: Sliding) -> None:
    (jumps if session.answered == 3 else plays_well)(session)


@pytest.mark.parametrize(
    ("answer", "clause"),
    [
        (jumps, "game"),
        (jumps_later, "game"),
        (steals, "game"),
        (ends, "end"),
        (misdraws, "drawing"),
        (misdraws_later, "drawing"),
    ],
)
@pytest.mark.parametrize(("seed", "kind"), one_in(6, [5, 6], [Sliding, Checking, Crashes]))
def test_what_else_is_wrong_is_told_in_the_programs_own_numbers(
    seed: int, kind: type[Sliding], answer: Answer, clause: str
) -> None:
    nodes = shuffled(seed, "123456789")

    def open_session() -> Sliding:
        return kind(nodes, answer)

    read = read_as(open_session)
    assert read.form is not None
    first = itertools.count()  # by turns the lowest and the highest

    def choose(position: Position, rounds: Sequence[Round]) -> Node:
        return value_keeping_moves(position)[-(next(first) % 2)]

    transcript = play_out(opening(open_session)(read.form), choose)
    finding = judge(transcript).findings[0]
    assert finding.clause == f"mu_torere/{clause}"
    assert all(nodes[number] == read.form.node_of[number] for number in finding.line)


def scrambles_from(round_: int) -> Answer:
    """What shows another board than that of the human's move, by which no number is confirmed."""

    def answer(session: Sliding) -> None:
        if session.answered >= round_:
            session._said = square(session.placement[:8][::-1] + session.placement[8])
        plays_well(session)

    return answer


@pytest.mark.parametrize(("round_", "kind"), one_in(4, [2, 3, 5, 7, 8], [Checking, Crashes, Ends]))
def test_an_error_before_all_are_learned_is_told(kind: type[Sliding], round_: int) -> None:
    """For that only stones were moved whose numbers were learned."""
    nodes = shuffled(10, "123456789")
    read = read_as(lambda: kind(nodes, scrambles_from(round_)))
    assert read.form is not None
    assert not read.fits


def test_numbers_that_were_declared_are_not_searched_for() -> None:
    nodes = shuffled(7, "123456789")
    declared = Hints(numbers=(*"123456789",))
    read = read_as(lambda: Crashes(nodes, plays_well), declared)
    assert read.form is not None
    assert read.form.numbers == declared.numbers
    assert not read.fits


def test_a_menu_of_moves_is_no_numbering() -> None:
    """Here a number says which of the legal moves is made, and moves one stone or another."""

    class Menu(Sliding):
        def send(self, line: str) -> None:
            legal = legal_moves(Position(self.placement, "b"))
            if line.isdecimal() and 0 < int(line) <= len(legal):
                self.slide(legal[int(line) - 1])
                plays_well(self)

    read = read_as(lambda: Menu({}, plays_well))
    assert not read.fits


@pytest.mark.parametrize("rounds", [2, 5])
def test_a_program_that_ends_too_early_is_not_accepted(rounds: int) -> None:
    read = read_as(lambda: Sliding(shuffled(8, "123456789"), ends_after(rounds)))
    assert not read.fits


class Counted:
    """Opens games, and keeps the sessions."""

    def __init__(self, kind: type[Sliding], nodes: Mapping[str, Node], answer: Answer) -> None:
        self._kind, self._nodes, self._answer = kind, nodes, answer
        self.sessions: list[Sliding] = []

    def __call__(self, form: Form) -> Game:
        self.sessions.append(self._kind(self._nodes, self._answer))
        return Game(self.sessions[-1], form, ("fake",), 15.0)


@pytest.mark.parametrize(
    ("kind", "answer", "names", "learned", "runs"),
    [
        (Crashes, plays_well, "123456789", 9, 32),
        (Sliding, plays_well, "123456789", 9, 12),  # nearly all are learned where it begins
        (Crashes, plays_well, "abcdefghi", 0, 10),  # none is one that it takes
        (Crashes, plays_well, "x23456789", 7, 35),
        (Crashes, misdraws, "123456789", 2, 11),  # it errs at the first move, whatever that is
        (Crashes, jumps, "123456789", 2, 11),
        (Crashes, jumps_later, "123456789", 3, 21),
    ],
)
def test_how_much_is_learned_in_how_many_runs(
    kind: type[Sliding], answer: Answer, names: str, learned: int, runs: int
) -> None:
    opened = Counted(kind, shuffled(9, "123456789"), answer)
    search = NumberSearch(opened, Form(numbers=(*names,)))
    assert search.run() is (learned == len(names))
    assert len(search.moved) == learned
    assert all(shuffled(9, "123456789")[name] == node for name, node in search.moved.items())
    assert len(opened.sessions) == runs
    assert all(session.closed for session in opened.sessions)


def test_where_nothing_can_be_typed_nothing_is() -> None:
    def begins_badly() -> Sliding:
        session = Sliding(shuffled(9, "123456789"), plays_well)
        session._said = "b-b-b\n"
        session.ended = True
        return session

    opened: list[Game] = []

    def open_game(form: Form) -> Game:
        opened.append(Game(begins_badly(), form, ("fake",), 15.0))
        return opened[-1]

    assert not NumberSearch(open_game, Form()).run()
    assert len(opened) == 1


def test_only_the_names_that_moved_most_stones_are_searched() -> None:
    digits, zero, letters = (Form(numbers=(*names,)) for names in ALPHABETS)
    turned = Form(numbers=(*"987654321",))
    white = Form(symbols=(*"wbo",))
    forms = [digits, turned, zero, letters, white]
    assert alphabets(forms, {"3", "9"}) == [digits, white]
    assert alphabets(forms, {"3", "4"}) == [digits, zero, white]
    assert alphabets(forms, set()) == [digits, zero, letters, white]


@pytest.mark.parametrize("late", [True, False])
def test_one_that_takes_longer_than_before_is_not_wrong(late: bool) -> None:
    """It was waited for no longer than twenty times as long as it took until then."""

    class Odd(Crashes):
        """Does not answer what was typed before in the same game."""

        typed: tuple[str, ...] = ()

        def send(self, line: str) -> None:
            super().send(line)
            self.typed += (line,)

        def read(self, complete: Callable[[str], bool]) -> Reply:
            if self.typed.count(self.typed[-1] if self.typed else "") < 2:
                return super().read(complete)
            return Reply("", 2.0, Ending.DEADLINE if late else Ending.ASKS)

    search = NumberSearch(Counted(Odd, shuffled(9, "123456789"), plays_well), Form())
    assert not search.run()
    assert (search.wrong is None) == late
