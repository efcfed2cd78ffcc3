"""depthBot: alpha-beta search to a fixed depth.

Twelve arguments: the side, nine boards, the master board, the last move. Prints board and tile.

Boards and tiles are sets of nine bits. A score is for the side to move: on an open board it counts
the lines that only one side is in, and on the master board the same for boards that are won. Of two
wins it takes the sooner, which is worth more. It never looks at a clock: the same question has the
same answer on any machine.
"""

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

DEPTH = 5  # plies; six take five to nine times as long, too long for a busy machine

WIN = 1_000_000
LINE = (0, 2, 9)  # a line of tiles that only one side is in, by how many it has there
MASTER_LINE = (0, 8, 40)  # the same for a line of boards
BOARD = 20  # a board that is won
WEIGHT = (2, 1, 2, 1, 3, 1, 2, 1, 2)  # how much a board counts: corners, edges, centre

ALL = 0o777
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
HAS_LINE = [any(line & nine == line for line in LINES) for nine in range(ALL + 1)]
MISSING = [[place for place in range(9) if not nine >> place & 1] for nine in range(ALL + 1)]

# A move and what it does: gain, board, tile, my tiles on that board, my boards, closed boards.
Step: TypeAlias = tuple[int, int, int, int, int, int]


class Position(NamedTuple):
    """The match as the side to move sees it."""

    mine: tuple[int, ...]  # tiles, for each board
    theirs: tuple[int, ...]
    won: int  # boards
    lost: int
    closed: int  # boards that are won, lost or full
    target: int | None  # the board to play in; None for a free move
    score: int  # that of `evaluated`, kept up to date from move to move


def read(arguments: Sequence[str]) -> Position:
    """The position that the twelve arguments tell of."""
    me, *boards, master = (word.replace("0", "O") for word in arguments[:-1])
    rival = "O" if me == "X" else "X"
    mine, theirs = (tuple(nine_bits(board, side) for board in boards) for side in (me, rival))
    won, lost = nine_bits(master, me), nine_bits(master, rival)
    full = sum(("-" not in board) << i for i, board in enumerate(boards))
    closed = won | lost | full
    last = arguments[-1]
    target = None if last == "xx" or closed >> int(last[1]) & 1 else int(last[1])
    return evaluated(Position(mine, theirs, won, lost, closed, target, 0))


def nine_bits(text: str, mark: str) -> int:
    """Where the mark stands."""
    return sum((character == mark) << i for i, character in enumerate(text))


def evaluated(position: Position) -> Position:
    """The position with its score worked out from nothing."""
    mine, theirs, won, lost, closed, *_ = position
    score = master_score(won, lost, closed)
    score += sum(WEIGHT[b] * board_score(mine[b], theirs[b]) for b in MISSING[closed])
    return position._replace(score=score)


@cache
def board_score(mine: int, theirs: int) -> int:
    """The score of the lines of an open board."""
    return line_score(mine, theirs, 0, LINE)


@cache
def master_score(won: int, lost: int, closed: int) -> int:
    """The score of the boards that are won and of the lines on which they lie."""
    boards = sum(WEIGHT[b] * ((won >> b & 1) - (lost >> b & 1)) for b in range(9))
    return BOARD * boards + line_score(won, lost, closed & ~won & ~lost, MASTER_LINE)


def line_score(mine: int, theirs: int, dead: int, worth: Sequence[int]) -> int:
    """What my lines are worth less theirs; `dead` places are in everybody's way."""
    score = 0
    for line in LINES:
        if not line & (theirs | dead):
            score += worth[(line & mine).bit_count()]
        if not line & (mine | dead):
            score -= worth[(line & theirs).bit_count()]
    return score


@cache
def tile_steps(mine: int, theirs: int) -> list[tuple[int, int, int, bool]]:
    """Each free tile of an open board, my tiles with it, the gain, and whether it closes the board.

    The gain is that of the board's own score, which a closed board has no more.
    """
    before = board_score(mine, theirs)
    found = []
    for tile in MISSING[mine | theirs]:
        now = mine | 1 << tile
        closes = HAS_LINE[now] or now | theirs == ALL
        found.append((tile, now, (0 if closes else board_score(now, theirs)) - before, closes))
    return found


def steps(position: Position) -> Iterator[Step]:
    """Every legal move, ascending, and what it does. One that wins the match gains WIN."""
    mine, theirs, won, lost, closed, target, _ = position
    for board in MISSING[closed] if target is None else (target,):
        weight = WEIGHT[board]
        for tile, tiles, more, closes in tile_steps(mine[board], theirs[board]):
            if not closes:
                yield weight * more, board, tile, tiles, won, closed
                continue
            boards = won | HAS_LINE[tiles] << board
            shut = closed | 1 << board
            gain = WIN
            if not HAS_LINE[boards]:
                master = master_score(boards, lost, shut) - master_score(won, lost, closed)
                gain = master + weight * more
            yield gain, board, tile, tiles, boards, shut


def after(position: Position, step: Step) -> Position:
    """The position as the other side finds it."""
    gain, board, tile, tiles, won, closed = step
    mine = (*position.mine[:board], tiles, *position.mine[board + 1 :])
    target = None if closed >> tile & 1 else tile
    return Position(
        position.theirs, mine, position.lost, won, closed, target, -position.score - gain
    )


def value_after(position: Position, step: Step, depth: int, alpha: int, beta: int) -> int:
    """What the step leads to within `depth` plies, two at least, this one being the first.

    Outside (alpha, beta) it is a bound alone: at most alpha, or at least beta.
    """
    if step[0] == WIN:
        return WIN + depth
    if step[5] == ALL:
        return 0  # undecided
    return -best_value(after(position, step), depth - 1, -beta, -alpha)


def best_value(position: Position, depth: int, alpha: int, beta: int) -> int:
    """What the best move leads to within `depth` plies; a bound as in `value_after`."""
    if depth == 1:
        return best_leaf(position, beta)
    best = -2 * WIN
    for step in sorted(steps(position), reverse=True):  # the greatest gain soon refutes others
        best = max(best, value_after(position, step, depth, max(alpha, best), beta))
        if best >= beta:
            break
    return best


def best_leaf(position: Position, beta: int) -> int:
    """What the best move leads to at once: `best_value` for one ply, where most time is spent."""
    best, score = -2 * WIN, position.score
    for gain, _, _, _, _, closed in steps(position):
        value = WIN + 1 if gain == WIN else 0 if closed == ALL else score + gain
        if value > best:
            best = value
            if best >= beta:
                break
    return best


def choose(arguments: Sequence[str]) -> tuple[int, int]:
    """The best move at the full depth; a lesser depth comes first, to order the moves by."""
    position = read(arguments)
    moves = sorted(steps(position), reverse=True)
    for depth in (DEPTH - 2, DEPTH):
        alpha = -2 * WIN
        values = {}
        for step in moves:
            values[step] = value_after(position, step, depth, alpha, 2 * WIN)
            alpha = max(alpha, values[step])
        moves.sort(key=values.__getitem__, reverse=True)  # stable: of equals the first is exact
    _, board, tile, *_ = moves[0]
    return board, tile


if __name__ == "__main__":
    print(*choose(sys.argv[1:]), sep="")
