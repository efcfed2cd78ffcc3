"""Notations that boxes are printed in: pictures beside the beads, names of types, counts of beads.

Regular expressions over lines or texts recognise them; `ways` and `dumps` read what they give.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading.left_out import between, leaves_out

_MARKS: Final = 3  # of a picture: X, O and empty
_LETTERS: Final = 3  # of coordinates such as a1
_SQUARES: Final = 9
_PAIR: Final = 2
_MOSTLY: Final = 0.7
_KEPT: Final = 1 << 14  # lines: most boxes are printed again and again

_CELL: Final = r"[^\s\[\](){}<>'\"|/,;:=\\]"
_NINE: Final = (
    rf"(?:{_CELL}{{9}}|{_CELL}{{3}}(?P<between>[/|,]){_CELL}{{3}}(?P=between){_CELL}{{3}})"
)
_BOX: Final = r"(?:(?:box|matchbox|no|nr|state|position|picture|key)\b\.?)"
_LABEL: Final = rf"[|*#-]?\s*{_BOX}?\s*#?(?:\d{{1,3}}(?:/\d+)?\s*[).:,;|\]-]*\s*)?"
_PICTURED: Final = re.compile(
    rf"\s*(?:{_LABEL})(?:"
    rf"[\[({{<'\"]\s?(?P<quoted>[^\[\](){{}}<>'\"\n]{{9}})\s?[\])}}>'\"]"
    rf"|(?P<bare>{_NINE}))"
    r"\s*(?:=>|->|→|[:=|,;\t]|\s|(?=[\[({]))\s*(?P<body>\S.*)",
    re.IGNORECASE,
)
_PAIRED: Final = re.compile(
    r"(?:[\[({'\"]([^\[\](){}\n'\"]{9})[\])}'\"]|(?<!\S)([^\s\[\](){}'\",:=]{9}))"
    r"[^\S\n]*(?:=>|->|[:=,])?[^\S\n]*"
    r"(?:[\[({]([^\[\](){}]*)[\])}]|\"([^\"\n]*)\"|'([^'\n]*)'|([^\s\[\](){},;|:=]+))"
)
_TOPMOST: Final = re.compile(r"[\[({]([^\[\](){}]*)[\])}]|([^\s\[\](){},;]+)")
_TAG: Final = re.compile(r"</?\w+((?:\s+\w+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*/?>")
_ATTRIBUTE: Final = re.compile(r"=\s*(\"[^\"]*\"|'[^']*')")
_ATTRIBUTE_COUNT: Final = re.compile(
    r"\b(?:count|number|times|n|num|amount|quantity)\s*=\s*[\"'](\d+)[\"']", re.IGNORECASE
)
_COUNT_IN_BRACKETS: Final = re.compile(r"(?<![^\s,;:|])([\w]+)\s?\((\d+)\)")
_BAR_IN_BRACKETS: Final = re.compile(r"(?<![^\s,;:|])(\w+)\s?[\[(](([^\w\s\[\](){}])\3*)[\])]")
_BEAD_IN_BRACKETS: Final = re.compile(r"(?:(?<!\S)\w+)?\[(\w+)\]\s?([=:])\s?(?=\d+(?![^\s,;]))")
_PAIR_COUNTED: Final = re.compile(r"\((\w+),\s?(\w+)\)\s?[x×*:=]\s?(?=\d+(?!\w))")
_SIZED: Final = re.compile(r"\b(?:array|map|set|object|vector|list)\s*\(\d+\)\s*(?=[\[{])", re.I)
_TYPE: Final = re.compile(r"\b(?:array|vec|list|map|set|seq)!?\s*(?=[\[({])", re.IGNORECASE)
_SIGN_OF_TYPE: Final = re.compile(r"(?<![\w'\"])[%#](?=[\[({])")  # of a map or set: `%{`, `#{`
_ARTICLE: Final = re.compile(r"(?<![\w'\"])an? (?=[A-Z]\w*\()")  # as Smalltalk has: `a Set(3)`
_MEMBER: Final = re.compile(r"<\w+\.(\w+): [^<>\s]+>")  # of an enumeration in Python
_MAKER: Final = re.compile(r"(?<![\w'\"])[^\W\d_]\w*(?=\()")
_TYPED: Final = re.compile(r"\b(?:int|float|long|bool)\((-?\w+)\)")
_PREFIX: Final = re.compile(r"(?<![\w'\"])[bru](?=['\"])")  # of a string in Python
_WHOLE: Final = re.compile(r"(?<![\w.])(\d+)\.0*(?![\w.])")
_SEVERAL: Final = 2  # of these a line
_CELL_OF_OCTAVE: Final = re.compile(r"\s*\[(\d+),1\] =\s*")
_COLUMNS_OF_OCTAVE: Final = re.compile(r"\s*Columns? \d.*:\s*")
_ESCAPED: Final = re.compile(r"\\x0(\d)|\\([abt])")
_COMPLEX: Final = re.compile(r"\((-?\d)\+?(-?\d)j\)|(?<![\w.])(-?\d)j(?!\w)")
_NAMED_ESCAPES: Final = "abt"  # 7, 8 and 9
_COMMENT: Final = re.compile(r"/\*[^*\n]*\*/")
_DOTTED: Final = re.compile(r"\((\w+) \. (\d+)\)")
_WORD: Final = re.compile(r"\w")
_NUMBER: Final = re.compile(r"\d+")
NUMBERS_OF_THE_NEXT: Final[Sequence[list[int]]] = ([*range(1, BOXES)], [*range(2, BOXES + 1)])
"""The numbers that stand before every box but the first, where they are counted from 0 or 1."""
_TALLIES: Final = re.compile(r"(?:\w+[:=]?\|+\s*)+")
_STRING: Final = re.compile(r"\bstring\(\d+\)\s*(?=\")")
_IN_BRACKETS: Final = r"(?:(?:<[^<>\s]+>|\[[^\[\]\s]+\]|\([^()\s]+\)|\{[^{}\s]+\})[\s,;]*)+"
_EACH_IN_BRACKETS: Final = re.compile(rf"\s*{_IN_BRACKETS}")
_LABELLED: Final = re.compile(rf"[^\[\](){{}}<>]*(?P<words>{_IN_BRACKETS})")
_OF_BRACKETS: Final = re.compile(r"[<>\[\](){}]+")
_SIGN: Final = r"[^\w\s,;:.|=\-\[\](){}]"
_RUN: Final = re.compile(rf"([^\W\d_]+|{_SIGN})(\d+)")
_RUNS: Final = re.compile(rf"(?:(?:[^\W\d_]{{1,3}}|{_SIGN})\d+\s*)+")
_RUN_TURNED: Final = re.compile(r"(\d+)([^\W\d_])")
_RUNS_TURNED: Final = re.compile(r"(?:\d+[^\W\d_]\s*)+")


def without_comments(text: str) -> str:
    """The literal without comments as C has them."""
    return _COMMENT.sub(" ", text) if "/*" in text else text


def without_fractions(text: str) -> str:
    """The literal with `3` for `3.` and `3.0`, as numpy and others print what they count."""
    return _WHOLE.sub(r"\1", text) if text.count(".") >= BOXES else text


def in_whole_numbers(rows: Sequence[str]) -> Sequence[str]:
    """The lines with `3` for `3.`, where they have several such numbers each.

    A single one in each line may be the number of the box.
    """
    several = _SEVERAL * max(len(rows), BOXES)
    if sum(row.count(".") for row in rows) < several:
        return rows
    whole = [_WHOLE.subn(r"\1", row) for row in rows]
    return [row for row, _ in whole] if sum(times for _, times in whole) >= several else rows


def cells_on_a_line(text: str) -> str:
    """The text with `3: 1 4 4` for a cell that Octave prints as `[3,1] =` and its beads below."""
    if "[1,1] =" not in text:
        return text
    kept: list[list[str]] = []  # the parts of each line
    in_cells = False
    for row in text.split("\n"):
        if found := _CELL_OF_OCTAVE.fullmatch(row):
            kept.append([f"{found[1]}:"])
            in_cells = True
        elif row.strip() in ("{", "}"):
            in_cells = False
        elif not in_cells:
            kept.append([row])
        elif not _COLUMNS_OF_OCTAVE.fullmatch(row):
            kept[-1] += row.split()
    return "\n".join(map(" ".join, kept))


def without_escapes(text: str) -> str:
    """The literal with words for what Python prints otherwise.

    `04` for `\\x00\\x04`, which are bytes that are small numbers, and `1_2` for `(1+2j)`.
    """
    if text.count("j") >= BOXES:
        text = _COMPLEX.sub(lambda m: f"{m[1] or 0}_{m[2] or m[3]}".replace("-", "m"), text)
    if text.count("\\x0") >= BOXES:
        text = _ESCAPED.sub(lambda m: m[1] or str(_NAMED_ESCAPES.index(m[2]) + 7), text)
    return text


def without_types(text: str) -> str:
    """The literal without names of types, as `array(3)` or `int(4)`: they are no keys, no beads.

    Nor are the bars of an array in OCaml, and the dot of a pair in Lisp, whose second half is a
    count where it is a number.
    """
    if "%" in text or "#" in text:
        text = _SIGN_OF_TYPE.sub("", text)
    if "[|" in text:
        text = text.replace("[|", "[").replace("|]", "]")
    if " . (" in text:
        text = text.replace(" . (", " (")
    if " . " in text:
        text = _DOTTED.sub(r"\1x\2", text)
    if "b'" in text or "u'" in text or 'b"' in text:
        text = _PREFIX.sub("", text)
    if "<" in text:
        text = _MEMBER.sub(r"\1", text)
    if "(" in text:
        text = _ARTICLE.sub("", text)
        text = _SIZED.sub("", text)
        text = _STRING.sub("", _TYPED.sub(r"\1", text))
        text = _MAKER.sub("", text)
    return _TYPE.sub("", text)


def without_tags(lines: Sequence[str]) -> Sequence[str]:
    """The lines with the values of attributes in place of the tags of a markup language."""
    if not any("</" in line or "/>" in line for line in lines):
        return lines
    return [line for line in map(_without_tags, lines) if line.strip()]


def _without_tags(line: str) -> str:
    """Beside a text, of an attribute only a picture is kept: others are numbers of boxes."""
    beside = _TAG.sub("", line).strip()

    def values(tag: re.Match[str]) -> str:
        text = tag[1] or ""
        found = _ATTRIBUTE.findall(text)
        if len(found) == _PAIR and (count := _ATTRIBUTE_COUNT.search(text)):
            (bead,) = _ATTRIBUTE.findall(_ATTRIBUTE_COUNT.sub("", text))
            return f" {bead[1:-1]}*{count[1]} "
        return " ".join(["", *(v for v in found if not beside or len(v) == _SQUARES + 2), ""])

    return _TAG.sub(values, line)


def pictured_lines(lines: Sequence[str]) -> list[tuple[str, str]]:
    """The picture and the rest of each line that begins with a picture, whatever its label.

    Nothing where these are no pictures of different positions.
    """
    found = [*filter(None, map(_pictured, lines))]
    if not are_pictures([picture for picture, _ in found]):
        return []
    if all(body.startswith("- ") for _, body in found) and len(found) > 1:
        return [(picture, body[2:]) for picture, body in found]
    return found


@lru_cache(maxsize=_KEPT)
def _pictured(line: str) -> tuple[str, str] | None:
    """The picture that a line begins with, and the rest of the line."""
    if not (match := _PICTURED.match(line)):
        return None
    body = match["body"].rstrip(" " if _TALLIES.fullmatch(match["body"]) else " |")
    return (match["quoted"] or match["bare"], body) if body else None


def paired(text: str, literal: bool = False) -> list[tuple[str, str]]:
    """The pictures and beads of boxes one after another, several on a line, if there are such.

    A picture with blanks, and the beads where there are several, are in brackets or quotes. A
    `literal` has nothing else in it.
    """
    if literal and _WORD.search(_PAIRED.sub(" ", text)):
        return []
    pairs = [*_PAIRED.finditer(text)]
    found = [(m[1] or m[2], m[3] or m[4] or m[5] or m[6]) for m in pairs]
    if len(found) != BOXES or not are_pictures([picture for picture, _ in found]):
        return []
    gaps = between(text, pairs)
    if any(pair[6] for pair in pairs):  # one word without brackets, after which no bead may follow
        numbers = [number_of(number) for gap in gaps for number in _NUMBER.findall(gap)]
        alike = {" ".join(_NUMBER.sub("0", gap).split()) for gap in gaps}
        if len(alike) > 1 or (numbers and numbers not in NUMBERS_OF_THE_NEXT):
            return []
    return [] if leaves_out(gaps) else found


def without_brackets(texts: Sequence[str]) -> Sequence[str]:
    """The texts without the brackets that each single word of all of them stands in."""
    if all(map(_EACH_IN_BRACKETS.fullmatch, texts)):
        return [_OF_BRACKETS.sub(" ", text) for text in texts]
    return texts


def bracketed_words(lines: Sequence[str]) -> list[str]:
    """The beads of each line, where all stand in brackets of their own: `[3] [5] [5]`."""
    texts, before = [], []
    for line in lines:
        if _OF_BRACKETS.search(line):
            found = _LABELLED.fullmatch(line)
            if found is None:
                return []
            texts.append(_OF_BRACKETS.sub(" ", found["words"]))
            before.append(line[: found.start("words")])
    if len(texts) < BOXES or (len(texts) == BOXES and leaves_out(before)):
        return []
    words = [text.split() for text in texts]
    pictured = any(len(word) == _SQUARES for some in words for word in some)
    return [] if pictured or {len(some) for some in words} == {_PAIR} else texts


def topmost(text: str) -> list[str]:
    """The boxes of a list of which those with one bead have no brackets."""
    if not any(c in text for c in "[({"):
        return []
    found = [group or word for group, word in _TOPMOST.findall(text)]
    return found if len(found) == BOXES else []


def are_pictures(pictures: Sequence[str]) -> bool:
    """Whether these are different, each of nine squares, and of three marks in all.

    Of two of the marks there are as many: it is X's turn. As the boards after a move, beads have
    an X more.
    """
    if len(set(pictures)) != len(pictures):
        return False
    marks = set("".join(pictures)) - set("/|,")
    return len(marks) < _MARKS or (
        len(marks) == _MARKS
        and any(
            all(picture.count(one) == picture.count(other) for picture in pictures)
            for one, other in combinations(sorted(marks), 2)
        )
    )


def are_in_order(words: Sequence[str]) -> bool:
    """Whether these are 0, 1, 2 ..., or 1, 2, 3 ..., as boxes are numbered."""
    if not words or not words[0].isdecimal() or (first := number_of(words[0])) not in (0, 1):
        return False
    return all(map(str.isdecimal, words)) and all(
        number_of(n) == i for i, n in enumerate(words, first)
    )


def counts_in_brackets(lines: Sequence[str]) -> Sequence[str]:
    """The lines with `0x2` for `0(2)`, `0[||]` and `[0]=2`, where most of them are written so."""
    text = "\n".join(lines)
    if "(" not in text and "[" not in text:
        return lines
    for form, counted in (
        (_BAR_IN_BRACKETS, lambda m: f"{m[1]}x{len(m[2])}"),
        (_BEAD_IN_BRACKETS, r"\1x"),
        (_PAIR_COUNTED, r"\1_\2x"),
    ):
        if sum(form.search(line) is not None for line in lines) >= _MOSTLY * len(lines):
            return [form.sub(counted, line) for line in lines]
    many = sum(_COUNT_IN_BRACKETS.search(line) is not None for line in lines)
    if many < _MOSTLY * len(lines):
        return lines
    return [_COUNT_IN_BRACKETS.sub(r"\1x\2", line) for line in lines]


def counts(texts: Sequence[str]) -> list[list[tuple[str, str]]] | None:
    """The (bead, count) of each box where counts follow letters, or stand beside names.

    As in `A3B2`, `A3 B2`, `3 blue, 2 red` and `blue: 3, red: 2`; else None.
    """
    return _runs(texts) or _beside(texts)


def _runs(texts: Sequence[str]) -> list[list[tuple[str, str]]] | None:
    """Letters with their counts, as `A3B2` or `3A2B`.

    No letter is there twice in a box, and there are more of them than a board has columns.
    """
    plain = [text.replace(",", " ").strip() for text in texts]
    if all(map(_RUNS.fullmatch, plain)):
        found = [_RUN.findall(text) for text in plain]
    elif all(map(_RUNS_TURNED.fullmatch, plain)):
        found = [[(a, n) for n, a in _RUN_TURNED.findall(text)] for text in plain]
    else:
        return None
    letters = {letter for some in found for letter, _ in some}
    once = all(len({letter for letter, _ in some}) == len(some) for some in found)
    return found if once and _LETTERS < len(letters) <= _SQUARES else None


def _beside(texts: Sequence[str]) -> list[list[tuple[str, str]]] | None:
    """Names and numbers by turns, of which the numbers are counts."""
    if any(len(_names_and_numbers(text)) % 2 for text in texts):
        return None
    split = [*map(_names_and_numbers, texts)]
    for first in (0, 1):
        if all(
            all(word.isdecimal() for word in some[first::2])
            and all(word.isalnum() and not word.isdecimal() for word in some[1 - first :: 2])
            for some in split
        ):
            return [list(zip(some[1 - first :: 2], some[first::2], strict=True)) for some in split]
    return None


@lru_cache(maxsize=_KEPT)
def _names_and_numbers(text: str) -> Sequence[str]:
    return [word.strip(":=.") for word in re.split(r"[\s,;+]+", text) if word]


def are_indices(keys: Sequence[Sequence[str]]) -> bool:
    """Whether the keys of most boxes are 0, 1, 2 ...: the places of beads, not their names."""
    counted = Counter([*some] == [str(i) for i in range(len(some))] for some in keys)
    return counted[True] > _MOSTLY * len(keys)


def vectors(lines: Sequence[str]) -> list[list[tuple[str, str]]]:
    """The counts of nine squares a line, between separators that have nothing between for none.

    Nothing where the lines are no such table: there, each column is filled somewhere.
    """
    for separator in "|\t,;":
        rows = [_cells(line, separator) for line in lines if separator in line]
        rows = [row for row in rows if len(row) == _SQUARES]
        if len(rows) == BOXES + 1 and len(set(rows[0])) == _SQUARES:
            del rows[0]  # the names of the columns
        blank = any("" in row for row in rows)
        if len(rows) == BOXES and blank and all(any(row[at] for row in rows) for at in range(9)):
            return [[(str(at), n) for at, n in enumerate(row) if n] for row in rows]
    return []


def _cells(line: str, separator: str) -> list[str]:
    """The last nine cells of a row of numbers; nothing where it is none."""
    row = line.strip(" ")
    if separator == "|":
        row = row.removeprefix("|").removesuffix("|")
    cells = [cell.strip() for cell in row.split(separator)]
    last = cells[-_SQUARES:]
    return last if all(not cell or cell.isdecimal() for cell in last) and any(last) else []
