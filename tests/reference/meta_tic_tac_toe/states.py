"""What the tests of meta tic-tac-toe share: states to draw from, and how the board turns."""

import random
from collections.abc import Callable, Iterator
from functools import cache

from hypothesis import settings
from hypothesis import strategies as st

from reference import symmetry
from reference.meta_tic_tac_toe.rules import (
    MOVES,
    SIZE,
    START,
    Move,
    Nine,
    State,
    Tiles,
    apply,
    forfeit_turn,
    is_terminal,
    legal_moves,
    target,
)
from reference.symmetry import Permutation
from reference.tic_tac_toe import EMPTY

Story = tuple[Move | None, ...]  # a match turn by turn; None is an invalid move

# A busy machine is not a failing test.
patient = settings(deadline=None)


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """Matches played to the end or broken off, with invalid moves among the others."""
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    plies = draw(st.integers(0, len(MOVES)))
    invalid = draw(st.sampled_from((0, 0, 0.03, 0.3)))
    return tuple(turn for turn, _ in playout(rng, invalid))[:plies]


def states() -> st.SearchStrategy[State]:
    """Reachable states, finished matches included."""
    return stories().map(retold)


def unfinished() -> st.SearchStrategy[State]:
    """Reachable states in which somebody is to move."""
    return states().filter(lambda state: not is_terminal(state))


def retold(story: Story) -> State:
    """The state that the turns of a story lead to."""
    state = START
    for turn in story:
        state = forfeit_turn(state) if turn is None else apply(state, turn)
    return state


def playout(rng: random.Random, invalid: float = 0.0) -> Iterator[tuple[Move | None, State]]:
    """Each turn of a random match and the state after it; `invalid` is the share of invalid moves.

    Every second match is stubborn: a side that may keep a board open does so, which leads to full
    boards that are nobody's, to crowded free moves, and to undecided matches.
    """
    stubborn = rng.random() < 0.5
    state = START
    while moves := legal_moves(state):
        turn: Move | None = None
        if rng.random() >= invalid:
            quiet = [move for move in moves if stubborn and not _wins_board(state, move)]
            turn = rng.choice(quiet or moves)
        state = forfeit_turn(state) if turn is None else apply(state, turn)
        yield turn, state


@cache
def sample(count: int, seed: int) -> tuple[State, ...]:
    """So many different unfinished states, the same for the same seed.

    The kinds that a bot may stumble over come first, a tenth of the states each: no last move, a
    last move that names a won board, or a full one, one tile left on the board that must be played
    in, and a free move with three tiles left at most.
    """
    rng = random.Random(seed)
    found: dict[State, None] = {START: None}
    odd: list[Callable[[State], bool]] = [
        lambda state: state.last is None,
        lambda state: _sent_to_closed(state, state.x_won | state.o_won),
        lambda state: _sent_to_closed(state, state.closed & ~(state.x_won | state.o_won)),
        lambda state: target(state) is not None and len(legal_moves(state)) == 1,
        lambda state: target(state) is None and len(legal_moves(state)) <= 3,
    ]
    for is_odd in odd:
        wanted = len(found) + max(1, count // 10)
        while len(found) < wanted:
            fitting = [state for state in _some(rng) if is_odd(state)]
            found.update(dict.fromkeys(fitting[:1]))
    while len(found) < count:
        found.setdefault(rng.choice(_some(rng)))
    return tuple(found)


def _some(rng: random.Random) -> list[State]:
    match = (state for _, state in playout(rng, rng.choice((0.0, 0.1))))
    shuffled = [state for state in match if not is_terminal(state)]
    rng.shuffle(shuffled)
    return shuffled


def _sent_to_closed(state: State, boards: Nine) -> bool:
    return state.last is not None and bool(boards >> state.last % SIZE & 1)


def _wins_board(state: State, move: Move) -> bool:
    after = apply(state, move)
    return (after.x_won | after.o_won) != (state.x_won | state.o_won)


def turned_move(move: Move, permutation: Permutation) -> Move:
    """Where a symmetry of the square takes a move: the boards turn, and so does each of them."""
    board, tile = divmod(move, SIZE)
    return SIZE * permutation[board] + permutation[tile]


def turned(state: State, permutation: Permutation) -> State:
    """The state after the whole board was turned or reflected."""

    def tiles(of: Tiles) -> Tiles:
        return sum(1 << turned_move(move, permutation) for move in MOVES if of >> move & 1)

    def boards(of: Nine) -> Nine:
        text = "".join(EMPTY if not of >> board & 1 else "X" for board in range(SIZE))
        image = symmetry.image(text, permutation)
        return sum((mark == "X") << board for board, mark in enumerate(image))

    return State(
        state.to_move,
        tiles(state.x),
        tiles(state.o),
        boards(state.x_won),
        boards(state.o_won),
        boards(state.closed),
        None if state.last is None else turned_move(state.last, permutation),
    )
