"""What the tests of Mu Torere share: positions to draw from, and their text for the oracle."""

from hypothesis import settings
from hypothesis import strategies as st

from reference.mu_torere.retrograde import positions
from reference.mu_torere.rules import Position, opponent
from tests.oracles import mu_torere_oracle as oracle

POSITIONS = positions()

# Whichever example first asks the solver waits for it, and a busy machine is not a failing test.
patient = settings(deadline=None)

any_position = st.sampled_from(POSITIONS)

# Typed in from the spec's picture and not taken from diagram.py, so that the oracle shares nothing:
# as a page is read, nodes 0 1 2 / 7 8 3 / 6 5 4.
READING_ORDER = (0, 1, 2, 7, 8, 3, 6, 5, 4)


def state_of(position: Position) -> oracle.State:
    """The oracle's own form of the position."""
    text = "".join(position.placement[node] for node in READING_ORDER)
    return oracle.from_text(text, position.to_move)


def swap_colours(position: Position) -> Position:
    """The same position with black and white exchanged, the side to move too."""
    swapped = position.placement.translate(str.maketrans("bw", "wb"))
    return Position(swapped, opponent(position.to_move))
