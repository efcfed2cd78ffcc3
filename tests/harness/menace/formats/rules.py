"""A machine of its own: pictures, boxes and lines of three, apart from what it tests."""

import functools
import random
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")
Box = Sequence[int]  # beads 0-8, squares of the picture
Picture = str  # nine of X, O and -

LINES: Final = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)
WAYS: Final = tuple(
    tuple(int(c) for c in way)
    for way in [
        "012345678",
        "630741852",
        "876543210",
        "258147036",
        "210543876",
        "036147258",
        "678345012",
        "852741630",
    ]
)


def won(board: str, mark: str) -> bool:
    return any(all(board[square] == mark for square in line) for line in LINES)


def free(board: str) -> list[int]:
    return [square for square in range(9) if board[square] == "-"]


def put(board: str, square: int, mark: str) -> str:
    return board[:square] + mark + board[square + 1 :]


def seen_as(board: str) -> tuple[str, tuple[int, ...]]:
    return min(("".join(board[square] for square in way), way) for way in WAYS)


@functools.cache
def pictures() -> dict[str, list[int]]:
    """The free squares of every picture that is on a box."""
    found: dict[str, list[int]] = {}
    todo = ["-" * 9]
    while todo:
        board = todo.pop()
        picture, _ = seen_as(board)
        if picture in found or len(free(board)) < 2:
            continue
        found[picture] = free(picture)
        for x in free(picture):
            after = put(picture, x, "X")
            if not won(after, "X"):
                todo += [b for o in free(after) if not won(b := put(after, o, "O"), "O")]
    return found


def fresh(chance: random.Random, beads: int) -> dict[str, list[int]]:
    return {
        picture: [chance.choice(squares) for _ in range(beads or len(squares))]
        for picture, squares in pictures().items()
    }
