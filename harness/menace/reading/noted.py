"""Notes in the lines of boxes on what the last game changed, as in `12: 0 4 4 (was 0 4)`.

A note stands in at most as many lines as a game uses boxes; or in those of all boxes, most of
which say that nothing changed.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final, NamedTuple

from harness.menace.classes import BOXES, STAGES
from harness.menace.reading.beside import APART, BEAD, BETWEEN, KEPT, OPENED, is_whole, tellers
from harness.menace.reading.marked import begins_with_label, boxes_among, without_marks
from harness.menace.reading.uses import without_uses

_MOST: Final = BOXES - len(STAGES)  # lines at the least of boxes that a game leaves as they are
_NUMBER: Final = re.compile(
    r"\W*(?:(?:match)?box\W*)?(\d{1,3})\b[\])}>]?\s*(?:[.:)=|]|->|=>|→)?\s*", re.IGNORECASE
)
_BOX: Final = re.compile(r"\W*(?:match)?box\b", re.IGNORECASE)
_SAYS_MORE: Final = re.compile(
    r"[^\dXxOo\s.,:;|=#\[\](){}_·-]|(?<=[\w\])}])\s+[\[({]|(?<=\d)[\s,;|]+-\d"
)
_PICTURE: Final = re.compile(
    r"[\[('\"]?(?:[^\s:=|]{9}(?=\s)|[^\s:=|]{9}(?=[:=|]))\s*(?:[:=|]|->|=>|→)?\s*"
)
_BARE: Final = re.compile(r"[\d\[({]|(?:was|old|before|from)\b", re.IGNORECASE)
_ARROW: Final = re.compile(r"(?<=[\w)\]}>'\"])\s*(?:-+>|=+>|→|⇒|➜|➡|»)\s*(?=[\w(\[{<'\"-])")
_ARROW_BACK: Final = re.compile(r"(?<=[\w)\]}>'\"])\s*(?:<-+|<=+|←|⇐)\s*(?=[\w(\[{<'\"-])")
_WAS_NOW: Final = re.compile(
    r"\W*?\b(?:was|were|before|old|from|previous(?:ly)?)\b[:= ]+(?P<old>[^\s].*?)"
    r"(?<![\s,;|])[\s,;|]*\b(?:now|new|after|is|to)\b[:= ]+(?P<new>\S.*)",
    re.IGNORECASE,
)
_NOW: Final = re.compile(
    r"(?P<old>\S.*?)(?<![\s,;|])[\s,;|]*(?:(?P<opened>[\[({<])\s*)?"
    r"\b(?:now|after)\b[:= ]+(?P<new>\S.*)",
    re.IGNORECASE,
)
_PAST: Final = re.compile(r"\b(?:was|were|before|old|previous(?:ly)?|prev)\b", re.IGNORECASE)
_UNCHANGED: Final = re.compile(
    r"[+±−-]\s*0\b|=\s*[\])}>]|\b(?:un|not )changed\b|\bsame\b", re.IGNORECASE
)
_PAST_OR_OPENED: Final = re.compile(rf"[\s,;|]*(?:[\[({{<]|{_PAST.pattern})", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]")
_GROUP: Final = re.compile(
    r"(?<![\s,;|])[\s,;|]+(?:\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|<[^<>]*>)\s*$"
)
_CHANGE: Final = re.compile(
    r"(?<![\s,;|])[\s,;|]*(?:[\[({<]\s*(?:[+±−=-]\s*\d*|[\d.]+\s*(?:->|=>|→)\s*[\d.]+)"
    r"[^\[\](){}<>]*[\])}>]"
    r"|(?<=[\s,;|])(?:Δ\s*=?\s*)?[+±−-]\d+(?:\s*beads?)?)\s*$"
)
_DIGIT: Final = re.compile(r"\d")
_ITEM: Final = re.compile(r"\d|[^\W\d_]+")
_ITEMS: Final = 3  # that a quarter of the boxes have at the least
_SAID_AT_MOST: Final = 16  # letters and signs about what a box held


class _Noted(NamedTuple):
    """What a line says without its note, and the note."""

    bare: str
    note: str


def without_remarks(text: str) -> str:
    """The text without the notes and the marks in the lines of the boxes."""
    return without_marks(without_notes(text))


def without_notes(text: str) -> str:
    """The text without what the lines of boxes say of the last game's changes or of their uses."""
    if text.count("\n") < BOXES - 1:
        return text
    rows = text.split("\n")
    boxes = _boxes(rows)
    if not boxes:
        return text
    lines = rows[boxes.start : boxes.stop]
    if all(map(_are_beads_alone, lines)):
        return text
    ends = _ends_of_labels(lines)
    bodies = [line[end:] for line, end in zip(lines, ends, strict=True)]
    few_beads = sorted(map(_items, bodies))[BOXES * 3 // 4] < _ITEMS
    if any(any(notes) for notes in map(_notes, bodies)):
        for number, way in enumerate(_WAYS):
            found = (_notes(body)[number] for body in bodies)
            _leave_out(found, bodies, few_beads and way in (_change, _group))
    _leave_out(_told(bodies), bodies, few_beads)
    bodies = without_uses(bodies, few_beads)
    for at, line, end, body in zip(boxes, lines, ends, bodies, strict=True):
        rows[at] = line[:end] + body
    return "\n".join(rows)


@lru_cache(KEPT)
def _are_beads_alone(line: str) -> bool:
    """Whether a line has no sign with which a note begins, as most lines have none."""
    box = _BOX.match(line)
    return _SAYS_MORE.search(line, box.end() if box else 0) is None


@lru_cache(KEPT)
def _items(body: str) -> int:
    """How many digits and words there are in a line."""
    return len(_ITEM.findall(body))


def _leave_out(found: Iterable[_Noted | None], bodies: list[str], few_beads: bool) -> None:
    """Take what was found in each line from it, if these are notes, and no beads.

    Where most boxes hold `few_beads`, a note that looks like a bead may be one.
    """
    noted = {at: note for at, note in enumerate(found) if note and is_whole(note.bare)}
    if few_beads and any(map(_may_be_a_bead, noted.values())):
        return
    if _are_notes([*noted.values()]):
        for at, note in noted.items():
            bodies[at] = note.bare


def _may_be_a_bead(noted: _Noted) -> bool:
    """Whether the note could be another bead: it begins as the beads do, or with no blank."""
    bare, note = noted.bare.strip(), noted.note.lstrip(APART)
    if _PAST.match(note.lstrip("[({<")) or not BEAD.search(note):
        return False
    alike = _DIGIT.sub("0", note[:2]) == _DIGIT.sub("0", bare[:2])
    return alike or noted.note[:1].strip(APART) != ""


def _are_notes(found: Sequence[_Noted]) -> bool:
    """Whether these are notes: few lines have one, or all say what was or that nothing changed."""
    if len(found) == BOXES:
        same = sum(_UNCHANGED.search(noted.note) is not None for noted in found)
        unchanged = sum(
            noted.bare in noted.note and len(noted.note) < len(noted.bare) + _SAID_AT_MOST
            for noted in found
        )
        of_old = sum(_PAST.search(noted.note) is not None for noted in found)
        return max(same, unchanged, of_old) >= _MOST
    return 0 < len(found) <= len(STAGES)


def _was_and_is(body: str) -> _Noted | None:
    """`was 0 4, now 0 4 4`."""
    found = _WAS_NOW.fullmatch(body)
    return _Noted(found["new"], found["old"]) if found else None


def _now(body: str) -> _Noted | None:
    """`0 4 (now 0 4 4)`."""
    if not (found := _NOW.fullmatch(body)):
        return None
    new = found["new"].rstrip()
    return _Noted(new[:-1] if found["opened"] else new, found["old"])


def _arrow(body: str) -> _Noted | None:
    """`0 4 -> 0 4 4`, or a longer history."""
    *_, last = [None, *_parted(_ARROW, body)]
    return _Noted(last[1], last[0]) if last else None


def _arrow_back(body: str) -> _Noted | None:
    """`0 4 4 <- 0 4`."""
    return next((_Noted(before, after) for before, after in _parted(_ARROW_BACK, body)), None)


def _parted(sign: re.Pattern[str], body: str) -> Iterator[tuple[str, str]]:
    """What stands on the two sides of a sign that stands within no brackets."""
    depth = at = 0
    for found in sign.finditer(body):
        depth += sum(OPENED.get(letter, 0) for letter in body[at : found.start()])
        at = found.start()
        if depth == 0 and found.start() > 0 and found.end() < len(body):
            yield body[: found.start()], body[found.end() :]


def _group(body: str) -> _Noted | None:
    """`0 4 4 (4)`."""
    found = _GROUP.search(body)
    return _Noted(body[: found.start()], found[0]) if found and found.start() else None


def _change(body: str) -> _Noted | None:
    """`0 4 4 (+1)`."""
    found = _CHANGE.search(body)
    return _Noted(body[: found.start()], found[0]) if found and found.start() else None


_WAYS: Final[Sequence[Callable[[str], _Noted | None]]] = (
    _was_and_is, _now, _arrow, _arrow_back, _change, _group
)  # fmt: skip


@lru_cache(KEPT)
def _notes(body: str) -> Sequence[_Noted | None]:
    """The note that a line may have, in each of the ways."""
    return [way(body) for way in _WAYS]


def _told(bodies: Sequence[str]) -> Iterator[_Noted | None]:
    """`0 4 4 (was 0 4)` or `0 4 4 ✓`: from a word or a sign on that few or all lines have.

    Where beads are words or signs, only what says that it is of the past, or is in brackets, is
    told from them.
    """
    found = [*map(tellers, bodies)]
    lines_with = Counter(chain.from_iterable(found))
    usual = [told for told, many in lines_with.items() if many > len(STAGES)]
    notes = lines_with.keys() - {
        told for told in usual if lines_with[told] < BOXES or told in BETWEEN
    }
    of_words = any(map(_WORD.match, usual))
    of_signs = not all(told in BETWEEN or _WORD.match(told) for told in usual)
    for body, starts in zip(bodies, found, strict=True):
        for told, start in starts.items() if notes else ():
            are_beads = of_words if _WORD.match(told) else of_signs
            if start and told in notes and (not are_beads or _PAST_OR_OPENED.match(body, start)):
                yield _Noted(body[:start], body[start:])
                break
        else:
            yield None


def _boxes(rows: Sequence[str]) -> range:
    """The last lines that begin with a label, a bead or a note, if these are the boxes."""
    return boxes_among(rows, [at for at, row in enumerate(rows) if _begins(row)])


@lru_cache(KEPT)
def _begins(row: str) -> bool:
    return begins_with_label(row) or _BARE.match(row.lstrip()) is not None


def _ends_of_labels(lines: Sequence[str]) -> list[int]:
    """Where the labels of the lines of all boxes end: their numbers, their pictures or both."""
    ends = [0] * len(lines)
    numbers = [*map(_number, lines)]
    if all(after == before + 1 for (before, _), (after, _) in pairwise(numbers)):
        ends = [end for _, end in numbers]
    pictures = [*map(_picture, lines, ends)]
    return [end for _, end in pictures] if len({*pictures}) == len(lines) else ends


@lru_cache(KEPT)
def _number(line: str) -> tuple[int, int]:
    """The number at the start of a line, and where it ends; 0 and 0 without one."""
    found = _NUMBER.match(line)
    return (int(found[1]), found.end()) if found else (0, 0)


@lru_cache(KEPT)
def _picture(line: str, start: int) -> tuple[str, int]:
    """The picture from `start` on, and where it ends; nothing and `start` without one."""
    found = _PICTURE.match(line, start)
    return (found[0], found.end()) if found else ("", start)
