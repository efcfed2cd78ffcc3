"""What a MENACE may say beside its boards and boxes."""

import random
from typing import Final, NamedTuple


class Said(NamedTuple):
    """Texts that a program prints, each with its own end of line.

    In them stand `{move}` for the square of the last move as it is typed; `{game}`, `{result}`,
    `{won}`, `{lost}` and `{drawn}` for the games until now; `{beads}` for the beads in all boxes.
    """

    intro: str = ""
    game: str = "New game\n"
    menace: str = ""  # before the board after MENACE's move,
    human: str = ""  # and before that after the human's
    below: str = ""  # below each board
    prompt: str = ""
    over: str = ""
    head: str = ""  # before the boxes,
    foot: str = ""  # and after them


QUIET: Final = Said()
TALK: Final = Said(
    game="*** New Game ***\n", menace="MENACE plays:\n", human="You play:\n", prompt="Your move: ",
    over="Game over!\n",
)  # fmt: skip

_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "intro": (
        "", "MENACE\n", "Welcome to MENACE!\nYou are O, MENACE is X.\n", "=== MENACE ===\n\n",
        "Squares:\n0 1 2\n3 4 5\n6 7 8\n", "How many games? ", "MENACE: 304 matchboxes\n-----\n",
    ),
    "game": (
        "New game\n", "New Game\n", "New game {game}\n", "--- New game ---\n", "New game:\n",
        "=== New Game {game} ===\n", "\nNew game!\n", "# New game\n", "New game ({game} of 9)\n",
    ),
    "menace": (
        "", "MENACE plays {move}:\n", "MENACE:\n", "X:\n", "Menace moves to {move}\n", "\n",
        "MENACE's move: {move}\n", "X plays {move}\n\n", "MENACE takes bead {move} from its box\n",
        "Board:\n", "X to {move}\n",
    ),
    "human": (
        "", "You play {move}:\n", "You:\n", "O:\n", "\n", "O plays {move}\n\n", "Board:\n", "\n\n",
    ),
    "below": ("", "", "", "\n", "-----\n", "\n\n"),
    "prompt": (
        "", "> ", "Your move: ", "Your move (0-8): ", "O> ", "Enter your move\n", "move? ",
        "Your turn, O: ",
    ),
    "over": (
        "", "{result}\n", "{result}!\n\n", "Game over: {result}\n", "*** {result} ***\n",
        "Result: {result} (W {won} L {lost} D {drawn})\n",
        "Wins: {won}, losses: {lost}, draws: {drawn}\n", "{won}-{drawn}-{lost}\n",
        "Game {game}: {result}\nwins={won} draws={drawn} losses={lost}\n",
    ),
    "head": (
        "", "Boxes:\n", "Matchboxes after game {game}:\n", "\n", "Matchboxes\n----------\n",
        "MENACE learns:\n", "304 boxes:\n", "[boxes]\n", "Box contents (after game {game}):\n",
    ),
    "foot": (
        "", "", "\n", "-----\n", "Total beads: {beads}\n", "{beads} beads in 304 boxes\n",
        "Wins {won}, draws {drawn}, losses {lost}\n", "---------------------\n\n",
        "(end of boxes)\n",
    ),
}  # fmt: skip


def random_said(chance: random.Random) -> Said:
    """Words chosen at random for each place."""
    return Said(**{place: chance.choice(texts) for place, texts in _CHOICES.items()})
