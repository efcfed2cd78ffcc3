"""Mu Torere without a screen: taking back, hints, sides."""

import random
from io import StringIO

import pytest
from rich.console import Console

from harness.play.games import Refused
from harness.play.mu_torere import MuTorereGame, cells, draw
from reference.mu_torere.diagram import node_of_number
from reference.mu_torere.retrograde import Value, value
from reference.mu_torere.rules import BLACK, START, WHITE, Position, apply


def text(renderable: object) -> str:
    console = Console(file=StringIO(), width=80)
    console.print(renderable)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def answer(game: MuTorereGame) -> None:
    if game.waiting:
        game.reply()


@pytest.mark.parametrize("human", [BLACK, WHITE])
def test_what_is_taken_back_was_not_played(human: str) -> None:
    rng = random.Random(5)
    game = MuTorereGame()
    if human == WHITE:
        game.change_sides()
    answer(game)
    seen: list[list[Position]] = []
    for _ in range(12):
        if game.over:
            break
        seen.append(list(game.positions))
        game.play(rng.choice(game.legal()))
        answer(game)
    assert seen[2:]
    for positions in reversed(seen):
        game.undo()
        assert game.positions == positions
        assert game.to_move == human
    with pytest.raises(Refused, match="no move"):
        game.undo()


def test_a_hint_has_each_move_with_its_worth() -> None:
    game = MuTorereGame()
    for line in text(game.hint()).splitlines():
        move, word, *_ = line.split()
        after = apply(game.position, node_of_number(int(move)))
        assert (word == "draw") == (value(after) is Value.DRAW)


def test_white_is_never_lost_and_black_can_lose() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        game = MuTorereGame()
        for _ in range(60):
            if game.over:
                break
            game.play(rng.choice(game.legal()))
            if game.waiting:
                game.reply()
        if game.over:
            assert game.news.startswith("You cannot move")
            return
    pytest.fail("sixty random moves never lost to the perfect player")


@pytest.mark.parametrize("roomy", [False, True])
def test_every_node_is_drawn_where_its_cell_is(roomy: bool) -> None:
    lines = draw(START, None, roomy=roomy).plain.split("\n")
    stones = {"b": "●", "w": "○", "o": "·"}
    for number, (x, y) in cells(roomy=roomy).items():
        assert lines[y][x] == stones[START.placement[node_of_number(number)]]
        assert lines[y][x + 1] == str(number)


def test_illegal_moves_are_explained() -> None:
    game = MuTorereGame()
    assert "own" in game.explain(1) or "opponent" in game.explain(1)
    assert game.explain(0) == "The nodes are 1 to 9."
