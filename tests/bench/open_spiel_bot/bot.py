"""open_spiel_bot: OpenSpiel's Monte-Carlo tree search in C++, with random rollouts.

Twelve arguments: the side, nine boards, the master board, the last move. Prints board and tile. A
thirteenth before them is the number of simulations a move; without it, the bot thinks for SECONDS
of wall-clock time, counted from when the library is loaded. To load it takes longer than many bots
think, so give it more than a second a call. Needs `open_spiel`, from PyPI.

OpenSpiel knows a position only by the moves that led there, so the bot keeps those in its data.txt,
two digits each. It plays on from them if they and the last move make the boards that it is told of.
Otherwise a new match has begun; or a turn was lost to an invalid move, which OpenSpiel does not
know: then it moves at random to the end of that match.
"""

import importlib
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

GAME = "ultimate_tic_tac_toe"
SECONDS = 0.9
EXPLORATION = 2.0  # the constant of UCT, as in OpenSpiel's own example
MEMORY = 1000  # MB that the tree may take
ENDLESS = 10**9  # simulations: the time ends the search
DATA = Path(__file__).with_name("data.txt")

pyspiel: Any = importlib.import_module("pyspiel")  # it comes without types


def told(state: Any) -> list[str]:
    """The nine boards, from OpenSpiel's drawing of nine lines of three groups of three."""
    rows = [line.split() for line in str(state).split("\n") if line.count(" ") == 2][:9]
    boards = ("".join(rows[3 * (b // 3) + row][b % 3] for row in range(3)) for b in range(9))
    return [board.upper().replace(".", "-") for board in boards]


def is_free(state: Any) -> bool:
    """Whether a board is to be chosen before the tile."""
    first = state.legal_actions()[0]
    return bool(state.action_to_string(first).startswith("Choose"))


def replayed(moves: Sequence[str]) -> Any | None:
    """OpenSpiel's state after these moves; None if they are no match that goes on."""
    state = pyspiel.load_game(GAME).new_initial_state()
    for move in moves:
        board, tile = map(int, move)
        for action in (board, tile) if is_free(state) else (tile,):
            if action not in state.legal_actions():
                return None
            state.apply_action(action)
        if state.is_terminal():
            return None
    return state


def known_moves(boards: Sequence[str], last: str) -> tuple[list[str], Any | None]:
    """The match so far, if it can be known, and OpenSpiel's state after it."""
    moves = DATA.read_text(encoding="ascii").split() if DATA.exists() else []
    added = [] if last == "xx" else [last]
    for story in ([*moves, *added], added):
        state = replayed(story)
        if state is not None and told(state) == boards:
            return story, state
    return [], None


def searched(state: Any, simulations: int | None) -> list[int]:
    """The best move's actions: of a free move the board and the tile, from one tree."""
    bot = pyspiel.MCTSBot(
        pyspiel.load_game(GAME),
        pyspiel.RandomRolloutEvaluator(1, random.randrange(2**31)),
        EXPLORATION,
        simulations or ENDLESS,
        MEMORY,
        True,  # proves wins and losses near the end
        random.randrange(2**31),
        False,
        max_wall_clock_time=-1.0 if simulations else SECONDS,
    )
    node = bot.mcts_search(state).best_child()
    if not is_free(state):
        return [node.action]
    state.apply_action(node.action)
    # A board whose value is proven was hardly looked into and has no tile of its own yet.
    tile = node.best_child().action if node.children else random.choice(state.legal_actions())
    return [node.action, tile]


def random_move(boards: Sequence[str], master: str, last: str) -> tuple[int, int]:
    """Any legal move."""
    playable = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
    if last != "xx" and int(last[1]) in playable:
        playable = [int(last[1])]
    return random.choice([(b, t) for b in playable for t in range(9) if boards[b][t] == "-"])


def choose(arguments: Sequence[str], simulations: int | None = None) -> tuple[int, int]:
    """A move, which is added to the match in data.txt."""
    _, *boards, master = (word.replace("0", "O") for word in arguments[:-1])
    last = arguments[-1]
    moves, state = known_moves(boards, last)
    if state is None:
        return random_move(boards, master, last)
    actions = searched(state, simulations)
    board = actions[0] if len(actions) == 2 else int(last[1])
    DATA.write_text(" ".join([*moves, f"{board}{actions[-1]}"]), encoding="ascii")
    return board, actions[-1]


if __name__ == "__main__":
    number = sys.argv[1:-12]
    print(*choose(sys.argv[-12:], int(number[0]) if number else None), sep="")
