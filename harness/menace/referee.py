"""The referee of one run of a MENACE: the rules of play and of printing, from its transcript.

What the beads did is for `accounts`, chance for `statistics`.
"""

from dataclasses import dataclass
from typing import Final

from harness.fault import Fault
from harness.menace.follower import Follower, Played, State
from harness.menace.form import Form
from harness.menace.steps import shortened
from harness.transcript import Transcript, Turn
from harness.verdict import Finding, Verdict
from reference.tic_tac_toe import Board

PLAYS_WITH: Final = "plays_with"  # in the notes of transcripts of old: the option that helped
FURTHER_LOOK: Final = "further_look"  # in the notes: it was played as earlier runs were strange


@dataclass(frozen=True, slots=True)
class Run:
    """One run followed: its finished games in order, and the clause broken first, if any."""

    games: tuple[Played, ...]
    findings: tuple[Finding, ...]
    form: Form
    slowest_seconds: float
    start_seconds: float
    line: tuple[str, ...]
    began: float = 0.0  # in seconds since the first run of the verification
    asked: int = 0  # games that the program was told to play
    further_look: bool = False  # it was played because earlier runs were strange


class Judging:
    """Judges one run, turn by turn as it passes, or afterwards by its transcript."""

    def __init__(self, form: Form, games: int) -> None:
        self.follower = Follower(form, games)
        self.played: list[Played] = []
        self._fault: Fault | None = None

    @property
    def failed(self) -> bool:
        """Whether a clause was broken."""
        return self._fault is not None

    def take(self, turn: Turn) -> list[Played]:
        """Take a turn; the games that it finished, none of them where it broke a clause."""
        outcome = self.follower.follow(turn)
        if isinstance(outcome, Fault):
            self._fault = outcome
            return []
        self.played += outcome
        return outcome

    def run(self, transcript: Transcript) -> Run:
        """What comes of all turns, which are those of this transcript, and of the run's end."""
        turns, follower = transcript.turns, self.follower
        fault = self._fault or _at_the_end(follower.form, follower.state, transcript)
        findings: tuple[Finding, ...] = ()
        if fault:
            fault = fault.with_end(transcript.exit, "menace/end", (turn.said for turn in turns))
            if option := transcript.notes.get(PLAYS_WITH):
                fault = _undeclared(fault, transcript, str(option))
            line = transcript.line[: follower.inputs]
            picture = _picture(follower.state.board)
            findings = (
                Finding(fault.clause, fault.verdict, follower.inputs, fault.seen, fault.expected,
                        line, picture),
            )  # fmt: skip
        return Run(
            games=tuple(self.played),
            findings=findings,
            form=follower.form,
            slowest_seconds=max((turn.seconds for turn in turns[1:]), default=0.0),
            start_seconds=turns[0].seconds if turns else 0.0,
            line=transcript.line,
            began=float(transcript.notes.get("began") or 0),
            asked=follower.games,
            further_look=bool(transcript.notes.get(FURTHER_LOOK)),
        )


def judge(transcript: Transcript) -> Run:
    """Follow a whole run. Raises ValueError when the transcript's form is not one."""
    form = Form.from_values(transcript.form)
    turns = transcript.turns
    games = int(transcript.notes.get("games") or turns[0].sent or 0) if turns else 0
    judging = Judging(form, games)
    for turn in turns:
        judging.take(turn)
        if judging.failed:
            break
    return judging.run(transcript)


def _undeclared(fault: Fault, transcript: Transcript, option: str) -> Fault:
    """The fault of a program that plays rightly under another option: not a wrong answer."""
    last = transcript.turns[-1]
    seen = fault.seen
    if last.said:
        said = shortened(repr(last.said))
        seen += f"; after {last.sent} it printed {said}, which cannot be read"
    expected = f"an option that declares its form: with {option} it played without a mistake"
    return Fault("menace/reading", seen, expected, Verdict.INCONCLUSIVE)


def _at_the_end(form: Form, state: State, transcript: Transcript) -> Fault | None:
    end = transcript.exit
    if end.reached:
        seen = f"it reached for {', '.join(end.reached[:3])}"
        return Fault("menace/files", seen, "its own source and its interpreter's files only")
    if not state.ended:
        return None
    if end.left_running:
        return Fault("menace/end", f"{end.left_running} processes left running", "none")
    if form.clean_end and (end.status != 0 or end.own_stderr):
        seen = f"status {end.status}, {end.own_stderr.strip()[-80:]!r} on standard error"
        return Fault("menace/clean_end", seen, "status 0, nothing on standard error")
    return None


def _picture(board: Board | None) -> str | None:
    return None if board is None else "\n".join(board[i : i + 3] for i in (0, 3, 6))
