"""The two kinds of side in a batch: machines that learn from boxes, and policies that do not.

Both move many games one ply on at once. `live` are the indices of the machines whose games go on,
ascending; `positions` are numbered as in `tables`, one for each of those machines.
"""

from typing import Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from reference.menace.boxes import boxes_of
from reference.menace.learning.tables import (
    BoxTable,
    Indices,
    PolicyTable,
    box_table,
    policy_table,
)
from reference.menace.opponents import Policy
from reference.menace.rulesets import REFILL_BEADS, Ruleset, WhenEmpty
from reference.tic_tac_toe import Mark

Uniforms: TypeAlias = NDArray[np.float64]
Outcomes: TypeAlias = NDArray[np.uint8]

X_WON, DRAWN, O_WON = range(3)
PLIES_OF: Final[dict[Mark, tuple[int, ...]]] = {"X": (0, 2, 4, 6), "O": (1, 3, 5, 7)}


class Chance(Protocol):
    """Where a batch gets its numbers in [0, 1): the n-th is for the n-th of `live`."""

    def draws(self, ply: int, live: Indices) -> Uniforms:
        """One number for each machine, for the draw or the choice of this ply."""

    def refills(self, ply: int, live: Indices) -> Uniforms:
        """[machines, 4] for boxes that this ply empties: three new beads, and which is the move."""


class Side(Protocol):
    """One side of all games of a batch."""

    def move(self, ply: int, live: Indices, positions: Indices, chance: Chance) -> Indices:
        """The positions after this side's ply; RESIGNED where it has nothing to draw."""

    def learn(self, outcomes: Outcomes) -> None:
        """End the games: `outcomes` is X_WON, DRAWN or O_WON for each machine of the batch."""


RESIGNED: Final = -1


class PolicySide:
    """A policy as a side: a uniform choice among its squares."""

    def __init__(self, policy: Policy, mark: Mark) -> None:
        self._tables: dict[int, PolicyTable] = {p: policy_table(policy, p) for p in PLIES_OF[mark]}

    def move(self, ply: int, live: Indices, positions: Indices, chance: Chance) -> Indices:
        """The positions after one of the policy's squares in each game."""
        table = self._tables[ply]
        choice = chance.draws(ply, live) * table.choices.take(positions)
        return table.after.take(positions * table.width + choice.astype(np.intp))

    def learn(self, outcomes: Outcomes) -> None:
        """Nothing."""


class _Draws(NamedTuple):
    """The beads drawn in the game in play: for each machine that drew, the index of its count."""

    live: Indices
    cells: Indices


class LearningSide:
    """The boxes of one side for all machines of a batch.

    `beads[ply]` is int32 [machines x boxes of that ply, slots], the number of beads in each slot;
    rows go machine by machine. Counts say all that a box holds, as a draw looks at nothing else. A
    bead that is in the air is still counted: it goes, or goes and comes back, when the game is
    over. A game opens a box once at most, so nobody can tell the difference. 2^31 beads of a box
    are the limit.
    """

    def __init__(self, mark: Mark, machines: int, ruleset: Ruleset) -> None:
        self.mark: Mark = mark
        self.machines = machines
        self.ruleset = ruleset
        self.tables: dict[int, BoxTable] = {ply: box_table(mark, ply) for ply in PLIES_OF[mark]}
        self.beads = {
            ply: np.zeros((machines * table.count, table.width), dtype=np.int32)
            for ply, table in self.tables.items()
        }
        self._base = {
            ply: np.arange(machines, dtype=np.intp) * table.count
            for ply, table in self.tables.items()
        }
        self._drawn: dict[int, _Draws] = {}
        back = {X_WON: ruleset.won, DRAWN: ruleset.drawn, O_WON: ruleset.lost}
        if mark == "O":
            back[X_WON], back[O_WON] = back[O_WON], back[X_WON]
        self._change = np.array([back[code] - 1 for code in sorted(back)], dtype=np.int32)

    def fill(self, rng: np.random.Generator) -> None:
        """Give every machine its starting beads."""
        boxes = boxes_of(self.mark)
        for ply, table in self.tables.items():
            by_machine = self.beads[ply].reshape(self.machines, table.count, table.width)
            for i in range(table.count):
                box = table.first + i
                choices = self.ruleset.start_choices(boxes, box)
                count = self.ruleset.start_count(boxes, box)
                share = np.isin(table.beads[i], choices) / len(choices)
                if self.ruleset.random_start:
                    by_machine[:, i] = rng.multinomial(count, share, size=self.machines)
                else:
                    by_machine[:, i] = np.rint(share * count)

    def contents(self, machine: int) -> list[list[int]]:
        """All boxes of one machine as a plain `Machine` holds them, ascending; between games."""
        return [
            np.repeat(beads, counts).tolist()
            for ply, table in self.tables.items()
            for beads, counts in zip(
                table.beads,
                self.beads[ply].reshape(self.machines, table.count, table.width)[machine],
                strict=True,
            )
        ]

    def move(self, ply: int, live: Indices, positions: Indices, chance: Chance) -> Indices:
        """The positions after each machine's draw."""
        table = self.tables[ply]
        rows = self._base[ply].take(live) + table.box.take(positions)
        counts = self.beads[ply].take(rows, axis=0)
        # Running sums column by column: NumPy's cumsum along so short an axis costs twice as much.
        sums = [counts[:, 0]]
        for slot in range(1, table.width):
            sums.append(sums[-1] + counts[:, slot])
        total = sums.pop()
        index = (chance.draws(ply, live) * total).astype(np.int32)
        slots = np.zeros(len(live), dtype=np.intp)
        for running in sums:
            slots += index >= running
        if self.ruleset.refills():
            emptied = np.flatnonzero(total == 1)
            if emptied.size:
                numbers = chance.refills(ply, live[emptied])
                slots[emptied] = self._refill(ply, rows[emptied], numbers)
            after = table.after.take(positions * table.width + slots)
        else:
            after = table.after.take(positions * table.width + slots)
            hopeless = total == 0
            if hopeless.any():
                after[hopeless] = RESIGNED
                live, rows, slots = live[~hopeless], rows[~hopeless], slots[~hopeless]
        self._drawn[ply] = _Draws(live, rows * table.width + slots)
        return after

    def learn(self, outcomes: Outcomes) -> None:
        """Put beads back, or not, into every box used."""
        change = self._change.take(outcomes)
        for ply, (live, cells) in self._drawn.items():
            # No cell occurs twice, as every machine has a row of its own: a plain += is right.
            self.beads[ply].reshape(-1)[cells] += change.take(live)
        self._drawn.clear()

    def _refill(self, ply: int, rows: Indices, numbers: Uniforms) -> Indices:
        """Fill the rows anew and return the slot that each of them plays."""
        width = self.tables[ply].width
        each = np.arange(len(rows))
        beads = np.sort((numbers[:, :REFILL_BEADS] * width).astype(np.intp), axis=1)
        chosen: Indices = beads[each, (numbers[:, REFILL_BEADS] * REFILL_BEADS).astype(np.intp)]
        filled = np.zeros((len(rows), width), dtype=np.int32)
        np.add.at(filled, (each[:, None], beads), 1)
        if self.ruleset.when_empty is WhenEmpty.KEEP_THREE:
            filled[each, chosen] += (
                1  # the bead in the air, which is not one of the three that stay
            )
        self.beads[ply][rows] = filled
        return chosen
