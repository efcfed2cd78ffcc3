"""Boxes without beads, in lines that are read only where every box has some.

A right program prints none, so no way of reading expects them: in many forms nothing stands where
their beads stood. They are found by the lines before the game. With what is missing put back, all
boxes are read as before.
"""

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from harness.menace.classes import BOXES, STAGES
from harness.menace.reading.events import Beads

_EMPTIED_AT_MOST: Final = len(STAGES)  # places; a game uses as many boxes
_LESS_AT_MOST: Final = 6  # places where something is missing, boxes or not
_PLACES_AT_MOST: Final = 12  # where lines differ, what is said before them too
_SAID_AT_MOST: Final = 40  # lines more than before
_LEFT_AT_LEAST: Final = 0.5  # of the lines before: no few boxes take up the others
_LINE_AT_MOST: Final = 400  # characters of one that is compared sign by sign
_LONG: Final = 2 * BOXES  # lines
_TOKEN: Final = re.compile(r"\d+|[^\W\d]+|\s+|[^\w\s]")
_OTHER_BEAD: Final = str.maketrans("012345678abcdefghiABCDEFGHI", "120345786bcaefdhigBCAEFDHIG")

Boxes: TypeAlias = Sequence[Beads]
Read: TypeAlias = Callable[[Sequence[str]], Boxes | None]


class _Place(NamedTuple):
    """Where lines differ from those before: the lines now, and before if less is there now."""

    now: Sequence[str]
    before: Sequence[str] = ()
    others: Sequence[Sequence[str]] = ()  # as before, with more or another bead for the missing one


def with_emptied(lines: Sequence[str], before: Sequence[str], read: Read) -> Boxes | None:
    """All boxes in these lines, some of them empty, by the lines `before`; None if none is empty.

    `read` reads all boxes in lines, or tells by None that they cannot be those after the game.
    """
    if not _LEFT_AT_LEAST * len(before) <= len(lines) <= len(before) + _SAID_AT_MOST:
        return None
    places = list(_places(lines, before))
    less = [number for number, place in enumerate(places) if place.before]
    # Places come by turns with lines that are as before.
    if len(places) > 2 * _PLACES_AT_MOST + 1 or len(less) > _LESS_AT_MOST:
        return None
    for size in range(1, min(len(less), _EMPTIED_AT_MOST) + 1):
        for put_back in combinations(less, size):
            if boxes := read(_joined(places, put_back)):
                found = {
                    at for place in put_back for at in _at(places, put_back, place, boxes, read)
                }
                emptied = found and all(len(boxes[at]) == 1 for at in found)
                return [() if at in found else b for at, b in enumerate(boxes)] if emptied else None
    return None


def _at(
    places: Sequence[_Place], put_back: Sequence[int], place: int, boxes: Boxes, read: Read
) -> list[int]:
    """The box that changes when what is missing at this place is put back otherwise, if any."""
    for other in places[place].others:
        varied = [*places[:place], _Place((), other), *places[place + 1 :]]
        now = read(_joined(varied, put_back)) or boxes
        changed = [at for at, (a, b) in enumerate(zip(boxes, now, strict=True)) if a != b]
        if len(changed) == 1:
            return changed
    return []


def _joined(places: Sequence[_Place], put_back: Sequence[int]) -> list[str]:
    """The lines with what is missing at some places."""
    lines: list[str] = []
    for number, place in enumerate(places):
        lines += place.before if number in put_back else place.now
    return lines


def _places(lines: Sequence[str], before: Sequence[str]) -> Iterator[_Place]:
    """The lines in parts: where they are as before, and where not."""
    # What stands often in a long text is no help in it, and takes long.
    matcher = difflib.SequenceMatcher(None, before, lines, autojunk=len(before) > _LONG)
    for tag, a, b, c, d in matcher.get_opcodes():
        now, was = lines[c:d], before[a:b]
        if tag == "delete":
            yield _Place(now, was, [[*was, *was]])
        elif tag == "replace" and len(now) == len(was):
            for old, new in zip(was, now, strict=True):
                others = _others(old, new)
                yield (
                    _Place([new], [old], [[other] for other in others]) if others else _Place([new])
                )
        else:
            yield _Place(now)


def _others(old: str, new: str) -> Sequence[str]:
    """A line with more than it has lost, or with another bead for it; none if it lost nothing.

    It has lost what is not there any more, and what there is 0 of in place of 1.
    """
    if max(len(old), len(new)) > _LINE_AT_MOST:
        return ()
    was, now = _TOKEN.findall(old), _TOKEN.findall(new)
    others = ["", "", ""]
    matcher = difflib.SequenceMatcher(None, was, now, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        lost, found = "".join(was[a:b]), "".join(now[c:d])
        if tag == "equal":
            more: Sequence[str] = (lost, lost, lost)
        elif not found.strip():
            more = f"{lost} {lost.strip()}", f"{lost}{lost.strip()}", lost.translate(_OTHER_BEAD)
        elif (lost, found) == ("1", "0"):
            more = "2", "2", "1"
        else:
            return ()
        others = [other + part for other, part in zip(others, more, strict=True)]
    return [other for other in others if other != old]
