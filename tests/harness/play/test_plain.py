"""The games in plain text: the words of the drawn games, for whoever types lines."""

import io
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.play.games import Game
from harness.play.menace import MenaceGame, Workshop
from harness.play.meta_tic_tac_toe import MetaGame
from harness.play.mu_torere import MuTorereGame
from harness.play.plain import GOODBYE, Ascii, PlainTable, shows_boards
from reference.meta_tic_tac_toe.rules import legal_moves


def menace(path: Path | None = None) -> MenaceGame:
    return MenaceGame(Workshop.opened(path, Random(3)))


def meta() -> MetaGame:
    return MetaGame("the first legal move", lambda state: legal_moves(state)[0])


def said(game: Game, lines: str) -> str:
    shown = io.StringIO()
    PlainTable(game, io.StringIO(lines), shown).play()
    return shown.getvalue()


GAMES = [MuTorereGame, meta, menace]


@pytest.mark.parametrize("make", GAMES)
def test_every_word_does_what_its_key_does(make: type[Game]) -> None:
    game = make()
    text = said(game, "?\nh\nu\n")
    assert "You may play" in text
    assert "take the last move back" in text
    assert "There is no move to take back." in text
    assert GOODBYE in text
    first = game.name_of(game.legal()[0])
    assert "Taken back" in said(game, f"{first}\nu\n")
    text = said(game, f"{first}\nundo\nside\nhelp\nhint\nquit\nn\n")
    assert "Taken back" in text
    assert f"{first}\n" in text.partition("Your move")[2]  # what came by a pipe is shown
    assert text.endswith(f"{GOODBYE}\n")


def test_a_game_taken_back_is_where_it_was() -> None:
    game = MuTorereGame()
    before = list(game.positions)
    said(game, "4\nu\n9\nu\n")
    assert game.positions == before
    said(game, "s\n")
    assert game.human == "w"
    assert len(game.positions) == 2


def test_hints_are_those_of_the_drawn_game() -> None:
    assert "4  draw" in said(MuTorereGame(), "h\n")
    assert "if won" in said(menace(), "h\n")
    assert "expected score" in said(meta(), "h\n")


@pytest.mark.parametrize(
    ("make", "typed", "reason"),
    [
        (MuTorereGame, "1", "That stone is your opponent's"),
        (MuTorereGame, "0", "The nodes are 1 to 9"),
        (MuTorereGame, "12", "Please type a digit"),
        (MuTorereGame, "²", "Please type a digit"),
        (meta, "9", "Please type 2 digits"),
        (meta, "99", "."),
        (menace, "", "Please type a digit"),
    ],
)
def test_what_is_no_move_is_answered(make: type[Game], typed: str, reason: str) -> None:
    game = make()
    assert reason in said(game, f"{typed}\n").partition("):")[2]
    assert game.to_move == game.human


@pytest.mark.slow
@settings(max_examples=settings().max_examples * 2 // 5)
@given(st.lists(st.one_of(st.sampled_from("123456789uhsn?"), st.text(max_size=3)), max_size=12))
def test_whatever_is_typed_is_survived(words: list[str]) -> None:
    lines = "".join(f"{word}\n" for word in words if "\n" not in word)
    for make in (MuTorereGame, menace):
        assert GOODBYE in said(make(), lines)


def test_a_machine_is_kept_when_the_game_is_left(tmp_path: Path) -> None:
    game = menace(tmp_path / "boxes.json")
    while not game.over:
        said(game, f"{game.legal()[0]}\n" if game.to_move == game.human else "")
    game.close()
    kept = Workshop.opened(tmp_path / "boxes.json", Random(4))
    assert len(kept.history) == 1
    assert kept.machine.contents == game.machine.contents


def test_a_stream_without_boxes_gets_the_nearest_characters() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    assert not shows_boards(stream)
    shown = Ascii(stream)
    PlainTable(MuTorereGame(), io.StringIO("h\n"), shown).play()  # type: ignore[arg-type]  # a part of TextIO
    stream.flush()
    assert b"w1------w2------w3" in raw.getvalue()
