"""The opponent that leads to boxes which are not known yet."""

import random

import pytest

from harness.menace import opponent
from harness.menace.game import Human
from harness.menace.live_books import LiveBooks
from harness.menace.lookup import box_of
from harness.menace.seeking import Seeking
from harness.menace.steering import Steering
from tests.harness.menace.programs import Shuffled
from tests.harness.menace.support import (
    SQUARES_FORM,
    chance_of,
    games_of,
    some_chances,
    to_be_answered,
)
from tests.oracles import menace_steering as oracle
from tests.oracles.menace_player import Player

WANTED = frozenset(range(5, 304, 7))
SHOWS = {"X": 1.5, "O": 1.0, "-": 0.0}
ELSEWHERE = {"X": -0.02, "O": 0.02, "-": 0.0}


def expected(board: str, found: int, chance: oracle.Chance) -> float:
    """What is to be expected with X to move, by the best answers, worked out anew."""
    free = oracle.free(board)
    if oracle.winner(board) != "-" or len(free) <= 1:
        last = board if oracle.winner(board) != "-" else oracle.put(board, free[0], "X")
        return end(oracle.winner(last), found)
    found += box_of(board) in WANTED
    worth = 0.0
    for square in free:
        together = chance(board, square)
        likely = 1 / len(free)
        if together is not None:
            likely = together / len(oracle.alike(board, square))
        after = oracle.put(board, square, "X")
        if oracle.winner(after) == "X" or not oracle.free(after):
            worth += likely * end(oracle.winner(after), found)
        elif likely:
            answers = [oracle.put(after, answer, "O") for answer in oracle.free(after)]
            worth += likely * max(expected(b, found, chance) for b in answers)
    return worth


def end(result: str, found: int) -> float:
    return found * SHOWS[result] if found else ELSEWHERE[result]


@pytest.mark.parametrize("believes", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_what_squares_are_worth(believes: bool) -> None:
    """By an oracle that works everything out anew, on boards with six squares left or fewer."""
    chances = some_chances if believes else lambda board: None
    chance = chance_of if believes else lambda board, square: None
    seeking = Seeking(random.Random(0), chances, lambda: WANTED)
    seeking("X--------")  # a game begins
    for after_x in to_be_answered(40):
        for found in (0, 2):
            seeking._found = found
            worths = seeking.worths(after_x)
            for answer in oracle.free(after_x):
                after_o = oracle.put(after_x, answer, "O")
                assert worths[answer] == pytest.approx(expected(after_o, found, chance))


def test_it_asks_what_is_wanted_when_a_game_begins_and_counts_what_it_comes_to() -> None:
    wanted = [box_of("XO-------"), box_of("XO-XO----")]
    asked = []

    def unknown() -> set[int]:
        asked.append(1)
        return {box for box in wanted if box is not None}

    seeking = Seeking(random.Random(1), lambda board: None, unknown)
    assert seeking("X--------") in (1, 3)
    assert (len(asked), seeking._found) == (1, 1)
    assert seeking("XO-X-----") == 4
    assert (len(asked), seeking._found) == (1, 2)
    seeking("X--------")
    assert (len(asked), seeking._found) == (2, 1)


def unknown_after(games: int, kind: type[Player], steers: bool) -> int:
    """How many boxes are unknown after so many further games, when most of them are known."""
    books = LiveBooks(SQUARES_FORM)
    first = opponent.at_random(random.Random(5))
    books.begin_run(None, frozenset())
    games_of(kind(1), 900, first, books.see)
    chance = random.Random(7)
    human: Human = Seeking(chance, books.chances, lambda: {*range(304)} - books.identified)
    watch = books.see
    if steers:
        steering = human = Steering(chance, books.chances)

        def watch(played):  # type: ignore[no-untyped-def]
            steering.see(played)
            going = books.see(played)
            steering.seek({*range(304)} - books.identified)
            return going

    books.begin_run(None, books.identified)
    games_of(kind(2), games, human, watch)
    return 304 - len(books.identified)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Player, Shuffled])
def test_it_comes_to_the_last_boxes_sooner_than_who_steers_to_all_that_is_unseen(
    kind: type[Player],
) -> None:
    assert unknown_after(80, kind, steers=False) < unknown_after(80, kind, steers=True)
