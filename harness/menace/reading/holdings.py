"""What printed boxes hold, decided for all of them together.

Beads one by one (words, or characters of one word), counts of each bead (a mapping, `2x0`, nine
numbers), or pairs.
"""

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from harness.digits import DIGITS_AT_MOST
from harness.menace.classes import BOXES
from harness.menace.reading import notations, tokens
from harness.menace.reading.by_turns import counts_by_turns
from harness.menace.reading.events import Dump
from harness.menace.reading.kinds import can_be_boxes
from harness.menace.reading.tokens import Boxes, Counts, of_vector, repeated
from harness.menace.reading.weights import Weights, are_for_empty_squares, of_weights

AT_LEAST: Final = 50  # so many lines or texts make a dump
_WORD: Final = re.compile(r"'([^']*)'|\"([^\"]*)\"|([^\s,;\[\](){}'\"]+)")
_BAR: Final = re.compile(r"(\w+)[:=]?(([^\w\s:=,.;-])\3*)")
_BAR_IF_ANY: Final = re.compile(r"(\w)(([^\w\s:=,.;-])\3*)?")
_TALLY: Final = re.compile(r"(\w+)[:=]?(\|+)")
_TIMES: Final = re.compile(r"(-?\w+|[^\w\s])\s?[x×*:=^]\s?(-?\w+|[^\w\s])")
_WRAP: Final = re.compile(r"[^\w\s'\"\[\](){}]")
_LONE_X: Final = re.compile(r"(?<=\w)\s+[x×*]\s+(?=\w)")
_A_WORD: Final = re.compile(r"\w")
_BASE_36: Final = re.compile(r"[a-z]+|[A-Z]+")
_NOTHING: Final = frozenset(("-1", "null", "None", "nil", "NA", "NaN", "nan", "undefined", "NULL"))
_PAIR: Final = 2
_MARKS: Final = 3
_NINE: Final = 9
_MOSTLY: Final = 0.5


@dataclass(slots=True)
class Box:
    """One box as printed: beads one by one, or a text, or counts, or pairs."""

    words: list[str] | None = None
    text: str | None = None
    counts: Counts | None = None
    pairs: Counts | None = None


@lru_cache(maxsize=1 << 16)
def box_of_words(text: str) -> Box:
    """A box of these beads; most boxes are printed again and again. Not to be changed."""
    return Box(words=words_of(text))


def words_of(text: str) -> list[str]:
    """The words of a text, without quotes and the signs between them."""
    if "'" in text or '"' in text:
        return [one or two or bare for one, two, bare in _WORD.findall(text)]
    return text.replace(",", " ").replace(";", " ").split()


def dump_of(boxes: Sequence[Box], sure: bool = True) -> Dump | None:
    """The beads of all boxes, by what all of them have in common."""
    if not boxes:
        return None
    beads = _beads(boxes)
    texts = [box.text for box in boxes if box.text is not None]
    all_are_texts = len(texts) == len(boxes) == BOXES
    if all_are_texts and not isinstance(beads, Weights) and not can_be_boxes(beads):
        beads = tokens.beads_of(texts, _of_texts) or beads
    counts = isinstance(beads, Weights) and len(beads) == BOXES
    return Dump(tuple(_one(tuple(box)) for box in beads), sure, counts)


@lru_cache(maxsize=1 << 16)
def _one(beads: tuple[str, ...]) -> tuple[str, ...]:
    """The same object for the same beads, because most boxes are printed again and again."""
    return beads


def _beads(boxes: Sequence[Box]) -> Sequence[Sequence[str]]:
    texts = [box.text for box in boxes if box.text is not None]
    if len(texts) == len(boxes):
        return _of_texts(texts)
    words = [box.words for box in boxes if box.words]
    if len(words) == len(boxes):
        return _of_words(words)
    pairs = [box.pairs for box in boxes if box.pairs]
    counting = len(pairs) >= AT_LEAST and _count_beads(pairs)
    if words and len(words) + len(pairs) == len(boxes) and all(len(some) == 1 for some in pairs):
        # Where boxes hold beads one by one, one with two of them looks like a pair.
        return _of_words(
            [box.words or [bead for pair in box.pairs or () for bead in pair] for box in boxes]
        )
    keys = [[key for key, _ in box.counts] for box in boxes if box.counts is not None]
    if len(keys) == len(boxes) >= AT_LEAST and notations.are_indices(keys):
        beads_or_counts = [[bead for _, bead in box.counts or ()] for box in boxes]
        if {len(some) for some in keys} != {_NINE} or not _are_counts(beads_or_counts):
            return beads_or_counts
    beads: list[Sequence[str]] = []
    for box in boxes:
        if box.counts is not None:
            beads.append(repeated(box.counts))
        elif box.pairs is not None:
            together = (f"{one},{other}" for one, other in box.pairs)
            beads.append(repeated(box.pairs) if counting else list(together))
        elif box.text is not None:
            beads.append(words_of(box.text))
        else:
            beads.append(box.words or [])
    return beads


def _count_beads(pairs: Sequence[Counts]) -> bool:
    """Whether pairs are beads and how many, not rows and columns of squares."""
    if not all(len({one for one, _ in some}) == len(some) for some in pairs):
        return False
    numbers = [n for some in pairs for _, n in some]
    sizes = {len(some) for some in pairs}
    return (
        all(map(str.isdecimal, numbers))
        and sizes != {1}
        and ("0" not in numbers or sizes == {_NINE} or are_for_empty_squares(pairs))
    )


def _of_words(words: Sequence[list[str]]) -> Sequence[Sequence[str]]:
    """The beads of boxes that are words: nine counts a box, or one bead after another."""
    if len(words) >= AT_LEAST and (weights := _of_squares(words)):
        return weights
    singles = [some[0] for some in words if len(some) == 1]
    if len(singles) == len(words) >= AT_LEAST and not notations.are_in_order(singles):
        return _of_texts(singles)
    bare = _unnumbered(words)
    if bare is not words:
        return _of_texts([" ".join(some) for some in bare])
    return of_weights(words) or _of_turns(words) or words


def _of_turns(words: Sequence[Sequence[str]]) -> Boxes | None:
    counts = counts_by_turns(words)
    return [*map(repeated, counts)] if counts else None


def _of_texts(texts: Sequence[str]) -> Boxes:
    """The beads of boxes that are texts: counts, words, or the characters of single words."""
    tallied = _tallied([text.split() for text in texts], _TALLY)
    if tallied and any("||" in text for text in texts):
        return tallied
    if all("|" in text for text in texts):  # of a table
        texts = [text.replace("|", " ") for text in texts]
    texts = _unwrapped(notations.without_brackets(texts))
    if (phrases := tokens.phrases(texts)) is not None:
        return phrases
    if weights := _of_squares([words_of(text) for text in texts]):
        return weights  # a lone x among them is a stone
    closed = [_LONE_X.sub("x", text) for text in texts]
    split = _unnumbered([words_of(text) for text in closed])
    if solid := _beside_their_number(split):
        return [tuple(word) for word in solid]
    if tallied := _tallied(split, _BAR) or _tallied_for_empty_squares(split):
        return tallied
    if runs := _runs_of_letters(split):
        return runs
    if all(some and all(map(_count_in, some)) for some in split):
        counts = [[_count_in(word) for word in some] for some in split]
        found = _bead_first([[(m[1], m[2]) for m in some if m] for some in counts])
        if all(n.isdecimal() for some in found for _, n in some):
            return [repeated(some) for some in found]
    for nine in split, [tuple(some[0]) if len(some) == 1 else () for some in split]:
        if weights := _of_squares(nine):
            return weights
    if beads := of_weights(split) or _of_turns(split):
        return beads
    if found_counts := notations.counts(texts):
        return [repeated(some) for some in found_counts]
    single = all(len(some) < _PAIR for some in split)
    if single and any(" " in some[0] for some in split if some):
        return [tuple(words_of(some[0])) if some else () for some in split]  # each in quotes
    if single and not _are_names({some[0] for some in split if some}):
        return [tuple(some[0]) if some else () for some in split]
    return [tuple(some) for some in split]


def _count_in(word: str) -> re.Match[str] | None:
    """A bead and how many there are, which is first, or the other way round; None for stars."""
    found = _TIMES.fullmatch(word)
    return found if found and (found[1] + found[2]).strip("*") else None


def _beside_their_number(boxes: Sequence[Sequence[str]]) -> list[str]:
    """The beads of each box, without blanks between them, where their number stands beside them."""
    if len(boxes) >= AT_LEAST and all(len(words) == _PAIR for words in boxes):
        for number, beads in (0, 1), (1, 0):
            if all(words[number] == str(len(words[beads])) for words in boxes):
                solid = [words[beads] for words in boxes]
                return solid if any(len(word) > 1 for word in solid) else []
    return []


def _tallied(split: Sequence[Sequence[str]], pattern: re.Pattern[str]) -> Boxes | None:
    """The beads of words that are each a bead and so many signs; None where some are others."""
    tallies = _tallies(split, pattern)
    return [*map(repeated, tallies)] if tallies else None


def _tallied_for_empty_squares(split: Sequence[Sequence[str]]) -> Boxes | None:
    """The same of words for all empty squares, of which those without beads have no signs."""
    tallies = _tallies(split, _BAR_IF_ANY) if are_for_empty_squares(split) else None
    if not tallies or all(n == "0" for some in tallies for _, n in some):
        return None
    return [*map(repeated, tallies)]


def _tallies(split: Sequence[Sequence[str]], pattern: re.Pattern[str]) -> Sequence[Counts] | None:
    """The bead and the number of signs of each word; None where a word is none of these."""
    if not all(some and all(map(pattern.fullmatch, some)) for some in split):
        return None
    found = [[pattern.fullmatch(word) for word in some] for some in split]
    return [[(m[1], str(len(m[2] or ""))) for m in some if m] for some in found]


def _runs_of_letters(split: Sequence[Sequence[str]]) -> Boxes | None:
    """The beads of words that repeat a letter as often as there are beads, as in `A BB CCC`.

    None where some words are others, or a box has two of one letter.
    """
    if not any(len(word) > 1 for some in split for word in some):
        return None
    for some in split:
        if not all(word.isalpha() and len({*word}) == 1 for word in some):
            return None
        if len({word[0] for word in some}) != len(some):
            return None
    return [tuple("".join(some)) for some in split]


def _unwrapped(texts: Sequence[str]) -> Sequence[str]:
    """The texts without the two signs that all of them stand between, as `<` and `>`."""
    bare = [text.strip() for text in texts]
    if len({(text[:1], text[-1:]) for text in bare}) != 1:
        return texts
    wrapped = all(map(_WRAP.match, (bare[0][:1], bare[0][-1:])))
    if not wrapped or not all(_A_WORD.search(text[1:-1]) for text in bare):
        return texts
    return [text[1:-1] for text in bare]


def _unnumbered(boxes: Sequence[list[str]]) -> Sequence[list[str]]:
    """The words of all boxes without their numbers, where they are 0, 1, 2 ... or 1, 2, 3 ...

    Also without their pictures, or the last rows of these.
    """
    if len(boxes) < AT_LEAST or not all(len(box) >= _PAIR for box in boxes):
        return boxes
    firsts = [box[0] for box in boxes]
    marks = set("".join(firsts))
    rows = {len(first) for first in firsts} == {_MARKS} and len(marks) == _MARKS < len({*firsts})
    if rows and marks.isdisjoint("".join(word for box in boxes for word in box[1:])):
        return [box[1:] for box in boxes]
    if {len(first) for first in firsts} == {_NINE} and notations.are_pictures(firsts):
        return [box[1:] for box in boxes]
    return [box[1:] for box in boxes] if notations.are_in_order(firsts) else boxes


def _are_names(words: Set[str]) -> bool:
    """Whether single words are names of beads, rather than a box's beads without blanks."""
    if len(words) > _NINE or all(word.isdecimal() for word in words):
        return False
    mixed = all(not word.isdecimal() and not word.isalpha() and word.isalnum() for word in words)
    if mixed or _are_rows_and_columns(words):
        return True
    return max(map(len, words), default=0) > _PAIR and len(words) > _PAIR


def _are_rows_and_columns(words: Set[str]) -> bool:
    """Whether most squares are there, by a letter for the row and one for the column."""
    if len(words) <= _NINE - _MARKS or {*map(len, words)} != {_PAIR}:
        return False
    return all(len({*letters}) == _MARKS for letters in zip(*words, strict=True))


def _vectors(boxes: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Nine numbers a box, 0 for a taken square, where the box shows the mark that is there.

    Other letters, of one case and in a few boxes only, are digits of base 36.
    """
    others = {word for words in boxes for word in words if not word.isdecimal()}
    if others and _BASE_36.fullmatch("".join(others)) and not _shown_often(others, boxes):
        if any(len(word) > DIGITS_AT_MOST for words in boxes for word in words):
            return boxes
        return [[str(int(word, 36)) for word in words] for words in boxes]
    words = others - _NOTHING
    if not 0 < len(others) < _MARKS or any(len(w) > 1 and _A_WORD.search(w) for w in words):
        return boxes
    return [["0" if word in others else word for word in words] for words in boxes]


def _of_squares(boxes: Sequence[Sequence[str]]) -> Weights | None:
    """The beads of nine counts or bars a box; None where these are none."""
    if not all(len(some) == _NINE for some in boxes):
        return None
    vectors = (made(boxes) for made in (_vectors, _lengths))
    counts = next(filter(_are_counts, vectors), None)
    return Weights(map(of_vector, counts)) if counts else None


def _lengths(boxes: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Nine bars a box, each of so many signs as there are beads, and another sign for none."""
    words = Counter(word for words in boxes for word in words)
    none, _ = words.most_common(1)[0] if words else ("", 0)
    if len(set("".join(words.keys() - {none}))) != 1 or any(map(str.isalnum, words)):
        return boxes
    return [["0" if word == none else str(len(word)) for word in words] for words in boxes]


def _shown_often(marks: Set[str], boxes: Sequence[Sequence[str]]) -> bool:
    """Whether these stand in so many boxes as marks of taken squares do: in all but one."""
    return sum(not marks.isdisjoint(words) for words in boxes) > _MOSTLY * len(boxes)


def _are_counts(vectors: Sequence[Sequence[str]]) -> bool:
    """Whether nine numbers a box are counts: a box has more taken squares than a list has 0s."""
    if not all(n.isdecimal() for vector in vectors for n in vector):
        return False
    zeros = sum(n == "0" for vector in vectors for n in vector)
    return zeros > _MOSTLY * _NINE * len(vectors)


def _bead_first(found: list[Counts]) -> list[Counts]:
    """Of `2x0`, bead and number: the bead is no number, or 0, or never twice in a box."""

    def can_be_beads(side: int) -> bool:
        return all(
            len({pair[side] for pair in some}) == len(some)
            and all(pair[1 - side].isdecimal() and pair[1 - side] != "0" for pair in some)
            for some in found
        )

    turned = [[(bead, number) for number, bead in some] for some in found]
    if can_be_beads(1) and (not can_be_beads(0) or _fewer(found, 1, 0)):
        return turned
    return found


def _fewer(found: Sequence[Sequence[tuple[str, str]]], one: int, other: int) -> bool:
    """Whether one side begins with 1 more seldom: counts are mostly ones."""
    ones = [sum(pair[side] == "1" for some in found for pair in some) for side in (one, other)]
    return ones[0] < ones[1]
