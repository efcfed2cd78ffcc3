"""The interactor: one run of a MENACE, as many games as were agreed, recorded as they pass."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from harness.menace.follower import Played
from harness.menace.form import GAMES_AS_ARGUMENT, GAMES_AS_LINE, Form
from harness.menace.referee import Judging, Run
from harness.program import Program
from harness.session import Session
from harness.transcript import Transcript, Turn
from reference.tic_tac_toe import Board, Square

GAMES_PLACE: Final = "{games}"  # in a command
Human = Callable[[Board], Square]
"""The human side: a square to play, given a board with O to move."""


class Interactor:
    """One run. `play` goes on to the end of the run or to the first fault.

    `began` is when the run began, in seconds since the first run of the verification did.
    """

    def __init__(
        self,
        session: Session,
        form: Form,
        command: tuple[str, ...],
        games: int,
        move_seconds: float,
        began: float = 0.0,
    ) -> None:
        self._began = began
        self._session = session
        self._form = form
        self._command = command
        self._games = games
        self._move_seconds = move_seconds
        self._turns: list[Turn] = []
        self._judging = Judging(form, games)
        self._left = False

    @property
    def failed(self) -> bool:
        """Whether a clause was broken."""
        return self._judging.failed

    @property
    def played(self) -> list[Played]:
        """The games that have been finished."""
        return self._judging.played

    def play(self, human: Human, watch: Callable[[Played], bool] | None = None) -> Transcript:
        """Play all games. Returns the transcript.

        `watch` is told of each game as it ends, and says whether to go on: a run that has no more
        to tell is left where it stands.
        """
        typed = self._form.games == GAMES_AS_LINE
        follower = self._judging.follower
        self._take_turn(str(self._games) if typed else None, watch)
        while not (self.failed or self._left or follower.state.ended):
            board = follower.state.board
            assert board is not None, "a turn ends with a board, with a fault or with the run"
            self._take_turn(self._form.moves[human(board)], watch)
        return Transcript(
            challenge="menace",
            command=self._command,
            form=self._form.to_json(),
            move_seconds=self._move_seconds,
            turns=tuple(self._turns),
            exit=self._session.close(),
            notes={"games": self._games, "began": round(self._began, 3)},
        )

    def judged(self, transcript: Transcript) -> Run:
        """What `judge` says of the transcript, which is not read again."""
        return self._judging.run(transcript)

    def _take_turn(self, sent: str | None, watch: Callable[[Played], bool] | None) -> None:
        if sent is not None:
            self._session.send(sent.replace("\\n", "\n"))
        follower = self._judging.follower
        reply = self._session.read(lambda text: follower.satisfied(text, sent))
        turn = Turn(sent, reply.text, reply.seconds, reply.ending)
        self._turns.append(turn)
        for played in self._judging.take(turn):
            if watch:
                self._left = not watch(played)


def with_games(program: Program, form: Form, games: int) -> Program:
    """The program with the number of games in its command, where that is how it learns it."""
    if form.games == GAMES_AS_LINE:
        return program
    command = tuple(part.replace(GAMES_PLACE, str(games)) for part in program.command)
    return replace(program, command=command)


def form_of(values: Mapping[str, object], program: Program) -> Form:
    """The form that values describe, of a program with or without `{games}` in its command."""
    form = Form.from_values(values)
    if any(GAMES_PLACE in part for part in program.command):
        return replace(form, games=GAMES_AS_ARGUMENT)
    return form
