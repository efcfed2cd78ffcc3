"""What the bare text of boxes shows, whatever was read from it: where it changed, and where not.

A text in an unknown form may be misread, and then something other than its boxes would be judged.
If the text changed in other places than the boxes read from it, it was misread.
"""

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from operator import itemgetter, ne
from typing import Final, NamedTuple

from harness.menace.classes import BOXES, STAGES
from harness.menace.reading import dumps, literals
from harness.menace.reading.bead_forms import signs_of
from harness.menace.reading.events import Shown
from harness.menace.reading.listings import last_listing
from harness.menace.reading.new_games import new_games
from harness.menace.reading.noted import without_remarks
from harness.menace.screen import Screen
from reference.tic_tac_toe import Board

_CHANGED_AT_MOST: Final = len(STAGES)  # boxes, in a game
_SHOWN_AT_MOST: Final = 3  # times, as with who has won
_SHARE: Final = 0.2  # of a text: so long can a literal with all boxes be, of up to four
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_OFTEN: Final = 5  # times that words of boxes come, their labels and beads
_TALK_AT_MOST: Final = 200  # characters of a line
_ALNUM: Final = re.compile(r"[^\W_]+")
_PAIR: Final = 2
_LONG: Final = 2 * BOXES  # pieces
_LINES_EACH: Final = 1.5  # of a box, where some boxes have several
_ENDS_OF_BOXES: Final = re.compile(r"[\n\]});|]")
_ROWS_OF_A_BOARD: Final = 40  # at the most, with what is said before it


class Differences(NamedTuple):
    """In how many places apart two texts differ, and how many of their pieces do.

    `many`: more than a game can have changed, whichever pieces are boxes.
    """

    places: int
    pieces: int
    many: bool

    def explain(self, boxes: int) -> bool:
        """Whether the differences can be those of so many changed boxes, each in its own place.

        Of many, some changes leave no trace: a piece tells which signs it has, not their order.
        """
        return self.places <= boxes and (boxes <= self.pieces or self.many)


def differences(before: str, after: str) -> Differences | None:
    """Where two texts of boxes differ; None where they have no pieces to be told apart."""
    # The order of beads in a box, and of the boxes, is the program's own.
    bare = (_without_talk(without_remarks(text)) for text in (before, after))
    old, new = ([*map(_sorted, _pieces(text))] for text in bare)
    if min(len(old), len(new)) < BOXES:
        return None
    # What stands often hides where boxes begin, unless nothing else does; and takes long.
    ways = (True,) if len(old) > _LONG else (True, False)
    aligned = [SequenceMatcher(None, old, new, autojunk=junk) for junk in ways]
    of_a_box = len(old) // BOXES
    places = [found for matcher in aligned if (found := _places(matcher, of_a_box)) is not None]
    if not places:
        return None
    was, now = Counter(old), Counter(new)
    pieces = max((was - now).total(), (now - was).total())
    many_at_least = 2 * _CHANGED_AT_MOST * of_a_box
    edited = min(map(_edited, aligned))
    if edited <= many_at_least:  # a piece that one box lost another may have got
        pieces = max(pieces, edited)
    in_place = sum(map(ne, old, new)) + abs(len(old) - len(new))
    # A box can become what another was: that hides a few, while another order moves most of them.
    hidden = in_place < 2 * pieces
    many = pieces > many_at_least
    return Differences(min(*places, pieces), in_place if hidden else pieces, many)


def _places(matcher: SequenceMatcher[str], of_a_box: int) -> int | None:
    """In how many places two texts differ; None where nothing in them is the same.

    What comes first and last does not count, because it may be talk. The lines of one box, a few of
    which change, are near.
    """
    equal = [block for block in matcher.get_matching_blocks() if block.size]
    if not equal:
        return None
    return sum(block.size >= of_a_box or not n for n, block in enumerate(equal[:-1]))


def _edited(matcher: SequenceMatcher[str]) -> int:
    """How many pieces were put in, taken out or changed."""
    return sum(
        max(a_end - a, b_end - b)
        for tag, a, a_end, b, b_end in matcher.get_opcodes()
        if tag != "equal"
    )


def _without_talk(text: str) -> str:
    """The text without the lines at both ends that are blank, or are like none of the boxes.

    They have words that boxes have not, or a single word between other signs than boxes have.
    """
    lines = text.split("\n")
    times = Counter(_WORD.findall(text))
    shapes = Counter(map(signs_of, lines))

    def is_talk(line: str) -> bool:
        if len(line) > _TALK_AT_MOST:
            return False
        rare = any(times[word] < _OFTEN for word in _WORD.findall(line))
        alone = len(_ALNUM.findall(line)) < _PAIR and shapes[signs_of(line)] < _OFTEN
        return rare or alone or not line.strip()

    start, end = 0, len(lines)
    while start < end and is_talk(lines[start]):
        start += 1
    while start < end and is_talk(lines[end - 1]):
        end -= 1
    return "\n".join(lines[start:end])


def _pieces(text: str) -> Sequence[str]:
    """The lines of a text, or of each box; or what ends with a bracket, where boxes have no lines.

    A literal may be wrapped, so that its lines change with every bead. Of several kinds of bracket
    those are of boxes that are the fewest.
    """
    lines = text.split("\n")
    if len(lines) >= _LINES_EACH * BOXES and (boxes := _boxes_of_lines(lines)):
        return boxes
    if not BOXES <= len(lines) < _LINES_EACH * BOXES:
        kinds = [(times, sign) for sign in ")]}" if (times := text.count(sign)) >= BOXES]
        if kinds:
            _, sign = min(kinds)
            return "".join(text.split()).split(sign)
    return lines if len(lines) >= BOXES else _ENDS_OF_BOXES.split(text)


def _boxes_of_lines(lines: Sequence[str]) -> Sequence[str]:
    """The lines of each box in one, if the first is of a kind that comes as often as boxes do.

    Or if so many blank lines are between them.
    """
    shapes = [signs_of(line) for line in lines]
    blank = signs_of("")
    is_between = shapes.count(blank) == BOXES - 1
    if not is_between and shapes.count(shapes[0]) != BOXES:
        return ()
    number = itertools.accumulate(s == (blank if is_between else shapes[0]) for s in shapes)
    together = itertools.groupby(zip(number, lines, strict=True), key=itemgetter(0))
    return ["\n".join(line for _, line in some) for _, some in together]


def _sorted(piece: str) -> str:
    return "".join(sorted(piece))


def until_new_game(reply: str) -> str:
    """What a reply says before the last `New game` in it."""
    *_, last = [None, *new_games(reply)]
    return reply[: last.start()] if last else reply


def after_board(screen: Screen, reply: str, board: Board) -> str | None:
    """What a reply says after the last lines that show this board, up to the next game.

    Of several listings of all boxes, only the last: that one is read too.
    """
    rows = until_new_game(reply).split("\n")
    start = 0
    for _ in range(_SHOWN_AT_MOST):
        start += _end_of(screen, rows[start:], board)
    return _last_literal("\n".join(last_listing(rows[start:]))) if start else None


def _last_literal(text: str) -> str:
    """The text from the last literal on that has all boxes, where another is before it."""
    found, _ = literals.spans(text)
    long = [span for span in found if span.end - span.start >= _SHARE * len(text)]
    for span in long[:0:-1]:
        dump = dumps.of_literal(text[span.start : span.end])
        if dump and len(dump.boxes) == BOXES:
            return text[span.start :]
    return text


def _end_of(screen: Screen, rows: Sequence[str], board: Board) -> int:
    """How many lines there are up to those that show the board; 0 if none of the first do."""
    for end in range(1, min(len(rows), _ROWS_OF_A_BOARD) + 1):
        if Shown(board) in screen.events("\n".join(rows[:end])):
            return end
    return 0
