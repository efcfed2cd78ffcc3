"""The champion as the tests meet it: its modules are top-level ones, found in its own folder."""

import importlib
import sys
from types import ModuleType
from typing import Any

from reference.meta_tic_tac_toe.rules import SIZE, Move, State
from reference.meta_tic_tac_toe.wire import Nought, format_state
from tests.reference.meta_tic_tac_toe.bots import FOLDER

CHAMPION = FOLDER / "champion"
FOREVER = 10**9  # looks


def module(name: str) -> ModuleType:
    """One of the champion's modules: bot, clock, evaluation, position, search or tree."""
    if str(CHAMPION) not in sys.path:
        sys.path.append(str(CHAMPION))
    return importlib.import_module(name)


class Looks:
    """A clock on which it is late after so many looks."""

    def __init__(self, count: int) -> None:
        self.left = count

    def look(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise module("clock").OutOfTimeError


def tree_from(state: State, nought: Nought = "0") -> Any:
    """The champion's tree, before anything is searched, and never late by itself."""
    tree = module("bot").read(format_state(state, nought))
    tree.clock = Looks(FOREVER)
    return tree


def search_from(state: State) -> Any:
    """The alpha-beta search of the matches that the table is fitted to."""
    tree = tree_from(state)
    return module("search").Search(tree.codes, tree.side, tree.look.master, tree.target)


def move_at(state: State, looks: int, nought: Nought = "0") -> Move:
    """The champion's move when it looks at so many positions, however long that takes."""
    board, tile = tree_from(state, nought).best_move(Looks(looks))
    return SIZE * int(board) + int(tile)
