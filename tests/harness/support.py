"""Programs under test that run in process: a policy function behind the session protocol.

They draw the square form and number its nodes by what is typed in here, not by the harness's own.
"""

from collections.abc import Callable, Sequence
from itertools import count
from typing import TypeAlias

from harness.closing import Closing
from harness.mu_torere.game import Game
from harness.mu_torere.screen import Form
from harness.screen import Size, TerminalKind
from harness.session import Complete, Ending, Exit, Reply
from harness.transcript import Transcript, Turn
from reference.mu_torere.retrograde import best_moves
from reference.mu_torere.rules import START, Node, Position, apply, is_terminal

SQUARE = "{0}-{1}-{2}\n|\\|/|\n{7}-{8}-{3}\n|/|\\|\n{6}-{5}-{4}\n"
NODE_OF = {"1": 0, "2": 1, "3": 2, "6": 3, "9": 4, "8": 5, "7": 6, "4": 7, "5": 8}
NUMBER_OF = {node: number for number, node in NODE_OF.items()}

Rounds: TypeAlias = tuple[tuple[Position, Node], ...]
Choose: TypeAlias = Callable[[Position, Rounds], Node]
"""The program's move, given the position and all that the human moved, and where, so far."""

CLEAN = Exit(status=0, signal=None, stderr="")
FAR = 30_000
"""Starts of one program, or rounds of one game, that nobody needs: it is not played for ever."""


def square(placement: str) -> str:
    return SQUARE.format(*placement)


def perfect(position: Position, rounds: Rounds) -> Node:
    return best_moves(position)[0]


class FakeSession(Closing):
    """One run of a program that plays by `choose`; `waits_when_won` does not end after its win."""

    def __init__(
        self,
        choose: Choose,
        waits_when_won: bool = False,
        exit_: Exit = CLEAN,
        kind: TerminalKind | None = None,
    ) -> None:
        self._kind = kind or TerminalKind()
        self._choose, self._waits, self._exit = choose, waits_when_won, exit_
        self._position = START
        self._rounds: Rounds = ()
        self._said = square(START.placement)
        self._over = False
        self.closed = False

    def read(self, complete: Complete) -> Reply:
        said, self._said = self._said, ""
        if not self._kind.returns:
            said = said.replace("\n", "\r\n")
        if complete(said):
            return Reply(said, 0.0, Ending.READY)
        ended = self._over and not self._waits
        return Reply(said, 0.0, Ending.ENDED if ended else Ending.ASKS)

    def send(self, line: str) -> None:
        assert not self._over, "typed after the end"
        assert len(self._rounds) < FAR, "a game without end"
        self._said += f"{line}\n" if self._kind.echo else ""
        self._rounds = (*self._rounds, (self._position, NODE_OF[line]))
        self._move(NODE_OF[line])
        self._move(self._choose(self._position, self._rounds))
        self._over = is_terminal(self._position)

    def _move(self, node: Node) -> None:
        self._position = apply(self._position, node)
        self._said += square(self._position.placement)

    def overhear(self) -> Reply:
        """Nothing is printed while the human thinks."""
        return Reply("", 0.0, Ending.READY)

    def resize_and_back(self) -> None:
        """It draws nothing anew."""

    def resize(self, size: Size) -> None:
        """Nor then."""

    def kill(self) -> None:
        """There is no process."""

    def close(self) -> Exit:
        self.closed = True
        return self._exit


class Starter:
    """Opens games against new runs of one fake program, and counts them."""

    def __init__(self, choose: Choose, form: Form | None = None, waits: bool = False) -> None:
        self._choose, self._form, self._waits = choose, form or Form(), waits
        self.sessions: list[FakeSession] = []

    def __call__(self, watch: bool = False) -> Game:
        assert len(self.sessions) < FAR, "started without end"
        self.sessions.append(FakeSession(self._choose, self._waits))
        return Game(self.sessions[-1], self._form, ("fake",), 15.0)


def game(*line: str, choose: Choose = perfect) -> Transcript:
    """The transcript of a right game in which the human types these numbers."""
    session = FakeSession(choose)
    turns = [turn(None, session)]
    for number in line:
        session.send(number)
        turns.append(turn(number, session))
    if session.read(lambda text: False).ending is Ending.ENDED:
        turns.append(Turn(None, "", 0.0, Ending.ENDED))
    return transcript(turns)


def turn(sent: str | None, session: FakeSession) -> Turn:
    return Turn(sent, *session.read(lambda text: True)[:3])


def transcript(turns: Sequence[Turn], form: Form | None = None, exit_: Exit = CLEAN) -> Transcript:
    form_json = (form or Form()).to_json()
    return Transcript("mu_torere", ("fake",), form_json, 15.0, tuple(turns), exit_)


def every(period: int, odd: Choose, otherwise: Choose = perfect) -> Choose:
    """A program that plays `odd` at every so manieth answer, whatever the game."""
    answers = count(1)
    return lambda position, rounds: (otherwise if next(answers) % period else odd)(position, rounds)
