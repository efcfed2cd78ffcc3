"""What is kept of a refill: by hand, for boxes of which it is known what their beads mean."""

import itertools
import random
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from harness.menace.chance.new_beads import NewBeads
from harness.menace.chance.samples import RefillSample
from harness.menace.classes import BOXES, Use, least_board, orbits, stage_of, worth
from harness.menace.elimination import Index
from harness.menace.form import Form
from harness.menace.meanings import Meanings
from reference.tic_tac_toe import Square

LATE = 6  # stones on the board, so that three squares are empty
THREE = next(
    position
    for position in range(BOXES)
    if stage_of(position) == LATE
    and [*orbits(position).values()] == [1, 1, 1]
    and len({worth(position, orbit) for orbit in orbits(position)}) == 3
)
"""A position whose three squares are all different, also in what they bring."""
A, B, C = sorted(orbits(THREE), key=lambda orbit: worth(THREE, orbit), reverse=True)
NAMES = {A: "r", B: "p", C: "q"}
NO_BOX: Mapping[int, Index] = {}
A_BOX: Mapping[int, Index] = {THREE: 7}
PAIRED = next(
    position
    for position in range(BOXES)
    if stage_of(position) == LATE and sorted(orbits(position).values()) == [1, 2]
)
ALONE, PAIR = sorted(orbits(PAIRED), key=orbits(PAIRED).__getitem__)
BOX: Index = 7


def refills(
    names: Mapping[Square, str] = NAMES, *, position: int = THREE, seed: int = 1, begun: bool = True
) -> NewBeads:
    """Nothing kept yet, and these names known; a name of several letters is as many beads."""
    meanings = Meanings(Form())
    for orbit, beads in names.items():
        for bead in beads:
            assert not meanings.moved(1, BOX, Use(position, orbit), least_board(position), bead)
    if begun:
        boxes: list[tuple[str, ...]] = [()] * BOXES
        boxes[BOX] = ("p", "q", "r")
        meanings.begin_run(boxes)
    return NewBeads(meanings, random.Random(seed))


def drawn(found: NewBeads) -> dict[str, tuple[int, bool]]:
    """How many of the three are of each colour looked at, and whether the move is."""
    assert len({draw.way for draw in found.draws}) == len(found.draws)
    return {draw.way.name: (draw.alike, draw.drawn) for draw in found.draws}


@pytest.mark.parametrize(
    ("move", "new", "back", "alike", "expected"),
    [
        # Three stay. A brings most, then B, then C; p names B, q names C, r names A.
        (A, "rrp", 0, 1, {"TWICE": (2, True), "BEST": (2, True), "LEAST": (1, False),
                          "GREATEST": (2, True)}),
        (B, "rrp", 0, 0, {"TWICE": (2, False), "BEST": (2, False), "LEAST": (1, True),
                          "GREATEST": (2, False)}),
        (C, "qqp", 0, 1, {"EMPTIED": (2, True), "TWICE": (2, True), "BEST": (1, False),
                          "LEAST": (1, False), "GREATEST": (2, True)}),
        (A, "pqr", 0, 0, {"EMPTIED": (1, False), "BEST": (1, True), "LEAST": (1, False),
                          "GREATEST": (1, True)}),
        (A, "rrr", 0, 2, {}),
        (A, "rrrp", 1, 1, {"TWICE": (2, True), "BEST": (2, True), "LEAST": (1, False),
                           "GREATEST": (2, True)}),
        (A, "pqrrr", 2, 0, {"EMPTIED": (1, False), "BEST": (1, True), "LEAST": (1, False),
                            "GREATEST": (1, True)}),
        # Two stay, and the move is the third.
        (A, "pq", 0, 0, {"EMPTIED": (1, False), "BEST": (1, True), "LEAST": (1, False),
                         "GREATEST": (1, True)}),
        (A, "rp", 0, 1, {"TWICE": (2, True), "BEST": (2, True), "LEAST": (1, False),
                         "GREATEST": (2, True)}),
        (C, "ppq", 1, 0, {"EMPTIED": (1, True), "TWICE": (2, False), "BEST": (2, False),
                          "LEAST": (2, False), "GREATEST": (1, True)}),
        (A, "pqrr", 2, 0, {"EMPTIED": (1, False), "BEST": (1, True), "LEAST": (1, False),
                           "GREATEST": (1, True)}),
        (A, "rrrr", 2, 2, {}),
    ],
)  # fmt: skip
def test_what_is_kept_of_a_refill(
    move: Square, new: str, back: int, alike: int, expected: dict[str, tuple[int, bool]]
) -> None:
    found = refills()
    assert found.take(3, BOX, Use(THREE, move), "q", Counter(new), back) is None
    assert found.samples == [RefillSample(3, 3, alike)]
    assert drawn(found) == expected
    assert found.by_stage == {LATE: 1}
    assert found.boxes == {THREE}
    lost = {position: sorted(beads) for position, beads in found.after_losses.items()}
    assert lost == ({} if back else {THREE: sorted(new)})
    (refill,) = found.kept
    beside = Counter(new)
    beside[NAMES[move]] -= back + (len(new) == 3 + back)
    assert Counter(refill.beside) == +beside
    meaning = {bead: orbit for orbit, bead in NAMES.items()}
    assert refill.orbits == tuple(meaning[bead] for bead in refill.beside)
    assert (refill.position, refill.emptied_by, refill.move) == (THREE, "q", move)
    assert refill.names == ("p", "q", "r")
    assert refill.told == {A, B, C}
    assert refill.played == NAMES[move]


def test_the_two_beside_the_move_are_in_any_order() -> None:
    orders = set()
    for seed in range(30):
        found = refills(seed=seed)
        found.take(3, BOX, Use(THREE, A), "q", Counter("rpq"), 0)
        orders.add(found.kept[0].beside)
    assert orders == {("p", "q"), ("q", "p")}


@pytest.mark.parametrize(
    ("new", "back", "seen", "expected"),
    [
        ("r", 0, "after a draw from its one bead", "three random beads"),
        ("ppq", 0, f"a move to square {A}, and then", "one of which is the move"),
        ("rpqq", 1, f"a move to square {A}, and then", "one of which is the move"),
        ("rqq", 2, f"a move to square {A}, and then", "one of which is the move"),
    ],
)
def test_a_refill_without_the_move_is_told(new: str, back: int, seen: str, expected: str) -> None:
    found = refills()
    trouble = found.take(3, BOX, Use(THREE, A), "q", Counter(new), back)
    assert trouble is not None
    assert trouble.clause == "menace/refill"
    assert seen in trouble.seen
    assert expected in trouble.expected
    assert (trouble.game, trouble.picture) == (3, least_board(THREE))
    assert (found.samples, found.draws, found.kept) == ([], [], [])


def test_what_a_square_of_a_pair_was_played_by_is_not_asked_for() -> None:
    """Two squares are alike, so that it is not known which of their beads was to be there."""
    found = refills({ALONE: "p", PAIR: "qr"}, position=PAIRED)
    assert found.take(3, BOX, Use(PAIRED, PAIR), "p", Counter("ppq"), 0) is None
    assert found.samples == []
    assert found.take(3, BOX, Use(PAIRED, ALONE), "p", Counter("ppq"), 0) is None
    assert found.samples == [RefillSample(3, 2, 1)]


def test_a_bead_of_a_pair_is_as_likely_as_it_is_frequent() -> None:
    played = Counter[str | None]()
    for seed in range(300):
        found = refills({ALONE: "p", PAIR: "qr"}, position=PAIRED, seed=seed)
        found.take(3, BOX, Use(PAIRED, PAIR), "p", Counter("qqr"), 0)
        (refill,) = found.kept
        played[refill.played] += 1
        assert Counter([*refill.beside, refill.played]) == Counter("qqr")
    assert played.keys() == {"q", "r"}
    assert 170 < played["q"] < 230  # two in three


def test_what_two_beads_may_have_been_is_not_known() -> None:
    found = refills({ALONE: "p", PAIR: "qr"}, position=PAIRED)
    found.take(3, BOX, Use(PAIRED, PAIR), "p", Counter("pq"), 0)  # the move itself is gone
    (refill,) = found.kept
    assert (refill.played, Counter(refill.beside)) == (None, Counter("pq"))


@pytest.mark.parametrize(
    ("move", "new", "expected", "kept"),
    [
        (A, "rpq", {"LEAST": (1, False), "GREATEST": (1, True)}, 1),  # three stay
        (B, "rpp", {"TWICE": (2, True), "BEST": (1, False), "LEAST": (2, True),
                    "GREATEST": (1, False)}, 1),
        # Which bead is the move's is not known here, but which are not.
        (C, "rpq", {"LEAST": (1, False), "GREATEST": (1, False)}, 0),
        (A, "pq", {}, 1),  # two stay: the bead that is gone may be any of an unknown colour
        (C, "pq", {}, 1),
    ],
)  # fmt: skip
def test_where_a_bead_is_unknown(
    move: Square, new: str, expected: dict[str, tuple[int, bool]], kept: int
) -> None:
    found = refills({A: "r", B: "p"}, begun=False)
    assert found.take(3, BOX, Use(THREE, move), "q", Counter(new), 0) is None
    assert drawn(found) == expected
    assert len(found.kept) == kept
    assert all(refill.told == {A, B} and refill.names == () for refill in found.kept)
    assert all(refill.played == NAMES[move] if move != C else not refill.played
               for refill in found.kept)  # fmt: skip


@pytest.mark.parametrize(
    ("names", "move", "new", "back", "expected"),
    [
        # Three stay. Two names of a pair are two colours, though one square stands for both.
        ("qr", PAIR, "qqp", 0, (2, True)),
        ("qr", ALONE, "qqp", 0, (2, False)),
        ("qr", PAIR, "qrp", 0, None),
        ("qr", PAIR, "qqr", 0, None),
        ("qr", PAIR, "qppq", 1, (2, False)),
        ("qr", PAIR, "qqqp", 1, (2, True)),
        ("qr", PAIR, "qqrr", 1, None),  # a bead of which name was drawn is not known
        ("qr", ALONE, "qqppp", 2, (2, False)),
        # One name for both squares.
        ("q", PAIR, "qqp", 0, (2, True)),
        ("q", ALONE, "ppq", 0, (2, True)),
        ("q", PAIR, "qqs", 0, None),  # nothing is known of s
        # Two stay: the third is of the pair, of one name or of the other.
        ("qr", PAIR, "qp", 0, None),
        ("qr", ALONE, "qq", 0, None),
        ("qr", PAIR, "pp", 0, (2, False)),
        ("qr", ALONE, "pq", 0, (2, True)),
    ],
)
def test_of_a_colour_are_beads_of_one_name(
    names: str, move: Square, new: str, back: int, expected: tuple[int, bool] | None
) -> None:
    found = refills({ALONE: "p", PAIR: names}, position=PAIRED)
    found.take(3, BOX, Use(PAIRED, move), "p", Counter(new), back)
    assert drawn(found).get("TWICE") == expected


@pytest.mark.parametrize(
    ("move", "new", "back", "expected"),
    [
        # Three stay, and q is unknown: r or p tells which of the two colours was drawn.
        (A, "rrq", 0, {"TWICE": (2, True)}),
        (C, "rrq", 0, {"TWICE": (2, False)}),
        (C, "rqq", 0, {"TWICE": (2, True)}),
        (B, "pqq", 0, {"TWICE": (2, False), "EMPTIED": (1, True)}),
        (B, "pppqq", 2, {"TWICE": (2, False), "EMPTIED": (1, True)}),
        (B, "pppq", 1, {"TWICE": (2, True), "EMPTIED": (2, True)}),
        (C, "qqq", 0, {}),
        # Two stay: what came twice is told where it is r or p, whichever was drawn.
        (A, "rq", 0, {"TWICE": (2, True)}),
        (C, "rr", 0, {"TWICE": (2, False)}),
        (C, "rrq", 1, {"TWICE": (2, False)}),
        (A, "rrq", 1, {"TWICE": (2, True)}),
        (B, "pq", 0, {"TWICE": (2, True), "EMPTIED": (2, True)}),
        (C, "pq", 0, {"EMPTIED": (1, False)}),
        (A, "qq", 0, {}),  # q or r came twice, and of q twice nothing is told had it been drawn
        (C, "qqq", 2, {}),
    ],
)
def test_what_came_twice_is_told_by_what_was_known_before(
    move: Square, new: str, back: int, expected: dict[str, tuple[int, bool]]
) -> None:
    found = refills({A: "r", B: "p"}, begun=False)
    found.take(3, BOX, Use(THREE, move), "p", Counter(new), back)
    kept = drawn(found)
    assert {way: kept[way] for way in ("TWICE", "EMPTIED") if way in kept} == expected


@pytest.mark.parametrize("stay", [True, False])
@pytest.mark.parametrize("back", [0, 1, 2])
@pytest.mark.parametrize("known", [(A,), (B,), (B, C), (A, B, C)])
def test_which_refills_are_told_does_not_depend_on_what_was_drawn(
    known: Sequence[Square], back: int, *, stay: bool
) -> None:
    """Of all draws from three beads either each is kept, with the share that is due, or none."""
    for three in itertools.combinations_with_replacement((A, B, C), 3):
        for way in ("TWICE", "EMPTIED", "BEST", "LEAST", "GREATEST"):
            kept = []
            for at, move in enumerate(three):
                found = refills({orbit: NAMES[orbit] for orbit in known}, begun=False)
                left = three if stay else (*three[:at], *three[at + 1 :])
                new = Counter(NAMES[orbit] for orbit in (*left, *[move] * back))
                found.take(3, BOX, Use(THREE, move), NAMES[B], new, back)
                kept.append(drawn(found).get(way))
            assert None not in kept or not any(kept)
            assert all(
                one is None or one[0] == [other and other[1] for other in kept].count(True)
                for one in kept
            )


def test_a_name_seen_first_in_a_refill_is_known_from_then_on() -> None:
    found = refills(begun=False)
    for _ in range(2):
        found.take(3, BOX, Use(THREE, A), "q", Counter("rpq"), 0)
    assert [refill.names for refill in found.kept] == [(), ("p", "q", "r")]


def test_names_of_later_starts_are_told_of_earlier_refills() -> None:
    found = refills(begun=False)
    found.take(3, BOX, Use(THREE, A), "q", Counter("rpp"), 0)
    assert [refill.names for refill in found.told(NO_BOX.get)] == [()]
    assert [refill.names for refill in found.told(A_BOX.get)] == [()]
    boxes: list[tuple[str, ...]] = [()] * BOXES
    boxes[BOX] = ("p", "q", "r")
    found._meanings.begin_run(boxes)
    assert [refill.names for refill in found.told(NO_BOX.get)] == [()]
    assert [refill.names for refill in found.told(A_BOX.get)] == [("p", "q", "r")]
    found.take(3, BOX, Use(THREE, A), "q", Counter("rpp"), 0)
    assert [refill.names for refill in found.told(NO_BOX.get)] == [(), ("p", "q", "r")]


def test_more_beads_for_a_square_than_there_are_squares_is_told() -> None:
    found = refills({A: "rs", B: "p", C: "q"}, begun=False)
    trouble = found.take(3, BOX, Use(THREE, A), "q", Counter("rpq"), 0)
    assert trouble is not None
    assert "2 different beads" in trouble.seen
