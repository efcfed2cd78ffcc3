"""Beads among the words of a box: where totals, labels, shares and signs stand beside them.

These readings serve texts that the usual ones cannot explain. The first reading is taken in which
no box holds more kinds of bead than its picture has empty squares.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from harness.digits import number_of
from harness.menace.reading.kinds import NAMES_AT_MOST, SHARE, can_be_boxes

Counts: TypeAlias = list[tuple[str, str]]  # (bead, how many)

Boxes: TypeAlias = Sequence[Sequence[str]]
Reading: TypeAlias = Callable[[Sequence[str]], Iterator[Boxes]]

_OF: Final = re.compile(r"(?<=\d)\s?/\s?\d+")
_TIMES: Final = re.compile(r"(?<=\w)\s+(?:of|for|on|at|times)\s+(?=\w)")
_AND: Final = re.compile(r"(?<=\w)(?:,\s*|\s+)(?:and|und|et|&)\s+(?=\w)")
_NOTE: Final = re.compile(r"[\[({][^\[\](){}]*[\])}]")
_LABEL: Final = re.compile(r"[^\W\d_]{2,}")
_FIRST: Final = re.compile(r"\s*[^\w\s]?\d+(?:\W*\s|[:=,;]+)")
_PAIR: Final = re.compile(r"(?<!\w)(\w+|[^\w\s])\s*(?:[x×*:=^·#@~]|->|=>|→)\s*(\w+|[^\w\s])(?!\w)")
_WORD: Final = re.compile(r"\w+")
_PHRASE: Final = re.compile(r"[^\W\d_]{2,}")
_PHRASES: Final = re.compile(rf"{_PHRASE.pattern}(?:[ -]{_PHRASE.pattern})*")
_BETWEEN: Final = re.compile(r"[\s,;:+|/·•\-–>=]+")
_NINE: Final = 9
_TOO_LONG: Final = 5  # digits of a count
_COUNTED_TO: Final = 10_000  # beads of a kind: a hostile number may not take all memory


def beads_of(texts: Sequence[str], usual: Callable[[Sequence[str]], Boxes]) -> Boxes | None:
    """The beads of every box, by the first reading that can be right; None where there is none.

    `usual` reads texts that have nothing but beads in them.
    """

    def usually(texts: Sequence[str]) -> Iterator[Boxes]:
        yield usual(texts)

    for freed in _freed(texts):
        if not all(map(str.strip, freed)):
            continue
        for reading in (usually, *_READINGS):
            for found in reading(freed):
                if can_be_boxes(found) and _are_beads(found):
                    return found
    return None


def _are_beads(found: Boxes) -> bool:
    """Whether some boxes have several beads, or those of all boxes have but a few names."""
    names = {bead for box in found for bead in box}
    return len(names) <= NAMES_AT_MOST or any(len(box) > 1 for box in found)


def _freed(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts, each time without more of what stands beside beads."""
    texts = [_TIMES.sub("*", _AND.sub(", ", text)) for text in texts]
    texts = [SHARE.sub(" ", text).replace('"', " ").replace("`", " ") for text in texts]
    if all(_OF.search(text) for text in texts):
        texts = [_OF.sub(" ", text) for text in texts]
    for bare in (texts, [_NOTE.sub(" ", text) for text in texts]):
        labels = _labels(bare)
        freed = [_without(text, labels) for text in bare]
        yield freed
        if all(map(_FIRST.match, freed)):
            yield [_FIRST.sub("", text, count=1) for text in freed]


def _labels(texts: Sequence[str]) -> set[str]:
    """The words that every box has once, so that they are no beads."""
    found = Counter(word for text in texts for word in set(_LABEL.findall(text)))
    return {word for word, times in found.items() if times * 20 > len(texts) * 19}


def _without(text: str, labels: set[str]) -> str:
    if not labels:
        return text
    return _LABEL.sub(lambda word: " " if word[0] in labels else word[0], text)


def _pairs(texts: Sequence[str]) -> Iterator[Boxes]:
    """`A*3+B*2`, `3: 2, 5: 1`: pairs, and beside them at most how many beads there are."""
    found = [_PAIR.findall(text) for text in texts]
    rests = [_WORD.findall(_PAIR.sub(" ", text)) for text in texts]
    yield from _counted(found, rests)


def _counted(found: Sequence[Counts], rests: Sequence[list[str]]) -> Iterator[Boxes]:
    for bead in (0, 1):
        turned = [[(pair[bead], pair[1 - bead]) for pair in some] for some in found]
        if not all(turned) or not all(_are_counts(some) for some in turned):
            continue
        totals = [sum(number_of(n) for _, n in some) for some in turned]
        beside = zip(rests, totals, strict=True)
        if all(not rest or rest == [str(total)] for rest, total in beside):
            yield [repeated(some) for some in turned]


def _are_counts(some: Counts) -> bool:
    beads = {bead for bead, _ in some}
    return len(beads) == len(some) and all(n.isdecimal() and len(n) < _TOO_LONG for _, n in some)


def _vectors(texts: Sequence[str]) -> Iterator[Boxes]:
    """Nine counts with their sum before or after them, and a number of the box."""
    rows = [_WORD.findall(text) for text in texts]
    width = len(rows[0])
    if width <= _NINE or any(
        len(row) != width or not all(word.isdecimal() for word in row) for row in rows
    ):
        return
    for at in range(width - _NINE + 1):
        for total in (at - 1, at + _NINE):
            if 0 <= total < width and all(
                sum(map(number_of, row[at : at + _NINE])) == number_of(row[total]) for row in rows
            ):
                yield [of_vector(row[at : at + _NINE]) for row in rows]


def phrases(texts: Sequence[str]) -> Boxes | None:
    """Beads with names of several words, `top left, centre`, between commas or semicolons."""
    for separator in ",;":
        if not all(_PHRASES.fullmatch(text.split(separator, 1)[0].strip()) for text in texts):
            continue  # nearly always
        boxes = [[name.strip() for name in text.split(separator)] for text in texts]
        names = {name for box in boxes for name in box}
        words = [_PHRASE.findall(name) for name in names]
        if (
            1 < len(names) <= NAMES_AT_MOST
            and all(map(_PHRASES.fullmatch, names))
            and any(len(some) > 1 for some in words)
            and all(len(set(some)) == len(some) for some in words)  # else beads between blanks
            and can_be_boxes(boxes)
        ):
            return boxes
    return None


def _words(texts: Sequence[str]) -> Iterator[Boxes]:
    """Words, of which the first or the last may be how many the others are."""
    rows = [[word for word in _BETWEEN.split(text) if word] for text in texts]
    if any(len(row) < 1 for row in rows):
        return
    if all(len(row) > 1 and row[0] == str(len(row) - 1) for row in rows):
        yield [row[1:] for row in rows]
    if all(len(row) > 1 and row[-1] == str(len(row) - 1) for row in rows):
        yield [row[:-1] for row in rows]
    for total, beads in ((-2, -1), (-1, -2)):
        if all(len(row) > 1 and row[total] == str(len(row[beads])) for row in rows):
            yield [tuple(row[beads]) for row in rows]
    yield rows
    if all(len(row) == 1 for row in rows):
        yield [tuple(row[0]) for row in rows]


_READINGS: Final[tuple[Reading, ...]] = (_pairs, _vectors, _words)


def repeated(counts: Counts) -> tuple[str, ...]:
    """Each bead as often as its count says, up to `_COUNTED_TO`."""
    beads: list[str] = []
    for bead, n in counts:
        beads += [bead] * min(number_of(n), _COUNTED_TO)
    return tuple(beads)


def of_vector(counts: Sequence[str]) -> tuple[str, ...]:
    """The beads 0, 1, 2 ..., each as often as its place in the counts says."""
    return repeated([(str(bead), n) for bead, n in enumerate(counts)])
