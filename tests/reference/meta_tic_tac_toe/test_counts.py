"""How many ways there are to play so many plies: the counts that chess programmers call perft."""

import pytest

from reference.meta_tic_tac_toe.rules import MOVES, START, State, apply, legal_moves, state_of
from reference.tic_tac_toe import Mark
from tests.oracles import meta_oracle as oracle

# 81 first moves; 72 of them send the other side to an empty board and nine to one with eight tiles
# left, hence 720. From there on the counts are those of public engines of the game, which agree
# with one another: 33,782,544 for seven plies is also what xpe/rs-uttt's tests ask for.
FROM_THE_START = (81, 720, 6_336, 55_080, 473_256, 4_020_960)

# Counts for one to six plies that a public engine in Rust holds itself to. Rows of the 9 x 9 square
# from the top, a digit for so many empty tiles, the side to move, the last move: column a to i and
# row 9 to 1.
ELSEWHERE = {
    "9/3x5/3oo4/4x2o1/1o7/3x1o3/4o2x1/1x3x3/ox3o1x1 x h6": (6, 44, 320, 2_278, 16_233, 116_635),
    "7o1/3xx2xx/1x1o2x1x/2oo1o2o/1x2oxoo1/1x3xo2/1xx1oo3/2x2oo1x/o3x3o x f2": (
        *(44, 391, 3_436, 31_662, 289_755, 2_792_347),
    ),
    "2ox4x/o2xx1x1o/o2x2oo1/1ox2o3/2oo3x1/x1xo3x1/x1xxo2o1/1xo3o2/2o5x x c5": (
        *(7, 67, 840, 9_609, 115_330, 1_283_277),
    ),
    "o3xxo1o/xxxxoxxoo/1x1xx1xx1/1o2oxooo/1o2oxxxo/1oxx2xx1/xo1ooo1ox/o1x2o3/oo7 x h8": (
        *(4, 58, 519, 4_456, 33_205, 232_391),
    ),
    "1xox1xoo1/x1o2oo2/ooxo1oo2/x2o2xox/1ooxox1ox/1x3x2x/1x1x1xoxx/oxx2x2o/xx1o1ooo1 x d7": (
        *(22, 163, 1_457, 10_431, 82_349, 519_427),
    ),
}


def count(state: State, plies: int) -> int:
    moves = legal_moves(state)
    if plies == 1:
        return len(moves)
    return sum(count(apply(state, move), plies - 1) for move in moves)


def read(position: str) -> State:
    rows, side, last = position.split()
    for digit in "123456789":
        rows = rows.replace(digit, "-" * int(digit))
    square = rows.replace("/", "")
    tiles = {"x": 0, "o": 0, "-": 0}
    for row, column in (divmod(i, 9) for i in range(len(MOVES))):
        tiles[square[9 * row + column]] |= 1 << _move(row, column)
    mark: Mark = "X" if side == "x" else "O"
    return state_of(
        mark, tiles["x"], tiles["o"], _move(9 - int(last[1]), "abcdefghi".index(last[0]))
    )


def _move(row: int, column: int) -> int:
    return 9 * (row // 3 * 3 + column // 3) + row % 3 * 3 + column % 3


@pytest.mark.parametrize("plies", [1, 2, 3, 4, 5])
def test_counts_from_the_start(plies: int) -> None:
    assert count(START, plies) == FROM_THE_START[plies - 1]


@pytest.mark.slow
def test_counts_from_the_start_six_plies_on() -> None:
    assert count(START, 6) == FROM_THE_START[5]


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_the_oracles_counts_from_the_start(plies: int) -> None:
    assert oracle.count_games((), plies) == FROM_THE_START[plies - 1]


@pytest.mark.parametrize("position", ELSEWHERE)
def test_counts_of_another_engine(position: str) -> None:
    found = tuple(count(read(position), plies) for plies in range(1, 5))
    assert found == ELSEWHERE[position][:4]


@pytest.mark.slow
@pytest.mark.parametrize("position", ELSEWHERE)
def test_counts_of_another_engine_six_plies_on(position: str) -> None:
    found = tuple(count(read(position), plies) for plies in (5, 6))
    assert found == ELSEWHERE[position][4:]
