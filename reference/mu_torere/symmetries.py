"""The symmetries of the board: turns and reflections of the octagon, the putahi staying put.

Legality looks only at edges, at neighbours on the ring and at which node is the putahi, so the
symmetries carry legal moves to legal moves. A symmetry `s` takes node `n` to node `s[n]`.
"""

from typing import Final

from reference import symmetry
from reference.mu_torere.rules import KEWAI, PUTAHI, Position
from reference.symmetry import Group, Permutation

_TURN: Final[Permutation] = (*((node + 1) % len(KEWAI) for node in KEWAI), PUTAHI)
_REFLECTION: Final[Permutation] = (*(-node % len(KEWAI) for node in KEWAI), PUTAHI)

SYMMETRIES: Final[Group] = symmetry.generate((_TURN, _REFLECTION))


def image(position: Position, permutation: Permutation) -> Position:
    """The position turned or reflected; the same side is to move."""
    return position._replace(placement=symmetry.image(position.placement, permutation))


def canonical_form(position: Position) -> Position:
    """The position with the least placement among its images; the same side is to move."""
    return position._replace(placement=symmetry.canonical_form(position.placement, SYMMETRIES))
