"""Classes of positions by the last move, the side to move and the state of the board it names.

A bot that goes wrong for one last move alone, or for one board that is won, full or open, goes
wrong in one of these classes. There are 630: the last move is one of 81, for each side to move; the
board that it names is open, won by X, won by O or full; and a tile that names its own board leaves
that board open, or has just won or filled it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from harness.meta_tic_tac_toe.reachable import Pattern, closers, patterns, state_with
from reference.meta_tic_tac_toe.rules import (
    ALL,
    BOARDS,
    HAS_LINE,
    MOVES,
    SIZE,
    Move,
    Nine,
    State,
    Tiles,
    opponent,
)
from reference.tic_tac_toe import Mark

Fate: TypeAlias = Literal["open", "X", "O", "full"]
"""Of a board: who has won it, or whether it is open or full."""

_FATES: Final[tuple[Fate, ...]] = ("open", "X", "O", "full")
MARKS: Final[tuple[Mark, ...]] = ("X", "O")
_USUAL_SHARE: Final = 0.8  # of the boards of an empty or a crowded position


class PositionClass(NamedTuple):
    """The positions with this last move and side to move, and the named board in this state."""

    last: Move
    to_move: Mark
    sent_to: Fate


def classes() -> Iterator[PositionClass]:
    """Every class that a match can come to."""
    for last in MOVES:
        board, tile = divmod(last, SIZE)
        for to_move in MARKS:
            for fate in _FATES:
                if not (board == tile and fate == to_move):  # nobody wins a board by a tile of
                    yield PositionClass(last, to_move, fate)  # the other side's


def class_of(state: State) -> PositionClass | None:
    """The class of a state; None without a last move."""
    if state.last is None:
        return None
    board = state.last % SIZE
    return PositionClass(state.last, state.to_move, _fate_on(state, board))


def position_in(
    of: PositionClass, rng: Random, others: Mapping[int, Fate] = MappingProxyType({})
) -> State | None:
    """A random unfinished position of a class; None when this attempt came to none.

    A third of them is nearly empty, and a third crowded, with few boards left open. `others` are
    boards that the last move neither is on nor names, with their states.
    """
    board, tile = divmod(of.last, SIZE)
    mover = opponent(of.to_move)
    crowd = rng.choice(("empty", "mixed", "crowded"))
    chosen = [_any_pattern(rng, crowd) for _ in BOARDS]
    for other, fate in others.items():
        chosen[other] = _drawn(rng, _pools(fate))
    if board == tile:
        chosen[board] = _drawn(rng, _pools(of.sent_to, tile, mover))
    else:
        fates = [fate for fate in _FATES if fate != of.to_move]
        chosen[board] = _drawn(rng, _pools(rng.choice(fates), tile, mover))
        chosen[tile] = _drawn(rng, _pools(of.sent_to))
    return state_with(of.to_move, *_tiles(chosen), of.last)


def last_tiles(rng: Random, to_move: Mark, left: int) -> State:
    """A random position after an invalid move in which so many tiles are left, all on one board."""
    chosen = [_drawn(rng, _pools("full")) for _ in BOARDS]
    open_ones = [p for p in _patterns_of("open") if (p.x | p.o).bit_count() == SIZE - left]
    chosen[rng.choice(BOARDS)] = rng.choice(open_ones)
    state = state_with(to_move, *_tiles(chosen), None)
    assert state is not None, "eight full boards are nobody's, and one is open"
    return state


def _tiles(boards: Sequence[Pattern]) -> tuple[Tiles, Tiles]:
    """X's tiles and O's on nine boards."""
    x, o = (sum(board[side] << SIZE * at for at, board in enumerate(boards)) for side in (0, 1))
    return x, o


def _any_pattern(rng: Random, crowd: str) -> Pattern:
    """A board with no part in the last move."""
    is_usual = rng.random() < _USUAL_SHARE
    if crowd == "empty" and is_usual:
        return Pattern(0, 0)
    return _drawn(
        rng, _pools(rng.choice(_FATES[1:] if crowd == "crowded" and is_usual else _FATES))
    )


def _drawn(rng: Random, pools: Sequence[Sequence[Pattern]]) -> Pattern:
    """A pattern, any number of tiles as likely as another."""
    return rng.choice(rng.choice(pools))


@cache
def _pools(fate: Fate, tile: int | None = None, mover: Mark = "X") -> list[list[Pattern]]:
    """The boards of a fate by their number of tiles: on which `mover` can have played `tile` last,
    where one is given."""
    found: dict[int, list[Pattern]] = {}
    for pattern in _patterns_of(fate):
        if tile is None or _ends_with(pattern, tile, mover):
            found.setdefault((pattern.x | pattern.o).bit_count(), []).append(pattern)
    return list(found.values())


@cache
def _patterns_of(fate: Fate) -> tuple[Pattern, ...]:
    return tuple(pattern for pattern in patterns() if _fate(*pattern) == fate)


def _ends_with(pattern: Pattern, tile: int, mover: Mark) -> bool:
    own = pattern.x if mover == "X" else pattern.o
    return bool(own >> tile & 1 and (closers(*pattern) or 0) >> tile & 1)


def _fate(x: Nine, o: Nine) -> Fate:
    if HAS_LINE[x]:
        return "X"
    if HAS_LINE[o]:
        return "O"
    return "full" if x | o == ALL else "open"


def _fate_on(state: State, board: int) -> Fate:
    return _fate(state.x >> SIZE * board & ALL, state.o >> SIZE * board & ALL)
