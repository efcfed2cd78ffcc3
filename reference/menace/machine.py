"""One machine: it draws a bead, removes it, refills the box, and is rewarded when the game is over.

Nothing here depends on a clock or on a hidden source of chance: whoever plays brings a `Random`.
"""

from bisect import insort
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from reference.menace.boxes import Bead, Boxes, BoxNumber, boxes_of
from reference.menace.rulesets import CHALLENGE, REFILL_BEADS, Ruleset, WhenEmpty, pick
from reference.tic_tac_toe import Board, Mark, Square, empty_squares, over


class Draw(NamedTuple):
    """A bead that left its box in the game in play, and the square of the board that it meant."""

    box: BoxNumber
    bead: Bead
    square: Square
    refilled: bool


class Machine:
    """A set of boxes with beads, and the draws of the game in play.

    `contents[box]` are the beads of that box, ascending. The order says nothing: a draw is uniform
    over the beads. It is kept so that equal boxes look equal, and so that the training can repeat
    it.
    """

    def __init__(
        self, contents: Sequence[Sequence[Bead]], ruleset: Ruleset = CHALLENGE, mark: Mark = "X"
    ) -> None:
        """A machine with these beads. Raises ValueError when they do not fit its boxes."""
        self.boxes: Boxes = boxes_of(mark)
        self.ruleset = ruleset
        check_contents(contents, self.boxes, ruleset)
        self.contents = [sorted(beads) for beads in contents]
        self.draws: list[Draw] = []

    @classmethod
    def fresh(cls, rng: Random, ruleset: Ruleset = CHALLENGE, mark: Mark = "X") -> "Machine":
        """A machine with its starting beads."""
        boxes = boxes_of(mark)
        contents = [ruleset.fill(boxes, box, rng) for box in range(len(boxes))]
        return cls(contents, ruleset, mark)

    @property
    def mark(self) -> Mark:
        """The side that the machine plays."""
        return self.boxes.mark

    def move(self, board: Board, rng: Random) -> Square | None:
        """The square that the machine plays; None when it resigns before an empty box.

        Where only one square is left the move is forced and comes from no box. Raises ValueError
        when the machine is not to move or the game is over.
        """
        if board not in self.boxes and self._is_forced(board):
            return empty_squares(board)[0]
        box, carry = self.boxes.locate(board)
        beads = self.contents[box]
        if not beads:
            return None
        bead = pick(beads, rng)
        beads.remove(bead)
        refilled = not beads and self.ruleset.refills()
        if refilled:
            bead = self._refill(box, rng)
        self.draws.append(Draw(box, bead, carry[bead], refilled))
        return carry[bead]

    def learn(self, winner: Mark | None) -> None:
        """End the game: put beads back into every box used. `winner` is None for a draw."""
        for draw in self.draws:
            for _ in range(self._beads_back(winner)):
                insort(self.contents[draw.box], draw.bead)
        self.draws.clear()

    def _refill(self, box: BoxNumber, rng: Random) -> Bead:
        choices = self.boxes.choices(box)
        beads = sorted(pick(choices, rng) for _ in range(REFILL_BEADS))
        bead = pick(beads, rng)
        if self.ruleset.when_empty is WhenEmpty.KEEP_TWO:
            beads.remove(bead)
        self.contents[box] = beads
        return bead

    def _beads_back(self, winner: Mark | None) -> int:
        if winner is None:
            return self.ruleset.drawn
        return self.ruleset.won if winner == self.mark else self.ruleset.lost

    def _is_forced(self, board: Board) -> bool:
        # A ninth square can only be X's, and the game may still be going on.
        return self.mark == "X" and len(empty_squares(board)) == 1 and not over(board)


def check_contents(contents: Sequence[Sequence[Bead]], boxes: Boxes, ruleset: Ruleset) -> None:
    """Raise ValueError unless there are beads for every box, each naming an empty square of it."""
    if len(contents) != len(boxes):
        raise ValueError(f"{len(contents)} boxes, where {boxes.mark} has {len(boxes)}")
    for box, beads in enumerate(contents):
        strangers = set(beads) - set(boxes.choices(box))
        if strangers:
            raise ValueError(f"box {box} shows {boxes.pictures[box]} and holds {strangers}")
        if not beads and ruleset.refills():
            raise ValueError(f"box {box} is empty, which refilling never leaves behind")
