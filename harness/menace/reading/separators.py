"""Boxes whose beads stand between any signs, with their numbers or without, restated as usual.

`0 [2], 4 [1]`, `2 @ LM; 1 @ RR` and `<0 x2> <4 x1>` are counts in the same way: a bead, its number
and what stands between, again and again; they are restated as `0*2 4*1`. `LM -> LM -> RR` and
`#0 #0 #4` are lists of beads, `2/0/1` may be a number for each square, and ABBE four beads.
What tells the boxes apart is put before, where it is found: their pictures, or their numbers.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading import bead_forms, box_labels, vectors
from harness.menace.reading.affixes import ending
from harness.menace.reading.bead_forms import Form, Found, found_in
from harness.menace.reading.kinds import NAMES_AT_MOST, can_be_boxes

_Lines = tuple[str, ...]
_Beads = Sequence[tuple[str, str]]  # of a box, and how many there are of each; "" for one of many

_WORD: Final = re.compile(r"(?<!\w)(?![XxOo]+\b)[^\W\d_]{2,}")
_OBJECT: Final = re.compile(r"\s*\{\s*(['\"])\w+\1\s*:.*\}\s*,?\s*")  # says itself what is what
_MARKUP: Final = re.compile(r"</\w|/>|\w=[\"']")
_TOTAL: Final = frozenset(("n", "total", "sum", "count", "size", "beads", "held"))
_NUMBER: Final = re.compile(r"\d+")
_NUMBERED: Final = re.compile(r"(?<![\w.-])[XxOo\d._-]{9}(?![\w.-])")  # squares of a picture
_NO_LETTER: Final = re.compile(r"\W+")
_KINDS_AT_LEAST: Final = 7  # of bead, of nine; rows and columns are fewer
_ROWS: Final = 3
_HUNDRED: Final = range(95, 106)  # the sum of rounded percentages
_KEPT: Final = 1 << 14  # lines: most boxes are printed again and again
_BLANKS: Final = " \t,"
_GLUED: Final = frozenset(":;=|")  # to the first bead, as in `3:0 1 4`
_OPENING: Final = "([{<"
_CLOSING: Final = {"«": "»", "'": "'", '"': '"', "`": "`", "*": "*", "/": "/"}
_QUOTES: Final = " \t,;'\"`"


class Restated(NamedTuple):
    """Lines with the beads of all boxes as `0*2 4*1` or `0 0 4`, and the form they were in."""

    lines: _Lines
    form: Form
    tokens: int  # that the form explains


def usual(lines: _Lines) -> Restated | None:
    """The lines restated, if all boxes have their beads in a form: that which explains most."""
    if len(lines) < BOXES or sum(map(bool, map(_OBJECT.fullmatch, lines))) >= BOXES:
        return None
    readings = filter(None, (in_form(lines, form) for form in bead_forms.learned(lines)))
    return max(readings, key=lambda one: (one.tokens, -one.form.tail), default=None)


def in_form(lines: _Lines, form: Form) -> Restated | None:
    """The lines restated, if all boxes have their beads in this form."""
    found: dict[int, Found] = {}
    others = len(lines) - BOXES  # lines at most that may be of no box
    for at, line in enumerate(lines):
        if one := found_in(line, form):
            found[at] = one
        elif at - len(found) >= others:
            return None
    if len(found) > BOXES:
        found = _of_boxes(found)
    if len(found) != BOXES or not _are_all([*found.values()], form):
        return None
    if form.between is None and _tell_more(
        line for at, line in enumerate(lines) if at not in found
    ):
        return None
    ways = [found]
    first = {one.units[0] for one in found.values() if len(one.units) > 1}
    if len(first) == BOXES:  # their numbers, and totals maybe
        ways.append({at: one.without_first() for at, one in found.items()})
    for boxes in ways:
        some = [*boxes.values()]
        texts = _vectors(some, form) or _words(some, form) or _lists_or_counts(some, form)
        if texts:
            now = dict(zip(boxes, texts, strict=True))
            every = tuple(now.get(at, line) for at, line in enumerate(lines))
            tokens = len(form.numbers) * sum(len(one.units) for one in some) + form.tail * BOXES
            return Restated(every, form, tokens)
    return None


def _vectors(found: Sequence[Found], form: Form) -> list[str] | None:
    """The lines of all boxes restated, if they tell a number for each square."""
    if form.numbers != (True,) or form.between is None:
        return None
    numbers = [[number for (number,) in one.units] for one in found]
    totals = [sum(map(number_of, some)) for some in numbers]
    if not _are_totals(found, totals, form) or not vectors.are_of_squares(numbers):
        return None
    return vectors.restated([one.before() for one in found], numbers)


def _words(found: Sequence[Found], form: Form) -> list[str] | None:
    """The lines of all boxes restated, if the beads of each are the letters of a word."""
    if form.numbers != (False,) or form.between is not None:
        return None
    boxes = [[(letter, "") for unit in one.units for letter in unit[0]] for one in found]
    if not _can_be(boxes, found, form):
        return None
    words = ["".join(letter for letter, _ in some) for some in boxes]
    return _labelled(found, words) if max(map(len, words)) > 1 else None


def _lists_or_counts(found: Sequence[Found], form: Form) -> list[str] | None:
    """The lines of all boxes restated, if they tell their beads."""
    if not (beads := _beads(found, form)):
        return None
    bodies = [" ".join(f"{bead}*{n}" if n else bead for bead, n in some) for some in beads]
    if lines := _labelled(found, bodies):
        return lines
    return [_restated(one, body, form) for one, body in zip(found, bodies, strict=True)]


def _labelled(found: Sequence[Found], bodies: Sequence[str]) -> list[str] | None:
    """A line for each box with its picture or its number, if all lines have those."""
    labels = box_labels.in_texts([one.before() for one in found])
    return box_labels.labelled(labels, bodies) if all(labels) else None


def _of_boxes(found: Mapping[int, Found]) -> dict[int, Found]:
    """Those that are no headings or scores: the same stands before as many as there are boxes.

    Where nothing does, their beads are some of those that stand beside others.
    """
    ways: tuple[Callable[[str], object], ...] = (bool, str)  # whether a word is before, or which
    before = {at: (_last_word(one.before()), one.before()[-1:]) for at, one in found.items()}
    groups = [
        {at: one for at, one in found.items() if (way(before[at][0]), before[at][1]) == kind}
        for way in ways
        for kind in dict.fromkeys((way(word), sign) for word, sign in before.values())
    ]
    several = {unit for one in found.values() for unit in one.units if len(one.units) > 1}
    groups += [
        {at: one for at, one in some.items() if several.issuperset(one.units)}
        for some in groups
        if not any(one.before() for one in some.values())
    ]
    of_boxes = [some for some in groups if len(some) == BOXES]
    return max(of_boxes, key=_likely_beads, default={})


def _last_word(before: str) -> str:
    return "".join(_WORD.findall(before)[-1:])


def _likely_beads(some: Mapping[int, Found]) -> tuple[int, bool]:
    """More where there are more beads, and where no word stands before them."""
    words = any(_WORD.search(one.before()) for one in some.values())
    return sum(len(one.units) for one in some.values()), not words


def _tell_more(others: Iterable[str]) -> bool:
    """Whether as many other lines as there are boxes differ as beads do, not as labels."""
    told = Counter(filter(None, map(_told, others)))
    return told.total() >= BOXES and len(told) >= _KINDS_AT_LEAST


@lru_cache(maxsize=_KEPT)
def _told(text: str) -> tuple[str, ...]:
    """The words of a line but for the stones of pictures, and a sign for each number."""
    words = bead_forms.split(text).but_stones()
    return tuple("0" if word.isdecimal() else word for word in words)


def _are_all(found: Sequence[Found], form: Form) -> bool:
    """Whether what stands before the beads can be labels and pictures: no other beads, no markup.

    A picture may have zeros in it.
    """
    if any(_MARKUP.search(one.line.text) for one in found):
        return False
    before = [_NUMBERED.sub("", one.before()) for one in found]
    numbers = [*map(_NUMBER.findall, before)]
    others = Counter(sum(word.strip("0") != "" for word in some) for some in numbers)
    if min(map(len, numbers)) >= NAMES_AT_MOST and not box_labels.coded(before):
        return False  # beads, or how many there are of each
    all_but_box_0 = BOXES - 1
    if len({*map(len, numbers)}) > 1 and max(others.values()) < all_but_box_0:
        return False
    if form.between is not None:
        return True
    if _are_totals_alone(found):
        return False
    if len({one.other_words() for one in found}) > 1:
        return False  # beads before a total
    if len({*map(tuple, numbers)}) == BOXES:
        return True
    after_numbers = [one for one in found if one.first and one.line.numbers[one.first - 1]]
    return all(one.line.gaps[one.first - 1].strip(_BLANKS) for one in after_numbers)


def _are_totals_alone(found: Sequence[Found]) -> bool:
    """Whether each box has a number and a word such as `n=7` or `7 beads`, the same everywhere."""
    told = {word.lower() for one in found for unit in one.units for word in unit}
    words = {word for word in told if not word.isdecimal()}
    return bool(words) and words <= _TOTAL


def _beads(found: Sequence[Found], form: Form) -> Sequence[_Beads] | None:
    """The beads of all boxes; None where these cannot be beads."""
    if form.between is not None and all(len(one.units) == 1 for one in found):
        return None
    columns = zip(*(unit for one in found for unit in one.units), strict=True)
    kinds = [len({*map(_singular, words)}) for words in columns]
    varying = [at for at, n in enumerate(kinds) if form.numbers[at] or n > 1]
    for number in (varying[-1:], varying[:1]):
        if number and form.numbers[number[0]]:
            name = _Name.of([at for at in varying if at not in number], form, kinds)
            boxes = _boxes(found, name, number[0]) if name else []
            if _are_counts(boxes, form) and _can_be(boxes, found, form):
                return boxes
    end, *others = {one.line.text[one.line.spans[-1][1] :].strip() for one in found}
    if others:
        return None  # bars, as in `0:# 3:##`
    apart = any(one.before()[-1:] not in _GLUED for one in found)
    if (apart and _is_usual(form, end)) or not (name := _Name.of(varying, form, kinds)):
        return None
    boxes = _boxes(found, name)
    return boxes if _can_be(boxes, found, form) else None


def _singular(word: str) -> str:
    """The same word for `1 bead` and `2 beads`."""
    return word.removesuffix("s")


def _boxes(found: Sequence[Found], name: "_Name", number: int | None = None) -> Sequence[_Beads]:
    """The names of the beads in each box, and how many there are of each, if that is told."""
    different = {unit for one in found for unit in one.units}
    beads = {unit: (name.in_(unit), "" if number is None else unit[number]) for unit in different}
    return [[beads[unit] for unit in one.units] for one in found]


class _Name(NamedTuple):
    """Which tokens of a bead are its name: one, those of a word such as a3, or row and column."""

    tokens: Sequence[int]
    is_word: bool

    @staticmethod
    def of(tokens: Sequence[int], form: Form, kinds: Sequence[int]) -> "_Name | None":
        """The name that these tokens are; `kinds` is how many there are of each."""
        if not tokens:
            return None
        size = tokens[-1] - tokens[0]
        is_word = size < len(tokens) and not any(form.inner[tokens[0] : tokens[-1]])
        if len(tokens) == 1 or is_word or {kinds[at] for at in tokens} == {_ROWS}:
            return _Name(tokens, is_word)
        return None  # shares, say

    def in_(self, unit: Sequence[str]) -> str:
        sign = "" if self.is_word else "_"
        return _NO_LETTER.sub("", sign.join(unit[at] for at in self.tokens))


def _is_usual(form: Form, end: str) -> bool:
    """Whether it is a list as most are: `0, 1`, or `'A' 'B'` without a sign behind the last."""
    if len(form.numbers) > 1 or form.tail or not form.between or form.between.strip(_QUOTES):
        return False
    return not form.between.strip(_BLANKS + ";") or not end.strip(_QUOTES + ")]}>|")


def _are_counts(boxes: Sequence[_Beads], form: Form) -> bool:
    """Whether the numbers can be of beads: none is there twice, and they are no shares."""
    if form.between is None and not _are_few(boxes):
        return False
    if any(len({bead for bead, _ in some}) < len(some) for some in boxes):
        return False
    if all(sum(number_of(n) for _, n in some) in _HUNDRED for some in boxes):
        return False  # shares of beads
    lengths = {(len(bead), number_of(n)) for some in boxes for bead, n in some}
    # Beads in one word and their number are none.
    return any(length != n for length, n in lengths) or lengths == {(1, 1)}


def _can_be(boxes: Sequence[_Beads], found: Sequence[Found], form: Form) -> bool:
    """Whether these can be the beads of all boxes, and the tails of their lines totals."""
    if not _KINDS_AT_LEAST <= len({bead for some in boxes for bead, _ in some}) <= NAMES_AT_MOST:
        return False
    totals = [sum(number_of(n or "1") for _, n in some) for some in boxes]
    if not _are_totals(found, totals, form):
        return False
    return can_be_boxes([[bead for bead, n in some if number_of(n or "1")] for some in boxes])


def _are_totals(found: Sequence[Found], totals: Sequence[int], form: Form) -> bool:
    """Whether the tails of the lines are these totals, with the same words in all of them."""
    tails = [one.line.words(len(one.line.spans) - form.tail, len(one.line.spans)) for one in found]
    if len({tuple(_singular(w) for w in tail if not w.isdecimal()) for tail in tails}) > 1:
        return False  # more beads
    both = zip(tails, totals, strict=True)
    return all(number_of(n) == total for tail, total in both for n in tail if n.isdecimal())


def _are_few(counts: Sequence[_Beads]) -> bool:
    """Whether there are fewer numbers than beads by far, as where boxes hold equally many.

    Where each box has two words, these may as well be two beads.
    """
    beads, numbers = ({pair[at] for some in counts for pair in some} for at in (0, 1))
    return 2 * len(numbers) <= len(beads)


def _restated(one: Found, body: str, form: Form) -> str:
    """The line with its beads as `0*2 4*1` or `0 0 4`, and without what stands around them."""
    text, size = one.line.text, len(form.numbers) * len(one.units)
    before = one.before()
    after = text[one.line.spans[one.first + size - 1][1] :].strip()
    sign = ending([before, (form.between or "").rpartition(" ")[-1]])
    before = before.removesuffix(sign).rstrip(_OPENING)
    if before[-1:] and _CLOSING.get(before[-1:]) == after[-1:]:
        before = before[:-1]
    return before + body
