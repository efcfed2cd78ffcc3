"""Where a program says that a game begins."""

import pytest

from harness.menace.reading.new_games import between_new_games, new_games, says_new_game


@pytest.mark.parametrize("said", ["New game", "--- New game ---", "== New Game 3 ==", "> new_game"])
def test_what_sets_off_a_new_game_is_part_of_it(said: str) -> None:
    parts = between_new_games(f"---\n{said}\n-X-")
    assert [part.strip("\n") for part in parts] == ["---", "-X-"]
    prompted = f"---\nHow many games? {said}\n-X-"  # whoever typed the number is not seen to
    assert between_new_games(prompted)[1] == "\n-X-"


def test_each_of_several_on_many_lines_is_found() -> None:
    text = "a game\n# NEW GAME\n[1]\nnew-game, new game\n-- new  game 12 --  \nend"
    assert between_new_games(text) == ["a game\n", "\n[1]\n", ", ", "\n", "\nend"]


def test_a_letter_that_is_two_in_lower_case_moves_nothing() -> None:
    text = "\u0130" * 40 + "\n== New game ==\n\u0130"
    assert [found.group() for found in new_games(text)] == ["== New game =="]


@pytest.mark.parametrize("said", ["New game", "game 1: new game", "\nnew_game\n"])
def test_it_may_be_all_that_is_said(said: str) -> None:
    assert says_new_game(said)
    assert len(between_new_games(said)) == 2


@pytest.mark.parametrize("said", ["New\ngame", "a game that is new", "newgame", ""])
def test_other_words_begin_no_game(said: str) -> None:
    assert not says_new_game(said)
    assert between_new_games(said) == [said]
