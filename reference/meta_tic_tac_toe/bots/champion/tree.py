"""Best-first search: a tree that grows where play is likely to go, until the time is up.

Every visit goes down from the root to a move that has not been tried, by the rule PUCT of Rosin
(2011) in the form of AlphaZero (Silver et al. 2017): the child with the greatest

    value + EXPLORATION * prior * sqrt(visits of the node) / (1 + visits of the child)

The value is the mean of what the visits below found, from -1 (lost) to 1 (won). A position that is
new is worth what two plies of the evaluation's tables say; there are no random playouts. Priors
come from the same two plies. Wins, losses and draws that are certain are carried up, as in the
MCTS-Solver of Winands, Björnsson and Saito (2008).

To walk down costs more than to look at a position, so a visit to a large subtree is many at once.
"""

from math import exp, sqrt, tanh
from typing import Final, TypeAlias, Union

from clock import Clock, OutOfTimeError, Watch
from evaluation import WIN, Code, Master, Outlook, Side
from position import ANYWHERE, TEMPO, Move, Position, Step

Fate: TypeAlias = int  # WON, LOST or DRAWN, for the side to move
Child: TypeAlias = Union["Node", Fate]

WON: Final = 1
LOST: Final = -1
DRAWN: Final = 0
DECIDES: Final = WIN // 2  # no score is greater, unless it is that of a won match

EXPLORATION: Final = 0.5
DOUBT: Final = 600  # a move that is worth so much less has a prior smaller by the factor e
BATCH: Final = 4  # a visit to a child that has had n is 1 + (n >> BATCH) of them
GRAIN: Final = 4  # bits of a score that make no difference
# The chance to win less the chance to lose, of a score in thousandths of a logit.
_VALUES: Final = [tanh((each << GRAIN) / 2000) for each in range(20_000 >> GRAIN)]
_BEYOND: Final = (WIN >> GRAIN) - len(_VALUES)
VALUE: Final = [
    *([-1.0] * _BEYOND),
    *(-value for value in reversed(_VALUES[1:])),
    *_VALUES,
    *([1.0] * _BEYOND),
]
LEVEL: Final = (WIN >> GRAIN) - 1  # where in VALUE the score is 0
_PRIORS: Final = [exp(-(each << GRAIN) / DOUBT) for each in range(8 * DOUBT >> GRAIN)]
PRIOR: Final = _PRIORS + [_PRIORS[-1]] * ((WIN >> GRAIN) - len(_PRIORS))


class Node:
    """A position that is not decided. Lists are by move, of those that were tried and the next.

    Values and priors fall from one move to the next as long as nothing is known but the two plies.
    So the moves that have been tried are always the first ones, and only one more is compared with
    them. Most nodes are never visited again, and have no lists.
    """

    __slots__ = (
        "bonuses",
        "children",
        "exploration",
        "look",
        "open",
        "priors",
        "score",
        "steps",
        "value",
        "values",
        "visited",
        "visits",
    )

    def __init__(self, steps: list[Step], score: int, look: Outlook) -> None:
        self.steps = steps
        self.score = score
        self.look = look
        self.value = VALUE[(score + TEMPO + steps[0][0] >> GRAIN) + LEVEL]
        self.visited = 1
        self.children: list[Child] = []

    def spread(self) -> None:
        """Make the lists, at the second visit."""
        best = self.steps[0][0]
        self.priors = [PRIOR[best - step[0] >> GRAIN] for step in self.steps]
        self.exploration = EXPLORATION / sum(self.priors)
        self.values = [self.value]
        self.bonuses = [1.0]  # prior / (1 + visits)
        self.visits = [0]
        self.open = len(self.steps)  # moves whose fate is not known

    def add(self, child: Child) -> None:
        """Note what the next move leads to; the one after it may be tried from now on."""
        self.children.append(child)
        number = len(self.children)
        if number < len(self.steps):
            score = self.score + TEMPO + self.steps[number][0]
            self.values.append(VALUE[(score >> GRAIN) + LEVEL])
            self.bonuses.append(self.priors[number])
            self.visits.append(0)

    def settle(self, number: int, fate: Fate) -> Fate | None:
        """Note a child's fate; returns the node's own fate, if that is known now."""
        self.children[number] = fate
        self.values[number] = -float(fate)
        self.priors[number] = self.bonuses[number] = 0.0
        self.open -= 1
        if fate == LOST:
            return WON
        if self.open:
            return None
        return DRAWN if DRAWN in self.children else LOST

    def choice(self) -> int:
        """The number of the move to make."""
        if LOST in self.children:
            return self.children.index(LOST)
        if DRAWN in self.children and max(self.values) <= 0:
            return self.children.index(DRAWN)
        tried = range(len(self.children))
        return max(
            tried, key=lambda n: (isinstance(self.children[n], Node), self.visits[n]), default=0
        )


class TreeSearch(Position):
    """What is known of a position: a tree below it."""

    def __init__(self, codes: list[Code], side: Side, master: Master, target: int) -> None:
        super().__init__(codes, side, master, target)
        self.nodes = 0
        self.clock: Watch = Clock()
        self.root: Child | None = None  # until it is searched

    def ended(self, step: Step, side: Side, score: int, look: Outlook) -> Step:
        """A step that closes its board, with an estimate that knows what comes of that."""
        _, board, tile, new, ending, gain = step
        code, self.codes[board] = self.codes[board], new
        value = self.closing(side, board, tile, ending, gain, look)
        self.codes[board] = code
        return value - score - TEMPO, board, tile, new, ending, gain

    def look_at(self, side: Side, score: int, target: int, look: Outlook) -> Child:
        """A new node for the position on `codes`, or its fate if two plies tell."""
        self.nodes += 1
        self.clock.look()
        steps = self.steps(side, look, target)
        if any([step[4] for step in steps]):  # noqa: C419  # a generator is slower
            steps = [self.ended(step, side, score, look) if step[4] else step for step in steps]
            steps.sort(reverse=True)
            if steps[0][5] > DECIDES:
                return WON
        while steps[-1][0] < -DECIDES:
            steps.pop()
            if not steps:
                return LOST
        return Node(steps, score, look)

    def follow(self, node: Node, side: Side, step: Step) -> Child:
        """What a move leads to, that has been made on `codes`."""
        _, board, tile, _, ending, gain = step
        after, score = node.look, -node.score - gain
        if ending:
            shut = self.shut(side, board, ending, after)
            if shut is None:
                return DRAWN
            after = shut
            score = self.standing(1 - side, after)
        target = ANYWHERE if after.master[2] >> tile & 1 else tile
        return self.look_at(1 - side, score, target, after)

    def grow(self, node: Node, side: Side, count: int) -> tuple[float, Fate | None]:
        """Visit a node so many times: the sum of the values found, and its fate once it is known.

        Both are for the side to move. Visits end when the fate is known.
        """
        if node.visited == 1:
            node.spread()
        codes, steps, children = self.codes, node.steps, node.children
        values, bonuses, visits = node.values, node.bonuses, node.visits
        total = 0.0
        while count > 0:
            factor = node.exploration * sqrt(node.visited)
            hopes = [value + factor * bonus for value, bonus in zip(values, bonuses)]  # noqa: B905  # slower
            number = hopes.index(max(hopes))
            _, board, _, new, _, _ = steps[number]
            code, codes[board] = codes[board], new
            share, value, fate = 1, 0.0, None
            if number == len(children):
                child = self.follow(node, side, steps[number])
                node.add(child)
                if isinstance(child, Node):
                    value = child.value
                else:
                    fate = child
            else:
                child = children[number]
                if isinstance(child, Node):
                    share = min(count, 1 + (child.visited >> BATCH))
                    value, fate = self.grow(child, 1 - side, share)
            codes[board] = code
            count -= share
            node.visited += share
            visits[number] += share
            if fate is None:
                # A mean: of one visit the value that was only an estimate counts no more.
                values[number] -= (value + share * values[number]) / visits[number]
                bonuses[number] = node.priors[number] / (1 + visits[number])
                total -= value
            else:
                own = node.settle(number, fate)
                if own is not None:
                    return 0.0, own
                total += share * max(values)
        return total, None

    def best_move(self, clock: Watch) -> Move:
        """The best move found until the clock says stop; sooner if the fate is known."""
        self.clock = clock
        before = list(self.codes)
        steps = self.steps(self.side, self.look, self.target)
        move = max(steps, key=lambda step: (step[5] > DECIDES, step[0]))[1:3]
        try:
            score = self.standing(self.side, self.look)
            self.root = self.look_at(self.side, score, self.target, self.look)
            root, fate = self.root, None
            while isinstance(root, Node) and fate is None and len(root.steps) > 1:
                _, fate = self.grow(root, self.side, 1 + (root.visited >> BATCH))
        except OutOfTimeError:
            self.codes[:] = before
        if isinstance(self.root, Node):
            return self.root.steps[self.root.choice()][1:3]
        return move

    def line(self) -> list[Move]:
        """The moves that are expected of both sides: those that were visited most."""
        moves = list[Move]()
        node = self.root
        while isinstance(node, Node):
            number = node.choice()
            moves.append(node.steps[number][1:3])
            node = node.children[number] if number < len(node.children) else None
        return moves
