"""The opponent that steers: where it goes, how far it looks, and what it believes."""

import random
from collections import Counter

import pytest

from harness.menace import opponent
from harness.menace.classes import use
from harness.menace.follower import Played
from harness.menace.game import Human
from harness.menace.steering import Steering, Ways
from reference.menace.boxes import boxes_of
from reference.tic_tac_toe import Mark
from tests.harness.menace.support import chance_of, games_of, some_chances, text
from tests.oracles import menace_steering
from tests.oracles.menace_player import Player, Position


def boxes_used(human: Human) -> int:
    """How many boxes 400 games use, of which a steering human is told as they end."""
    used: Counter[int] = Counter()

    def watch(game: Played) -> None:
        used.update(u.position for board, square in game.draws if (u := use(board, square)))
        if isinstance(human, Steering):
            human.see(game)

    for seed in range(4):
        games_of(Player(seed), 100, human, watch)
    return len(used)


def test_steering_sees_more_boxes_than_chance() -> None:
    steered = boxes_used(Steering(random.Random(3)))
    by_chance = boxes_used(opponent.at_random(random.Random(3)))
    assert steered > by_chance


def see_everything(steering: Steering) -> None:
    """Leave nothing to be seen but what is used seldom."""
    for board in boxes_of("X")._placements:
        for square in (s for s in range(9) if board[s] == "-"):
            for result in RESULTS:
                steering.coverage.see(Played(((board, square),), result, (), 1))


RESULTS: tuple[Mark | None, ...] = ("X", "O", None)


def box(board: str) -> int:
    return boxes_of("X").locate(board).box


def test_steering_goes_where_nothing_was_used() -> None:
    # After X in the corner, the eight answers lead to five boxes.
    answers = {s: box(text(Position(1, 1 << s))) for s in range(1, 9)}
    assert len(set(answers.values())) == 5
    for wanted in set(answers.values()):
        steering = Steering(random.Random(4))
        steering.used.update(dict.fromkeys(range(304), 100))
        steering.used[wanted] = 0
        see_everything(steering)
        assert answers[steering("X--------")] == wanted


def test_boxes_sought_are_worth_more_than_unused_ones() -> None:
    steering = Steering(random.Random(5))
    steering.used.update(dict.fromkeys(range(304), 100))
    see_everything(steering)
    wanted, unused = box("XO-------"), box("X---O----")
    steering.used[unused] = 0
    assert box(text(Position(1, 1 << steering("X--------")))) == unused
    steering.seek({wanted})
    assert box(text(Position(1, 1 << steering("X--------")))) == wanted
    steering.seek({299})
    assert box(text(Position(1, 1 << steering("X--------")))) == unused


def test_it_learns_which_of_the_squares_that_are_alike_is_played() -> None:
    ways = Ways()
    corners = (0, 2, 6, 8)
    assert ways.share("-" * 9, 0, corners) == pytest.approx(1 / 4)
    for _ in range(50):
        ways.see("-" * 9, 2)
    assert ways.share("-" * 9, 2, corners) > 0.97
    # On a board not seen yet what it did elsewhere is likely: the second of four.
    assert ways.share("----X----", 2, corners) > 0.9
    assert sum(ways.share("----X----", corner, corners) for corner in corners) == pytest.approx(1)


def test_seeing_counts_boxes_and_nothing_else() -> None:
    steering = Steering(random.Random(6))
    boards = ("---------", "XO-------", "XO-------", "XOXOXOOX-")
    steering.see(Played(tuple((board, board.index("-")) for board in boards), None, (), 1))
    assert steering.used == {box("---------"): 1, box("XO-------"): 2}


@pytest.mark.parametrize(("orbit", "reached"), [(4, True), (1, False)])
def test_steering_believes_the_boxes(orbit: int, reached: bool) -> None:
    # Wanted is a box that is reached when X goes on in the centre; X's box says whether it does.
    steering = Steering(random.Random(7), lambda board: {orbit: 1.0})
    steering.used.update(dict.fromkeys(range(304), 100))
    steering.used[box("XO--X---O")] = 0
    see_everything(steering)
    assert (steering._worth("X-------O", 1) > 0.5) == reached
    assert steering._unseen["X-------O"] == pytest.approx(1 / 101**2)


def test_steering_looks_further_ahead_when_few_boxes_are_wanting() -> None:
    depths: list[int] = []

    class Recorded(Steering):
        def _worth(self, board: str, depth: int) -> float:
            depths.append(depth)
            return 0.0

    for often, once, depth in ((274, 0, 2), (273, 31, 1), (0, 0, 1), (304, 0, 2)):
        steering = Recorded(random.Random(8))
        steering.used.update(dict.fromkeys(range(often), 2))
        steering.used.update(dict.fromkeys(range(often, often + once), 1))
        depths.clear()
        steering("X--------")
        assert depths == [depth] * 8


def test_steering_prefers_what_it_reaches_sooner() -> None:
    # X is certain to go on in the second square; of two boxes, one is a round further away.
    def second(board: str) -> dict[int, float]:
        made = use(board, 1)
        return {} if made is None else {made.orbit: 1.0}

    steering = Steering(random.Random(9), second)
    steering.used.update(dict.fromkeys(range(304), 100))
    steering.used[box("XXO-O----")] = 0
    see_everything(steering)
    assert steering("X--------") in (2, 4)
    assert steering._worth("X---O----", 1) < 1
    steering.used[box("XO-------")] = 0
    steering._unseen.clear()
    assert steering("X--------") in (1, 3)


def test_a_game_that_is_over_is_worth_nothing_more() -> None:
    wins = use("XX-OO----", 2)
    assert wins is not None
    steering = Steering(random.Random(10), lambda board: {wins.orbit: 1.0})
    steering.used[box("XX-OO----")] = 1
    see_everything(steering)
    assert steering._worth("XX-OO----", 1) == pytest.approx(1 / 4)


def random_game(chance: random.Random) -> Played:
    """A game of two sides that play at random."""
    board, draws = "-" * 9, []
    for mark in "XOXOXOXOX":
        square = chance.choice(menace_steering.free(board))
        if mark == "X":
            draws.append((board, square))
        board = menace_steering.put(board, square, mark)
        if menace_steering.winner(board) != "-":
            return Played(tuple(draws), "X" if mark == "X" else "O", (), 1)
    return Played(tuple(draws), None, (), 1)


class Recorded(Steering):
    """Keeps what it thought of its last move."""

    def worths(self, board: str) -> dict[int, float]:
        self.last = super().worths(board)
        return self.last


@pytest.mark.parametrize("believes", [False, True])
@pytest.mark.parametrize(
    ("games", "used", "wanted"),
    [(0, 0, 0), (12, 0, 1), (40, 0, 29), (40, 0, 30), (40, 0, 31), (25, 280, 3), (150, 200, 2)],
)
def test_what_squares_are_worth(games: int, used: int, wanted: int, believes: bool) -> None:
    """By an oracle that works everything out anew."""
    chance = random.Random(games + used + wanted)
    pictures = boxes_of("X").pictures
    steering = Recorded(random.Random(0), some_chances if believes else lambda board: None)
    oracle = menace_steering.Steered(chance_of if believes else lambda board, square: None)
    for index in chance.sample(range(304), used):
        steering.used[index] += 2
        oracle.used[menace_steering.least(pictures[index])] += 2
    if used > 200:  # of the boards that are left, few are like one another
        boards = sorted(board for board in boxes_of("X")._placements if board.count("-") > 3)
        for board in chance.sample(boards, len(boards) * 2 // 3):
            square = chance.choice(menace_steering.free(board))
            steering.see(Played(((board, square),), None, (), 1))
            oracle.see([(board, square)], None)
    for number in range(games + 1):
        if number == games // 2:
            sought = chance.sample(range(304), wanted)
            steering.seek(sought)
            oracle.wanted = {menace_steering.least(pictures[index]) for index in sought}
        if number in (games // 2, games):
            compare_in_a_game(steering, oracle, chance)
        played = random_game(chance)
        steering.see(played)
        oracle.see(played.draws, played.won_by)


def compare_in_a_game(
    steering: Recorded, oracle: menace_steering.Steered, chance: random.Random
) -> None:
    """Let it play a game against chance, and hold all that it thinks to the oracle."""
    board, oracle.path = "-" * 9, []
    while True:
        oracle.path.append(menace_steering.least(board))
        board = menace_steering.put(board, chance.choice(menace_steering.free(board)), "X")
        if menace_steering.winner(board) == "X":
            break
        expected = oracle.worths(board)
        square = steering(board)
        assert steering.last == pytest.approx(expected, abs=1e-12)
        assert expected[square] == pytest.approx(max(expected.values()))
        board = menace_steering.put(board, square, "O")
        if menace_steering.winner(board) == "O" or len(menace_steering.free(board)) == 1:
            break
