"""The referee of one game of Mu Torere: a pure function of its transcript.

It reads what was typed and what a person saw on the screen, follows the game by the rules of
`reference`, and stops at the first clause broken. What several games prove together is for `proof`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from harness.fault import Fault
from harness.mu_torere.last_words import at_the_end, game_on_stderr, says_more
from harness.mu_torere.reading.boards import Boards
from harness.mu_torere.rounds import (
    OPENING,
    Round,
    State,
    begin_game,
    boards_due,
    missing_boards,
    play_round,
    stones_fault,
)
from harness.mu_torere.screen import Form
from harness.screen import TerminalKind
from harness.session import Ending
from harness.transcript import Transcript, Turn
from harness.verdict import Finding, HarnessError, Verdict
from reference.mu_torere.rules import BLACK, Position, starts

_SCREEN_ROWS: Final = 24  # of the screen, shown with a finding
PROBE: Final = " "
"""Typed after a win where it is not certain that the program reads; no answer to any question."""
_NO_FURTHER_INPUT: Final = "an end without further input, since the human has no legal move"
_UNTOLD: Final = Fault(
    "mu_torere/end",
    "it asks for another move after it has won, as if nothing had happened",
    _NO_FURTHER_INPUT,
)

TERMINAL_NOTE: Final = "terminal"
"""Where a transcript notes the kind of terminal that its program ran on."""
WORLD_NOTE: Final = "world"
"""Where a transcript notes what was otherwise there than in the proof, for a finding to name it."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One run followed: how far it was right, and the clause broken first, if any."""

    rounds: tuple[Round, ...]  # of its first game
    won: bool  # the program's last move left the human without one
    slowest_seconds: float
    findings: tuple[Finding, ...]


class Referee:
    """Follows one game: given every reply as it is printed, and every turn when it is over."""

    def __init__(self, form: Form, terminal: TerminalKind | None = None) -> None:
        self.state = OPENING
        self._form = form
        self._boards = Boards(form, terminal)
        self._heard = 0
        self._words: set[str] = set()  # of all replies before the winning one
        self._of_a_win: set[str] = set()  # words that came with a win, and not before it
        self._by_errors = False  # whether only standard error can have told of an earlier win
        self._noticed = False  # whether the last win came with such words, or with a new game
        self._tells = False  # whether standard output alone told of an earlier win
        self.plays_on = False  # whether it asks for a move after its win, as far as is seen
        self.again: Position | None = None  # where another game begins, once the last one is won
        self.games_won = 0
        self._rounds = 0  # of the game that is played now
        self._asked = False  # whether something was typed after the last win
        self._misdrawn: str | None = None  # what was shown since, if it is nearly a board

    @property
    def due(self) -> int:
        """How many boards the next reply is to hold."""
        return boards_due(self.state)

    @property
    def screen(self) -> str:
        """What a person sees now."""
        return self._boards.screen

    @property
    def refuses(self) -> bool:
        """Whether it has won, was typed more, and has begun no other game on standard output."""
        return self.state.won and self.again is None and self._asked

    def typed(self, line: str) -> None:
        """The human has typed a line; what is printed from now on is the reply."""
        if self.state.won and line != PROBE:
            self._by_errors = self._by_errors or self.plays_on
            self.plays_on, self._asked = False, True  # what it prints from now on was asked for
        if self.again is not None and line in self._form.node_of:
            self.state, self.again, self._rounds = State(self.again), None, 0
            self._asked, self._misdrawn, self._noticed = False, None, False
        self._boards.typed(line)

    def complete(self, said: str) -> bool:
        """Whether the reply has all its boards, given all of it that was printed so far."""
        self._hear(said)
        if self._form.exact and not said.endswith("\n"):
            return False
        due = 1 if self._asked else self.due  # the start of another game, if there is one
        return bool(due) and self._boards.count >= due

    def take(self, turn: Turn) -> Round | Fault | None:
        """The round that this turn was, or the clause that it broke; None for neither."""
        self._hear(turn.said)
        self._heard = 0
        outcome = self._follow(turn)
        if isinstance(outcome, Fault):
            return outcome
        words = _words(turn.said)
        if outcome[0].won and self.again is None:
            self._misdrawn = self._boards.misprint() or self._misdrawn
        if outcome[0].won and not self.state.won:
            self.games_won += 1
            self._notice(words)
        self._words |= words
        self.state, done = outcome
        self._rounds += done is not None
        return done

    def _notice(self, words: set[str]) -> None:
        """Take the words of a reply that ends or follows a game as those of a win, if any are."""
        self._of_a_win |= words - self._words
        self._noticed = self._noticed or bool(words & self._of_a_win)

    def _hear(self, said: str) -> None:
        self._boards.hear(said[self._heard :])
        self._heard = len(said)

    def _follow(self, turn: Turn) -> tuple[State, Round | None] | Fault:
        form, state = self._form, self.state
        shown: Sequence[str] = self._boards.end_reply()
        if state.won:
            return self._after_the_win(turn, shown) or (state, None)
        if turn.sent is None and state.position is not None:
            return _meanwhile(turn, shown) or (state, None)
        due = self.due
        if state.position is None:
            shown = self._without_examples(shown)
        for placement in shown:
            if fault := stones_fault(placement):
                return fault
        if len(shown) < due:
            short = missing_boards(form, state, turn, shown, self._boards)
            refused = self.games_won and not self._rounds and not shown
            if refused and turn.ending is Ending.ASKS and short.clause == "mu_torere/boards":
                return State(state.position, won=True), None  # the human may play the other side
            return short
        if len(shown) == due + 1 and self._begins_anew(turn, shown):
            self._noticed = True
            self.again = Position(shown[-1], BLACK)
            shown = shown[:due]
        if len(shown) > due or turn.ending is Ending.OVERFLOW:
            return Fault(
                "mu_torere/boards",
                f"{len(shown)} boards",
                f"{due}, then a wait for the human's move",
            )
        if self._boards.false_number:
            expected = "the numbers by which moves are understood"
            return Fault("mu_torere/numbering", self._boards.false_number, expected)
        if form.exact and _printed(turn) != "".join(f"{form.draw(board)}\n" for board in shown):
            seen = repr(_printed(turn))
            return Fault("mu_torere/exact", seen, "the boards alone, each line with a newline")
        if state.position is None:
            return begin_game(form, shown[0])
        if turn.sent is None or turn.sent not in form.node_of:
            raise HarnessError(f"the human's input {turn.sent!r} is no number of this form")
        return play_round(form, state.position, form.node_of[turn.sent], shown)

    def _without_examples(self, shown: Sequence[str]) -> Sequence[str]:
        """The boards without those before a start, which may show how the game is played.

        Where something must be typed first, that may be the start itself, as in a help text.
        """
        if self._form.exact or not self._ends_with_start(shown):
            return shown
        if self._form.prelude and self.state.position is None:
            return shown[-1:]
        return [*(b for b in shown[:-1] if Position(b, BLACK) in starts()), shown[-1]]

    def _ends_with_start(self, shown: Sequence[str]) -> bool:
        return bool(shown) and Position(shown[-1], BLACK) in starts()

    def _begins_anew(self, turn: Turn, shown: Sequence[str]) -> bool:
        """Whether the last board of a reply is the start of another game, after a won one."""
        if self.state.position is None or turn.sent is None:
            return False
        if turn.sent not in self._form.node_of:
            return False
        if not self._ends_with_start(shown):
            return False
        done = play_round(
            self._form, self.state.position, self._form.node_of[turn.sent], shown[: self.due]
        )
        return not isinstance(done, Fault) and done[0].won

    def _no_start(self, turn: Turn, shown: Sequence[str]) -> Fault:
        """What is wrong with boards after a win that are not the start of another game."""
        if turn.sent is not None and len(shown) == 1:
            begun = stones_fault(shown[0]) or begin_game(self._form, shown[0])
            if isinstance(begun, Fault):
                return replace(begun, seen=f"{begun.seen}, after its win")
        if turn.sent is not None and self._misdrawn:
            seen = f"another game begins without a board; {self._misdrawn}"
            return Fault("mu_torere/drawing", seen, "the board at the start of every game")
        seen = f"{len(shown)} boards after it has won"
        if turn.sent not in self._form.node_of:
            return Fault("mu_torere/boards", seen, "none")
        return Fault("mu_torere/boards", f"{seen}, though no board of a start was shown before",
                     "none, or the board at the start of another game first")  # fmt: skip

    def _after_the_win(self, turn: Turn, shown: Sequence[str]) -> Fault | None:
        """What it may do then: end, ask for another game, or begin one."""
        if turn.sent is not None:
            shown = self._without_examples(shown)
        restarted = len(shown) == 1 and self._ends_with_start(shown)
        if restarted:
            self.again = Position(shown[0], BLACK)
        if shown and not restarted:
            return self._no_start(turn, shown)
        if turn.sent is not None:
            if turn.ending is Ending.DEADLINE and not _printed(turn).strip():
                seen = f"it has won, and neither ends nor answers for {turn.seconds:.1f} seconds"
                return Fault("mu_torere/end", seen, _NO_FURTHER_INPUT, Verdict.TIME_LIMIT)
            return None  # what else it answers to "y" is its own affair
        if self._form.exact and turn.said:
            return Fault("mu_torere/exact", f"{turn.said!r} after the last board", "nothing")
        expected = _NO_FURTHER_INPUT
        match turn.ending:
            case Ending.ENDED:
                return None
            case Ending.DEADLINE:
                seen = f"it runs on for {turn.seconds:.1f} seconds after it has won"
                return Fault("mu_torere/end", seen, expected, Verdict.TIME_LIMIT)
            case Ending.OVERFLOW:
                return Fault("mu_torere/end", "endless output after it has won", expected)
            case Ending.EXCESS | Ending.UNSTARTED:
                seen = "it used more memory or processes than it may after it has won"
                return Fault("mu_torere/end", seen, expected)
            case Ending.READY | Ending.ASKS:
                pass
        self._notice(_words(turn.said))
        told = restarted or self._noticed
        if self._tells and not told:
            return _UNTOLD
        self._tells = self._tells or (told and not self._by_errors)
        self.plays_on = not (told or self._by_errors)
        return None  # whether it says so on standard error is known only when it has ended


def _words(said: str) -> set[str]:
    """The words that a reply holds, of three letters or more."""
    return set(re.findall(r"[^\W\d_]{3,}", said))


def _printed(turn: Turn) -> str:
    """What the program itself printed: without what its terminal echoed."""
    said = turn.said.replace("\r\n", "\n")
    return said if turn.sent is None else said.removeprefix(f"{turn.sent}\n")


def _meanwhile(turn: Turn, shown: Sequence[str]) -> Fault | None:
    """What may not be while the human thinks."""
    expected = "a wait for the human"
    if shown:
        return Fault("mu_torere/boards", f"{len(shown)} boards while the human thinks", expected)
    if turn.ending is Ending.OVERFLOW:
        return Fault("mu_torere/boards", "endless output while the human thinks", expected)
    if turn.ending is Ending.ENDED:
        return Fault("mu_torere/end", "an end while the human thinks", "a game that goes on",
                     by_end=True)  # fmt: skip
    return None


class Judging:
    """Judges one game, turn by turn as it passes, or afterwards by its transcript."""

    def __init__(self, form: Form, terminal: TerminalKind | None) -> None:
        self._form = form
        self.fault = declared_fault(form)
        self.referee = None if self.fault else Referee(form, terminal)
        self._rounds: list[Round] = []
        self._inputs, self._slowest = 0, 0.0

    def take(self, turn: Turn) -> Round | Fault | None:
        """What the referee, who was told of the line typed, says of a turn. Not after a fault."""
        assert self.referee is not None, "a game can be played by this form"
        if turn.sent is not None:
            self._inputs += 1
            self._slowest = max(self._slowest, turn.seconds)
        first_game = not self.referee.games_won
        outcome = self.referee.take(turn)
        if isinstance(outcome, Fault):
            self.fault = outcome
        elif outcome and first_game:
            self._rounds.append(outcome)
        return outcome

    def judgement(self, transcript: Transcript) -> Judgement:
        """What comes of all turns, which are those of this transcript, and of the run's end."""
        form, referee, fault = self._form, self.referee, self.fault
        if fault is None and referee is not None:
            fault = at_the_end(form, referee.state.won, transcript)
            if fault is None and referee.plays_on and not says_more(transcript.exit.stderr):
                fault = _UNTOLD
            if fault is None and referee.refuses:
                fault = game_on_stderr(form, transcript)
        elif fault is not None:
            said = (turn.said for turn in transcript.turns)
            fault = fault.with_end(transcript.exit, "mu_torere/end", said)
        found = () if fault is None else (self._finding(fault, transcript),)
        won = referee is not None and referee.games_won > 0
        return Judgement(tuple(self._rounds), won, self._slowest, found)

    def _finding(self, fault: Fault, transcript: Transcript) -> Finding:
        line = transcript.line[: self._inputs]
        if line[-1:] == (PROBE,):
            line = line[:-1]  # a game played again types it by itself
        rows = self.referee.screen.split("\n")[-_SCREEN_ROWS:] if self.referee else []
        world = transcript.notes.get(WORLD_NOTE)
        seen = fault.seen if world is None else f"{fault.seen} ({world})"
        picture = "\n".join(rows) or None
        return Finding(fault.clause, fault.verdict, len(line), seen, fault.expected, line, picture)


def judge(transcript: Transcript) -> Judgement:
    """Follow a whole game. Raises ValueError when the transcript's form is not one."""
    judging = Judging(Form.from_json(transcript.form), terminal_of(transcript))
    for turn in transcript.turns:
        if judging.fault or judging.referee is None:
            break
        if turn.sent is not None:
            judging.referee.typed(turn.sent)
        judging.take(turn)
    return judging.judgement(transcript)


def terminal_of(transcript: Transcript) -> TerminalKind:
    """The kind of terminal that a transcript was made on. Raises ValueError."""
    noted = transcript.notes.get(TERMINAL_NOTE)
    return TerminalKind() if noted is None else TerminalKind.parse(str(noted))


def declared_fault(form: Form) -> Fault | None:
    """What is wrong with the form itself, so that no game can be played by it."""
    if form.drawing.faults:
        seen = "; ".join(form.drawing.faults[:3])
        return Fault(
            "mu_torere/drawing", seen, "sixteen edges between nine nodes, none crossing another"
        )
    twice = [number for number in form.numbers if form.numbers.count(number) > 1]
    if twice:
        seen = f"{form.numbers.count(twice[0])} nodes with the number {twice[0]}"
        return Fault("mu_torere/numbering", seen, "a number of its own for every node")
    unseen = [str(kind) for kind in form.kinds[:2]
              if kind.text is not None and not kind.text.strip() and not kind.style]  # fmt: skip
    if unseen:
        return Fault("mu_torere/drawing", "stones that nobody can see", "stones that can be seen")
    if form.alike:
        seen = f"{form.alike[0]!r} and {form.alike[1]!r}, which look the same"
        return Fault(
            "mu_torere/drawing", seen, "black, white and empty nodes that can be told apart"
        )
    return None
