"""The boxes: one for all rotations and reflections of a position in which MENACE has a choice.

A box shows a picture, the canonical form of its positions. Its beads name squares of that picture,
and `Placement.carry` takes them to the squares of the board that is being played.

MENACE is X and has 304 boxes, 1 + 12 + 108 + 183 for 0, 2, 4 and 6 stones. The same derivation for
O gives the boxes of a second machine, which training lets it play against.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from reference import symmetry
from reference.symmetry import SQUARE_GROUP, Permutation
from reference.tic_tac_toe import (
    EMPTY_BOARD,
    Board,
    Mark,
    Square,
    empty_squares,
    over,
    place,
    stones,
    to_move,
)

BoxNumber: TypeAlias = int
Bead: TypeAlias = Square  # a square of the box's own picture


class Placement(NamedTuple):
    """Which box serves a position, and `carry[bead]`, the square of the board that a bead means."""

    box: BoxNumber
    carry: Permutation


class Boxes:
    """All boxes of one side, in the order of stones and then of pictures."""

    mark: Final[Mark]
    pictures: Final[tuple[Board, ...]]

    def __init__(self, mark: Mark) -> None:
        """Derive the boxes of the side that plays `mark`."""
        positions = [board for board in reachable() if _has_choice(board, mark)]
        canonical = {board: symmetry.canonical_form(board, SQUARE_GROUP) for board in positions}
        self.mark = mark
        self.pictures = tuple(sorted(set(canonical.values()), key=lambda b: (stones(b), b)))
        number = {picture: box for box, picture in enumerate(self.pictures)}
        self._placements = {
            board: Placement(number[picture], _carry(picture, board))
            for board, picture in canonical.items()
        }

    def __len__(self) -> int:
        return len(self.pictures)

    def __contains__(self, board: Board) -> bool:
        """Whether a box serves this position."""
        return board in self._placements

    def locate(self, board: Board) -> Placement:
        """The box that serves the position. Raises ValueError when none does."""
        try:
            return self._placements[board]
        except KeyError:
            raise ValueError(f"no box of {self.mark} serves {board}") from None

    def choices(self, box: BoxNumber) -> tuple[Bead, ...]:
        """The beads that the box may hold, ascending: the empty squares of its picture."""
        return empty_squares(self.pictures[box])

    def distinct_choices(self, box: BoxNumber) -> tuple[Bead, ...]:
        """The choices that no symmetry of the picture turns into a lesser one."""
        picture = self.pictures[box]
        own = [s for s in SQUARE_GROUP if symmetry.image(picture, s) == picture]
        return tuple(bead for bead in self.choices(box) if bead == min(s[bead] for s in own))


@cache
def boxes_of(mark: Mark) -> Boxes:
    """The boxes of one side, derived once."""
    return Boxes(mark)


@cache
def reachable() -> frozenset[Board]:
    """Every board that can arise in play, X first, the finished ones included."""
    found: set[Board] = set()
    frontier = [EMPTY_BOARD]
    while frontier:
        board = frontier.pop()
        if board not in found:
            found.add(board)
            frontier.extend(successors(board))
    return frozenset(found)


def successors(board: Board) -> Iterator[Board]:
    """The boards after each legal move, in the order of squares; none once the game is over."""
    if not over(board):
        for square in empty_squares(board):
            yield place(board, square, to_move(board))


def _has_choice(board: Board, mark: Mark) -> bool:
    return to_move(board) == mark and not over(board) and len(empty_squares(board)) > 1


def _carry(picture: Board, board: Board) -> Permutation:
    # A picture with symmetries of its own has several; they differ by one of those, so any serves,
    # and the least makes a game reproducible. The group is ascending.
    return next(s for s in SQUARE_GROUP if symmetry.image(picture, s) == board)
