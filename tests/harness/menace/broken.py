"""Broken MENACEs, each with the clauses that it may be caught by."""

from collections.abc import Sequence
from types import MappingProxyType

from tests.oracles.menace_player import (
    EMPTY,
    Player,
    Position,
    carries,
    classes,
    free,
    rows,
    squares,
)

# --- broken: learning ----------------------------------------------------------------------------


class Broken(Player):
    clause = ""


class DoubleReward(Broken):
    clause = "menace/reward"
    back = MappingProxyType({"X": 3, "": 1, "O": 0})


class RewardsLosses(Broken):
    clause = "menace/reward"
    back = MappingProxyType({"X": 2, "": 1, "O": 2})


class KeepsDraws(Broken):
    clause = "menace/reward"
    back = MappingProxyType({"X": 2, "": 0, "O": 0})


class RewardsDraws(Broken):
    clause = "menace/reward"
    back = MappingProxyType({"X": 2, "": 2, "O": 0})


class SkipsAPly(Broken):
    clause = "menace/reward"

    def learn(self, result: str) -> None:
        used, self.used = self.used, self.used[1:] if result == "X" else self.used
        super().learn(result)
        self.used = used


class DumpsTooSoon(Broken):
    clause = "menace/reward"

    def end_game(self, result: str) -> str:
        said = super().end_game("O")
        for used in self.log[-1]:
            self.boxes[used.box] += [used.bead] * self.back[result]
        return said


class RewardsAnother(Broken):
    """The reward is of another square's colour."""

    clause = "menace/reward|menace/symmetry|menace/draw"

    def learn(self, result: str) -> None:
        for used in self.used:
            bead = self.chance.choice(free(self.pictures[used.box])) if result == "X" else used.bead
            self.boxes[used.box] += [bead] * self.back[result]


class Forgets(Broken):
    """Its boxes are filled afresh for every game."""

    clause = "menace/kept"

    def cleared(self) -> Position:
        self.boxes = [self.fill(box) for box in range(len(self.boxes))]
        return EMPTY


class SlipsRarely(Broken):
    """Once in a hundred games one bead is wrong, in any box."""

    clause = "menace/reward"

    def learn(self, result: str) -> None:
        super().learn(result)
        if self.chance.random() < 0.01:
            beads = self.chance.choice(self.boxes)
            beads.append(beads[0])


# --- broken: refills and beads -------------------------------------------------------------------


class NoRefill(Broken):
    """The last bead of a box never leaves it."""

    clause = "menace/refill|menace/reward"

    def refill(self, box: int, last: int) -> int:
        self.boxes[box].append(last)
        return last


class LeavesEmpty(Broken):
    """An empty box is filled when it is next drawn from, not at once."""

    clause = "menace/refill|menace/boxes"

    def draw(self, box: int, beads: Sequence[int]) -> int:
        if not beads:
            self.boxes[box] += self.fill(box)
        return super().draw(box, self.boxes[box])

    def refill(self, box: int, last: int) -> int:
        return last


class LeavesLinesEmpty(LeavesEmpty):
    """As above, and nothing stands behind the picture of a box that is empty."""

    clause = "menace/refill"

    def dump(self, boxes: Sequence[Sequence[int]]) -> str:
        pictures = (rows(self.pictures[box]).replace("\n", "") for box in self.order)
        lines = zip(pictures, boxes, strict=True)
        return "".join(f"{p}: {' '.join(map(str, beads))}\n" for p, beads in lines)


class RefillsWithFour(Broken):
    clause = "menace/refill"

    def refill(self, box: int, last: int) -> int:
        bead = super().refill(box, last)
        self.boxes[box].append(bead)
        return bead


class RefillsEitherWay(Broken):
    clause = "menace/refill"

    def refill(self, box: int, last: int) -> int:
        self.stay = self.chance.choice((2, 3))
        return super().refill(box, last)


class DrawsTheLeastOfARefill(Broken):
    clause = "menace/refill"

    def refill(self, box: int, last: int) -> int:
        bead = super().refill(box, last)
        beads = self.boxes[box]
        three = beads if self.stay == 3 else [*beads, bead]
        least = min(three, key=self.names[box].__getitem__)
        if self.stay != 3:
            three.remove(least)
            beads[:] = three
        return least


class BeadsForTakenSquares(Broken):
    """By name a bead for a taken square is only one that moves to another's square."""

    clause = "menace/beads|menace/symmetry"

    def choices(self, box: int) -> Sequence[int]:
        board = self.pictures[box]
        return (*free(board), *squares(board.os))

    def carry(self, box: int, bead: int, board: Position) -> int:
        square = super().carry(box, bead, board)
        return square if square in free(board) else free(board)[0]


# --- broken: draws -------------------------------------------------------------------------------


class ByColour(Broken):
    """Every colour in the box is as likely as the others."""

    clause = "menace/draw"

    def draw(self, box: int, beads: Sequence[int]) -> int:
        return beads.index(self.chance.choice(sorted(set(beads))))


class ByMostBeads(Broken):
    clause = "menace/draw"

    def draw(self, box: int, beads: Sequence[int]) -> int:
        return max(range(len(beads)), key=lambda i: beads.count(beads[i]))


class FirstBead(Broken):
    clause = "menace/draw"

    def draw(self, box: int, beads: Sequence[int]) -> int:
        return 0


class LowSquares(Broken):
    """Of two beads drawn from a sorted box it takes the former: too often a low square."""

    clause = "menace/draw"

    def draw(self, box: int, beads: Sequence[int]) -> int:
        return min(self.chance.randrange(len(beads)), self.chance.randrange(len(beads)))

    def learn(self, result: str) -> None:
        super().learn(result)
        for beads in self.boxes:
            beads.sort()


class PlaysAnother(Broken):
    """Another square than the bead's, once in ten moves."""

    clause = "menace/draw|menace/symmetry|menace/beads"

    def carry(self, box: int, bead: int, board: Position) -> int:
        square = super().carry(box, bead, board)
        return self.chance.choice(free(board)) if self.chance.random() < 0.1 else square


class CarriesWrongly(Broken):
    """Reflections are carried over as if they were none, where that gives an empty square."""

    clause = "menace/draw|menace/symmetry|menace/beads"

    def carry(self, box: int, bead: int, board: Position) -> int:
        right = super().carry(box, bead, board)
        mirrored = 3 * (right // 3) + 2 - right % 3
        return mirrored if board != self.pictures[box] and mirrored in free(board) else right


# --- broken: start and boxes ---------------------------------------------------------------------


class SameStart(Broken):
    clause = "menace/start"

    def fill(self, box: int) -> list[int]:
        choices = free(self.pictures[box])
        return [choices[(7 * i + box) % len(choices)] for i in range(8)]


class SharesABox(Broken):
    """One box for two positions, and one that is never used."""

    clause = "menace/symmetry|menace/beads|menace/draw"
    lent = (2, 1)  # the positions of the former are played from the box of the latter

    def box_for(self, board: Position) -> int:
        box = super().box_for(board)
        return self.lent[1] if box == self.lent[0] else box

    def carry(self, box: int, bead: int, board: Position) -> int:
        if carries(self.pictures[box], board):
            return super().carry(box, bead, board)
        return free(board)[bead % len(free(board))]


class TwinBox(SharesABox):
    """A box of its own for the turned positions of a class, and two classes share one."""

    def __init__(self, seed: int, order_seed: int = 7) -> None:
        super().__init__(seed, order_seed)
        self.pictures[self.lent[0]] = classes()[3][-1]
        self.boxes[self.lent[0]] = self.fill(self.lent[0])

    def box_for(self, board: Position) -> int:
        turned = board in classes()[3][::2]
        return self.lent[0] if turned else super().box_for(board)


def _all(kind: type[Broken]) -> list[type[Broken]]:
    return [found for sub in kind.__subclasses__() for found in (sub, *_all(sub))]


BROKEN = _all(Broken)
