"""Golfed scripts and any other command as the rival, in their sessions as for a verification."""

import queue
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from threading import Thread
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from harness.menace.form import Form as MenaceForm
from harness.menace.game import Interactor, with_games
from harness.menace.game import form_of as form_of_menace
from harness.menace.referee import judge as judge_menace
from harness.meta_tic_tac_toe.bot import CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.meta_tic_tac_toe.form import Form as MetaForm
from harness.meta_tic_tac_toe.referee import find_fault
from harness.meta_tic_tac_toe.working_folder import working_folder
from harness.mu_torere.form_reading import form_of
from harness.mu_torere.game import Game as Session
from harness.mu_torere.game import opened
from harness.mu_torere.referee import judge as judge_mu_torere
from harness.mu_torere.screen import Form as MuTorereForm
from harness.mu_torere.table import PROOF
from harness.play.games import BrokenOff, Game, Move, Refused, broken_off
from harness.play.meta_tic_tac_toe import MetaGame
from harness.play.mu_torere import MuTorereGame
from harness.play.squares import SquaresGame
from harness.program import Program
from harness.verdict import Finding, HarnessError, UsageError
from reference.meta_tic_tac_toe.rules import Move as MetaMove
from reference.meta_tic_tac_toe.rules import State
from reference.meta_tic_tac_toe.wire import format_state, parse_move
from reference.mu_torere.rules import Position, hole
from reference.tic_tac_toe import EMPTY_BOARD, Board, Square, empty_squares, over, place, winner

_SEEN_LENGTH: Final = 90  # of two lines of 80 characters, in which more is said
GAMES: Final = 1000  # that a MENACE is asked for: more than anybody plays in one sitting


def game_with(challenge: str, program: Program, form: Mapping[str, object], name: str) -> Game:
    """A game of this challenge against the program. Raises UsageError when it does not start."""
    program.check()
    match challenge:
        case "mu_torere":
            return MuTorereGame(MuTorereProgram(program, form_of(program, form), name))
        case "menace":
            return MenaceProgram(program, form_of_menace(form, program), name)
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
            seen = _seen(judge_mu_torere(self._session.finish()).findings)
            raise UsageError(
                f"{name}: shows no board at its start: {seen}; golfproof verify says more"
            )
        self.start = position
        self._played: list[Position] = [position]

    def reply(self, positions: list[Position]) -> Position:
        """Type the person's last move; the position after the program's. Raises BrokenOff."""
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

    def _type(self, before: Position, after: Position) -> Position:
        done = self._session.play(hole(after))
        if done is None or done.reply is None:
            raise BrokenOff(_seen(judge_mu_torere(self._session.finish()).findings))
        self._played += [after, done.reply]
        return done.reply

    def _begin(self) -> Session:
        return opened(self._program.on_a_terminal(), self._form, PROOF)


def _seen(findings: Sequence[Finding]) -> str:
    """What was seen instead of a move, without the boards."""
    seen = findings[0].seen if findings else "it made no move"
    return seen if len(seen) <= _SEEN_LENGTH else f"{seen[: _SEEN_LENGTH - 3]}..."


def meta_game(program: Program, form: MetaForm, name: str) -> MetaGame:
    """A match against a bot, which is called for each move within its time."""
    stack = ExitStack()
    bot, arena = stack.enter_context(working_folder(program, form.folder))
    caller = stack.enter_context(BotCaller(bot, arena, CallLimits(seconds=form.seconds)))

    def reply(state: State) -> MetaMove:
        answer = caller(format_state(state))
        try:
            return parse_move(answer.said)
        except ValueError as error:
            fault = find_fault(form, state, answer)
            raise BrokenOff(fault.seen if fault else str(error)) from error

    return MetaGame(name, reply, end=stack.close)


class _Left(Exception):  # noqa: N818 - not an error
    """The person has left the game."""


class MenaceProgram(SquaresGame):
    """Games against a MENACE program; its boxes are its own, so nothing can be taken back."""

    human = "O"

    def __init__(self, program: Program, form: MenaceForm, name: str) -> None:
        self.rival = name
        self.board: Board = EMPTY_BOARD
        self._program, self._form = program, form
        self._asked: queue.Queue[Board | None] = queue.Queue()
        self._typed: queue.Queue[Square | None] = queue.Queue()
        self._fault = ""  # what was seen when the run broke off: set by its thread
        self._broken = False  # whether the person has come to that
        self._games: list[str] = []
        self._session = with_games(program, form, GAMES).start()
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
            self.news = broken_off(self.rival, self._fault)
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
        if self._broken:
            raise Refused(f"{broken_off(self.rival, self._fault)} q leaves.")
        if not self.over:
            raise Refused("A game with a program is played to its end: it would learn nothing.")
        self.board, self.news = EMPTY_BOARD, ""

    def change_sides(self) -> None:
        """Refuse: MENACE plays X."""
        raise Refused("MENACE plays X and moves first.")

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

        try:
            self._fault = _seen(judge_menace(self._match.play(human)).findings)
        except _Left:
            pass
        except (HarnessError, OSError, ValueError) as error:
            self._fault = str(error)
        self._asked.put(None)
