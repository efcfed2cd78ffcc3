"""Boxes that are printed as beads and how many there are of each, by turns: `0 3 1 4`, as Tcl does.

Boxes of single beads can be as even, until a game changes them: these are told apart by what the
words are.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from harness.menace.reading.kinds import NAMES_AT_MOST

_Words: TypeAlias = Sequence[str]

_MANY: Final = 50  # boxes of several kinds of bead: not so many are even, and as unlike, by chance
_MOSTLY: Final = 0.5


def counts_by_turns(boxes: Sequence[_Words]) -> list[list[tuple[str, str]]] | None:
    """The beads of all boxes, and how many there are of each; None where these are none."""
    if not all(words and len(words) % 2 == 0 and _are_kinds(words[::2]) for words in boxes):
        return None
    if not all(count.isdecimal() and count.strip("0") for words in boxes for count in words[1::2]):
        return None
    several = [words for words in boxes if len(words) > 2]
    if (
        len(several) < _MANY
        or len({kind for words in boxes for kind in words[::2]}) > NAMES_AT_MOST
    ):
        return None
    may_be_names = len({word for words in boxes for word in words}) <= NAMES_AT_MOST
    if may_be_names and sum(map(_may_be_beads, several)) > _MOSTLY * len(several):
        return None
    return [[*zip(words[::2], words[1::2], strict=True)] for words in boxes]


def _are_kinds(words: _Words) -> bool:
    return len({*words}) == len(words)


def _may_be_beads(words: _Words) -> bool:
    """Whether these may be a bead of each kind, or two."""
    return len({*words}) == len(words) or {*words[::2]} == {*words[1::2]}
