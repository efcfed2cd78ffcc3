"""What a move of MENACE's amounts to, up to symmetry: the class of the position, and of the square.

All that a box and its bead can be held to is the same under the eight symmetries of the board, so
the referee speaks of classes (a box of `reference`, by number) and of orbits: the squares of the
box's picture that its own symmetries make alike, named by the least of them.
"""

from functools import cache
from typing import Final, NamedTuple

from reference.menace.boxes import boxes_of
from reference.symmetry import SQUARE_GROUP, image
from reference.tic_tac_toe import Board, Square, empty_squares, over, place, stones, to_move, winner

BOXES: Final = 304  # of the challenge's text; the tests derive it
STAGES: Final = (0, 2, 4, 6)
"""How many stones are on the boards of a box."""
CENTRE: Final[Square] = 4
CORNERS: Final[tuple[Square, ...]] = (0, 2, 6, 8)


class Use(NamedTuple):
    """A draw as the board shows it: the class of the position, and the orbit of the square."""

    position: int
    orbit: Square


@cache
def use(board: Board, square: Square) -> Use | None:
    """The use that playing this square on this board is of a box; None for the ninth square."""
    boxes = boxes_of("X")
    if board not in boxes:
        return None
    box, carry = boxes.locate(board)
    return Use(box, orbit_of(box, carry.index(square)))


@cache
def orbit_of(position: int, square: Square) -> Square:
    """The least of the squares of the class's picture that are like this one."""
    return min(symmetry[square] for symmetry in _own_symmetries(position))


@cache
def orbits(position: int) -> dict[Square, int]:
    """The orbits of the empty squares of the class's picture, with their sizes."""
    sizes: dict[Square, int] = {}
    for square in empty_squares(least_board(position)):
        orbit = orbit_of(position, square)
        sizes[orbit] = sizes.get(orbit, 0) + 1
    return sizes


@cache
def least_board(position: int) -> Board:
    """The least of the boards of a class, which stands for it in every picture."""
    return boxes_of("X").pictures[position]


@cache
def stage_of(position: int) -> int:
    """How many stones are on the boards of a class."""
    return stones(least_board(position))


@cache
def worth(position: int, orbit: Square) -> int:
    """How good a square of the class is for X: 2 wins at once; 1, 0 or -1 by best play."""
    after = place(least_board(position), orbit, "X")
    return 2 if winner(after) == "X" else -value(after)


@cache
def value(board: Board) -> int:
    """What best play brings the side to move: 1, 0 or -1."""
    if over(board):
        return 0 if winner(board) is None else -1
    mark = to_move(board)
    return max(-value(place(board, square, mark)) for square in empty_squares(board))


@cache
def _own_symmetries(position: int) -> tuple[tuple[int, ...], ...]:
    board = least_board(position)
    return tuple(s for s in SQUARE_GROUP if image(board, s) == board)


@cache
def readings(position: int) -> tuple[tuple[Square | None, ...], ...]:
    """All meanings that beads 0-8 can have in a box of this class, one for each possible picture.

    A reading gives for each bead the orbit that it means, None for a taken square.
    """
    found = []
    board = least_board(position)
    for symmetry in SQUARE_GROUP:
        shown = image(board, symmetry)
        back = {symmetry[square]: square for square in range(len(board))}
        found.append(tuple(
            orbit_of(position, back[bead]) if shown[bead] == "-" else None
            for bead in range(len(board))
        ))  # fmt: skip
    return tuple(dict.fromkeys(found))


@cache
def always_drawn() -> frozenset[int]:
    """The positions from which every game is drawn, so that no game adds or takes a bead.

    Their boxes can be identified only as what is left over, and by the beads in them.
    """
    return frozenset(
        position
        for position, board in enumerate(boxes_of("X").pictures)
        if _results(board) == {None}
    )


@cache
def results_of(position: int) -> frozenset[str | None]:
    """The results that games from this position can have: X, O, None for a draw."""
    return _results(least_board(position))


@cache
def _results(board: Board) -> frozenset[str | None]:
    if over(board):
        return frozenset({winner(board)})
    after = (place(board, square, to_move(board)) for square in empty_squares(board))
    return frozenset().union(*map(_results, after))
