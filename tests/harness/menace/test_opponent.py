"""The human sides: legal, as good or bad as they say, and steering where it is told."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from harness.menace import opponent
from harness.menace.classes import use
from harness.menace.game import Human
from harness.menace.referee import Played
from reference.menace.boxes import boxes_of
from reference.tic_tac_toe import Mark
from tests.harness.menace.support import games_of, position, text
from tests.oracles.menace_player import Player, Position

HUMANS: Mapping[str, Human] = {
    "random": opponent.at_random(random.Random(1)),
    "perfect": opponent.perfect(random.Random(1)),
    "blundering": opponent.blundering(random.Random(1)),
    "scripted": opponent.scripted((4, 0, 8, 2, 6, 1, 7, 3, 5)),
    "steering": opponent.Steering(random.Random(1)),
}


@pytest.mark.parametrize("name", HUMANS)
def test_only_empty_squares_are_played(name: str) -> None:
    for seed in range(5):
        for game in games_of(Player(seed), 20, HUMANS[name]):
            boards = [position(board) for board, _ in game.draws]
            assert all(b.xs.bit_count() == b.os.bit_count() for b in boards)


def results(human: Human) -> Counter[str | None]:
    return Counter(g.won_by for seed in range(4) for g in games_of(Player(seed), 60, human))


def test_the_perfect_one_never_loses() -> None:
    assert results(HUMANS["perfect"])["X"] == 0
    assert results(HUMANS["perfect"])["O"] > 100


def test_the_blundering_one_loses() -> None:
    assert results(HUMANS["blundering"])["X"] > 200


def test_the_scripted_one_plays_its_script() -> None:
    human = opponent.scripted((4, 0, 8))
    assert [human(b) for b in ("X--------", "-X--O---X", "X---O-X--")] == [4, 0, 8]


def test_one_plays_the_first_games_and_the_other_the_rest() -> None:
    human = opponent.one_after_another(lambda board: 7, 2, lambda board: 5)
    boards = ("X--------", "XX----O--", "XXX---OO-")
    assert [[human(board) for board in boards] for _ in range(4)] == [[7] * 3] * 2 + [[5] * 3] * 2


def test_the_random_one_plays_all_squares_alike() -> None:
    human = opponent.at_random(random.Random(2))
    played = Counter(human("X--------") for _ in range(800))
    assert set(played) == set(range(1, 9))
    assert min(played.values()) > 60  # below once in 10,000 seeds


def boxes_used(human: Human) -> int:
    """How many boxes 400 games use, of which a steering human is told as they end."""
    used: Counter[int] = Counter()

    def watch(game: Played) -> None:
        used.update(u.position for board, square in game.draws if (u := use(board, square)))
        if isinstance(human, opponent.Steering):
            human.see(game)

    for seed in range(4):
        games_of(Player(seed), 100, human, watch)
    return len(used)


def test_steering_sees_more_boxes_than_chance() -> None:
    steered = boxes_used(opponent.Steering(random.Random(3)))
    by_chance = boxes_used(opponent.at_random(random.Random(3)))
    assert steered > by_chance


def see_everything(steering: opponent.Steering) -> None:
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
        steering = opponent.Steering(random.Random(4))
        steering.used.update(dict.fromkeys(range(304), 100))
        steering.used[wanted] = 0
        see_everything(steering)
        assert answers[steering("X--------")] == wanted


def test_boxes_sought_are_worth_more_than_unused_ones() -> None:
    steering = opponent.Steering(random.Random(5))
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
    ways = opponent.Ways()
    corners = (0, 2, 6, 8)
    assert ways.share("-" * 9, 0, corners) == pytest.approx(1 / 4)
    for _ in range(50):
        ways.see("-" * 9, 2)
    assert ways.share("-" * 9, 2, corners) > 0.97
    # On a board not seen yet what it did elsewhere is likely: the second of four.
    assert ways.share("----X----", 2, corners) > 0.9
    assert sum(ways.share("----X----", corner, corners) for corner in corners) == pytest.approx(1)


def test_seeing_counts_boxes_and_nothing_else() -> None:
    steering = opponent.Steering(random.Random(6))
    boards = ("---------", "XO-------", "XO-------", "XOXOXOOX-")
    steering.see(Played(tuple((board, board.index("-")) for board in boards), None, (), 1))
    assert steering.used == {box("---------"): 1, box("XO-------"): 2}


@pytest.mark.parametrize(("orbit", "reached"), [(4, True), (1, False)])
def test_steering_believes_the_boxes(orbit: int, reached: bool) -> None:
    # Wanted is a box that is reached when X goes on in the centre; X's box says whether it does.
    steering = opponent.Steering(random.Random(7), lambda board: {orbit: 1.0})
    steering.used.update(dict.fromkeys(range(304), 100))
    steering.used[box("XO--X---O")] = 0
    see_everything(steering)
    assert (steering._worth("X-------O", 1) > 0.5) == reached
    assert steering._worth("X-------O", 0) == pytest.approx(1 / 101**2)


def test_steering_looks_further_ahead_when_few_boxes_are_wanting() -> None:
    depths: list[int] = []

    class Recorded(opponent.Steering):
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

    steering = opponent.Steering(random.Random(9), second)
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
    steering = opponent.Steering(random.Random(10), lambda board: {wins.orbit: 1.0})
    steering.used[box("XX-OO----")] = 1
    see_everything(steering)
    assert steering._worth("XX-OO----", 1) == pytest.approx(1 / 4)
    assert steering._worth("XXXOO----", 1) == 0.0


def test_the_draining_one_makes_menace_lose() -> None:
    draining, at_random = opponent.Draining(random.Random(1)), opponent.at_random(random.Random(1))
    assert results(draining)["O"] > results(at_random)["O"] > 20


def test_the_draining_one_goes_for_the_box_whose_loss_is_wanted() -> None:
    """Only losses by the box for an O beside the X in its corner bring anything."""
    boxes = boxes_of("X")

    def refills(board: str) -> float:
        return float(boxes.locate(board).box == boxes.locate("XO-------").box)

    for seed in range(5):
        human = opponent.Draining(random.Random(seed), refills=refills)
        assert human("X--------") in (1, 3)


def test_the_draining_one_keeps_an_answer_for_some_games() -> None:
    human = opponent.Draining(random.Random(3))
    answers = [human("----X----") for _ in range(60)]
    assert len({*answers[:20]}) == len({*answers[20:40]}) == len({*answers[40:]}) == 1
