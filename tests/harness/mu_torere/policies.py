"""Programs' ways to play, for tests of what watches them. All are perfect, but for `but_once`."""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from harness.mu_torere.explorer import Exploration, explore
from harness.mu_torere.policy import Situation
from harness.mu_torere.tour import Budget
from reference.mu_torere.retrograde import best_moves, value_keeping_moves
from reference.mu_torere.rules import START, Node, Position, apply, hole, legal_moves
from tests.harness.support import NUMBER_OF, Choose, Rounds, Starter, perfect

TRAPS: Final = 49
"""So many positions of the perfect program's games have a move that gives the value away."""

ENOUGH: Final = Budget(starts=150, rounds=6000)
"""More than any of these programs takes; what would go on for ever is noticed soon."""

FEW: Final = Budget(starts=40, rounds=1500)
"""More than one without memory takes."""


def last(position: Position, rounds: Rounds) -> Node:
    return best_moves(position)[-1]


def scattered(position: Position, rounds: Rounds) -> Node:
    return random.Random(position.placement).choice(best_moves(position))


def after_another_move(position: Position, rounds: Rounds) -> Node:
    """Looks at where the human's stone came to, which the position alone does not tell."""
    moves = best_moves(position)
    return moves[hole(rounds[-1][0]) % len(moves)]


def after_another_round(position: Position, rounds: Rounds) -> Node:
    """Looks at what the human moved in the round before."""
    moves = best_moves(position)
    return moves[sum(node for _, node in rounds[-2:]) % len(moves)]


MEMORY: Final[Mapping[Choose, int]] = {
    perfect: 0,
    last: 0,
    scattered: 0,
    after_another_move: 1,
    after_another_round: 2,
}


def erratic() -> Choose:
    chance = random.Random(1)
    return lambda position, rounds: chance.choice(best_moves(position))


def but_once(wrong: Position, otherwise: Choose = perfect) -> Choose:
    """Gives its value away in this one position."""

    def choose(position: Position, rounds: Rounds) -> Node:
        if position == wrong:
            sound = value_keeping_moves(position)
            return next(node for node in legal_moves(position) if node not in sound)
        return otherwise(position, rounds)

    return choose


@cache
def explored(choose: Choose) -> tuple[Exploration, Starter]:
    starter = Starter(choose)
    return explore(starter, ENOUGH if MEMORY.get(choose) else FEW), starter


def asked(choose: Choose) -> list[Position]:
    """Positions in which a program without memory is asked for a move."""
    return [apply(before, node) for before in reached(choose) for node in legal_moves(before)]


def asked_traps(choose: Choose) -> list[Position]:
    """Of these, without repetition, the ones in which it could give its value away."""
    traps = (p for p in asked(choose) if set(value_keeping_moves(p)) != set(legal_moves(p)))
    return sorted(set(traps))


def reached(choose: Choose) -> list[Position]:
    """Positions that a program without memory lets the human come to."""
    exploration, _ = explored(choose)
    assert not exploration.exhausted
    policy = exploration.policy
    (start,) = policy.starts
    return [here.position for here in policy.situations(Situation(start))]


def circles() -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Numbers that lead the human to a position, and from there once round back to it."""
    for position, way in lines_from(START).items():
        for before, there in lines_from(position).items():
            for node in legal_moves(before):
                if answered(before, node) == position:
                    yield way, (*there, NUMBER_OF[node])


def lines_from(start: Position) -> dict[Position, tuple[str, ...]]:
    """A shortest line to every position that the perfect program lets the human come to."""
    lines: dict[Position, tuple[str, ...]] = {start: ()}
    queue = [start]
    for before in queue:
        for node in legal_moves(before):
            after = answered(before, node)
            if after not in lines:
                lines[after] = (*lines[before], NUMBER_OF[node])
                queue.append(after)
    return lines


def answered(before: Position, node: Node) -> Position:
    """What the perfect program makes of the human's move."""
    asked = apply(before, node)
    return apply(asked, perfect(asked, ()))
