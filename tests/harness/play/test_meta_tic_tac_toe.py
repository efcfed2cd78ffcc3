"""Meta tic-tac-toe without a screen, and what the champion thinks of a position."""

import pytest

from harness.play.games import BrokenOff, Refused
from harness.play.meta_tic_tac_toe import BOTS, MetaGame, Reply, champions_view
from reference.meta_tic_tac_toe.rules import START, State, apply, legal_moves, state_of


def first(state: State) -> int:
    return legal_moves(state)[0]


def test_what_is_taken_back_was_not_played() -> None:
    game = MetaGame("first", first)
    seen: list[list[State]] = []
    while not game.over and len(seen) < 15:
        seen.append(list(game.states))
        game.play(game.legal()[-1])
        if game.waiting:
            game.reply()
    for states in reversed(seen):
        game.undo()
        assert game.states == states
    with pytest.raises(Refused):
        game.undo()


def test_one_digit_is_enough_where_the_board_is_given() -> None:
    game = MetaGame("first", first)
    assert game.move_of("4") is None
    assert game.move_of("48") == 44
    game.play(44)
    assert game.move_of("3") == 75  # board 8


def nothing(state: State) -> int:
    raise BrokenOff("nothing printed")


def same_tile(state: State) -> int:
    return 0


@pytest.mark.parametrize(("reply", "why"), [(nothing, "nothing printed"), (same_tile, "00: ")])
def test_a_bot_that_makes_no_move_ends_the_match(reply: Reply, why: str) -> None:
    game = MetaGame("bad", reply)
    game.play(44)
    game.reply()
    assert game.over
    assert game.news.startswith(f"bad broke off the game: {why}")
    game.undo()
    assert not game.over


def test_every_tile_is_drawn_where_its_cell_is() -> None:
    game = MetaGame("first", first)
    for _ in range(20):
        if game.waiting:
            game.reply()
        else:
            game.play(game.legal()[0])
    lines = game.picture(roomy=False).plain.split("\n")
    for move, (x, y) in game.cells(roomy=False).items():
        owner = "X" if game.state.x >> move & 1 else "O" if game.state.o >> move & 1 else None
        assert lines[y][x] == owner or (owner is None and lines[y][x] in f"·{move % 9}")


def test_the_champion_sees_a_win() -> None:
    # X has boards 0 and 1, and two tiles of board 2, in which it is to move.
    x = sum(1 << 9 * board + tile for board in (0, 1) for tile in (0, 1, 2)) | 3 << 18
    o = 1 << 29 | 1 << 39 | 1 << 49
    state = state_of("X", x, o, None)._replace(last=29)
    assert champions_view(state)[0][0] == 20
    assert champions_view(state)[0][2] == 1


def test_a_hint_names_legal_moves_and_chances() -> None:
    view = champions_view(apply(START, 40))
    assert {move for move, *_ in view} <= set(legal_moves(apply(START, 40)))
    assert all(score is None or 0 <= score <= 1 for _, _, score in view)
    assert view[0][1] == max(visits for _, visits, _ in view)


def test_bots_are_called_by_their_names() -> None:
    assert set(BOTS) == {"depthBot", "the champion"}
