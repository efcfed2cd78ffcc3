"""What the command line needs of a challenge; every game's `challenge.py` is one."""

import argparse
import dataclasses
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from harness.places import build, command_name, shown
from harness.program import Program
from harness.transcript import Transcript
from harness.verdict import Fact, Finding, Result

Progress = Callable[[str, float | None], None]
"""Called with what is being done now, and the share done (0 to 1; None when it is unknown)."""

Keep = Callable[[str, Transcript], None]
"""Called with a name and each finished transcript, which it writes to disk."""


@dataclass(frozen=True, slots=True)
class Job:
    """One program to be verified, and how thoroughly."""

    name: str  # as in the report: an entry's name, or the challenge's for a bare command
    program: Program
    form: Mapping[str, object]  # the challenge's own: how the program prints and reads
    source_bytes: int | None = None
    games: int = 20  # against opponents, beside those of the proof
    seed: int = 0  # of the opponents' chances
    again: tuple[str, str] = ("", "")  # the command that verifies it: before and after its options

    def with_judged_again(self, finding: Finding) -> Finding:
        """The finding with the command that judges the same runs again.

        A program that plays by chance would go another way in a new run.
        """
        folder = shlex.quote(shown(build() / "transcripts" / self.name))
        command = f"{command_name()} replay {folder}"
        return dataclasses.replace(finding, replay=command)

    def with_all_again(self, finding: Finding) -> Finding:
        """The finding with the command that verifies the program again, in the same way."""
        before, after = self.again
        return dataclasses.replace(finding, replay=f"{before} --seed {self.seed}{after}")

    def with_replay(self, finding: Finding) -> Finding:
        """The finding with the command that shows it again on a new run of the program."""
        before, after = self.again
        typed = ",".join(finding.line)
        return dataclasses.replace(finding, replay=f"{before} --line '{typed}'{after}")


class Challenge(Protocol):
    """One game: how its programs are described, proved, judged again and played."""

    name: str
    thoroughness_options: Sequence[str]  # those that say how much is played, not what a form is

    def add_options(self, parser: argparse._ActionsContainer) -> None:
        """Add the options that say how a program given by its command prints and reads."""

    def form_of_options(self, options: argparse.Namespace) -> Mapping[str, object]:
        """The form that the options describe. Raises UsageError."""

    def check_form(self, form: Mapping[str, object]) -> None:
        """Raises UsageError when a manifest's form is not one of this challenge."""

    def verify(self, job: Job, progress: Progress, keep: Keep) -> Result:
        """Play the program and judge it. Raises UsageError when it does not start."""

    def play_line(self, job: Job, line: Sequence[str], keep: Keep) -> Result:
        """Play one game with this input against the program, and judge it."""

    def judge_again(self, name: str, transcripts: Sequence[Transcript]) -> Result:
        """The verdict on transcripts alone. Raises UsageError when they are of another game."""

    def summary(self, facts: Mapping[str, Fact]) -> list[str]:
        """The figures of a result in sentences, for people."""

    def play(self, arguments: Sequence[str]) -> int:
        """Let a person play the reference player; the exit status."""
