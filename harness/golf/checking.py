"""Checks whether a changed program is still right: by the harness, or by a command.

A check is a value that can be sent to another process, and is called there with a file.
"""

import dataclasses
import hashlib
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from harness import verify
from harness.challenge import Job
from harness.challenges import challenge_named
from harness.entry import Entry, all_entries, entries_at
from harness.places import ROOT, own_command
from harness.session import Limits
from harness.verdict import Result, UsageError, Verdict


class Check(Protocol):
    """Called with a candidate's file: None when it passes, else what was wrong, in a line."""

    @property
    def name(self) -> str:
        """Who checks."""

    def __call__(self, candidate: Path) -> str | None:
        """Check one file."""


@dataclass(frozen=True)
class Unchecked:
    """Accepts every file; the caller asked for no check."""

    name: str = "nothing"

    def __call__(self, candidate: Path) -> str | None:
        """Everything passes."""
        return None


@dataclass(frozen=True)
class ByHarness:
    """The proof that `golfproof verify` makes of an entry, made of another file in its place."""

    entry: Entry
    games: int = 20
    seed: int = 0
    move_seconds: float = 15.0
    asks_seconds: float = 1.0
    processor_seconds: float | None = None
    also: "ByCommand | None" = None  # what a file has to pass as well, before a long verification
    otherwise: tuple[str, ...] = ()  # lines of a manifest, tried on what cannot be read as declared

    @property
    def name(self) -> str:
        """The entry's name, and the command that is asked as well."""
        return self.entry.name if self.also is None else f"{self.entry.name}, {self.also.name}"

    def __call__(self, candidate: Path) -> str | None:
        """Verify the file as the entry is verified."""
        result = self.result(candidate)
        if result.verdict is Verdict.ACCEPTED:
            return None
        said = str(result.findings[0]) if result.findings else str(result.facts.get("error", ""))
        return f"{result.verdict}: {said}"

    def result(self, candidate: Path) -> Result:
        """The result of the verification; its transcripts are not kept.

        A file on which there is no verdict as the entry is declared, since its output is in another
        form, is verified as it is declared `otherwise`.
        """
        result = self._declared(candidate)
        for lines in self.otherwise:
            if result.verdict is not Verdict.INCONCLUSIVE:
                return result
            form = {**self.entry.form, **_form_of(lines)}
            entry = dataclasses.replace(self.entry, form=form)
            result = dataclasses.replace(self, entry=entry)._declared(candidate)
        return result

    def _declared(self, candidate: Path) -> Result:
        job = job_for(self, candidate)
        try:
            challenge = challenge_named(self.entry.challenge)
            return verify.run(challenge, job, lambda what, share: None)
        finally:
            shutil.rmtree(verify.transcripts_of(job.name), ignore_errors=True)


def quick(check: ByHarness) -> ByHarness:
    """The same check in less time: as few games as there can be, and none of the slow worlds."""
    entry = check.entry
    if "--quick" in challenge_named(entry.challenge).thoroughness_options:
        entry = dataclasses.replace(entry, form={**entry.form, "quick": True})
    return dataclasses.replace(check, entry=entry, games=1)


def job_for(check: ByHarness, candidate: Path) -> Job:
    """The job that verifies a file in the place of the entry's source."""
    entry = check.entry
    shown = _shown(entry)
    command = tuple(
        str(candidate.resolve()) if part in shown else part for part in entry.program.command
    )
    program = dataclasses.replace(entry.program, command=command)
    moved = dataclasses.replace(entry, program=program, source=candidate)
    mark = hashlib.sha256(candidate.read_bytes()).hexdigest()[:12]
    limits = Limits(
        check.move_seconds,
        asks_seconds=check.asks_seconds,
        processor_seconds=check.processor_seconds,
    )
    job = verify.job_of(moved, limits, check.games, check.seed)
    return dataclasses.replace(job, name=f"{entry.challenge}/candidate-{mark}")


@dataclass(frozen=True)
class ByCommand:
    """A command of the caller's, {} standing for the file: status 0 passes.

    `golfproof` at its front is this very golfproof, installed or not.
    """

    command: str
    seconds: float = 60.0

    @property
    def name(self) -> str:
        """The command."""
        return self.command

    def __call__(self, candidate: Path) -> str | None:
        """Run the command on the file, which keeps the original's suffix."""
        words = [word.replace("{}", str(candidate.resolve())) for word in shlex.split(self.command)]
        own = own_command() if words[:1] == ["golfproof"] else words[:1]
        try:
            done = subprocess.run(
                own + words[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, timeout=self.seconds, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return f"still running after {self.seconds:g} s"
        except OSError as error:
            raise UsageError(f"{words[0]}: {error.strerror}") from error
        if done.returncode == 0:
            return None
        last = done.stdout.decode(errors="replace").strip().rpartition("\n")[2]
        return f"status {done.returncode}: {last[:200]}"


def _form_of(lines: str) -> Mapping[str, object]:
    """What lines of a manifest declare."""
    try:
        return tomllib.loads(lines)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{lines}: not as in a manifest, such as 'marks = \"XO-\"'") from error


def _check_command(entry: Entry) -> None:
    """Raises UsageError when the entry's command would run something else than a candidate."""
    if not any(part in _shown(entry) for part in entry.program.command):
        raise UsageError(
            f"{entry.name}: its command does not name its source, so that no changed file can "
            "be run instead: give a command by --check"
        )


def _shown(entry: Entry) -> set[str]:
    """The entry's source as its command may name it."""
    if entry.source is None:
        return set()
    shown = {str(entry.source)}
    if entry.source.is_relative_to(entry.program.cwd):
        shown.add(str(entry.source.relative_to(entry.program.cwd)))
    return shown


def entry_of(path: Path) -> Entry | None:
    """The entry whose source is this file: of the project, or of a manifest beside the file."""
    for entry in [*all_entries(ROOT), *entries_at(str(path.parent))]:
        if entry.source is not None and entry.source.resolve() == path.resolve():
            return entry
    return None


def named_entry(name: str) -> Entry:
    """The entry of this name. Raises UsageError."""
    golfed = [entry for entry in all_entries(ROOT) if entry.source is not None]
    for entry in golfed:
        if entry.name == name:
            return entry
    known = ", ".join(entry.name for entry in golfed)
    raise UsageError(f"{name}: no such golfed entry; there are {known}")


def chosen(
    path: Path,
    command: str | None,
    entry: str | None,
    unchecked: bool,
    otherwise: Sequence[str] = (),
) -> Check:
    """The check that the caller has chosen; by default the verification of the file's own entry.

    Raises UsageError where there is none.
    """
    if unchecked:
        if command is not None or entry is not None or otherwise:
            raise UsageError("--unchecked goes with neither --as nor --check nor --otherwise")
        return Unchecked()
    if command is not None and "{}" not in command:
        raise UsageError("the command of --check has no {}, where the file's name would stand")
    also = None if command is None else ByCommand(command)
    if also is not None and entry is None:
        if otherwise:
            raise UsageError("--otherwise needs an entry: name it by --as ENTRY")
        return also
    found = entry_of(path) if entry is None else named_entry(entry)
    if found is not None:
        _check_command(found)
    if found is None:
        raise UsageError(
            f"{path}: no manifest lists this file: say by "
            "--as ENTRY or --check 'COMMAND {}' how results are checked"
        )
    for lines in otherwise:
        challenge_named(found.challenge).check_form({**found.form, **_form_of(lines)})
    return ByHarness(found, also=also, otherwise=tuple(otherwise))
