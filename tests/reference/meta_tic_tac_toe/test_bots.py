"""The four bots: none ever makes an invalid move, and each plays as its name says."""

import ast
import random
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from reference.meta_tic_tac_toe.rules import (
    SIZE,
    START,
    State,
    apply,
    legal_moves,
    outcome,
    target,
)
from reference.meta_tic_tac_toe.wire import NOUGHTS, format_state
from tests.reference.meta_tic_tac_toe.bots import FOLDER, NAMES, ask, match, names_of, run
from tests.reference.meta_tic_tac_toe.states import sample

OTHERS = [name for name in NAMES if name != "depthBot"]


def test_the_field_is_complete() -> None:
    # Spec, "The tournament": the four bots of the printed result.
    assert {path.parent.name for path in FOLDER.glob("*/bot.py")} >= set(NAMES)


@pytest.mark.parametrize("bot", NAMES)
def test_a_bot_is_alone_in_its_folder(bot: str) -> None:
    tree = ast.parse((FOLDER / bot / "bot.py").read_text())
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else ["." * node.level + (node.module or "")]
        )
    }
    assert imported <= sys.stdlib_module_names
    assert not imported & {"os", "pathlib", "io", "socket", "subprocess"}


@pytest.mark.parametrize(("bot", "count"), [("depthBot", 100), *((bot, 600) for bot in OTHERS)])
def test_every_move_is_legal(bot: str, count: int) -> None:
    for number, state in enumerate(sample(count, seed=11)):
        assert ask(bot, state, NOUGHTS[number % 2]) in legal_moves(state), format_state(state)


def assert_processes_move_legally(bot: str, states: Sequence[State]) -> None:
    spellings = [NOUGHTS[number % 2] for number in range(len(states))]
    with ThreadPoolExecutor(2) as pool:
        moves = pool.map(lambda state, nought: run(bot, state, nought), states, spellings)
        for state, move in zip(states, moves, strict=True):
            assert move in legal_moves(state), format_state(state)


@pytest.mark.parametrize("bot", NAMES)
def test_every_process_prints_a_legal_move(bot: str) -> None:
    assert_processes_move_legally(bot, sample(10, seed=12))


@pytest.mark.slow
@pytest.mark.parametrize("bot", NAMES)
def test_hundreds_of_processes_print_legal_moves(bot: str) -> None:
    assert_processes_move_legally(bot, sample(300, seed=13))


@pytest.mark.parametrize("bot", [name for name in NAMES if name != "goodRandBot"])
def test_the_spelling_of_o_changes_nothing(bot: str) -> None:
    for state in sample(40, seed=14):
        assert ask(bot, state, "O") == ask(bot, state, "0"), format_state(state)


@pytest.mark.parametrize("bot", OTHERS)
def test_a_bots_own_rules_are_the_references(bot: str) -> None:
    for state in sample(400, seed=17):
        _, *boards, master, last = format_state(state)
        pairs = names_of(bot)["legal_moves"](boards, master, last)
        assert tuple(SIZE * board + tile for board, tile in pairs) == legal_moves(state)


def test_good_rand_bot_has_no_favourites() -> None:
    # Nine legal moves and 9,000 draws: by chance a count leaves 1,000 +- 150 once in 10^6 runs or
    # so, and the seed makes this run always the same.
    state = apply(START, 4)
    random.seed(16)
    counts = Counter(ask("goodRandBot", state) for _ in range(9_000))
    assert set(counts) == set(legal_moves(state))
    assert max(abs(count - 1_000) for count in counts.values()) < 150


def test_naive_bot_wins_a_board_or_takes_the_first_tile() -> None:
    seen = Counter[bool]()
    for state in sample(400, seed=17):
        before = (state.x_won, state.o_won)
        afters = {move: apply(state, move) for move in legal_moves(state)}
        winning = [m for m, after in afters.items() if (after.x_won, after.o_won) != before]
        assert ask("naiveBot", state) == (winning or list(afters))[0], format_state(state)
        seen[bool(winning)] += 1
    assert min(seen.values()) > 20


def test_middle_bot_likes_centres_then_corners_then_edges() -> None:
    taste = [4, 0, 2, 6, 8, 1, 3, 5, 7]
    assert ask("middleBot", START) == 40
    for state in sample(400, seed=17):
        board, tile = divmod(ask("middleBot", state), SIZE)
        liked = next(t for t in taste if any(move % SIZE == t for move in legal_moves(state)))
        assert tile == liked, format_state(state)
        if target(state) is None:
            on = {move // SIZE for move in legal_moves(state) if move % SIZE == tile}
            assert board == next(b for b in taste if b in on), format_state(state)


def test_depth_bot_takes_a_win() -> None:
    for state in sample(400, seed=17):
        wins = {m for m in legal_moves(state) if outcome(apply(state, m)) == state.to_move}
        if wins:
            assert ask("depthBot", state) in wins, format_state(state)


@pytest.mark.parametrize(
    "rival", [OTHERS[0], *(pytest.param(rival, marks=pytest.mark.slow) for rival in OTHERS[1:])]
)
def test_depth_bot_beats_the_others_from_either_side(rival: str) -> None:
    random.seed(20)
    assert match("depthBot", rival) == "X"
    assert match(rival, "depthBot") == "O"
