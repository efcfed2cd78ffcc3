"""The moves that a menu in a program's print offers, and which numbering speaks for them."""

import re
from collections.abc import Iterator, Sequence, Set
from typing import Final, TypeAlias

from harness.mu_torere.reading.boards import Boards
from harness.mu_torere.rounds import without_moves
from harness.mu_torere.screen import Form
from reference.mu_torere.rules import BLACK, Node, Position, legal_moves, starts

_WORD: Final = re.compile(r"\w+")
_LONGEST_KEY: Final = 50  # lines: what stands further apart is no drawing
Reading: TypeAlias = tuple[str, tuple[str, ...]]
"""A picture and three symbols."""


def reading_of(form: Form) -> Reading:
    """How boards of this form are read, whatever their nodes are called."""
    return form.picture, tuple(form.symbols)


class Starts:
    """The human's legal moves on the last board of a print, by each reading of it."""

    def __init__(self, text: str) -> None:
        self._text = without_moves(text)
        self._legal: dict[Reading, Sequence[Node]] = {}

    def legal(self, form: Form) -> Sequence[Node]:
        """The nodes that may move; none where the board is not the start of a game."""
        reading = reading_of(form)
        if reading not in self._legal:
            boards = Boards(form)
            boards.hear(self._text)
            shown = boards.end_reply()
            right = bool(shown) and Position(shown[-1], BLACK) in starts()
            self._legal[reading] = legal_moves(Position(shown[-1], BLACK)) if right else ()
        return self._legal[reading]


def as_a_menu_says(forms: Sequence[Form], text: str, start: Starts) -> list[Form]:
    """The forms; first those whose numbers for the legal moves, and no others, a line lists."""
    lines = [_WORD.findall(line) for line in text.split("\n")]
    drawn = {row for numbers in {frozenset(form.node_of) for form in forms}
             for row in _rows_of_a_key(lines, numbers)}  # fmt: skip
    menus = [{*line} for row, line in enumerate(lines) if row not in drawn]

    def is_listed(form: Form) -> bool:
        wanted = {form.number_of[node] for node in start.legal(form)}
        return bool(wanted) and any(line & form.node_of.keys() == wanted for line in menus)

    return sorted(forms, key=lambda form: not is_listed(form))


def _rows_of_a_key(lines: Sequence[Sequence[str]], numbers: Set[str]) -> Iterator[int]:
    """The lines, one after another, that hold the numbers once each: a drawing or a legend.

    What stands in one row of it are neighbours, and not what may be typed. One number may be left
    out, as that of the centre is where the others stand round the board.
    """
    known = [[word for word in line if word in numbers] for line in lines]
    first = 0
    while first < len(known):
        met = set[str]()
        last = first
        end = first + _LONGEST_KEY if known[first] else first  # a key begins with a number
        for row in range(first, min(end, len(known))):
            here = known[row]
            if len({*here}) < len(here) or met.intersection(here):
                break
            met.update(here)
            last = row
        if len(met) >= len(numbers) - 1:
            yield from range(first, last + 1)
            first = last
        first += 1
