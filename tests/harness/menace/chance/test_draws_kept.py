"""What is kept of a draw: by hand, for boxes of which it is known what their beads mean."""

import random
from collections import Counter

import pytest

from harness.menace.chance.draws import Draws
from harness.menace.chance.samples import UNKNOWN
from harness.menace.classes import BOXES, Use, least_board, orbits, stage_of
from harness.menace.elimination import Index
from harness.menace.follower import Played
from harness.menace.form import Form
from harness.menace.meanings import Meanings
from harness.menace.screen import Beads
from reference.tic_tac_toe import Mark

LATE = 6  # stones on the board, so that three squares are empty
THREE = next(p for p in range(BOXES) if stage_of(p) == LATE and [*orbits(p).values()] == [1, 1, 1])
OTHER = next(p for p in range(THREE + 1, BOXES) if stage_of(p) == LATE)
UNSERVED = next(p for p in range(OTHER + 1, BOXES))  # no box is known for it
BOARD = least_board(THREE)
A, B, C = orbits(THREE)
BOX: Index = 7
OTHER_BOX: Index = 9
SERVED = {THREE: BOX, OTHER: OTHER_BOX}


def draws(names: dict[int, str], seed: int = 1) -> Draws:
    meanings = Meanings(Form())
    for orbit, bead in names.items():
        assert not meanings.moved(1, BOX, Use(THREE, orbit), BOARD, bead)
    found = Draws(SERVED.get, meanings, random.Random(seed))
    found.begin_run()
    return found


ALL = {A: "r", B: "p", C: "q"}
USE = Use(THREE, B), BOARD


def boxes(beads: str, other: str = "xyz") -> list[Beads]:
    found: list[Beads] = [()] * BOXES
    found[BOX], found[OTHER_BOX] = tuple(beads), tuple(other)
    return found


def played(beads: str, won_by: Mark | None) -> Played:
    return Played(((BOARD, B),), won_by, tuple(boxes(beads)), 3)


def test_what_is_kept_of_a_draw() -> None:
    found = draws(ALL)
    found.keep(5, [USE], boxes("rpprq"), 2)
    (sample,) = found.samples
    assert (sample.position, sample.drawn, sample.board) == (THREE, B, BOARD)
    assert sample.beads == {A: 2, B: 2, C: 1}
    assert sample.first == {A: 0, B: 1, C: 4}
    assert sample.ends == (A, C)
    assert sample.line == (A, B, B, A, C)
    assert sample.names == tuple("rpprq")
    assert sample.by_age == ()
    at = sample.at
    assert (at.run, at.draw, at.game, at.ply, at.refills, at.of_box) == (0, 0, 5, 0, 2, 0)


def test_its_number_is_uniform_over_the_places_of_the_bead() -> None:
    numbers = []
    for seed in range(200):
        found = draws(ALL, seed)
        found.keep(0, [USE], boxes("rpprq"), 0)
        numbers.append(found.samples[0].at.number)
    assert all(0.2 <= number < 0.6 for number in numbers)
    quarters = Counter(int((number - 0.2) * 10) for number in numbers)
    assert len(quarters) == 4
    assert min(quarters.values()) > 30


def test_a_draw_that_no_bead_explains_has_any_number() -> None:
    numbers = []
    for seed in range(100):
        found = draws(ALL, seed)
        found.keep(0, [USE], boxes("rrqq"), 0)
        (sample,) = found.samples
        assert (sample.drawn, sample.beads) == (B, {A: 2, C: 2})
        numbers.append(sample.at.number)
    assert {int(4 * number) for number in numbers} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("names", "beads", "drawn", "kept"),
    [
        ({A: "r", B: "p"}, "rpq", B, (A, B, UNKNOWN)),
        ({A: "r"}, "rpq", UNKNOWN, (A, UNKNOWN, UNKNOWN)),
        ({A: "r"}, "rr", B, (A, A)),  # all beads are known, and none is the move's
        ({B: "p"}, "rr", B, (UNKNOWN, UNKNOWN)),
        ({}, "rp", UNKNOWN, (UNKNOWN, UNKNOWN)),
    ],
)
def test_what_is_not_known_is_together(
    names: dict[int, str], beads: str, drawn: int, kept: tuple[int, ...]
) -> None:
    found = draws(names)
    found.keep(0, [USE], boxes(beads), 0)
    (sample,) = found.samples
    assert (sample.drawn, sample.line) == (drawn, kept)
    assert sample.beads == Counter(kept)


@pytest.mark.parametrize("count", [2, 3, 40, 41])
def test_the_order_of_many_beads_is_not_kept(count: int) -> None:
    found = draws(ALL)
    beads = "rp" + "q" * (count - 2)
    found.keep(0, [USE], boxes(beads), 0)
    (sample,) = found.samples
    assert sample.names == (tuple(beads) if count <= 40 else ())
    assert len(sample.line) == (count if count <= 40 else 0)
    assert sample.beads == {A: 1, B: 1} | ({C: count - 2} if count > 2 else {})


def test_the_only_bead_and_an_unknown_box_tell_nothing() -> None:
    found = draws(ALL)
    uses = [(Use(UNSERVED, 0), BOARD), USE, (Use(OTHER, 0), BOARD)]
    found.keep(0, uses, boxes("r"), 3)
    (sample,) = found.samples
    assert (sample.position, sample.at.ply) == (OTHER, 2)
    assert sample.at.refills == 4  # the box with one bead was filled in this game


def test_draws_are_counted_in_their_run() -> None:
    found = draws(ALL)
    other = Use(OTHER, 0), BOARD
    found.keep(0, [USE, other], boxes("rp"), 0)
    found.count([USE, other])
    found.keep(1, [other, USE], boxes("rp"), 0)
    found.count([USE])
    found.keep(2, [USE], boxes("rp"), 0)
    found.begin_run()
    found.keep(0, [USE], boxes("rp"), 0)
    at = [(s.at.run, s.at.draw, s.at.game, s.at.ply, s.at.of_box) for s in found.samples]
    assert at == [
        (0, 0, 0, 0, 0), (0, 1, 0, 1, 0),
        (0, 2, 1, 0, 1), (0, 3, 1, 1, 1),
        (0, 3, 2, 0, 2),
        (1, 0, 0, 0, 0),
    ]  # fmt: skip
    assert found.exercised == {THREE: 2, OTHER: 1}


def test_draws_are_counted_by_size() -> None:
    found = draws(ALL)
    uses = [(Use(UNSERVED, 0), BOARD), USE, (Use(OTHER, 0), BOARD)]
    found.keep(0, uses, boxes("rpq"), 0)
    found.keep(1, uses, boxes("rp"), 0)
    found.keep(2, uses, boxes("r"), 0)
    found.begin_run()
    found.keep(0, uses, boxes("rp"), 0)
    sizes = [(len(sample.line), sample.at.of_size) for sample in found.samples]
    assert sizes == [(3, 0), (3, 1), (2, 0), (3, 2), (3, 3), (2, 0), (3, 0)]


def test_draws_are_counted_by_stage() -> None:
    found = draws(ALL)
    late = next(p for p in range(UNSERVED, BOXES) if stage_of(p) == LATE)
    early = next(p for p in range(BOXES) if stage_of(p) < LATE)
    for number in range(2):
        uses = [(Use(early, 0), BOARD), (Use(late, 0), BOARD), USE]
        found.keep(number, uses, boxes("rpq"), 0)
        found.count(uses)
    found.begin_run()
    found.keep(0, [USE], boxes("rpq"), 0)
    assert [sample.at.of_stage for sample in found.samples] == [0, 2, 0]


@pytest.mark.parametrize(
    ("won_by", "before", "after", "ages"),
    [
        ("X", "rpq", "pqrp", (A, C, B, B)),  # two come back, of which one is the bead drawn
        (None, "rpqp", "qrpp", (A, C, B, B)),
        ("O", "rpq", "qr", ()),  # nothing came back: how old each is stays unknown
        ("X", "rpq", "rqqpq", ()),  # not as the rules say
    ],
)
def test_the_ages_of_beads_are_kept(
    won_by: Mark | None, before: str, after: str, ages: tuple[int, ...]
) -> None:
    found = draws(ALL)
    found.grow_older(played(after, won_by), [USE], tuple(boxes(before)))
    found.keep(1, [USE], boxes(after), 0)
    assert found.samples[0].by_age == ages
