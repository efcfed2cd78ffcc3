"""The rules of meta tic-tac-toe, as the king-of-the-hill challenge states them.

Source: the challenge "Meta tic-tac-toe", spec clauses "The game" and "The bot's interface". Boards
are 0-8 row by row, and so are the tiles of each board:

    0 1 2
    3 4 5     a tile names the board that is played in next
    6 7 8

A move is one number, 9 * board + tile, so that moves are in the order of their two digits. Sets are
bits: the boards of a side, or its tiles on one board, are nine, and its tiles on all boards 81, the
tile of move `m` being bit `m`.
"""

from itertools import chain
from typing import Final, Literal, NamedTuple, TypeAlias

from reference.tic_tac_toe import LINES, SQUARES, Mark

Board: TypeAlias = int
Move: TypeAlias = int
Nine: TypeAlias = int  # a set of boards, or of tiles on one board: nine bits
Tiles: TypeAlias = int  # a set of tiles on all boards: 81 bits
Outcome: TypeAlias = Literal["X", "O", "undecided"]

UNDECIDED: Final = "undecided"
SIZE: Final = len(SQUARES)
BOARDS: Final[tuple[Board, ...]] = SQUARES
MOVES: Final[tuple[Move, ...]] = tuple(range(SIZE * SIZE))
ALL: Final[Nine] = (1 << SIZE) - 1

ROWS: Final[tuple[Nine, ...]] = tuple(sum(1 << square for square in line) for line in LINES)
"""The sets of nine bits that are three in a row and nothing more."""

HAS_LINE: Final[tuple[bool, ...]] = tuple(
    any(line & squares == line for line in ROWS) for squares in range(ALL + 1)
)
"""Whether a set of nine bits holds three in a row."""

_EMPTY_TILES: Final[tuple[tuple[tuple[Move, ...], ...], ...]] = tuple(
    tuple(
        tuple(SIZE * board + tile for tile in SQUARES if not taken >> tile & 1)
        for taken in range(ALL + 1)
    )
    for board in BOARDS
)


class State(NamedTuple):
    """A match between two turns: all that the future depends on. Frozen; the verbs return new ones.

    Make one with `START` and the verbs, or with `state_of`: won and closed follow from the tiles.
    """

    to_move: Mark
    x: Tiles
    o: Tiles
    x_won: Nine
    o_won: Nine
    closed: Nine  # the boards that are won or full, which nobody plays in again
    last: Move | None  # None at the first move and after an invalid one


START: Final = State("X", 0, 0, 0, 0, 0, None)


def opponent(mark: Mark) -> Mark:
    """The other side."""
    return "O" if mark == "X" else "X"


def target(state: State) -> Board | None:
    """The board that must be played in, or None for a free move."""
    if state.last is None:
        return None
    board = state.last % SIZE
    return None if state.closed >> board & 1 else board


def legal_moves(state: State) -> tuple[Move, ...]:
    """The legal moves, ascending; none once the match is over."""
    if is_terminal(state):
        return ()
    taken = state.x | state.o
    board = target(state)
    if board is not None:
        return _EMPTY_TILES[board][taken >> SIZE * board & ALL]
    return tuple(
        chain.from_iterable(
            _EMPTY_TILES[board][taken >> SIZE * board & ALL]
            for board in BOARDS
            if not state.closed >> board & 1
        )
    )


def apply(state: State, move: Move) -> State:
    """The state after the side to move played `move`.

    Raises ValueError when that is illegal; the message is that of `explain_illegal`.
    """
    reason = explain_illegal(state, move)
    if reason is not None:
        raise ValueError(reason)
    to_move, x, o, x_won, o_won, closed, _ = state
    board = move // SIZE
    if to_move == "X":
        x |= 1 << move
        mine = x >> SIZE * board & ALL
    else:
        o |= 1 << move
        mine = o >> SIZE * board & ALL
    if HAS_LINE[mine]:
        closed |= 1 << board
        if to_move == "X":
            x_won |= 1 << board
        else:
            o_won |= 1 << board
    elif (x | o) >> SIZE * board & ALL == ALL:
        closed |= 1 << board
    return State(opponent(to_move), x, o, x_won, o_won, closed, move)


def forfeit_turn(state: State) -> State:
    """The state after an invalid move: the boards as they were, the other side to move, freely.

    Raises ValueError when the match is over.
    """
    if is_terminal(state):
        raise ValueError("the match is over")
    return state._replace(to_move=opponent(state.to_move), last=None)


def outcome(state: State) -> Outcome | None:
    """Who won the match, 'undecided' when every board is won or full, or None while it goes on."""
    if HAS_LINE[state.x_won]:
        return "X"
    if HAS_LINE[state.o_won]:
        return "O"
    return UNDECIDED if state.closed == ALL else None


def is_terminal(state: State) -> bool:
    """Whether the match is over."""
    return outcome(state) is not None


def explain_illegal(state: State, move: Move) -> str | None:
    """Why the side to move may not play `move`, or None when it may."""
    if is_terminal(state):
        return "the match is over"
    if not 0 <= move < len(MOVES):
        return f"there is no move {move}: moves are 0 to {MOVES[-1]}"
    board, tile = divmod(move, SIZE)
    due = target(state)
    if due not in (None, board):
        return f"board {board} is the wrong one: board {due} must be played in"
    if state.closed >> board & 1:
        won = (state.x_won | state.o_won) >> board & 1
        return f"board {board} is {'won' if won else 'full'}, so nobody plays in it"
    if (state.x | state.o) >> move & 1:
        return f"tile {tile} of board {board} is taken"
    return None


def empty_tiles(state: State) -> int:
    """How many tiles no side has taken, on all nine boards, those of won boards included."""
    return len(MOVES) - (state.x | state.o).bit_count()


def state_of(to_move: Mark, x: Tiles, o: Tiles, last: Move | None) -> State:
    """The state with these tiles, in which won and closed boards are worked out.

    Since an invalid move passes the turn, the sides may have any numbers of tiles. Raises
    ValueError when no match gets there: a tile with two owners, a board or a match with two
    winners, or a last move that is not a tile of the side that has just moved.
    """
    if x & o:
        raise ValueError(f"both sides have {_name((x & o).bit_length() - 1)}")
    x_won = o_won = closed = 0
    for board in BOARDS:
        of_x, of_o = x >> SIZE * board & ALL, o >> SIZE * board & ALL
        if HAS_LINE[of_x] and HAS_LINE[of_o]:
            raise ValueError(f"both sides have three in a row on board {board}")
        x_won |= HAS_LINE[of_x] << board
        o_won |= HAS_LINE[of_o] << board
        closed |= (HAS_LINE[of_x] or HAS_LINE[of_o] or of_x | of_o == ALL) << board
    if HAS_LINE[x_won] and HAS_LINE[o_won]:
        raise ValueError("both sides have three boards in a row")
    if last is not None and not (o if to_move == "X" else x) >> last & 1:
        raise ValueError(f"the last move, {_name(last)}, is no tile of {opponent(to_move)}'s")
    return State(to_move, x, o, x_won, o_won, closed, last)


def _name(move: Move) -> str:
    return "tile {1} of board {0}".format(*divmod(move, SIZE))
