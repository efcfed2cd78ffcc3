"""Coverage: which boards, results and squares of every box the games have shown.

A box must serve its position in each of its readings (the up to eight rotations and reflections),
learn from each result that its games can have, and hold beads for each of its empty squares.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from harness.menace.classes import orbits, results_of, use
from harness.menace.referee import Played
from reference.menace.boxes import boxes_of, reachable
from reference.tic_tac_toe import Board, Square


@dataclass(slots=True)
class Coverage:
    """The boards with a box, (class, result) and (class, orbit) that games have shown."""

    boards: set[Board] = field(default_factory=set)
    results: set[tuple[int, str | None]] = field(default_factory=set)
    squares: set[tuple[int, Square]] = field(default_factory=set)

    def see(self, played: Played) -> None:
        """Take a game that has ended."""
        for board, square in played.draws:
            if drawn := use(board, square):
                self.boards.add(board)
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

    def __str__(self) -> str:
        boards, results, squares = everything()
        return (
            f"{len(self.boards)} of {boards} boards, {len(self.results)} of {results} results of "
            f"boxes, {len(self.squares)} of {squares} squares of boxes"
        )


@cache
def everything() -> tuple[int, int, int]:
    """How many boards with a box, (class, result) and (class, orbit) there are."""
    boxes = boxes_of("X")
    classes = range(len(boxes))
    return (
        sum(board in boxes for board in reachable()),
        sum(len(results_of(position)) for position in classes),
        sum(len(orbits(position)) for position in classes),
    )
