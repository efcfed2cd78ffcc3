"""How the beads of a box are told on its line: tokens, and what stands between them.

Of the last tokens of a line those of one bead are as many, in the same way, as those of the bead
before it. So the form in which beads are told is learned from a line with many.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from harness.menace.classes import BOXES

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
_TOKENS_AT_MOST: Final = 5  # of one bead and its number, with words as in `2 beads at 0`
_TAIL_AT_MOST: Final = 3  # tokens of a total after all beads
_LONGEST: Final = 5  # lines with the most tokens, from which forms are learned
_BRACKETS: Final = ("()", "[]", "{}", "<>")
_KEPT: Final = 1 << 14  # lines: most boxes are printed again and again


class Line(NamedTuple):
    """A line, where its tokens are, which of them are numbers, and what stands between any two."""

    text: str
    spans: tuple[tuple[int, int], ...]
    numbers: tuple[bool, ...]
    gaps: tuple[str, ...]

    def words(self, start: int, end: int | None) -> tuple[str, ...]:
        """The tokens from the one to the other."""
        return tuple(self.text[a:b] for a, b in self.spans[start:end])

    def but_stones(self, end: int | None = None) -> Iterator[str]:
        """The tokens up to this one that are no stones of pictures."""
        return (word for word in self.words(0, end) if word.strip("XxOo"))


class Form(NamedTuple):
    """How the beads of a box are told apart."""

    numbers: tuple[bool, ...]  # which tokens of one bead are numbers
    inner: tuple[str, ...]  # what stands between these tokens,
    between: str | None  # and between two beads; None where each box has one
    tail: int  # how many tokens are after all beads


class Found(NamedTuple):
    """The beads that a line tells: the tokens of each, and which token is the first."""

    line: Line
    first: int
    units: Sequence[tuple[str, ...]]

    def before(self) -> str:
        """The line up to the first bead."""
        return self.line.text[: self.line.spans[self.first][0]]

    def other_words(self) -> tuple[str, ...]:
        """The words before the first bead but for the stones of pictures."""
        words = self.line.but_stones(self.first)
        return tuple(word for word in words if not word.isdecimal())

    def without_first(self) -> "Found":
        """The same without the first: the number of the box and its total, say."""
        return Found(self.line, self.first + len(self.units[0]), self.units[1:])


def learned(lines: Sequence[str]) -> Sequence[Form]:
    """The forms in which these lines may tell their beads."""
    in_tokens = [*map(split, lines)]
    return [*dict.fromkeys(form for line in _samples(in_tokens) for form in _forms(line))]


@lru_cache(maxsize=_KEPT)
def split(text: str) -> Line:
    """The tokens of a line. `1 red and 2 blue` is split as `1 red, 2 blue` is."""
    bare = _AND.sub(lambda word: "\0" * len(word[0]), text)
    spans = tuple(token.span() for token in _TOKEN.finditer(bare))
    numbers = tuple(bare[start:end].isdecimal() for start, end in spans)
    gaps = (bare[a[1] : b[0]] for a, b in pairwise(spans))
    return Line(text, spans, numbers, tuple(_WAS_AND.sub(", ", gap) for gap in gaps))


def signs_of(line: str) -> frozenset[str]:
    """Which signs a line has, letters and digits as one each."""
    return frozenset("a" if sign.isalpha() else "0" if sign.isdigit() else sign for sign in line)


def _samples(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines with the most tokens, and one for each usual end, to learn forms from."""
    longest = sorted({*lines}, key=lambda line: (-len(line.spans), line.text))[:_LONGEST]
    by_end = {line.gaps[-1]: line for line in reversed(lines) if line.gaps}
    times = Counter(line.gaps[-1] for line in lines if line.gaps)
    return [*longest, *(by_end[end] for end, n in times.most_common(_LONGEST) if n >= BOXES)]


def _forms(line: Line) -> Iterator[Form]:
    """The forms in which the last two beads of this line would be counted alike, or the last."""
    for size in range(1, _TOKENS_AT_MOST + 1):
        for tail in range(_TAIL_AT_MOST + 1):
            end = len(line.spans) - tail
            start, before = end - size, end - 2 * size
            if start < 0:
                continue
            inner, unit = line.gaps[start : end - 1], line.numbers[start:end]
            plain = all(unit) and not "".join(inner).strip()
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


def _is_enclosed(line: Line, start: int, end: int) -> bool:
    """Whether these tokens stand in brackets."""
    before, after = line.text[: line.spans[start][0]], line.text[line.spans[end - 1][1] :]
    return before[-1:] + after[:1] in _BRACKETS


def _repeats(unit: Sequence[tuple[bool, str]], size: int) -> bool:
    """Whether it is a shorter unit again and again."""
    return size < len(unit) and len(unit) % size == 0 and unit[size:] == unit[:-size]


@lru_cache(maxsize=_KEPT)
def found_in(text: str, form: Form) -> Found | None:
    """The beads that this line tells in this form, as many as there are."""
    line = split(text)
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
    return Found(line, end, units[::-1]) if units else None


def _is_unit(line: Line, start: int, form: Form) -> bool:
    """Whether the tokens from here on are of one bead."""
    end = start + len(form.numbers)
    return line.numbers[start:end] == form.numbers and line.gaps[start : end - 1] == form.inner
