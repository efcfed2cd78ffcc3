"""A perfect player of Mu Torere: you play black and move first, I play white.

Name the stone that is to move by the number of its node; there is only one
empty node for it to go to, along a line. A stone may move to the centre only
if one of its two neighbours on the ring is the opponent's. Who cannot move
loses. Type ? for your legal moves, ?? for what each is worth, q to leave.
"""

import argparse
import sys
from typing import Protocol, TextIO

from reference.mu_torere.diagram import draw, node_of_number, number_of_node
from reference.mu_torere.retrograde import Value, distance, value
from reference.mu_torere.rules import (
    START,
    Node,
    Position,
    apply,
    explain_illegal,
    hole,
    is_terminal,
    legal_moves,
)
from reference.mu_torere.strategy import choose_reply
from reference.streams import standard_input, status_of


class Face(Protocol):
    """What the human sees. Nothing here decides anything about the game."""

    def show(self, position: Position, last_move: tuple[Node, Node] | None) -> None:
        """Print the board; the last move, if any, is (from, to)."""

    def ask(self) -> None:
        """Invite the human to type a line."""

    def answer(self, message: str) -> None:
        """Say what the human has to know: why a move is refused, or the help that he asked for."""

    def remark(self, message: str) -> None:
        """Say what is only courtesy."""


class PlainFace:
    """The contract of the golfed programs: boards alone on one stream, all the rest on another."""

    def __init__(self, boards: TextIO, answers: TextIO) -> None:
        self._boards = boards
        self._answers = answers

    def show(self, position: Position, last_move: tuple[Node, Node] | None) -> None:
        """Print exactly the square form."""
        print(draw(position.placement), file=self._boards, flush=True)

    def ask(self) -> None:
        """Print nothing: the board was the invitation."""

    def answer(self, message: str) -> None:
        """Print on the stream that is not for boards."""
        print(message, file=self._answers, flush=True)

    def remark(self, message: str) -> None:
        """Print nothing."""


def play(face: Face, typed: TextIO) -> None:
    """One game against the lines of `typed`, until it is won, given up or the lines end."""
    position = START
    face.remark(__doc__ or "")
    face.show(position, None)
    while True:
        node = _read_move(face, typed, position)
        if node is None:
            face.remark("Goodbye, and thank you for the game.")
            return
        position = _move(face, position, node)
        # The start is a draw and a perfect player gives nothing up, so white is never stuck.
        assert value(position) is not Value.LOSS, f"a perfect player is lost in {position}"
        reply = choose_reply(position)
        face.remark(f"I move {number_of_node(reply)} to {number_of_node(hole(position))}.")
        position = _move(face, position, reply)
        if is_terminal(position):
            face.remark("You have no legal move, so I have won. Thank you for the game.")
            return


def _move(face: Face, position: Position, node: Node) -> Position:
    """The position after the move, shown."""
    after = apply(position, node)
    face.show(after, (node, hole(position)))
    return after


def _read_move(face: Face, typed: TextIO, position: Position) -> Node | None:
    """The human's next legal move, asked for until there is one; None when they leave."""
    while True:
        face.ask()
        line = typed.readline()
        word = line.strip()
        if not line:
            face.remark("")  # the goodbye is not to stand in the line of the prompt
            return None
        if word in ("q", "quit"):
            return None
        if word in ("?", "??"):
            face.answer(_help(position, with_values=word == "??"))
            continue
        try:
            node = node_of_number(int(word))
        except ValueError:
            face.answer("Please type the number, 1 to 9, of the node whose stone is to move.")
            continue
        reason = explain_illegal(position, node)
        if reason is None:
            return node
        face.answer(reason)


def _help(position: Position, *, with_values: bool) -> str:
    """The legal moves in the human's numbers, ascending, with their worth if `with_values`."""
    moves = {number_of_node(node): apply(position, node) for node in legal_moves(position)}
    return "You may move " + ", ".join(
        f"{number} ({_worth(moves[number])})" if with_values else str(number)
        for number in sorted(moves)
    )


def _worth(after: Position) -> str:
    """What a move that leads here is worth to the mover."""
    plies = distance(after)
    count = "1 ply" if plies == 1 else f"{plies} plies"
    match value(after):
        case Value.DRAW:
            return "keeps the draw"
        case Value.WIN:
            return f"loses in {count} after it"
        case Value.LOSS:
            return f"wins in {count} after it"


def main(arguments: list[str] | None = None) -> int:
    """Play on the standard streams; the exit status is 0, or 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python -m reference.mu_torere.play",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="only the square form with b, w and o on standard output; the rest on standard error",
    )
    options = parser.parse_args(arguments)
    face: Face
    if options.plain:
        face = PlainFace(sys.stdout, sys.stderr)
    else:
        # Imported only here: the library takes longer to start than the plain game to play.
        from reference.mu_torere.rich_face import RichFace

        face = RichFace(sys.stdout)
    goodbye = "\nGoodbye, and thank you for the game."
    return status_of(lambda: play(face, standard_input()), lambda: face.remark(goodbye))


if __name__ == "__main__":
    sys.exit(main())
