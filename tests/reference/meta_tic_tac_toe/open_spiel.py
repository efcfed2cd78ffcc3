"""Hold the rules of meta tic-tac-toe to Google DeepMind's OpenSpiel: `ultimate_tic_tac_toe`.

Random matches are played on both sides at once, and after every ply both are asked who is to move,
what is legal, whether the match is over, with which result, and what lies where. There a free move
is two actions, first a board and then a tile; invalid moves it does not know.

Run as `python -m tests.reference.meta_tic_tac_toe.open_spiel [GAMES [SEED]]`. Needs PyPI's
`open_spiel`.
"""

import importlib
import random
import sys
from dataclasses import dataclass, field
from typing import Any

from reference.meta_tic_tac_toe.rules import (
    MOVES,
    SIZE,
    START,
    Move,
    State,
    apply,
    is_terminal,
    legal_moves,
    outcome,
    target,
)
from reference.meta_tic_tac_toe.wire import format_move

GAME = "ultimate_tic_tac_toe"
GAMES = 2_000
SEED = 4


@dataclass
class Agreement:
    """What was compared, and where the two differ: the moves so far, what, ours and theirs."""

    games: int = 0
    plies: int = 0
    free_moves: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        endings = ", ".join(f"{count} {end}" for end, count in sorted(self.endings.items()))
        return (
            f"OpenSpiel {GAME}: {self.games} games ({endings}), {self.plies} plies, "
            f"{self.free_moves} of them free moves, {len(self.differences)} differences"
        )


def compare(pyspiel: Any, games: int = GAMES, seed: int = SEED) -> Agreement:
    """Play so many random games on both sides; a game that differs is left at that ply."""
    game = pyspiel.load_game(GAME)
    rng = random.Random(seed)
    agreement = Agreement()
    for _ in range(games):
        _compare_one(game.new_initial_state(), rng, agreement)
        agreement.games += 1
    return agreement


def _compare_one(theirs: Any, rng: random.Random, agreement: Agreement) -> None:
    ours = START
    played: list[Move] = []
    while True:
        seen, expected = _told(ours), _told_by_open_spiel(theirs)
        for what, value in seen.items():
            if value != expected[what]:
                moves = " ".join(map(format_move, played)) or "the start"
                agreement.differences.append(f"{moves}: {what}: {value} / {expected[what]}")
                return
        if is_terminal(ours):
            end = str(outcome(ours))
            agreement.endings[end] = agreement.endings.get(end, 0) + 1
            return
        move = rng.choice(legal_moves(ours))
        if target(ours) is None:
            agreement.free_moves += 1
            theirs.apply_action(move // SIZE)
        theirs.apply_action(move % SIZE)
        ours = apply(ours, move)
        played.append(move)
        agreement.plies += 1


def _told(state: State) -> dict[str, object]:
    over = is_terminal(state)
    return {
        "tiles": "".join(
            "x" if state.x >> m & 1 else "o" if state.o >> m & 1 else "." for m in MOVES
        ),
        "over": over,
        "turn": None if over else state.to_move,
        "result": outcome(state),
        "free": None if over else target(state) is None,
        "legal": list(legal_moves(state)),
    }


def _told_by_open_spiel(state: Any) -> dict[str, object]:
    over = state.is_terminal()
    free = not over and state.action_to_string(state.legal_actions()[0]).startswith("Choose")
    legal: list[Move] = []
    if free:
        for board in state.legal_actions():
            chosen = state.clone()
            chosen.apply_action(board)
            legal.extend(SIZE * board + tile for tile in chosen.legal_actions())
    elif not over:
        board = int(state.action_to_string(state.legal_actions()[0]).split()[2].rstrip(":"))
        legal = [SIZE * board + tile for tile in state.legal_actions()]
    result = {1.0: "X", -1.0: "O", 0.0: "undecided"}[state.returns()[0]]
    return {
        "tiles": _board_by_board(str(state)),
        "over": over,
        "turn": None if over else "XO"[state.current_player()],
        "result": result if over else None,
        "free": None if over else free,
        "legal": sorted(legal),
    }


def _board_by_board(drawing: str) -> str:
    """The 81 tiles in the order of moves, from a drawing of nine lines of three groups of three."""
    rows = [line.split() for line in drawing.split("\n") if line.count(" ") == 2][:SIZE]
    return "".join(
        rows[3 * (board // 3) + row][board % 3] for board in range(SIZE) for row in range(3)
    )


def main() -> int:
    """Compare and print; exit status 1 for any difference, 2 without OpenSpiel."""
    numbers = [int(word) for word in sys.argv[1:]]
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed: pip install open_spiel", file=sys.stderr)
        return 2
    agreement = compare(pyspiel, *numbers)
    print(agreement)
    for difference in agreement.differences[:20]:
        print(f"  {difference}")
    return 1 if agreement.differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
