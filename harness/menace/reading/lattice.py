"""Boards found by where their squares stand, whatever is printed between, beside or on them.

That is for a program of which no other way reads the boards. `lattice_search` finds its first
board. All boards of the run stand in the same columns, and are restated as plain rows.
"""

import re
from dataclasses import replace
from typing import Final

from harness.menace.form import MARKS, Form
from harness.menace.reading.lattice_places import SIDE, Places, columns
from harness.menace.reading.lattice_search import places_in
from harness.menace.reading.looks import without_sequences
from harness.menace.reading.new_games import says_new_game
from reference.tic_tac_toe import EMPTY_BOARD, Board, over

_RULE: Final = re.compile(r"\s*([^\w\s]|_)\1{2,}\s*")  # it might be read as squares


class Lattice:
    """The places of the boards of one run. Until they are known, the text stays as it is."""

    def __init__(self, form: Form) -> None:
        self._may_be_sought = form.marks == MARKS and not form.exact
        self._first: str | None = None  # the reply with the first board
        self._places: Places | None = None
        self._tried: Places | None = None

    @property
    def seeks_first(self) -> bool:
        """Whether the first reply has still to come, and may show places."""
        return self._may_be_sought and self._first is None

    def would_be(self, text: str, before: Board | None) -> str:
        """What `take` would return, without taking it."""
        return _restated(text, before, self._places)[0] if self._places else text

    def take(self, text: str, before: Board | None) -> str:
        """A whole reply, which comes after the board `before`, with its boards in plain rows."""
        if self._first is None:
            self._first = text
        if self._places:
            text, self._places = _restated(text, before, self._places)
        return text

    def otherwise(self, text: str, before: Board | None) -> str | None:
        """The text by places that the first reply shows; None if there are none, or known ones.

        It is the first itself where none was taken. `adopt` makes the places known.
        """
        if self._places or not self._may_be_sought:
            return None
        places = places_in(text if self._first is None else self._first)
        if not places:
            return None
        restated, self._tried = _restated(text, before, places)
        return restated

    def adopt(self) -> None:
        """Know the places that were tried last."""
        self._places = self._tried


def _restated(text: str, before: Board | None, places: Places) -> tuple[str, Places]:
    """The text with its boards in plain rows, up to the end of each game, and what is known then.

    What stands between the rows, in their lines and in rules is left out.
    """
    lines = without_sequences(text).split("\n")
    grid = [*map(columns, lines)]
    board, kept, at = before, list[str](), 0
    while at < len(lines):
        if says_new_game(lines[at]):
            board = EMPTY_BOARD
        found = None
        if board is not None and not over(board):
            found = places.board(grid, at, board.count("O") + 1)
            if found is None and _RULE.fullmatch(lines[at]):
                at += 1
                continue
        if found is None:
            kept.append(lines[at])
            at += 1
            continue
        board, o = found
        places = replace(places, o=o)
        rows = (board[3 * row : 3 * row + 3].replace("-", ".") for row in SIDE)
        kept += ["", *map("|".join, rows), ""]
        at += 2 * places.down + 1
    return "\n".join(kept), places
