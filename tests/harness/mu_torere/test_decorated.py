"""What stands round a board, and unusual strokes: right boards are read, and no misdrawn one is."""

import random

import pytest

from harness.mu_torere.reading.boards import Boards
from tests.harness.mu_torere.decorated import Decorated, misdrawn, random_decorated
from tests.harness.mu_torere.guessing import guessed

GAME = ("wwwbowbbb", "wwwbwobbb", "wwobwwbbb", "wwbbwwobb")  # in reading order
OTHER_COLOURS = str.maketrans("bw", "wb")


def is_read(board: Decorated) -> bool:
    """Whether some form has the board's numbers and reads a game of it."""
    found = guessed(board.show(GAME[0]))
    if found is None or found.faulty:
        return False
    for form in (form for form in found.forms if form.numbers == board.numbers):
        boards, read = Boards(form), []
        for kinds in GAME:
            boards.hear(board.show(kinds))
            read += ["".join(shown[node] for node in form.nodes) for shown in boards.end_reply()]
        if tuple(read) in (GAME, tuple(kinds.translate(OTHER_COLOURS) for kinds in GAME)):
            return boards.false_number is None
    return False


SEEDS = [pytest.param(seed, marks=[] if seed < 8 else [pytest.mark.slow]) for seed in range(240)]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_decorated_board_is_read(seed: int) -> None:
    board = random_decorated(random.Random(seed))
    assert is_read(board), board.show(GAME[0])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_misdrawn_one_is_not(seed: int) -> None:
    chance = random.Random(seed)
    board = misdrawn(random_decorated(chance), chance)
    assert not is_read(board), board.show(GAME[0])


PLAIN = "w---w---w\n| \\ | / |\nb---o---w\n| / | \\ |\nb---b---b\n"


def test_letters_as_strokes_cannot_be_read() -> None:
    assert guessed(PLAIN.replace("|", "I")) is None


@pytest.mark.parametrize(("stroke", "sign"), [("|", "I"), ("|", "§"), ("/", "%")])
def test_one_odd_sign_beside_usual_strokes_is_a_misprint(stroke: str, sign: str) -> None:
    found = guessed(PLAIN.replace(stroke, sign, 1))
    assert found is not None
    assert found.faulty
