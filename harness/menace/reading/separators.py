"""Boxes whose beads stand between any signs, with their numbers or without, restated as usual.

`0 [2], 4 [1]`, `2 @ LM; 1 @ RR` and `<0 x2> <4 x1>` are counts in the same way: a bead, its number
and what stands between, again and again; they are restated as `0*2 4*1`. `LM -> LM -> RR` and
`#0 #0 #4` are lists of beads. What stands between is learned from the longest lines.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading import vectors
from harness.menace.reading.affixes import ending
from harness.menace.reading.kinds import NAMES_AT_MOST, can_be_boxes

_Lines = tuple[str, ...]
_Beads = Sequence[tuple[str, str]]  # of a box, and how many there are of each; "" for one of many

_NO_NAME: Final = (
    r"(?:[XxOo]+|beads?|times|has|holds?|holding|contains?|with|total|sum|count|size)\b"
)
_NAME: Final = rf"(?!{_NO_NAME})[^\W\d_]{{3,}}"
_WORDS: Final = rf"{_NAME}(?:[- ]{_NAME})+"  # such as `top left`
_TOKEN: Final = re.compile(rf"\d+|(?<=\d)x(?=[^\W\d_])|{_WORDS}|[^\W\d_]+")
_AND: Final = re.compile(r"\b(?:and|und|et)\b")
_WAS_AND: Final = re.compile(r"(?:,\s*|\s+)\0+\s+")
_BAR: Final = re.compile(r"(?<=\s)[^\w\s@:=→-](?=\s)|[\u2580-\u25ff]")  # of one bead, maybe
_SEPARATOR: Final = re.compile(r"[,;|]")
_WORD: Final = re.compile(r"(?<!\w)(?![XxOo]+\b)[^\W\d_]{2,}")
_MARKUP: Final = re.compile(r"</\w|/>|\w=[\"']")
_NO_LETTER: Final = re.compile(r"\W+")
_TOKENS_AT_MOST: Final = 5  # of one bead and its number, with words as in `2 beads at 0`
_TAIL_AT_MOST: Final = 3  # tokens of a total after all beads
_LONGEST: Final = 5  # lines with the most tokens, from which forms are learned
_KINDS_AT_LEAST: Final = 7  # of bead, of nine; rows and columns are fewer
_ROWS: Final = 3
_HUNDRED: Final = range(95, 106)  # the sum of rounded percentages
_BLANKS: Final = " \t,"
_OPENING: Final = "([{<"
_CLOSING: Final = {"«": "»", "'": "'", '"': '"', "`": "`", "*": "*", "/": "/"}
_QUOTES: Final = " \t,;'\"`"
_BRACKETS: Final = ("()", "[]", "{}", "<>")
_KEPT: Final = 1 << 14  # lines: most boxes are printed again and again
_BARS: Final = frozenset("|│┃║")


class _Line(NamedTuple):
    """A line, where its tokens are, which of them are numbers, and what stands between any two."""

    text: str
    spans: tuple[tuple[int, int], ...]
    numbers: tuple[bool, ...]
    gaps: tuple[str, ...]

    def words(self, start: int, end: int) -> tuple[str, ...]:
        return tuple(self.text[a:b] for a, b in self.spans[start:end])


class Form(NamedTuple):
    """How the beads of a box are told apart."""

    numbers: tuple[bool, ...]  # which tokens of one bead are numbers
    inner: tuple[str, ...]  # what stands between these tokens,
    between: str | None  # and between two beads; None where each box has one
    tail: int  # how many tokens are after all beads


class _Found(NamedTuple):
    """The beads that a line tells: the tokens of each, and which token is the first."""

    line: _Line
    first: int
    units: Sequence[tuple[str, ...]]

    def before(self) -> str:
        """The line up to the first bead."""
        return self.line.text[: self.line.spans[self.first][0]]

    def without_first(self) -> "_Found":
        """The same without the first: the number of the box and its total, say."""
        return _Found(self.line, self.first + len(self.units[0]), self.units[1:])


class Restated(NamedTuple):
    """Lines with the beads of all boxes as `0*2 4*1` or `0 0 4`, and the form they were in."""

    lines: _Lines
    form: Form
    tokens: int  # that the form explains


def usual(lines: _Lines) -> Restated | None:
    """The lines restated, if all boxes have their beads in a form: that which explains most."""
    if len(lines) < BOXES:
        return None
    split = [*map(_split, lines)]
    forms = dict.fromkeys(form for line in _samples(split) for form in _forms(line))
    readings = filter(None, (in_form(lines, form) for form in forms))
    return max(readings, key=lambda one: (one.tokens, -one.form.tail), default=None)


def in_form(lines: _Lines, form: Form) -> Restated | None:
    """The lines restated, if all boxes have their beads in this form."""
    found = {at: one for at, line in enumerate(lines) if (one := _found(line, form))}
    if len(found) > BOXES:
        found = _of_boxes(found)
    if len(found) != BOXES or not _are_all([*found.values()], form):
        return None
    ways = [found]
    if len({one.units[0] for one in found.values()}) == BOXES:  # their numbers, and totals maybe
        ways.append({at: one.without_first() for at, one in found.items()})
    for boxes in ways:
        some = [*boxes.values()]
        if texts := _vectors(some, form) or _lists_or_counts(some, form):
            now = dict(zip(boxes, texts, strict=True))
            every = tuple(now.get(at, line) for at, line in enumerate(lines))
            tokens = len(form.numbers) * sum(len(one.units) for one in some) + form.tail * BOXES
            return Restated(every, form, tokens)
    return None


def _vectors(found: Sequence[_Found], form: Form) -> list[str] | None:
    """The lines of all boxes restated, if they tell a number for each square."""
    if form.numbers != (True,) or form.between is None:
        return None
    numbers = [[number for (number,) in one.units] for one in found]
    totals = [sum(map(number_of, some)) for some in numbers]
    if not _are_totals(found, totals, form) or not vectors.are_of_squares(numbers):
        return None
    before = [one.before() for one in found]
    return vectors.restated(before, numbers, usual=not form.between.strip(_BLANKS))


def _lists_or_counts(found: Sequence[_Found], form: Form) -> list[str] | None:
    """The lines of all boxes restated, if they tell their beads."""
    if not (beads := _beads(found, form)):
        return None
    return [_restated(one, some, form) for one, some in zip(found, beads, strict=True)]


def _of_boxes(found: Mapping[int, _Found]) -> dict[int, _Found]:
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


def _likely_beads(some: Mapping[int, _Found]) -> tuple[int, bool]:
    """More where there are more beads, and where no word stands before them."""
    words = any(_WORD.search(one.before()) for one in some.values())
    return sum(len(one.units) for one in some.values()), not words


@lru_cache(maxsize=_KEPT)
def _split(text: str) -> _Line:
    """The tokens of a line. `1 red and 2 blue` is split as `1 red, 2 blue` is."""
    bare = _AND.sub(lambda word: "\0" * len(word[0]), text)
    spans = tuple(token.span() for token in _TOKEN.finditer(bare))
    numbers = tuple(bare[start:end].isdecimal() for start, end in spans)
    gaps = (bare[a[1] : b[0]] for a, b in pairwise(spans))
    return _Line(text, spans, numbers, tuple(_WAS_AND.sub(", ", gap) for gap in gaps))


def _samples(lines: Sequence[_Line]) -> Sequence[_Line]:
    """The lines with the most tokens, and one for each usual end, to learn forms from."""
    longest = sorted({*lines}, key=lambda line: (-len(line.spans), line.text))[:_LONGEST]
    by_end = {line.gaps[-1]: line for line in reversed(lines) if line.gaps}
    times = Counter(line.gaps[-1] for line in lines if line.gaps)
    return [*longest, *(by_end[end] for end, n in times.most_common(_LONGEST) if n >= BOXES)]


def _forms(line: _Line) -> Iterator[Form]:
    """The forms in which the last two beads of this line would be counted alike, or the last."""
    for size in range(1, _TOKENS_AT_MOST + 1):
        for tail in range(_TAIL_AT_MOST + 1):
            end = len(line.spans) - tail
            start, before = end - size, end - 2 * size
            if start < 0:
                continue
            inner, unit = line.gaps[start : end - 1], line.numbers[start:end]
            plain = size == 1 or (all(unit) and not "".join(inner).strip())
            enclosed = not plain or _is_enclosed(line, start, end)
            if enclosed and not _BAR.search("".join(inner)):
                yield Form(unit, inner, None, tail)
            if before < 0 or unit != line.numbers[before:start]:
                continue
            between = line.gaps[start - 1]
            shorter = any(_repeats([*zip(unit, (*inner, between), strict=True)], n) for n in (1, 2))
            shifted = not between.strip() and _SEPARATOR.search("".join(inner))
            alike = inner == line.gaps[before : start - 1]
            if alike and between and not shorter and not shifted:
                yield Form(unit, inner, between, tail)


def _is_enclosed(line: _Line, start: int, end: int) -> bool:
    """Whether these tokens stand in brackets."""
    before, after = line.text[: line.spans[start][0]], line.text[line.spans[end - 1][1] :]
    return before[-1:] + after[:1] in _BRACKETS


def _repeats(unit: Sequence[tuple[bool, str]], size: int) -> bool:
    """Whether it is a shorter unit again and again."""
    return size < len(unit) and len(unit) % size == 0 and unit[size:] == unit[:-size]


@lru_cache(maxsize=_KEPT)
def _found(text: str, form: Form) -> _Found | None:
    """The beads that this line tells in this form, as many as there are."""
    line = _split(text)
    size = len(form.numbers)
    units: list[tuple[str, ...]] = []
    end = len(line.spans) - form.tail
    while (start := end - size) >= 0 and _is_unit(line, start, form):
        if units and form.between is None:
            return None  # which is to hold one bead
        units.append(line.words(start, end))
        end = start
        if form.between not in (None, *line.gaps[start - 1 : start]):
            break
    return _Found(line, end, units[::-1]) if units else None


def _are_all(found: Sequence[_Found], form: Form) -> bool:
    """Whether what stands before the beads can be labels and pictures: no other beads, no markup.

    A picture may have zeros in it.
    """
    if any(_MARKUP.search(one.line.text) for one in found):
        return False
    numbers = [[word for word in one.line.words(0, one.first) if word.isdecimal()] for one in found]
    others = Counter(sum(word.strip("0") != "" for word in some) for some in numbers)
    all_but_box_0 = BOXES - 1
    if len({*map(len, numbers)}) > 1 and max(others.values()) < all_but_box_0:
        return False
    if form.between is not None:
        return True
    after_numbers = [one for one in found if one.first and one.line.numbers[one.first - 1]]
    return all(one.line.gaps[one.first - 1].strip(_BLANKS) for one in after_numbers)


def _is_unit(line: _Line, start: int, form: Form) -> bool:
    """Whether the tokens from here on are of one bead."""
    end = start + len(form.numbers)
    return line.numbers[start:end] == form.numbers and line.gaps[start : end - 1] == form.inner


def _beads(found: Sequence[_Found], form: Form) -> Sequence[_Beads] | None:
    """The beads of all boxes; None where these cannot be beads."""
    if form.between is not None and all(len(one.units) == 1 for one in found):
        return None
    columns = zip(*(unit for one in found for unit in one.units), strict=True)
    kinds = [len({*words}) for words in columns]
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
    if _is_usual(form, end) or not (name := _Name.of(varying, form, kinds)):
        return None
    boxes = _boxes(found, name)
    return boxes if _can_be(boxes, found, form) else None


def _boxes(found: Sequence[_Found], name: "_Name", number: int | None = None) -> Sequence[_Beads]:
    """The names of the beads in each box, and how many there are of each, if that is told."""
    return [
        [(name.in_(unit), "" if number is None else unit[number]) for unit in one.units]
        for one in found
    ]


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
    if len(form.numbers) > 1 or form.between is None or form.between.strip(_QUOTES):
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


def _can_be(boxes: Sequence[_Beads], found: Sequence[_Found], form: Form) -> bool:
    """Whether these can be the beads of all boxes, and the tails of their lines totals."""
    if not _KINDS_AT_LEAST <= len({bead for some in boxes for bead, _ in some}) <= NAMES_AT_MOST:
        return False
    totals = [sum(number_of(n or "1") for _, n in some) for some in boxes]
    if not _are_totals(found, totals, form):
        return False
    return can_be_boxes([[bead for bead, n in some if number_of(n or "1")] for some in boxes])


def _are_totals(found: Sequence[_Found], totals: Sequence[int], form: Form) -> bool:
    """Whether the tails of the lines are these totals, with the same words in all of them."""
    tails = [one.line.words(len(one.line.spans) - form.tail, len(one.line.spans)) for one in found]
    if len({tuple(word for word in tail if not word.isdecimal()) for tail in tails}) > 1:
        return False  # more beads
    both = zip(tails, totals, strict=True)
    return all(number_of(n) == total for tail, total in both for n in tail if n.isdecimal())


def _are_few(counts: Sequence[_Beads]) -> bool:
    """Whether there are fewer numbers than beads by far, as where boxes hold equally many.

    Where each box has two words, these may as well be two beads.
    """
    beads, numbers = ({pair[at] for some in counts for pair in some} for at in (0, 1))
    return 2 * len(numbers) <= len(beads)


def _restated(one: _Found, beads: _Beads, form: Form) -> str:
    """The line with its beads as `0*2 4*1` or `0 0 4`, and without what stands around them."""
    text, size = one.line.text, len(form.numbers) * len(one.units)
    before = one.before()
    after = text[one.line.spans[one.first + size - 1][1] :].strip()
    sign = ending([before, (form.between or "").rpartition(" ")[-1]])
    before = before.removesuffix(sign).rstrip(_OPENING)
    if before[-1:] and _CLOSING.get(before[-1:]) == after[-1:]:
        before = before[:-1]
    restated = " ".join(f"{bead}*{n}" if n else bead for bead, n in beads)
    return f"{before}{restated}{f' {after[-1:]}' if after[-1:] in _BARS else ''}"
