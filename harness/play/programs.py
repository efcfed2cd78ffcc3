"""Golfed scripts and any other command as the rival, in their sessions as for a verification."""

import queue
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from threading import Thread
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from harness.menace.form import Form as MenaceForm
from harness.menace.game import Interactor
from harness.meta_tic_tac_toe.bot import CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.meta_tic_tac_toe.form import Form as MetaForm
from harness.meta_tic_tac_toe.working_folder import working_folder
from harness.mu_torere.game import Game as Session
from harness.mu_torere.game import opened
from harness.mu_torere.screen import Form as MuTorereForm
from harness.mu_torere.verification import PROOF, at_proof, form_of
from harness.play.games import Cells, Game, Move, Refused
from harness.play.menace import RULES, draw_board, square_cells
from harness.play.meta_tic_tac_toe import MetaGame
from harness.play.mu_torere import MuTorereGame
from harness.program import Program
from harness.verdict import HarnessError, UsageError
from reference.meta_tic_tac_toe.rules import Move as MetaMove
from reference.meta_tic_tac_toe.rules import State
from reference.meta_tic_tac_toe.wire import format_state, parse_move
from reference.mu_torere.rules import Position, hole
from reference.tic_tac_toe import EMPTY_BOARD, Board, Square, empty_squares, over, place, winner

GAMES: Final = 1000  # that a MENACE is asked for: more than anybody plays in one sitting


def game_with(challenge: str, program: Program, form: Mapping[str, object], name: str) -> Game:
    """A game of this challenge against the program. Raises UsageError when it does not start."""
    program.check()
    match challenge:
        case "mu_torere":
            return MuTorereGame(MuTorereProgram(program, form_of(program, form), name))
        case "menace":
            return MenaceProgram(program, MenaceForm.from_values(form), name)
        case _:
            return meta_game(program, MetaForm.from_values(form), name)


class MuTorereProgram:
    """A Mu Torere program in its session; a move taken back is played in a new run."""

    def __init__(self, program: Program, form: MuTorereForm, name: str) -> None:
        self.name = name
        self._program, self._form = program, form
        self._session = self._begin()
        position = self._session.position
        if position is None:
            self.close()
            raise UsageError(
                f"{name}: the program shows no board at its start; golfproof verify says more"
            )
        self.start = position
        self._played: list[Position] = [position]

    def reply(self, positions: list[Position]) -> Position | None:
        """Type the person's last move; the position after the program's."""
        if self._played != positions[: len(self._played)]:
            self.close()
            self._session = self._begin()
            self._played = [self.start]
            for before, after in zip(positions[:-1:2], positions[1::2], strict=True):
                if len(self._played) + 2 <= len(positions) - 1:
                    self._type(before, after)
        return self._type(positions[-2], positions[-1])

    def close(self) -> None:
        """End the program."""
        self._session.finish()

    def _type(self, before: Position, after: Position) -> Position | None:
        done = self._session.play(hole(after))
        reply = None if done is None else done.reply
        if reply is not None:
            self._played += [after, reply]
        return reply

    def _begin(self) -> Session:
        return opened(at_proof(self._program), self._form, PROOF)


def meta_game(program: Program, form: MetaForm, name: str) -> MetaGame:
    """A match against a bot, which is called for each move within its time."""
    stack = ExitStack()
    bot, arena = stack.enter_context(working_folder(program, form.folder))
    caller = stack.enter_context(BotCaller(bot, arena, CallLimits(seconds=form.seconds)))

    def reply(state: State) -> MetaMove | None:
        try:
            return parse_move(caller(format_state(state)).said)
        except (ValueError, HarnessError):
            return None

    return MetaGame(name, reply, end=stack.close)


class _Left(Exception):  # noqa: N818 - not an error
    """The person has left the game."""


class MenaceProgram(Game):
    """Games against a MENACE program; its boxes are its own, so nothing can be taken back."""

    title = "MENACE"
    rules = RULES
    digits = 1
    human = "O"

    def __init__(self, program: Program, form: MenaceForm, name: str) -> None:
        self.rival = name
        self.board: Board = EMPTY_BOARD
        self._program, self._form = program, form
        self._asked: queue.Queue[Board | None] = queue.Queue()
        self._typed: queue.Queue[Square | None] = queue.Queue()
        self._broken = False
        self._games: list[str] = []
        self._session = program.start()
        self._match = Interactor(
            self._session, form, program.command, GAMES, program.limits.move_seconds
        )
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def to_move(self) -> str:
        """X, the program, until it waits for the person's move."""
        return "X" if self.board.count("X") == self.board.count("O") else "O"

    @property
    def over(self) -> bool:
        """Whether the game has ended, or the program's run."""
        return over(self.board) or self._broken

    def legal(self) -> tuple[Move, ...]:
        """The empty squares 1-9."""
        return () if self.over else tuple(square + 1 for square in empty_squares(self.board))

    def move_of(self, typed: str) -> Move | None:
        """The square of the digit."""
        return int(typed)

    def explain(self, move: Move) -> str:
        """Why the square cannot be taken."""
        return "The squares are 1 to 9." if not 1 <= move <= 9 else "That square is taken."

    def play(self, move: Move) -> None:
        """Type the move."""
        self._typed.put(move - 1)
        self.board = place(self.board, move - 1, "O")
        if over(self.board):
            self._told()

    def reply(self) -> None:
        """Wait for the program's board."""
        board = self._asked.get()
        if board is None:
            self._broken = True
            self.news = f"{self.rival} broke off the game: golfproof verify says why."
            return
        if board.count("X") == 1 and self.board != EMPTY_BOARD:
            # The game ended with its move, and it has begun the next one already.
            self.board = self._last_of_match()
            self._told()
            self._asked.put(board)
            return
        self.board = board
        self.news = f"{self.rival} has moved."

    def undo(self) -> None:
        """Refuse: the beads are the program's."""
        raise Refused("The boxes are the program's own: a move cannot be taken back.")

    def hint(self) -> RenderableType:
        """Nothing: a program prints its boxes after each game only."""
        return Text("The program's boxes are its own; they are printed after each game.")

    def restart(self) -> None:
        """Go on to the next game. Raises Refused in the middle of one."""
        if not self.over:
            raise Refused("A game with a program is played to its end: it would learn nothing.")
        self.board, self.news = EMPTY_BOARD, ""

    def change_sides(self) -> None:
        """Refuse: MENACE plays X."""
        raise Refused("MENACE plays X and moves first.")

    def picture(self, *, roomy: bool) -> Text:
        """The board."""
        return draw_board(self.board, roomy=roomy)

    def cells(self, *, roomy: bool) -> Cells:
        """Where the squares are."""
        return square_cells(roomy=roomy)

    def aside(self) -> RenderableType:
        """The results so far."""
        return Text(f"X: {self.rival}\nO: you\n\n" + "\n".join(self._games[-8:]))

    def close(self) -> None:
        """End the program."""
        self._typed.put(None)
        self._thread.join()  # two threads cannot end one session
        self._session.close()

    def _told(self) -> None:
        ends = {None: "A draw.", "O": "You have won!", "X": f"{self.rival} has won."}
        self.news = ends[winner(self.board)]
        self._games.append(f"game {len(self._games) + 1}: {self.news}")

    def _last_of_match(self) -> Board:
        """The board that the program's last move made, which nobody was asked about."""
        free = empty_squares(self.board)
        square = free[0] if len(free) == 1 else self._match.played[-1].draws[-1][1]
        return place(self.board, square, "X")

    def _run(self) -> None:
        def human(board: Board) -> Square:
            self._asked.put(board)
            square = self._typed.get()
            if square is None:
                raise _Left
            return square

        with suppress(_Left, HarnessError, OSError, ValueError):
            self._match.play(human)
        self._asked.put(None)
