"""The human side: scripted opponents, a random one, and one that walks into every trap it knows.

A trap is a position in which the program has a legal move that throws its value away. All of them
are known from the retrograde analysis; which a program lets happen is for the game to show.
"""

import random
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from harness.mu_torere.game import Chooser
from harness.mu_torere.rounds import Round
from reference.mu_torere.retrograde import positions, value_keeping_moves
from reference.mu_torere.rules import KEWAI, PUTAHI, WHITE, Node, Position, apply, hole, legal_moves

Rounds = Sequence[Round]


def first_legal(position: Position, rounds: Rounds) -> Node:
    """Always the lowest node that may move."""
    return legal_moves(position)[0]


def last_legal(position: Position, rounds: Rounds) -> Node:
    """Always the highest node that may move."""
    return legal_moves(position)[-1]


def mirror(position: Position, rounds: Rounds) -> Node:
    """The program's own move answered from the other side of the hole it left, where that is legal.

    It left along an edge of the ring, and the stone on the next edge follows; or it left the
    putahi, and the stone opposite does.
    """
    moves = legal_moves(position)
    if not rounds:
        return moves[0]
    left, went_to = hole(position), hole(rounds[-1].asked)
    if left == PUTAHI:
        other = (went_to + len(KEWAI) // 2) % len(KEWAI)
    elif went_to == PUTAHI:
        other = PUTAHI
    else:
        other = (2 * left - went_to) % len(KEWAI)
    return other if other in moves else moves[-1]


def blunderer(position: Position, rounds: Rounds) -> Node:
    """Makes a mistake wherever it can, so that the program must show that it wins."""
    sound = value_keeping_moves(position)
    moves = legal_moves(position)
    return next((node for node in moves if node not in sound), moves[len(rounds) % len(moves)])


class Trapper:
    """Walks to the nearest trap not yet visited, as if the program cooperated.

    A program need not cooperate, and this opponent could then try the same move for ever. So among
    several legal moves it prefers one tried less often to one that is nearer to a trap. A mistake,
    after which the game is soon over, waits until the other moves were tried three times.
    """

    def __init__(self) -> None:
        self.visited: set[Position] = set()
        self._tried: Counter[Position] = Counter()

    def __call__(self, position: Position, rounds: Rounds) -> Node:
        """The move to make; any of those tried least when no new trap is left."""
        if rounds and rounds[-1].asked in traps():
            self.visited.add(rounds[-1].asked)
        after = {node: apply(position, node) for node in legal_moves(position)}
        far = len(positions())
        away = {node: self._plies_to_new_trap(asked) for node, asked in after.items()}
        sound = value_keeping_moves(position)

        def worth(node: Node) -> tuple[int, int]:
            plies = away[node]
            late = 0 if node in sound else 3
            return self._tried[after[node]] + late, far if plies is None else plies

        chosen = min(after, key=worth)
        self._tried[after[chosen]] += 1
        return chosen

    def _plies_to_new_trap(self, start: Position) -> int | None:
        """Plies to a new trap from the program's turn, as if both sides helped each other."""
        plies = {start: 0}
        frontier = deque([start])
        while frontier:
            here = frontier.popleft()
            if here in traps() and here not in self.visited:
                return plies[here]
            for node in legal_moves(here):
                after = apply(here, node)
                if after not in plies:
                    plies[after] = plies[here] + 1
                    frontier.append(after)
        return None


def at_random(seed: int) -> Chooser:
    """Makes legal moves at random, each as likely as the others."""
    chance = random.Random(seed)
    return lambda position, rounds: chance.choice(legal_moves(position))


def typed(line: tuple[Node, ...]) -> Chooser:
    """Makes exactly these moves, then stops; it stops as well at a move that is not legal."""

    def choose(position: Position, rounds: Rounds) -> Node | None:
        if len(rounds) < len(line) and line[len(rounds)] in legal_moves(position):
            return line[len(rounds)]
        return None

    return choose


def at_most(rounds_limit: int, choose: Chooser) -> Chooser:
    """The same opponent for at most so many rounds, since a drawn game never ends."""
    return lambda position, rounds: choose(position, rounds) if len(rounds) < rounds_limit else None


SCRIPTED: Final[Mapping[str, Callable[[], Chooser]]] = {
    "first legal": lambda: at_most(40, first_legal),
    "last legal": lambda: at_most(40, last_legal),
    "mirror": lambda: at_most(40, mirror),
    "blunderer": lambda: at_most(40, blunderer),
    "trapper": lambda: at_most(150, Trapper()),
}


@cache
def traps() -> frozenset[Position]:
    """Every position in which the program, white, has a move that throws its value away."""
    return frozenset(
        position
        for position in positions()
        if position.to_move == WHITE
        and set(value_keeping_moves(position)) != set(legal_moves(position))
    )


def trap_count(rounds: Rounds) -> int:
    """How many different traps the program was led into in these rounds."""
    return len({done.asked for done in rounds if done.asked in traps()})
