"""The nine boards as a picture: what stands where, and what is highlighted."""

import pytest
from hypothesis import given

from reference.meta_tic_tac_toe.picture import ASCII, UNICODE, Glyphs, picture, playable
from reference.meta_tic_tac_toe.rules import (
    MOVES,
    SIZE,
    START,
    State,
    apply,
    is_terminal,
    legal_moves,
    state_of,
)
from reference.meta_tic_tac_toe.wire import format_state
from tests.reference.meta_tic_tac_toe.states import patient, states

WON = state_of("O", 0b111, 0b11 << 9, 2)  # X has board 0, O is sent to board 2


def cell(rows: list[str], move: int) -> str:
    """The character of a tile, by where a reader looks for it."""
    board, tile = divmod(move, SIZE)
    row = 5 * (board // 3) + 1 + tile // 3
    return rows[row][10 * (board % 3) + 2 + 2 * (tile % 3)]


@patient
@given(states())
def test_every_tile_stands_in_its_place(state: State) -> None:
    for glyphs in (ASCII, UNICODE):
        rows = picture(state, glyphs).plain.split("\n")
        assert len(rows) == 15
        assert {len(row) for row in rows} == {29}
        marks = "".join(format_state(state, "O")[1:10]).replace("-", glyphs.empty)
        assert "".join(cell(rows, move) for move in MOVES) == marks


@patient
@given(states())
def test_playable_boards_are_those_of_legal_moves(state: State) -> None:
    assert playable(state) == {move // SIZE for move in legal_moves(state)}
    heavy = picture(state, ASCII).plain.count("#########")  # bottom edges
    assert heavy == len(playable(state))
    assert is_terminal(state) == (heavy == 0)


@pytest.mark.parametrize("glyphs", [ASCII, UNICODE])
def test_frames(glyphs: Glyphs) -> None:
    rows = picture(WON, glyphs).plain.split("\n")
    across = glyphs.frame[4]
    assert f"{across}0{across * 2}X{across}" in rows[0]  # the winner is on the frame
    assert rows[0][20] == glyphs.heavy[0]  # board 2 must be played in
    assert rows[0][0] == rows[0][10] == glyphs.frame[0]


def test_digits_of_legal_tiles() -> None:
    rows = picture(WON, ASCII, legal=True).plain.split("\n")
    assert [cell(rows, 18 + tile) for tile in range(9)] == list("012345678")
    assert cell(rows, 27) == "."


def highlighted(state: State, last: int | None = None) -> list[str]:
    text = picture(state, UNICODE, last)
    return [text.plain[span.start] for span in text.spans if "reverse" in str(span.style)]


def test_the_last_move_is_highlighted() -> None:
    assert highlighted(START) == []
    state = apply(START, 44)
    assert highlighted(state) == ["X"]
    state = apply(state, 72)
    assert highlighted(state) == ["O"]
    assert highlighted(state, 44) == ["X"]
