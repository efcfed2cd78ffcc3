"""The interactor: one game against a program in a session, recorded as it passes.

It knows which moves are legal now, and that is all the judging it does: as soon as a `Referee` that
follows the game sees a fault the game is over, and the transcript is judged.
"""

from collections.abc import Callable, Sequence
from typing import Final

from harness.fault import Fault
from harness.mu_torere.environments import words
from harness.mu_torere.prelude import led
from harness.mu_torere.referee import PROBE, TERMINAL_NOTE, Judgement, Judging, Referee
from harness.mu_torere.rounds import Round
from harness.mu_torere.screen import Form
from harness.program import Program
from harness.screen import TerminalKind
from harness.session import Ending, Session
from harness.transcript import Transcript, Turn
from reference.mu_torere.rules import Node, Position

ENVIRONMENT_NOTE: Final = "environment"
"""Where a transcript notes what its program found set and unset, beside what every run does."""


class Game:
    """One game. Ends the session when it is over; `finish` ends it early."""

    def __init__(
        self,
        session: Session,
        form: Form,
        command: tuple[str, ...],
        move_seconds: float,
        terminal: TerminalKind | None = None,
        environment: str = "",
    ) -> None:
        self._session = session
        self._form = form
        self._command = command
        self._move_seconds = move_seconds
        self._notes: dict[str, str] = {} if terminal is None else {TERMINAL_NOTE: str(terminal)}
        if environment:
            self._notes[ENVIRONMENT_NOTE] = environment
        self._turns: list[Turn] = []
        self._won_at = 0  # the turn of the last win
        self._only_looks = False  # how the program asks: see `Reply`
        self._judging = Judging(form, terminal)
        self._leaves_end = self._end_unseen = False
        self._goes_on = False  # whether games after the first win are played as well
        self._finished: Transcript | None = None
        if self._judging.referee is not None:
            self._referee: Referee = self._judging.referee
            self._take_turn(None)

    @property
    def position(self) -> Position | None:
        """The position with the human to move; None when the game is over."""
        if self.over:
            return None
        return self._referee.again or self._referee.state.position

    @property
    def over(self) -> bool:
        """Whether there is nothing more to play, by a win or by a fault."""
        if self.failed:
            return True
        begins = self._goes_on and self._referee.again is not None
        return self._referee.state.won and not begins

    @property
    def failed(self) -> bool:
        """Whether a clause was broken, as far as the game itself shows it."""
        return self._judging.fault is not None

    def play(self, node: Node) -> Round | None:
        """Type the human's move. The round, or None when the program's answer was at fault."""
        done = self._take_turn(self._form.number_of[node])
        if not self.failed and self._referee.state.won:
            self._won_at = len(self._turns) - 1
            self._end_unseen = True
            if not self._leaves_end:
                self._see_end()
        return done

    def _see_end(self) -> None:
        """Read what follows a win, until the program ends or waits for input."""
        self._end_unseen = False
        self._take_turn(None)
        if self._only_looks and not self.failed and self._referee.plays_on:
            self._take_turn(PROBE)

    @property
    def games_won(self) -> int:
        """How many games of this run the program has won."""
        return 0 if self.failed else self._referee.games_won

    @property
    def asks(self) -> bool:
        """Whether the program has won, waits for a line, and has begun no other game."""
        return self.over and not self.failed and self._turns[-1].ending is Ending.ASKS

    @property
    def begins_anew(self) -> bool:
        """Whether the program has won, and shows the start of another game."""
        return not self.failed and self._referee.state.won and self._referee.again is not None

    @property
    def said_at_the_end(self) -> str:
        """What it printed in the reply that won, and after it."""
        return "".join(turn.said for turn in self._turns[self._won_at :])

    def go_on(self) -> None:
        """From now on games after the first win are played as well."""
        self._goes_on = True

    def leave_end(self) -> None:
        """From now on `finish` alone reads what follows a win."""
        self._leaves_end = True

    def answer(self, line: str) -> None:
        """Type what is no move of a game, after a win."""
        self._take_turn(line)

    def overhear(self) -> None:
        """Take what is printed while the human thinks, without waiting for more."""
        if not self.over:
            reply = self._session.overhear()
            if reply.text or reply.ending is not Ending.READY:
                self._record(Turn(None, reply.text, reply.seconds, reply.ending))

    def wait(self) -> None:
        """Read on though nothing is typed, until the program waits for input or has ended."""
        if not self.over:
            reply = self._session.read(lambda said: False)
            self._record(Turn(None, reply.text, reply.seconds, reply.ending))

    def kill(self) -> None:
        """Kill the program, so that another thread that waits for it goes on."""
        self._session.kill()

    def finish(self) -> Transcript:
        """End the program. Returns the transcript."""
        if self._finished is None:
            if self._end_unseen:
                self._see_end()
            self._finished = Transcript(
                challenge="mu_torere",
                command=self._command,
                form=self._form.to_json(),
                move_seconds=self._move_seconds,
                turns=tuple(self._turns),
                exit=self._session.close(),
                notes=self._notes,
            )
        return self._finished

    def judgement(self, noted: Transcript | None = None) -> Judgement:
        """End the program. Returns what `judge` says of the transcript, which is not read again.

        `noted` is the transcript with further notes, which findings may name.
        """
        return self._judging.judgement(noted or self.finish())

    def _take_turn(self, sent: str | None) -> Round | None:
        if sent is not None:
            self._session.send(sent)
            self._referee.typed(sent)
        reply = self._session.read(self._referee.complete)
        self._only_looks = reply.only_looks
        return self._record(Turn(sent, reply.text, reply.seconds, reply.ending))

    def _record(self, turn: Turn) -> Round | None:
        self._turns.append(turn)
        outcome = self._judging.take(turn)
        return None if isinstance(outcome, Fault) else outcome


def opened(program: Program, form: Form, terminal: TerminalKind) -> Game:
    """A game against a new run of the program on a terminal of this kind."""
    return seated(program, form, program.start(terminal), terminal)


def seated(program: Program, form: Form, session: Session, terminal: TerminalKind) -> Game:
    """A game in this session with a run of the program, on a terminal of this kind."""
    return Game(
        led(session, form.prelude), form, program.command, program.limits.move_seconds, terminal,
        words(program.more_environment),
    )  # fmt: skip


Chooser = Callable[[Position, Sequence[Round]], Node | None]
"""The human side: the next move, given the position and the rounds so far; None to stop playing."""


def play_out(game: Game, choose: Chooser) -> Transcript:
    """Play one game to its end, or until the chooser stops."""
    play_on(game, choose)
    return game.finish()


def play_on(game: Game, choose: Chooser) -> list[Round]:
    """Play on until this game is over, or the chooser stops. The rounds that were played."""
    rounds: list[Round] = []
    before = game.games_won
    while (position := game.position) is not None and game.games_won == before:
        node = choose(position, rounds)
        if node is None:
            break
        done = game.play(node)
        if done:
            rounds.append(done)
    return rounds
