"""Coverage: which boards, results and squares of every box the games have shown.

A box must serve its position in each of its readings (the up to eight rotations and reflections),
learn from each result that its games can have, and hold beads for each of its empty squares.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from harness.menace.classes import least_board, orbits, results_of, use
from harness.menace.follower import Played
from reference.menace.boxes import boxes_of, reachable
from reference.tic_tac_toe import EMPTY_BOARD, Board, Square, empty_squares, over, place

_TOLD: Final = 12  # things of a kind that are named
_RESULTS: Final = {"X": "won", "O": "lost", None: "drawn"}


@dataclass(slots=True)
class Coverage:
    """The boards with a box, (class, result) and (class, orbit) that games have shown."""

    boards: set[Board] = field(default_factory=set)
    results: set[tuple[int, str | None]] = field(default_factory=set)
    squares: set[tuple[int, Square]] = field(default_factory=set)
    moves: dict[Board, Counter[Square]] = field(default_factory=dict)  # what was played there

    def see(self, played: Played) -> None:
        """Take a game that has ended."""
        for board, square in played.draws:
            if drawn := use(board, square):
                self.boards.add(board)
                self.moves.setdefault(board, Counter())[square] += 1
                self.results.add((drawn.position, played.won_by))
                self.squares.add((drawn.position, drawn.orbit))

    def see_all(self, games: Iterable[Played]) -> "Coverage":
        """Take many games. Returns the coverage itself."""
        for played in games:
            self.see(played)
        return self

    @property
    def whole(self) -> bool:
        """Whether everything has been seen."""
        return self.missing == 0

    @property
    def missing(self) -> int:
        """How many things are left to be seen."""
        boards, results, squares = everything()
        seen = len(self.boards) + len(self.results) + len(self.squares)
        return boards + results + squares - seen

    @property
    def out_of_reach(self) -> frozenset[Board]:
        """The unseen boards that this program can never come to, by its way of carrying moves.

        Among equivalent squares, a program may always play the same one. Where it was never seen to
        do otherwise, only the squares that it played count as reachable.
        """
        if self._carries_at_random:
            return frozenset()
        seen, left = {EMPTY_BOARD}, [EMPTY_BOARD]
        while left:
            board = left.pop()
            for square in self._squares_played(board):
                after = place(board, square, "X")
                if not over(after):
                    again = {place(after, answer, "O") for answer in empty_squares(after)} - seen
                    seen |= again
                    left += [b for b in again if not over(b)]
        return _boards() - self.boards - seen

    @property
    def _carries_at_random(self) -> bool:
        """Whether two squares that are alike were ever played on one board."""
        return any(
            len({use(board, square) for square in played}) < len(played)
            for board, played in self.moves.items()
        )

    def _squares_played(self, board: Board) -> list[Square]:
        """The squares that X may play here; of equivalent ones, only the one played, if any."""
        played = {use(board, square): square for square in self.moves.get(board, ())}
        return [s for s in empty_squares(board) if played.get(use(board, s), s) == s]

    def unseen(self) -> dict[str, str]:
        """What has not been seen, by kind, as far as it can be named in a line."""
        beyond = self.out_of_reach
        boards = sorted(_boards() - self.boards - beyond)
        results = [
            f"{_rows(least_board(p))} {_RESULTS[result]}"
            for p in range(len(boxes_of("X")))
            for result in sorted(results_of(p), key=str)
            if (p, result) not in self.results
        ]
        squares = [
            f"{_rows(least_board(p))} at {square}"
            for p in range(len(boxes_of("X")))
            for square in orbits(p)
            if (p, square) not in self.squares
        ]
        found = {
            "boards_not_seen": _told([*map(_rows, boards)]),
            "results_not_seen": _told(results),
            "squares_not_seen": _told(squares),
        }
        if beyond:
            found["boards_out_of_reach"] = _told([*map(_rows, sorted(beyond))])
        return found

    def __str__(self) -> str:
        boards, results, squares = everything()
        beyond = len(self.out_of_reach)
        reached = f" ({beyond} of the others out of its reach)" if beyond else ""
        return (
            f"{len(self.boards)} of {boards} boards{reached}, {len(self.results)} of {results} "
            f"results of boxes, {len(self.squares)} of {squares} squares of boxes"
        )


def _told(things: Sequence[str]) -> str:
    """How many there are, and the first of them."""
    if not things:
        return "0"
    more = ", ..." if len(things) > _TOLD else ""
    return f"{len(things)}: {', '.join(things[:_TOLD])}{more}"


def _rows(board: Board) -> str:
    return "/".join(board[i : i + 3] for i in (0, 3, 6))


@cache
def _boards() -> frozenset[Board]:
    """All boards that have a box and can arise in play."""
    return frozenset(board for board in reachable() if board in boxes_of("X"))


@cache
def everything() -> tuple[int, int, int]:
    """How many boards with a box, (class, result) and (class, orbit) there are."""
    boxes = boxes_of("X")
    classes = range(len(boxes))
    return (
        len(_boards()),
        sum(len(results_of(position)) for position in classes),
        sum(len(orbits(position)) for position in classes),
    )
