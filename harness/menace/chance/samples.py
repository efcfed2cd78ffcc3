"""What the accounts keep of each draw and each refill, for the tests of chance."""

from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from harness.menace.screen import Bead
from reference.tic_tac_toe import Board, Square

Position: TypeAlias = int  # a class of positions: the number of its box in `reference`

UNKNOWN: Final = -1  # in place of an orbit


class RefillWay(Enum):
    """A colour among three new beads, which a program may like or avoid when it draws the move."""

    LEAST = "of the least name"
    GREATEST = "of the greatest name"
    EMPTIED = "that emptied the box"
    TWICE = "that two of the three have"  # by the name of the beads
    BEST = "of the best move among them"


class RefillSample(NamedTuple):
    """A refill: the empty squares, their orbits, and how many beads beside the move are like it."""

    squares: int
    orbits: int
    alike: int


class RefillDraw(NamedTuple):
    """A draw from three new beads: how many are of one colour, and whether the move was.

    `way` says which colour that is.
    """

    way: RefillWay
    alike: int
    drawn: bool


class When(NamedTuple):
    """When a draw was made: its run, how many draws of the run came before, its game and place.

    `number` is uniform between 0 and 1 when the draw is: any of the places, as printed, of a bead
    that means the move, as a share of the box. `refills` are those of the run before its game.
    `of_box`, `of_stage` and `of_size` are the draws of the run that came before from the same box,
    from boxes of its stage, and from boxes that are known to have held as many beads.
    """

    run: int
    draw: int
    game: int
    ply: int
    number: float
    refills: int = 0
    of_box: int = 0
    of_stage: int = 0
    of_size: int = 0


class Sample(NamedTuple):
    """A draw from a box, and what was known of the box before it was made.

    `beads[orbit]` are the beads that name that orbit, `first[orbit]` the place of the first of them
    as printed, and `drawn` is the orbit that was played. Beads not known yet, or not told from
    those, are together under `UNKNOWN`: to leave such boxes out would favour what is drawn often.
    `ends` are the orbits of the first and the last bead printed, `line` those of all, in order, if
    they are few, and `names` their names; `at` says when it was drawn, and `board` for which board.
    `by_age` are the orbits of all beads, the newest last, where that order is known.
    """

    position: Position
    beads: dict[Square, int]
    first: dict[Square, int]
    drawn: Square
    ends: tuple[Square, Square] = (UNKNOWN, UNKNOWN)
    at: When = When(0, 0, 0, 0, 0.0)
    line: tuple[Square, ...] = ()
    names: tuple[Bead, ...] = ()
    board: Board = ""
    by_age: tuple[Square, ...] = ()
