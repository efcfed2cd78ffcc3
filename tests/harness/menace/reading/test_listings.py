"""All boxes in lines are found whatever words their lines have, and what is said at either end."""

import random

from harness.menace.reading.dumps import of_literal
from harness.menace.reading.listings import Listing, last_listing
from tests.harness.menace import formats
from tests.harness.menace.test_broken_in_formats import findings_of, printing
from tests.oracles.menace_player import Player


def test_words_of_the_game_in_every_line_are_the_boxes_own() -> None:
    beads = formats.fresh(random.Random(1), 3).values()
    lines = [f"Moves of box {n}: {' '.join(map(str, some))}" for n, some in enumerate(beads)]
    dump = Listing(["Game over", *lines, "You win"]).read().dump
    assert dump is not None
    assert [list(map(int, box)) for box in dump.boxes] == [list(some) for some in beads]


def test_a_first_line_that_has_changed_is_of_the_last_of_two_listings() -> None:
    before = [f"{n},{bead},1" for n in range(304) for bead in range(3)]
    after = ["0,0,3", *before[1:]]
    assert last_listing([*before, *after]) == after
    assert last_listing(["MENACE wins", *before, "Learning", *after])[-len(after) :] == after


def test_all_boxes_twice_are_no_keys_and_boxes() -> None:
    boxes = [list(some) for some in formats.fresh(random.Random(1), 0).values()]
    dump = of_literal(str(boxes + boxes))
    assert dump is not None
    assert len(dump.boxes) == 608


def test_words_below_the_last_pictures_are_no_beads() -> None:
    player = printing(Player, "beads below pictures", "{boxes}\nGood night {games}.\n")(1)
    assert findings_of(player, 6, 1) == ()
