"""The game loop and its plain face, in one process."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.mu_torere import play as player
from reference.mu_torere.diagram import parse
from reference.mu_torere.rules import START, Node, apply, legal_moves
from tests.reference.mu_torere.games import boards, typed, won_lines
from tests.reference.mu_torere.positions import patient


def plain(lines: str) -> tuple[str, str]:
    """Both streams of the plain game against these lines."""
    shown, said = io.StringIO(), io.StringIO()
    player.play(player.PlainFace(shown, said), io.StringIO(lines))
    return shown.getvalue(), said.getvalue()


@pytest.mark.parametrize("line", won_lines().values(), ids=typed)
def test_plain_game_is_boards_and_nothing_else(line: tuple[Node, ...]) -> None:
    assert plain(typed(line)) == (boards(line), "")


@patient
@given(st.lists(st.one_of(st.integers(-1, 11).map(str), st.text(max_size=4)), max_size=30))
def test_plain_game_survives_anything_typed(words: list[str]) -> None:
    shown, _ = plain("\n".join(words))
    lines = shown.split("\n")
    assert len(lines) % 5 == 1
    assert lines[-1] == ""
    placements = [parse("\n".join(lines[i : i + 5])) for i in range(0, len(lines) - 1, 5)]
    assert len(placements) % 2 == 1  # the start, and two a round
    position = START
    assert placements[0] == position.placement
    for placement in placements[1:]:
        (position,) = [
            after
            for node in legal_moves(position)
            if (after := apply(position, node)).placement == placement
        ]


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("0", "Please type the number, 1 to 9"),
        ("10", "Please type the number, 1 to 9"),
        ("", "Please type the number, 1 to 9"),
        ("seven", "Please type the number, 1 to 9"),
        ("²", "Please type the number, 1 to 9"),
        ("9" * 5000, "Please type the number, 1 to 9"),  # more digits than int() takes
        ("5", "That node is empty"),
        ("1", "That stone is your opponent's"),
        ("8", "may enter the putahi only if"),
    ],
)
def test_refusals_say_why_and_print_no_board(word: str, reason: str) -> None:
    shown, said = plain(f"{word}\n9\n")
    assert reason in said
    assert shown == boards((4,))


def test_help_tells_moves_and_asked_twice_their_worth() -> None:
    _, said = plain("?\n??\n")
    assert said == "You may move 4, 9\nYou may move 4 (keeps the draw), 9 (keeps the draw)\n"


def test_help_names_the_mistake() -> None:
    line = min(won_lines().values(), key=len)
    mistakes = [plain(typed(line[:count]) + "??\n")[1] for count in range(len(line))]
    assert any("(loses in 1 ply after it)" in said for said in mistakes)


def test_q_leaves() -> None:
    assert plain("9\nq\n9\n") == (boards((4,)), "")
