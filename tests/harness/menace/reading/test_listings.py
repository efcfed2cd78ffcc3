"""All boxes in lines are found whatever words their lines have, and what is said at either end."""

import random

from harness.menace.reading.listings import Listing
from tests.harness.menace import formats
from tests.harness.menace.test_broken_in_formats import findings_of, printing
from tests.oracles.menace_player import Player


def test_words_of_the_game_in_every_line_are_the_boxes_own() -> None:
    beads = formats.fresh(random.Random(1), 3).values()
    lines = [f"Moves of box {n}: {' '.join(map(str, some))}" for n, some in enumerate(beads)]
    dump = Listing(["Game over", *lines, "You win"]).read().dump
    assert dump is not None
    assert [list(map(int, box)) for box in dump.boxes] == [list(some) for some in beads]


def test_a_box_whose_first_line_has_changed_is_read_in_the_last_of_two_listings() -> None:
    player = printing(Player, "a line for each kind", "{before}\n{boxes}\n")(1)
    assert findings_of(player, 12, 1) == ()


def test_words_below_the_last_pictures_are_no_beads() -> None:
    player = printing(Player, "beads below pictures", "{boxes}\nGood night.\n")(1)
    assert findings_of(player, 6, 1) == ()
