"""The interactor: one game against a program in a session, recorded as it passes.

It knows which moves are legal now, and that is all the judging it does: as soon as the referee's
`follow` sees a fault the game is over, and the transcript goes to the referee.
"""

from collections.abc import Callable

from harness.fault import Fault
from harness.mu_torere.referee import (
    OPENING,
    Round,
    State,
    boards_due,
    declared_fault,
    follow,
)
from harness.mu_torere.screen import Form
from harness.session import Complete, Session
from harness.transcript import Transcript, Turn
from reference.mu_torere.rules import Node, Position


class Game:
    """One game. Ends the session when it is over; `finish` ends it early."""

    def __init__(self, session: Session, form: Form, command: tuple[str, ...], move_seconds: float):
        self._session = session
        self._form = form
        self._command = command
        self._move_seconds = move_seconds
        self._turns: list[Turn] = []
        self._state: State = OPENING
        self._broken = declared_fault(form) is not None
        self._finished: Transcript | None = None
        if not self._broken:
            self._take_turn(None)

    @property
    def position(self) -> Position | None:
        """The position with the human to move; None when the game is over."""
        return None if self.over else self._state.position

    @property
    def over(self) -> bool:
        """Whether there is nothing more to play, by a win or by a fault."""
        return self._broken or self._state.won

    @property
    def failed(self) -> bool:
        """Whether a clause was broken, as far as the game itself shows it."""
        return self._broken

    def play(self, node: Node) -> Round | None:
        """Type the human's move. The round, or None when the program's answer was at fault."""
        done = self._take_turn(self._form.number_of[node])
        if self._state.won:
            self._take_turn(None)
        return done

    def finish(self) -> Transcript:
        """End the program; all that passed."""
        if self._finished is None:
            self._finished = Transcript(
                challenge="mu_torere",
                command=self._command,
                form=self._form.to_json(),
                move_seconds=self._move_seconds,
                turns=tuple(self._turns),
                exit=self._session.close(),
            )
        return self._finished

    def _take_turn(self, sent: str | None) -> Round | None:
        if sent is not None:
            self._session.send(sent)
        reply = self._session.read(self._complete())
        turn = Turn(sent, reply.text, reply.seconds, reply.ending)
        self._turns.append(turn)
        outcome = follow(self._form, self._state, turn)
        if isinstance(outcome, Fault):
            self._broken = True
            return None
        self._state, done = outcome
        return done

    def _complete(self) -> Complete:
        due = boards_due(self._state)
        if due == 0:
            return lambda text: False  # only its end will do
        return lambda text: len(self._form.boards(text)) >= due


Chooser = Callable[[Position, tuple[Round, ...]], Node | None]
"""The human side: the next move, given the position and the rounds so far; None to stop playing."""


def play_out(game: Game, choose: Chooser) -> Transcript:
    """Play one game to its end, or until the chooser stops."""
    rounds: list[Round] = []
    while (position := game.position) is not None:
        node = choose(position, tuple(rounds))
        if node is None:
            break
        done = game.play(node)
        if done:
            rounds.append(done)
    return game.finish()
