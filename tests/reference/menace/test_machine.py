from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.menace import opponents
from reference.menace.boxes import boxes_of, reachable
from reference.menace.game import PolicyPlayer, play_game
from reference.menace.machine import Draw, Machine
from reference.menace.rulesets import (
    CHALLENGE,
    MICHIE,
    MICHIE_EVERY_SQUARE,
    REFILL_BEADS,
    Ruleset,
    WhenEmpty,
)
from reference.symmetry import SQUARE_GROUP, image
from reference.tic_tac_toe import EMPTY_BOARD, Board, Mark, empty_squares, stones

BOXES = boxes_of("X")
POSITIONS = sorted(board for board in reachable() if board in BOXES)
READINGS = (WhenEmpty.KEEP_THREE, WhenEmpty.KEEP_TWO)

# The greatest chi-square that counts as chance, by degrees of freedom: a false alarm in 10,000.
# Seeds are fixed, so a test that passes once passes always.
CHI_SQUARE_LIMIT = {2: 18.42, 8: 31.83}


def chi_square(counts: Counter[int], weights: dict[int, float]) -> float:
    """The statistic of the counts against shares proportional to the weights."""
    total, weight = sum(counts.values()), sum(weights.values())
    assert set(counts) <= set(weights)
    expected = {key: total * w / weight for key, w in weights.items()}
    return sum((counts[key] - e) ** 2 / e for key, e in expected.items())


def bare(beads: dict[int, list[int]], ruleset: Ruleset = CHALLENGE) -> Machine:
    """A machine with one bead in each box but those named."""
    contents = [[BOXES.choices(box)[0]] for box in range(len(BOXES))]
    for box, content in beads.items():
        contents[box] = content
    return Machine(contents, ruleset)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    beads = st.integers(1, 3)
    return replace(
        draw(st.sampled_from([CHALLENGE, MICHIE, MICHIE_EVERY_SQUARE])),
        start=(draw(beads), draw(beads), draw(beads), draw(beads)),
        when_empty=draw(st.sampled_from(WhenEmpty)),
    )


@pytest.mark.slow
@given(rulesets(), st.integers(0, 2**32), st.sampled_from(sorted(opponents.POLICIES)))
@settings(max_examples=30, deadline=None)
def test_the_accounts_balance(ruleset: Ruleset, seed: int, opponent: str) -> None:
    rng = Random(seed)
    machine = Machine.fresh(rng, ruleset)
    for _ in range(15):
        before = [Counter(beads) for beads in machine.contents]
        draws: list[Draw] = []

        def watch(board: Board, draws: list[Draw] = draws) -> None:
            draws[:] = machine.draws

        won_by = play_game(machine, PolicyPlayer(opponents.POLICIES[opponent]), rng, watch)
        check_accounts(machine, before, draws, won_by)


def check_accounts(
    machine: Machine, before: list[Counter[int]], draws: list[Draw], won_by: Mark | None
) -> None:
    ruleset = machine.ruleset
    back = {"X": ruleset.won, None: ruleset.drawn, "O": ruleset.lost}[won_by]
    assert len({draw.box for draw in draws}) == len(draws)
    expected = [Counter(beads) for beads in before]
    for draw in draws:
        if not draw.refilled:
            expected[draw.box][draw.bead] += back - 1
            continue
        assert before[draw.box].total() == 1
        refill = Counter(machine.contents[draw.box])
        refill[draw.bead] -= back
        if ruleset.when_empty is WhenEmpty.KEEP_TWO:
            refill[draw.bead] += 1  # the one that left is one of the three
        assert min(refill.values()) >= 0
        assert refill.total() == REFILL_BEADS
        assert refill[draw.bead] >= 1
        expected[draw.box] = Counter(machine.contents[draw.box])
    assert [+beads for beads in expected] == [Counter(beads) for beads in machine.contents]
    for box, beads in enumerate(machine.contents):
        assert set(beads) <= set(BOXES.choices(box))
        assert beads == sorted(beads)
        assert beads or not ruleset.refills()


@given(st.sampled_from(POSITIONS), st.sampled_from(SQUARE_GROUP), st.integers(0, 2**32))
def test_playing_commutes_with_symmetry(board: Board, symmetry: tuple[int, ...], seed: int) -> None:
    # The same draw on the turned board is the turned move, but for symmetries of the board itself.
    turned = image(board, symmetry)
    move = Machine.fresh(Random(seed)).move(board, Random(seed))
    turned_move = Machine.fresh(Random(seed)).move(turned, Random(seed))
    assert move is not None
    assert turned_move in {s[move] for s in SQUARE_GROUP if image(board, s) == turned}


def test_rewards_of_the_challenge() -> None:
    # Won: two go back; drawn: one; lost: none. Both colours twice, to see which one is meant.
    results: dict[Mark | None, int] = {"X": 3, None: 2, "O": 1}
    for won_by, expected in results.items():
        machine = bare({0: [4, 4, 8, 8]})
        square = machine.move(EMPTY_BOARD, Random(1))
        machine.learn(won_by)
        assert machine.contents[0].count(4 if square == 4 else 8) == expected
        assert machine.draws == []


def test_rewards_of_michie() -> None:
    # Three more after a win, one more after a draw, one fewer after a loss.
    results: dict[Mark | None, int] = {"X": 5, None: 3, "O": 1}
    for won_by, expected in results.items():
        machine = bare({0: [4, 4, 8, 8]}, MICHIE)
        square = machine.move(EMPTY_BOARD, Random(1))
        machine.learn(won_by)
        assert machine.contents[0].count(4 if square == 4 else 8) == expected


@pytest.mark.parametrize("reading", READINGS)
def test_the_last_bead_is_replaced_by_three(reading: WhenEmpty) -> None:
    kept = {WhenEmpty.KEEP_THREE: 3, WhenEmpty.KEEP_TWO: 2}[reading]
    results: dict[Mark | None, int] = {"X": 2, None: 1, "O": 0}
    for won_by, back in results.items():
        machine = bare({0: [4]}, replace(CHALLENGE, when_empty=reading))
        assert machine.move(EMPTY_BOARD, Random(5)) is not None
        assert len(machine.contents[0]) == kept
        machine.learn(won_by)
        assert len(machine.contents[0]) == kept + back


def test_a_machine_without_refills_resigns_before_an_empty_box() -> None:
    machine = bare({0: []}, MICHIE)
    assert machine.move(EMPTY_BOARD, Random(0)) is None
    assert play_game(machine, PolicyPlayer(opponents.random), Random(0)) == "O"


def first_moves(beads: list[int], games: int, rng: Random) -> Counter[int]:
    """How often each square is the move when the first box holds these beads."""
    machine, moves = bare({}), Counter[int]()
    for _ in range(games):
        machine.contents[0] = list(beads)
        square = machine.move(EMPTY_BOARD, rng)
        assert square is not None
        moves[square] += 1
    return moves


def test_draws_are_uniform_over_beads_and_not_over_colours() -> None:
    beads = [0, 0, 0, 0, 0, 0, 4, 4, 8]
    moves = first_moves(beads, 9000, Random(2024))
    weights = {bead: float(count) for bead, count in Counter(beads).items()}
    assert chi_square(moves, weights) < CHI_SQUARE_LIMIT[2]


def test_refilled_moves_are_uniform_over_the_empty_squares() -> None:
    moves = first_moves([4], 9000, Random(2025))
    assert chi_square(moves, dict.fromkeys(range(9), 1.0)) < CHI_SQUARE_LIMIT[8]


def test_starting_beads_are_uniform_over_the_empty_squares() -> None:
    rng = Random(2026)
    beads = Counter(bead for _ in range(300) for bead in CHALLENGE.fill(BOXES, 0, rng))
    assert chi_square(beads, dict.fromkeys(range(9), 1.0)) < CHI_SQUARE_LIMIT[8]


def test_starting_beads_by_stage() -> None:
    michie = Machine.fresh(Random(0), MICHIE)
    assert michie.contents[0] == [0] * 4 + [1] * 4 + [4] * 4
    every = Machine.fresh(Random(0), MICHIE_EVERY_SQUARE)
    challenge = Machine.fresh(Random(0), CHALLENGE)
    for box, picture in enumerate(BOXES.pictures):
        times = {0: 4, 2: 3, 4: 2, 6: 1}[stones(picture)]
        assert every.contents[box] == sorted(empty_squares(picture) * times)
        assert len(challenge.contents[box]) == times * len(empty_squares(picture))


def test_the_ninth_square_is_forced_and_has_no_box() -> None:
    machine = bare({})
    assert machine.move("XOXXOOO-X", Random(0)) == 7
    assert machine.draws == []


def test_a_machine_is_asked_only_when_it_is_its_turn() -> None:
    for board in ("X--------", "XXXOO----", "XOXOXOOXO", "XXXXOO-OO"):
        with pytest.raises(ValueError, match="no box"):
            bare({}).move(board, Random(0))


def test_beads_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="303 boxes"):
        Machine([[0]] * 303)
    with pytest.raises(ValueError, match="holds"):
        bare({303: list(set(range(9)) - set(BOXES.choices(303)))})
    with pytest.raises(ValueError, match="empty"):
        bare({0: []})
    with pytest.raises(ValueError, match="no box starts empty"):
        replace(CHALLENGE, start=(4, 3, 2, 0))
    with pytest.raises(ValueError, match="fewer than none"):
        replace(CHALLENGE, lost=-1)


def test_the_same_seed_is_the_same_machine() -> None:
    def play(seed: int) -> tuple[list[list[int]], list[Mark | None]]:
        rng = Random(seed)
        machine = Machine.fresh(rng)
        won = [play_game(machine, PolicyPlayer(opponents.greedy), rng) for _ in range(50)]
        return machine.contents, won

    assert play(7) == play(7)
    assert play(7) != play(8)
