"""The accounts of several runs: one book for all of them, or one for each.

Most programs print their boxes in one order in every run, and then each run adds to what the
others show.
"""

import zlib
from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from harness.menace.accounts import Accounts
from harness.menace.chance.alike import Starts
from harness.menace.changes import Trouble
from harness.menace.form import BEADS_ARE_NAMES
from harness.menace.referee import Run

RunTrouble: TypeAlias = tuple[Run, Trouble]
_Together: TypeAlias = tuple[Accounts, RunTrouble | None]


class Books:
    """Keeps the books of runs, and what they have added up to: it is asked after every run."""

    def __init__(self) -> None:
        self._contradicted: dict[bool, tuple[list[Run], _Together]] = {}
        self.starts = Starts()  # of the runs, compared as they come
        self._alone: dict[int, tuple[Run, Accounts, Trouble | None]] = {}  # by the run's identity

    def of(self, runs: Sequence[Run]) -> tuple[list[Accounts], list[RunTrouble], bool]:
        """One book for all runs when they print their boxes in one order, else one for each.

        Also what is wrong with which run, and whether they print in one order. That they do is
        assumed first; when it leads to a contradiction, runs are taken singly. If their orders
        differ, only what a single run contradicts in itself is held against the program.
        """
        if not runs:
            return [], [], True
        together, first = self._together(runs, names_change=False)
        if first is None:
            return [together], [], True
        if together.form.beads == BEADS_ARE_NAMES:
            renamed, again = self._together(runs, names_change=True)
            if again is None:
                return [renamed], [], True
        books, troubles = [], []
        for run in runs:
            book, trouble = self.alone(run)
            books.append(book)
            if trouble:
                troubles.append((run, trouble))
        if not troubles and _in_one_order(books):
            return [together], [first], True
        refills = sum((book.changes.refills for book in books), Counter[str]())
        if len(refills) > 1 and not troubles:
            trouble = Trouble(
                "menace/refill", "three stay in one run, two in another", "one of both", 0
            )
            troubles.append((runs[-1], trouble))
        return books, troubles, False

    def _together(self, runs: Sequence[Run], *, names_change: bool) -> _Together:
        """One book for all runs, up to the first contradiction.

        Runs that contradict one another still do when more are added.
        """
        known = self._contradicted.get(names_change)
        if known is not None and [*map(id, runs[: len(known[0])])] == [*map(id, known[0])]:
            return known[1]
        book = Accounts(runs[0].form, names_change=names_change)
        for number, run in enumerate(runs, start=1):
            if trouble := book.add(run.games):
                self._contradicted[names_change] = [*runs[:number]], (book, (run, trouble))
                return book, (run, trouble)
        return book, None

    def alone(self, run: Run) -> tuple[Accounts, Trouble | None]:
        """The book of one run, and what is wrong with it."""
        known = self._alone.get(id(run))
        if known is None:
            book = Accounts(run.form, seed=_seed_of(run))
            known = self._alone[id(run)] = run, book, book.add(run.games)
        return known[1], known[2]


def _seed_of(run: Run) -> int:
    """A number of its own for each run, and the same one whenever its transcript is judged.

    Accounts place a draw by chance among the beads that mean the same. If books used the same
    chances, the same draws of all runs would be placed alike, as if runs depended on one another.
    """
    began = run.games[0].boxes if run.games else ()
    return zlib.crc32(repr(began).encode())


def _in_one_order(books: Sequence[Accounts]) -> bool:
    """Whether positions mostly have the same place in all runs where it is known.

    In orders of each run's own, hardly any have: one of 304 by chance.
    """
    places: dict[int, Counter[int | None]] = {}
    for book in books:
        for position in book.identified:
            places.setdefault(position, Counter())[book.box_of(position)] += 1
    again = [found for found in places.values() if found.total() > 1]
    same = sum(max(found.values()) > found.total() / 2 for found in again)
    return len(again) > 1 and same > len(again) / 2
