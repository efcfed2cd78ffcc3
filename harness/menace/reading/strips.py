"""Boxes drawn with their pictures, several beside one another, with the beads below each picture.

They stand in columns with blanks between them, with or without frames around them.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, product
from typing import Final

from harness.menace.classes import BOXES
from harness.menace.reading.notations import are_pictures
from harness.menace.reading.records import Body

_FRAME: Final = re.compile(r"[\s+\-=─━═│┃║|┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯]*[+┌┐└┘├┤╔╗╚╝╠╣╭╮╰╯][\s\S]*")
_TALK: Final = re.compile(r"[a-z]{2}")
_RULE: Final = re.compile(r"[\s*=~#]+")
_TOP: Final = tuple("+┌╔╭")
_BOTTOM: Final = tuple("+└╚╰")
_WALLS: Final = " |│┃║"
_FRAMED: Final = (*_TOP, *_WALLS.strip())
_BETWEEN: Final = str.maketrans("", "", _WALLS)
_GAPS: Final = (3, 2, 1)  # blank columns between two boxes, at the least
_ROWS: Final = 3
_NINE: Final = 9
_KEPT: Final = 1 << 12  # blocks: most boxes are printed again and again


def below_pictures(lines: Sequence[str]) -> list[Body]:
    """What stands below the picture of each box; nothing unless these are 304 boxes.

    A line with a label may stand above each picture.
    """
    blocks = [*map(tuple, _blocks(lines))]
    if not blocks or len(lines) < _ROWS:
        return []
    heights = {*map(len, blocks[:-1])}
    if len(heights) == 1:
        blocks[-1] = blocks[-1][: max(heights)]  # what follows at once may be talk
    for gap, label in product((*_GAPS, None), (0, 1)):
        found: list[tuple[str, str]] = []
        for block in blocks:
            boxes = _boxes(block, gap, label)
            if None in boxes and found == []:
                break  # talk may follow the boxes, but not come before them
            found += [box for box in boxes if box]
        if len(found) == BOXES and are_pictures([picture for picture, _ in found]):
            return [beads for _, beads in found]
    return []


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """The boxes beside one another: lines up to a blank one, or to the next frame."""
    for full, some in groupby(lines, lambda line: bool(line.strip())):
        block: list[str] = []
        for line in some if full else ():
            if (not block and _TALK.search(line)) or _RULE.fullmatch(line):
                continue
            if block and line.lstrip().startswith(_TOP):
                if block[-1].lstrip().startswith(_BOTTOM) and len(block) > 1:
                    yield block
                    block = []
                elif not any(above.lstrip().startswith(_FRAMED) for above in block):
                    block = []  # what is said above the first
            block.append(line.rstrip())
        if len(block) > 1:
            yield block


@lru_cache(maxsize=_KEPT)
def _boxes(block: tuple[str, ...], gap: int | None, label: int) -> Sequence[tuple[str, str] | None]:
    """The picture and the beads of each box, cut at gaps or by words, below so many lines."""
    strips = _by_words(block) if gap is None else _strips(block, gap)
    return [_picture_and_beads(strip[label:]) for strip in strips]


def _strips(block: Sequence[str], gap: int) -> list[list[str]]:
    """The block cut where so many columns are blank in all of its lines."""
    width = max(map(len, block))
    padded = [line.ljust(width) for line in block]
    blank = "".join(" " if set(column) == {" "} else "x" for column in zip(*padded, strict=True))
    cuts = [m.span() for m in re.finditer(rf" {{{gap},}}", blank)]
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), width]
    strips = [[line[a:b] for line in padded] for a, b in zip(starts, ends, strict=True)]
    return [strip for strip in strips if any(map(str.strip, strip))]


def _by_words(block: Sequence[str]) -> list[list[str]]:
    """The block cut by its words, as many in each line; in the rows of pictures three times so."""
    words = [line.split() for line in block]
    boxes = min(map(len, words))
    words = [
        ["".join(some[at : at + _ROWS]) for at in range(0, len(some), _ROWS)]
        if len(some) == boxes * _ROWS
        else some
        for some in words
    ]
    if len({len(some) for some in words}) != 1:
        return []
    return [[*column] for column in zip(*words, strict=True)]


def _picture_and_beads(strip: Sequence[str]) -> tuple[str, str] | None:
    """The nine marks at the top of a strip, in a line or three, and what is below them."""
    rows = [line.strip(_WALLS) for line in strip if not _FRAME.fullmatch(line)]
    bare = [row.translate(_BETWEEN) for row in rows]
    if [*map(len, bare[:_ROWS])] == [_ROWS] * _ROWS and len(rows) > _ROWS:
        picture, below = "".join(bare[:_ROWS]), rows[_ROWS:]
    elif bare and len(bare[0]) == _NINE and len(rows) > 1:
        picture, below = bare[0], rows[1:]
    else:
        return None
    beads = " ".join(below).strip()
    return (picture, beads) if beads else None
