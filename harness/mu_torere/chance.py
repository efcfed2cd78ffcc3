"""What is proved of a program that answers the same last moves of the human in different ways.

Such a program may draw lots, or alternate between two orders of preference. Then the set of replies
seen is certified: each reply keeps the value of its position (the referee looks at each); every
human move after each reply was tried as well; no won position can recur, whichever replies are
drawn; and every human move was tried so often that a reply not yet seen must be rare.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from harness.mu_torere.policy import Moved, Policy, is_mistake, won_for_program
from reference.mu_torere.retrograde import Value, value
from reference.mu_torere.rules import (
    BLACK,
    EMPTY,
    Position,
    apply,
    hole,
    is_terminal,
    legal_moves,
)

TIMES: Final = 20
"""So often every human move must be tried before the set of its replies counts as known."""

LONGER: Final = 5
"""So many times as long is played where whoever asked follows what the report advises."""

_CONFIDENCE: Final = 0.99


@dataclass(frozen=True, slots=True)
class ReplySets:
    """The figures of a certified set of replies."""

    moves: int  # human moves that the program may let happen
    replies: int  # different replies to them
    seldom: int  # of the moves: tried too seldom, so that more replies may be left
    least: int  # how often the least tried of the others was
    circle: bool  # whether a won position may come round again, if the lots fall so
    mistakes: int
    punished: int  # mistakes after which every reply wins, however the human goes on
    longest_win_plies: int | None

    @property
    def closed(self) -> bool:
        """Whether nothing was left open."""
        return not (self.seldom or self.circle)

    @property
    def rate(self) -> float:
        """An upper bound, at 99 % confidence, of the probability of any reply not seen."""
        return unseen_rate(self.least)


def unseen_rate(times: int) -> float:
    """The probability of a reply that so many tries miss once in a hundred cases."""
    return float(1 - (1 - _CONFIDENCE) ** (1 / max(1, times)))


def times_tried(policy: Policy, moved: Moved) -> int:
    """How often the program was asked the question that this move poses.

    Where the program has won, the question is the position alone: a human's mistake ends the game,
    so that each costs a new run. Elsewhere it is the position and the human move that led to it.
    """
    if value(apply(*moved)) is not Value.WIN:
        return sum(policy.answers.get(moved, {}).values())
    asked = apply(*moved)
    ways = (way for way in _ways_to(asked) if way in policy.answers)
    return sum(sum(policy.answers[way].values()) for way in ways)


def lacking(policy: Policy, moved: Moved, times: int = TIMES) -> bool:
    """Whether this human move is to be tried more often.

    Once is enough where every legal reply was seen already.
    """
    seen = policy.answers.get(moved)
    if not seen:
        return True
    return len(seen) < len(legal_moves(apply(*moved))) and times_tried(policy, moved) < times


def reachable(policy: Policy) -> dict[Position, None]:
    """Every position, with the human to move, that some replies seen let happen."""
    found: dict[Position, None] = dict(policy.starts)
    frontier = list(found)
    while frontier:
        here = frontier.pop()
        for node in legal_moves(here):
            for reply in policy.answers.get((here, node), ()):
                if reply not in found:
                    found[reply] = None
                    frontier.append(reply)
    return found


def certify_sets(policy: Policy) -> ReplySets:
    """What the replies seen amount to, as sets."""
    moves = [(here, node) for here in reachable(policy) for node in legal_moves(here)]
    open_ = [
        moved
        for moved in moves
        if len(policy.answers.get(moved, ())) < len(legal_moves(apply(*moved)))
    ]
    mistakes = [moved for moved in moves if is_mistake(*moved)]
    wins = _Wins(policy)
    lengths = [wins.plies_after(moved) for moved in mistakes]
    known = [length for length in lengths if length is not None]
    return ReplySets(
        moves=len(moves),
        replies=sum(len(policy.answers.get(moved, ())) for moved in moves),
        seldom=sum(lacking(policy, moved) for moved in moves),
        least=min((times_tried(policy, moved) for moved in open_), default=TIMES),
        circle=wins.circle,
        mistakes=len(mistakes),
        punished=len(known),
        longest_win_plies=max(known, default=None),
    )


@cache
def _ways_to(asked: Position) -> tuple[Moved, ...]:
    """Every human move that leads to this position, with the position before it."""
    left = hole(asked)  # where the stone stood that he moved
    ways = []
    for node, stone in enumerate(asked.placement):
        stones = list(asked.placement)
        stones[node], stones[left] = EMPTY, BLACK
        before = Position("".join(stones), BLACK)
        if stone == BLACK and left in legal_moves(before):
            ways.append((before, left))
    return tuple(ways)


class _Wins:
    """The longest that the human can hold out when every lot falls in his favour."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._plies: dict[Position, int | None] = {}  # None: not finished, or not known to be
        self._on_path: set[Position] = set()
        self.circle = False

    def plies_after(self, moved: Moved) -> int | None:
        """Plies of the longest win from the reply to this move on; None when it may be none."""
        replies = self._policy.answers.get(moved, {})
        rests = [self._rest(reply) if won_for_program(reply) else None for reply in replies]
        known = [rest for rest in rests if rest is not None]
        return 1 + max(known) if known and len(known) == len(rests) else None

    def _rest(self, here: Position) -> int | None:
        """The plies left from a position that the human has lost: he has at most one legal move."""
        if is_terminal(here):
            return 0
        if here in self._on_path:
            self.circle = True
            return None
        if here not in self._plies:
            self._on_path.add(here)
            after = [self.plies_after((here, node)) for node in legal_moves(here)]
            self._on_path.remove(here)
            known = [plies for plies in after if plies is not None]
            self._plies[here] = 1 + max(known) if len(known) == len(after) else None
        return self._plies[here]
