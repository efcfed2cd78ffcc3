"""The champion as the tests meet it: its modules are top-level ones, found in its own folder."""

import importlib
import sys
from types import ModuleType
from typing import Any

from reference.meta_tic_tac_toe.rules import SIZE, Move, State
from reference.meta_tic_tac_toe.wire import format_state
from tests.reference.meta_bots import FOLDER

CHAMPION = FOLDER / "champion"


def module(name: str) -> ModuleType:
    """One of the champion's modules: bot, clock, evaluation or search."""
    if str(CHAMPION) not in sys.path:
        sys.path.append(str(CHAMPION))
    return importlib.import_module(name)


def search_from(state: State, nought: str = "O") -> Any:
    """The champion's search, before anything is searched."""
    return module("bot").read(format_state(state, nought))


def move_at(state: State, depth: int, nought: str = "O") -> Move:
    """The champion's move when it looks so many plies deep, however long that takes."""
    clock = module("clock").Clock(limit=float("inf"))
    board, tile = search_from(state, nought).best_move(clock, range(3, depth + 1))
    return SIZE * int(board) + int(tile)
