"""What the bare text of boxes shows, whatever was read from it: where it changed, and where not.

A text in an unknown form may be misread, and then something other than its boxes would be judged.
If the text changed in other places than the boxes read from it, it was misread.
"""

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from operator import ne
from typing import Final, NamedTuple

from harness.menace.classes import BOXES
from harness.menace.reading.events import NEW_GAME, Shown
from harness.menace.reading.listings import last_listing
from harness.menace.screen import Screen
from reference.tic_tac_toe import Board

_ENDS_OF_BOXES: Final = re.compile(r"[\n\]});|]")
_ROWS_OF_A_BOARD: Final = 40  # at the most, with what is said before it


class Differences(NamedTuple):
    """In how many places apart two texts differ, and how many of their pieces do."""

    places: int
    pieces: int

    def explain(self, boxes: int) -> bool:
        """Whether the differences can be those of so many changed boxes, each in its own place."""
        return self.places <= boxes <= self.pieces


def differences(before: str, after: str) -> Differences | None:
    """Where two texts of boxes differ; None where they have no pieces to be told apart."""
    # The order of beads in a box, and of the boxes, is the program's own.
    old, new = ([*map(_sorted, _pieces(text))] for text in (before, after))
    if min(len(old), len(new)) < BOXES:
        return None
    equal = [b for b in SequenceMatcher(None, old, new).get_matching_blocks() if b.size]
    if not equal:
        return None
    # What comes last may be talk; and the lines of one box, a few of which change, are near.
    of_a_box = len(old) // BOXES
    places = int(equal[0].a + equal[0].b > 0)
    places += sum(block.size >= of_a_box or not n for n, block in enumerate(equal[:-1]))
    was, now = Counter(old), Counter(new)
    pieces = max((was - now).total(), (now - was).total())
    in_place = sum(map(ne, old, new)) + abs(len(old) - len(new))
    # A box can become what another was: that hides a few, while another order moves most of them.
    hidden = in_place < 2 * pieces
    return Differences(min(places, pieces), in_place if hidden else pieces)


def _pieces(text: str) -> Sequence[str]:
    """The lines of a text, or what ends with a bracket where lines are few."""
    lines = text.split("\n")
    return lines if len(lines) >= BOXES else _ENDS_OF_BOXES.split(text)


def _sorted(piece: str) -> str:
    return "".join(sorted(piece))


def until_new_game(reply: str) -> str:
    """What a reply says before the last `New game` in it."""
    *_, last = [None, *NEW_GAME.finditer(reply)]
    return reply[: last.start()] if last else reply


def after_board(screen: Screen, reply: str, board: Board) -> str | None:
    """What a reply says after the first lines that show this board, up to the next game.

    Of several listings of all boxes, only the last: that one is read too.
    """
    rows = until_new_game(reply).split("\n")
    for end in range(1, min(len(rows), _ROWS_OF_A_BOARD) + 1):
        if Shown(board) in screen.events("\n".join(rows[:end])):
            return "\n".join(last_listing(rows[end:]))
    return None
