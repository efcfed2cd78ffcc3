"""A program with its choices: names, spellings, orders. One setting of them is one text.

A source may declare choices of its own, which nobody can see in a program:

    ⟦a¦b¦c⟧        any one of these texts
    ⟦~UvI%/JM⟧     these characters in any order (an escape such as \\n is one of them)
    ⟦~⟨UX⟩vI⟧      in any order, and U may be X
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from harness.golf.names import Names
from harness.verdict import UsageError

_MARK: Final = re.compile(r"⟦(~?)([^⟦⟧]*)⟧")
_UNIT: Final = re.compile(r"⟨([^⟨⟩]+)⟩|(\\.|[^⟨⟩])", re.DOTALL)
LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"


@dataclass(frozen=True, slots=True)
class Permuted:
    """A part of the text whose units may stand in any order, each spelled in one of its ways."""

    start: int
    end: int
    units: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Flip:
    """A part of the text with two spellings. Each is a list of texts and of parts kept as is."""

    start: int
    end: int
    spellings: tuple[tuple["str | tuple[int, int]", ...], ...]


@dataclass(frozen=True, slots=True)
class Marked:
    """A source with its marks: pieces of text, alternatives and permuted characters."""

    pieces: tuple["str | tuple[str, ...] | Permuted", ...]

    @property
    def alternatives(self) -> tuple[int, ...]:
        """How many texts each mark of alternatives has."""
        return tuple(len(piece) for piece in self.pieces if isinstance(piece, tuple))

    def text(self, choice: Sequence[int]) -> tuple[str, tuple[Permuted, ...]]:
        """The text with these alternatives, and what is permuted in it."""
        made, permuted = "", []
        chosen = iter(choice)
        for piece in self.pieces:
            if isinstance(piece, str):
                made += piece
            elif isinstance(piece, Permuted):
                start = len(made)
                made += "".join(unit[0] for unit in piece.units)
                permuted.append(Permuted(start, len(made), piece.units))
            else:
                made += piece[next(chosen)]
        return made, tuple(permuted)


def read_marks(source: str) -> Marked:
    """The source, cut at its marks. Raises UsageError for a mark that is not closed."""
    pieces: list[str | tuple[str, ...] | Permuted] = []
    at = 0
    for mark in _MARK.finditer(source):
        pieces.append(source[at : mark.start()])
        at = mark.end()
        if mark[1]:
            units = tuple(
                tuple(unit[1]) if unit[1] else (unit[2],) for unit in _UNIT.finditer(mark[2])
            )
            pieces.append(Permuted(0, 0, units))
        else:
            pieces.append(tuple(mark[2].split("¦")))
    pieces.append(source[at:])
    if any(isinstance(piece, str) and re.search("[⟦⟧]", piece) for piece in pieces):
        raise UsageError("a mark that begins with ⟦ ends with ⟧, and none stands in another")
    return Marked(tuple(pieces))


_Item: TypeAlias = "str | int | _Switch | _Order"


@dataclass(slots=True)
class _Switch:
    index: int
    spellings: list[list[_Item]]


@dataclass(slots=True)
class _Order:
    index: int


@dataclass(frozen=True, slots=True)
class Setting:
    """One choice of everything: a letter for each variable, a spelling for each flip, ..."""

    letters: tuple[str, ...]
    flips: tuple[int, ...]
    orders: tuple[tuple[tuple[int, int], ...], ...]  # of each permuted part: unit and spelling


class Template:
    """A text whose choices are set at will; `render` is what a search spends its time in."""

    def __init__(
        self, source: str, names: Names, flips: Sequence[Flip], permuted: Sequence[Permuted]
    ) -> None:
        self.source, self.names, self.permuted = source, names, tuple(permuted)
        self.flips = tuple(_nested(flips, names, permuted))
        self._leaves = sorted(
            [
                *((start, end, index) for index, v in enumerate(names.variables)
                  for start, end in v.places),
                *((p.start, p.end, _Order(index)) for index, p in enumerate(self.permuted)),
            ],
            key=lambda leaf: leaf[:2],
        )  # fmt: skip
        self._items = self._between(0, len(source), list(range(len(self.flips))))

    def start(self) -> Setting:
        """The text as it was written."""
        return Setting(
            tuple(variable.name for variable in self.names.variables),
            (0,) * len(self.flips),
            tuple(tuple((k, 0) for k in range(len(p.units))) for p in self.permuted),
        )

    def render(self, setting: Setting) -> bytes:
        """The text of one setting, in UTF-8."""
        out: list[str] = []
        self._render(self._items, setting, out)
        return "".join(out).encode()

    def _render(self, items: list[_Item], setting: Setting, out: list[str]) -> None:
        for item in items:
            if isinstance(item, str):
                out.append(item)
            elif isinstance(item, int):
                out.append(setting.letters[item])
            elif isinstance(item, _Switch):
                self._render(item.spellings[setting.flips[item.index]], setting, out)
            else:
                units = self.permuted[item.index].units
                out += [units[k][way] for k, way in setting.orders[item.index]]

    def _between(self, start: int, end: int, flips: list[int]) -> list[_Item]:
        items: list[_Item] = []
        at = start
        marks: list[tuple[int, int, object]] = [
            leaf for leaf in self._leaves if start <= leaf[0] and leaf[1] <= end
        ]
        outer = [f for f in flips if start <= self.flips[f].start and self.flips[f].end <= end]
        tops = [
            f
            for f in outer
            if not any(g != f and _covers(self.flips[g], self.flips[f]) for g in outer)
        ]
        for f in tops:
            marks = [m for m in marks if not _inside(m, self.flips[f])]
            marks.append((self.flips[f].start, self.flips[f].end, self.flips[f]))
        for first, last, what in sorted(marks, key=lambda mark: mark[:2]):
            items.append(self.source[at:first])
            if isinstance(what, Flip):
                index = self.flips.index(what)
                rest = [f for f in outer if f != index]
                ways = [
                    [
                        item
                        for part in spelling
                        for item in (
                            [part] if isinstance(part, str) else self._between(*part, rest)
                        )
                    ]
                    for spelling in what.spellings
                ]
                items.append(_Switch(index, ways))
            else:
                assert isinstance(what, int | _Order)
                items.append(what)
            at = last
        items.append(self.source[at:end])
        return [item for item in items if item != ""]

    def _parts(self, part: str | tuple[int, int], flips: list[int]) -> list[_Item]:
        return [part] if isinstance(part, str) else self._between(*part, flips)


def _inside(leaf: tuple[int, int, object], flip: Flip) -> bool:
    return flip.start <= leaf[0] and leaf[1] <= flip.end


def _covers(outer: Flip, inner: Flip) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _kept(flip: Flip) -> list[tuple[int, int]]:
    return [part for part in flip.spellings[0] if not isinstance(part, str)]


def _nested(flips: Sequence[Flip], names: Names, permuted: Sequence[Permuted]) -> list[Flip]:
    """The flips that fit together: each inside a kept part of another, or apart from it."""
    leaves = [place for variable in names.variables for place in variable.places]
    leaves += [(part.start, part.end) for part in permuted]
    taken: list[Flip] = []
    for flip in sorted(set(flips), key=lambda f: (f.start - f.end, f.start)):
        spans = _kept(flip)
        whole = all(
            last <= flip.start
            or first >= flip.end
            or any(a <= first and last <= b for a, b in spans)
            or (first <= flip.start and flip.end <= last)
            for first, last in leaves
        )
        fits = all(
            other.end <= flip.start
            or flip.end <= other.start
            or any(a <= flip.start and flip.end <= b for a, b in _kept(other))
            for other in taken
        )
        inside_leaf = any(first <= flip.start and flip.end <= last for first, last in leaves)
        if whole and fits and not inside_leaf:
            taken.append(flip)
    return taken
