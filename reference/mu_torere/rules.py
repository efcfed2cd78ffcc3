r"""The rules of Mu Torere, as the code-golf challenge states them.

Source: the challenge "Mu Torere", spec clauses "The game". The eight kewai are numbered 0-7
clockwise, beginning at the top left corner of the square form; the putahi in the centre is 8:

    0-1-2
    |\|/|
    7-8-3
    |/|\|
    6-5-4
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Final, Literal, NamedTuple, TypeAlias

Node: TypeAlias = int
Colour: TypeAlias = Literal["b", "w"]

BLACK: Final[Colour] = "b"
WHITE: Final[Colour] = "w"
EMPTY: Final = "o"
STONES_A_SIDE: Final = 4

KEWAI: Final[tuple[Node, ...]] = tuple(range(8))
PUTAHI: Final[Node] = 8
NODES: Final[tuple[Node, ...]] = (*KEWAI, PUTAHI)

RING_NEIGHBOURS: Final[Mapping[Node, tuple[Node, Node]]] = {
    node: ((node - 1) % len(KEWAI), (node + 1) % len(KEWAI)) for node in KEWAI
}
EDGES: Final[frozenset[frozenset[Node]]] = frozenset(
    frozenset((node, other)) for node in KEWAI for other in (*RING_NEIGHBOURS[node], PUTAHI)
)
NEIGHBOURS: Final[Mapping[Node, tuple[Node, ...]]] = {
    node: tuple(other for other in NODES if frozenset((node, other)) in EDGES) for node in NODES
}


class Position(NamedTuple):
    """What the future depends on: the stones, and whose turn it is."""

    placement: str  # nine of 'b', 'w', 'o': kewai 0-7 clockwise from the top left, then putahi
    to_move: Colour


START: Final = Position(WHITE * 4 + BLACK * 4 + EMPTY, BLACK)


def opponent(colour: Colour) -> Colour:
    """The other colour."""
    return WHITE if colour == BLACK else BLACK


def hole(position: Position) -> Node:
    """The one empty node."""
    return position.placement.index(EMPTY)


@cache  # of 1,260 positions: whoever searches asks again and again
def legal_moves(position: Position) -> tuple[Node, ...]:
    """The nodes whose stone may move now, ascending: a move is named by where its stone stands."""
    return tuple(
        node
        for node in NEIGHBOURS[hole(position)]
        if position.placement[node] == position.to_move and not _kept_out(position, node)
    )


@cache
def apply(position: Position, node: Node) -> Position:
    """The position after the stone on `node` slid into the hole.

    Raises ValueError when that is illegal; the message is that of `explain_illegal`.
    """
    reason = explain_illegal(position, node)
    if reason is not None:
        raise ValueError(reason)
    stones = list(position.placement)
    stones[hole(position)], stones[node] = position.to_move, EMPTY
    return Position("".join(stones), opponent(position.to_move))


def is_terminal(position: Position) -> bool:
    """Whether the side to move has no legal move, and so has lost: no game ends otherwise."""
    return not legal_moves(position)


def explain_illegal(position: Position, node: Node) -> str | None:
    """A polite reason why the stone on `node` may not move, or None when it may.

    The reason names no node by number, because every program numbers the nodes in its own way.
    """
    if node not in NODES:
        return "There is no such node."
    stone = position.placement[node]
    if stone == EMPTY:
        return "That node is empty: please name the node of the stone that is to move."
    if stone != position.to_move:
        return "That stone is your opponent's: please move one of your own."
    if node not in NEIGHBOURS[hole(position)]:
        return "That stone is not beside the empty node, and a stone moves only along an edge."
    if _kept_out(position, node):
        return (
            "Both neighbours of that stone on the ring are your own, and a stone may enter the "
            "putahi only if at least one of them is your opponent's."
        )
    return None


def check_placement(placement: str) -> None:
    """Raise ValueError unless there are four stones of each colour and one empty node."""
    counts = tuple(placement.count(symbol) for symbol in (BLACK, WHITE, EMPTY))
    if len(placement) != len(NODES) or counts != (STONES_A_SIDE, STONES_A_SIDE, 1):
        raise ValueError(
            f"{placement!r} has {counts[0]} black and {counts[1]} white stones and {counts[2]} "
            f"empty nodes among {len(placement)}; expected 4, 4 and 1 among 9"
        )


def all_placements() -> tuple[str, ...]:
    """Every way to put four black and four white stones on the nine nodes."""
    return tuple(
        "".join(EMPTY if n == empty else BLACK if n in blacks else WHITE for n in NODES)
        for empty in NODES
        for blacks in combinations([n for n in NODES if n != empty], STONES_A_SIDE)
    )


def starts() -> tuple[Position, ...]:
    """The starts that the challenge allows, its own first: each colour holds one half of the ring.

    The others are its turns by one to seven nodes clockwise.
    """
    ring = START.placement[: len(KEWAI)]
    return tuple(
        Position(ring[len(ring) - turn :] + ring[: len(ring) - turn] + EMPTY, BLACK)
        for turn in KEWAI
    )


def _kept_out(position: Position, node: Node) -> bool:
    """Whether the hole is the putahi and the stone on `node` stands between two of its own."""
    if hole(position) != PUTAHI:
        return False
    rival = opponent(position.to_move)
    return all(position.placement[beside] != rival for beside in RING_NEIGHBOURS[node])
