"""Proofs in this process, fast enough for a search: how far a policy is from being perfect.

A Mu Torere policy is a list of candidate nodes for each hole; the first that holds a stone of the
program's is moved, wherever it stands. It is perfect when no reply fails (there is a candidate, its
move is legal and keeps the value) and every won position is finished.
"""

import ctypes
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from harness.golf import native
from harness.verdict import UsageError
from reference.mu_torere.retrograde import Value, positions, value, value_keeping_moves
from reference.mu_torere.rules import (
    BLACK,
    EMPTY,
    KEWAI,
    NODES,
    PUTAHI,
    START,
    Node,
    Position,
    apply,
    hole,
    legal_moves,
)

LONGEST: Final = 32
READING_ORDER: Final[tuple[Node, ...]] = (0, 1, 2, 7, 8, 3, 6, 5, 4)
"""The nodes of the square form, row by row."""

Policy = Mapping[Node, Sequence[Node]]


def nodes_from(stones: str) -> tuple[Node, ...]:
    """The nodes row by row for a program that begins with these stones, turned to the usual start.

    Raises UsageError unless the human's four stones (b) are together on the ring, and w the rest.
    """
    for turn in range(len(KEWAI)):
        turned = [n if n == PUTAHI else (n + turn) % len(KEWAI) for n in READING_ORDER]
        at_start = "".join(START.placement[n] for n in turned)
        if at_start == stones:
            return tuple(turned)
    raise UsageError(f"{stones}: not a start, which has four b side by side on the ring, "
                     "four w, and o in the middle")  # fmt: skip


class Faults(NamedTuple):
    """What is wrong with a policy: all counts are 0 but `asked` when it is perfect."""

    failing: int  # replies that are missing, illegal or give value away
    asked: int  # positions in which the program was asked; past a failing reply with a right one
    unfinished: int  # won positions from which the human can put the end off for ever

    @property
    def perfect(self) -> bool:
        """Whether this is a proof."""
        return not self.failing and not self.unfinished


def mu_torere(policy: Policy) -> Faults:
    """The faults of a policy against every human play; compiled, or as slow as Python is."""
    for node, candidates in policy.items():
        if node not in NODES or len(candidates) > LONGEST:
            raise UsageError(f"a policy has for each of 9 holes up to {LONGEST} candidates")
    library = _compiled()
    return _in_python(policy) if library is None else _in_c(library, policy)


def _black(position: Position) -> int:
    return sum(1 << node for node in NODES if position.placement[node] == BLACK)


@cache
def _compiled() -> ctypes.CDLL | None:
    library = native.library("evaluate")
    if library is None:
        return None
    moves, kept = ((ctypes.c_uint16 * (9 * 512))() for _ in range(2))
    wins = (ctypes.c_uint8 * (9 * 512))()
    for position in positions():
        index = hole(position) * 512 + _black(position)
        if position.to_move == BLACK:
            moves[index] = sum(1 << node for node in legal_moves(position))
        else:
            kept[index] = sum(1 << node for node in value_keeping_moves(position))
            wins[index] = value(position) is Value.WIN
    library.evaluate_tables(moves, kept, wins)
    return library


def _in_c(library: ctypes.CDLL, policy: Policy) -> Faults:
    lists = ((ctypes.c_uint8 * (LONGEST + 1)) * 9)()
    for node, candidates in policy.items():
        lists[node][0] = len(candidates)
        for k, candidate in enumerate(candidates, 1):
            lists[node][k] = candidate if candidate in NODES else 255
    out = (ctypes.c_int32 * 3)()
    library.evaluate_policy(lists, hole(START), _black(START), out)
    return Faults(*out)


def _in_python(policy: Policy) -> Faults:
    replies: dict[Position, Position | None] = {}
    failing, frontier, stood = 0, [START], {START}
    while frontier:
        here = frontier.pop()
        for move in legal_moves(here):
            asked = apply(here, move)
            if asked in replies:
                continue
            kept = value_keeping_moves(asked)
            own = [n for n in policy.get(hole(asked), ()) if n in NODES and _own(asked, n)]
            right = own[0] if own and own[0] in kept else None
            failing += right is None
            if right is None and kept:
                right = kept[0]
            replies[asked] = after = None if right is None else apply(asked, right)
            if after is not None and after not in stood:
                stood.add(after)
                frontier.append(after)
    return Faults(failing, len(replies), _unfinished(replies))


def _own(position: Position, node: Node) -> bool:
    return position.placement[node] not in (BLACK, EMPTY)


def _unfinished(replies: Mapping[Position, Position | None]) -> int:
    won = {asked for asked in replies if value(asked) is Value.WIN}
    done: set[Position] = set()
    while True:
        more = {
            asked
            for asked in won - done
            if (after := replies[asked]) is not None
            and all(apply(after, move) in done for move in legal_moves(after))
        }
        if not more:
            return len(won - done)
        done |= more
