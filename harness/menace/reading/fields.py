"""Boxes with unusual names and signs, restated as a label, a colon and the beads.

Sentences, `Matchbox No. 1 holds 2 red`; fields, `state=X-------- beads=1,2`; a line or column among
others that is headed by what it is, `Beads: 1 2`; labels such as `[1/304]`, `0x1a` and FEN's
`2x/3/o2`; several labelled boxes on a line; beads that are signs or have `_` between them.
Each restatement needs all 304 boxes to have what it looks for, and leaves other lines as they are.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading.notations import are_in_order, are_pictures

_Lines = tuple[str, ...]

_SENTENCE: Final = re.compile(
    r"\s*(?:the\s|in\s)?(?:match\s?)?box\s?(?:no\.?|nr\.?|number|#)?\s?(\d{1,3})\b[^:]{0,40}?"
    r"\b(?:holds|contains|has|have|are)\b:?\s?(?:the beads?\b:?\s)?(\S.*)",
    re.IGNORECASE,
)
_OF_ALL: Final = re.compile(rf"\s*[\[(]?(\d{{1,3}}) ?(?:/|of) ?{BOXES}[\])]?[.:]?\s*(\S.*)")
_NAMED_AND_PICTURED: Final = re.compile(
    r"\s*[A-Za-z]{1,9}(?: n[or]\.?)?[-_ #]{0,5}\d{1,4}[.:)]?\s+['\"|(\[]?([XxOo.\-_]{9})['\"|)\]]?"
    r"\s*[:=|]?\s*([^\s\])|'\"].*)"
)
_APART: Final = re.compile(
    r"\s*((?:[XxOo.\-_] ){8}[XxOo.\-_]|(?:[XxOo.\-_]{3} ){2}[XxOo.\-_]{3})\s*(?:[:=|]|\s)\s*(\S.*)"
)
_COLUMN: Final = 3  # words: a number, a picture, and beads
_IN_SIXTEENS: Final = re.compile(r"\s*\[?0x([\da-fA-F]{1,8})\]?\s*[:=|]?\s+(\S.*)")
_FEN: Final = re.compile(r"\s*((?:[1-3xXoO]{1,3}/){2}[1-3xXoO]{1,3})\s*[:=|]?\s+(\S.*)")
_EMPTY: Final = re.compile(r"[1-3]")
_HEADED: Final = re.compile(
    r"[\s\-*|\"']*(?:beads?|contents?|marbles?|holds|contains)[\"']?\s*(?:[:=]|=>)\s*(\S.*)",
    re.IGNORECASE,
)
_FIELD: Final = re.compile(r"(?<!\w)([A-Za-z_]\w*)\s?=\s?")
_BEADS: Final = re.compile(r"beads?|contents?|marbles?|moves?|colou?rs?|balls?", re.IGNORECASE)
_PICTURE: Final = re.compile(r"(?<![^\s'\"`(\[=])[XxOo.\-_]{9}(?![^\s'\"`)\],:])")
_LABELLED: Final = re.compile(
    r"\s*(?:(?:match)?box\s*)?#?(?P<number>\d{1,3})\s*[.:)|]?\s+(?P<first>\S.*)"
    r"|\s*(?P<picture>[^\s\w,;:|]{9}|[XxOo.\-_]{9})\s*[:=|]?\s*(?P<second>\S.*)",
    re.IGNORECASE,
)
_BETWEEN_BOXES: Final = ("||", "│", "|", "\t")
_JOINED: Final = re.compile(r"(?<!\w)_?((?:[A-Za-z]|\d+)(?:_(?:[A-Za-z]|\d+))*)_?(?!\w)")
_ENDS_WITH_PAIRS: Final = re.compile(
    r"(?P<before>(?:.*[\s:=>|])?)(?P<word>(?:[A-Za-z][A-Za-z0-3])+)\s*", re.ASCII
)
_SEPARATORS: Final = frozenset(",;|/:()[]{}<>'\"`")
_LINES: Final = frozenset(map(chr, range(0x2500, 0x2580)))
_SIGNS_AT_LEAST: Final = 5  # of nine; of a frame or a bar there are fewer
_SQUARES: Final = 9
_ROWS: Final = 3
_NO_LETTER: Final = re.compile(r"[^a-z]")
_RULED: Final = re.compile(
    r"(?P<bead>\w+)\s{0,9}[:|]?\s{0,9}(?P<bar>(?P<one>[^\w\s])(?P=one)*)\s{1,99}(?P<n>\d+)"
)
_LABEL_AND_BEADS: Final = 2
_SECTION: Final = 12  # lines at the most
_MOSTLY: Final = 0.9


def _sentences(lines: _Lines) -> _Lines:
    return _by_pattern(lines, _SENTENCE, lambda number: number)


def _labels(lines: _Lines) -> _Lines:
    lines = _by_pattern(lines, _OF_ALL, lambda number: number)
    lines = _by_pattern(lines, _NAMED_AND_PICTURED, lambda picture: picture)
    lines = _by_pattern(lines, _APART, lambda picture: picture.replace(" ", ""))
    lines = _by_pattern(lines, _IN_SIXTEENS, lambda number: str(int(number, 16)))
    return _by_pattern(lines, _FEN, _of_fen)


def _of_fen(rows: str) -> str:
    return _EMPTY.sub(lambda n: "-" * int(n[0]), rows.replace("/", "")).upper()


def _by_pattern(lines: _Lines, pattern: re.Pattern[str], label: Callable[[str], str]) -> _Lines:
    """A label and beads for each line of the pattern, where their labels are different."""
    found = [m for line in lines if (m := pattern.fullmatch(line))]
    labels = [label(m[1]) for m in found]
    if len(found) != BOXES or len({*labels}) != BOXES:
        return lines
    return tuple(f"{name}: {m[2].rstrip(' .')}" for name, m in zip(labels, found, strict=True))


def _headed(lines: _Lines) -> _Lines:
    """The beads of lines that are headed by what they are, below the pictures of their boxes."""
    found = [(at, m) for at, line in enumerate(lines) if (m := _HEADED.fullmatch(line))]
    if len(found) != BOXES or len(found) == sum(map(bool, map(str.strip, lines))):
        return lines
    bodies = [m[1].rstrip(" ,|") for _, m in found]
    if not all(any(map(str.isalnum, body)) and body[-1] not in "[{(" for body in bodies):
        return lines
    starts = [0, *(at + 1 for at, _ in found)]
    pictures = []
    for start, (at, _) in zip(starts, found, strict=False):
        above = " ".join(lines[max(start, at - _SECTION) : at])
        pictures.append(_PICTURE.findall(above))
    one = all(len(some) == 1 for some in pictures)
    labels = [some[0] for some in pictures] if one else []
    if not labels or not are_pictures(labels):
        labels = [str(number) for number in range(BOXES)]
    return tuple(f"{label}: {body}" for label, body in zip(labels, bodies, strict=True))


def _named_fields(lines: _Lines) -> _Lines:
    """The beads of lines that each have the same fields, one of them named beads or the like."""
    found = [_FIELD.split(line.strip(" {}<>()[],;")) for line in lines if line.count("=") > 1]
    if any("</" in line or "/>" in line for line in lines):
        return lines  # attributes
    if len(found) != BOXES or len({tuple(some[1::2]) for some in found}) != 1:
        return lines
    names = found[0][1::2]
    which = [at for at, name in enumerate(names) if _BEADS.fullmatch(name)]
    if len(which) != 1:
        return lines
    boxes = [[value.strip(" ,;|") for value in some[2::2]] for some in found]
    for at in range(len(names)):
        labels = [box[at].strip("'\"") for box in boxes]
        if at != which[0] and len({*labels}) == BOXES:
            return tuple(
                f"{label}: {box[which[0]]}" for label, box in zip(labels, boxes, strict=True)
            )
    return tuple(f"{number}: {box[which[0]]}" for number, box in enumerate(boxes))


def _in_words(lines: _Lines) -> _Lines:
    """A box a line for several on each, of three words: a number, a picture and the beads."""
    words = [word for line in lines if line.strip()[:1].isdecimal() for word in line.split()]
    if len(words) != _COLUMN * BOXES or sum(map(bool, map(str.strip, lines))) >= BOXES:
        return lines
    numbers, pictures, beads = (words[at::_COLUMN] for at in range(_COLUMN))
    if not all(map(str.isdecimal, numbers)) or not _are_labels(numbers):
        return lines
    if not all(map(_PICTURE.fullmatch, pictures)) or not are_pictures(pictures):
        return lines
    return tuple(f"{picture}: {some}" for picture, some in zip(pictures, beads, strict=True))


def _in_columns(lines: _Lines) -> _Lines:
    """A box a line for several on each, which all have labels."""
    full = [line for line in lines if line.strip()]
    if len(full) >= BOXES:
        return lines
    for sign in _BETWEEN_BOXES:
        pieces = [piece for line in full if sign in line for piece in line.split(sign)]
        pieces = [piece.strip() for piece in pieces if piece.strip()]
        found = [_LABELLED.fullmatch(piece) for piece in pieces]
        if len(pieces) != BOXES or not all(found):
            continue
        both = [(m["number"] or m["picture"], m["first"] or m["second"]) for m in found if m]
        if _are_labels([label for label, _ in both]):
            if both[0][0].isdecimal():
                both.sort(key=lambda box: number_of(box[0]))
            return tuple(f"{label}: {beads.lstrip(':=| ')}" for label, beads in both)
    return lines


def _are_labels(labels: Sequence[str]) -> bool:
    if all(map(str.isdecimal, labels)):
        return are_in_order(sorted(labels, key=number_of))
    return are_pictures(labels)


def _apart(lines: _Lines) -> _Lines:
    """`1 7 4` for `1_7_4` and for `_1 7 4_`, and `LL MR` for `LLMR`."""
    full = [line for line in lines if line.strip()]
    found = [m for line in full if (m := _ENDS_WITH_PAIRS.fullmatch(line))]
    if len(found) > BOXES:  # among them what may be typed, say
        widths = Counter(len(m["before"]) for m in found)
        found = [m for m in found if len(m["before"]) == widths.most_common(1)[0][0]]
    if len(found) == BOXES and _are_rows_and_columns("".join(m["word"] for m in found)):
        return tuple(f"{m['before']}{_pairs(m['word'])}" for m in found)
    split = [line.split() for line in lines]
    words = [words[-1] for words in split if _is_joined(words)]
    if len(words) < BOXES or len(words) < _MOSTLY * len(full):
        return lines
    wrapped = all(word[0] == word[-1] == "_" for word in words)
    if not wrapped and len({word.count("_") for word in words}) == 1:
        return lines  # rows and columns, or no such sign
    return tuple(
        " ".join([*words[:-1], *words[-1].strip("_").split("_")]) if _is_joined(words) else line
        for line, words in zip(lines, split, strict=True)
    )


def _are_rows_and_columns(pairs: str) -> bool:
    """Whether the first of each two letters names a row and the second a column, or vice versa."""
    first, second = {*pairs[::2]}, {*pairs[1::2]}
    return first | second == {*"LMR"} or (
        len(first) == len(second) == _ROWS and first.isdisjoint(second)
    )


def _is_joined(words: Sequence[str]) -> bool:
    """Whether the last word has all beads: of several, each may be a row and a column."""
    return 0 < len(words) <= _LABEL_AND_BEADS and _JOINED.fullmatch(words[-1]) is not None


def _pairs(word: str) -> str:
    return " ".join(word[at : at + 2] for at in range(0, len(word), 2))


def _of_signs(lines: _Lines) -> _Lines:
    """Unicode's names for beads that are signs, as `@#$`, where a box has nothing else.

    They stay the same when a kind comes that no box had before.
    """
    both = (_label_and_signs(line.split()) for line in lines if line.strip())
    found = [one for one in both if not any(c.isalnum() or c in _LINES for c in one[1])]
    labelled = [one for one in found if one[0]]
    found = labelled if len(labelled) == BOXES else found
    if len(found) == BOXES + 1 and len({*found[-1][1]}) == 1:
        del found[-1]  # stars before the next game
    kinds = sorted({sign for _, signs in found for sign in signs})
    if len(found) != BOXES or not _SIGNS_AT_LEAST <= len(kinds) <= _SQUARES:
        return lines
    if not _SEPARATORS.isdisjoint(kinds):
        return lines
    names = {sign: _NO_LETTER.sub("", unicodedata.name(sign, "").lower()) for sign in kinds}
    if not all(names.values()) or len({*names.values()}) < len(kinds):
        return lines
    return tuple(
        f"{label or number}: {' '.join(names[sign] for sign in signs)}"
        for number, (label, signs) in enumerate(found)
    )


def _label_and_signs(words: Sequence[str]) -> tuple[str, str]:
    """The first word, where it is a number or a picture, and the signs after it."""
    first = words[0].rstrip(":=|.)")
    labelled = len(words) > 1 and (first.lstrip("#(").isdecimal() or len(first) == _SQUARES)
    return (first, "".join(words[1:])) if labelled else ("", "".join(words))


def _of_ruled_bars(lines: _Lines) -> _Lines:
    """`3: 2` for a bead, a bar and how long it is, in a line of their own."""
    found = [_RULED.fullmatch(line.strip()) for line in lines]
    if sum(m is not None and len(m["bar"]) == number_of(m["n"]) for m in found) < BOXES:
        return lines
    return tuple(
        f"  {m['bead']}: {m['n']}" if m else line for line, m in zip(lines, found, strict=True)
    )


RESTATEMENTS: Final[tuple[Callable[[_Lines], _Lines], ...]] = (
    _sentences,
    _labels,
    _headed,
    _named_fields,
    _in_columns,
    _in_words,
    _apart,
    _of_signs,
    _of_ruled_bars,
)
