"""One candidate tried: how far it gets, the check that refutes fastest first.

compile        Python does not read it
warns          Python warns of it on standard error, where the program is to end cleanly
probe          one line of input, which refuted others before, shows a fault of it
command        the caller's command, asked besides the harness, does not accept it
verification   the verification finds a fault: the quick one, or the whole one
inconclusive   nothing wrong is seen, but the whole verification gives no verdict
undecided      the judge failed
quick          the quick verification finds no fault, and the whole one has not been made
passed         nothing refutes it
"""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from harness import verify
from harness.challenges import challenge_named
from harness.golf import checking
from harness.golf.strings import warnings_of
from harness.sandbox.scratch import scratch_folder
from harness.verdict import Result, UsageError, Verdict


class Stage(StrEnum):
    """How far a candidate got."""

    COMPILE = "compile"
    WARNS = "warns"
    PROBE = "probe"
    COMMAND = "command"
    VERIFICATION = "verification"
    INCONCLUSIVE = "inconclusive"
    UNDECIDED = "undecided"
    QUICK = "quick"
    PASSED = "passed"


UNREFUTED: Final = (Stage.QUICK, Stage.PASSED)
PLAYED: Final = (Stage.PROBE, Stage.COMMAND, Stage.VERIFICATION)
"""The stages at which a candidate was run, and refuted by that."""

OPEN: Final = (Stage.INCONCLUSIVE, Stage.UNDECIDED)
"""The stages of a candidate that is neither refuted nor accepted."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The stage that a candidate reached; `line` is the input that shows its fault, if any."""

    stage: Stage
    said: str = ""
    line: tuple[str, ...] = ()

    def to_json(self) -> list[Any]:
        """The outcome as a short list for JSON, since there are thousands of outcomes."""
        return [self.stage, self.said, list(self.line)]

    @classmethod
    def from_json(cls, values: Sequence[Any]) -> "Outcome":
        """What `to_json` made."""
        stage, said, line = values
        return cls(Stage(stage), str(said), tuple(map(str, line)))


_SAID: Final = 160  # characters kept of what is wrong


def compile_outcome(source: bytes, suffix: str, most: int | None = None) -> Outcome | None:
    """The outcome of a candidate that does not compile; None for any that may run.

    One of which Python warns more than `most` times may not; None sets no such limit.
    """
    if suffix != ".py":
        return None
    count = warnings_of(source)
    if count is None:
        return Outcome(Stage.COMPILE)
    return Outcome(Stage.WARNS) if most is not None and count > most else None


def most_warnings(source: bytes, suffix: str, check: checking.Check) -> int | None:
    """How many warnings a candidate may give: as many as the program, where it ends cleanly."""
    if suffix != ".py" or not isinstance(check, checking.ByHarness):
        return None
    return warnings_of(source) if check.entry.form.get("clean_end") else None


def try_candidate(
    source: bytes,
    name: str,
    check: checking.Check,
    lines: Sequence[tuple[str, ...]],
    whole: bool = True,
) -> Outcome:
    """Try one candidate, in a folder of its own, under the name of the file that it is made of.

    Unless `whole`, what the harness's quick verification accepts is verified no further.
    """
    with scratch_folder() as folder:
        path = folder / name
        path.write_bytes(source)
        path.chmod(0o755)
        if isinstance(check, checking.ByHarness):
            return _by_harness(path, check, lines, whole)
        failure = check(path)
        if failure is None:
            return Outcome(Stage.PASSED)
        return Outcome(Stage.VERIFICATION, _shortened(failure, path))


def probe(path: Path, check: checking.ByHarness, line: Sequence[str]) -> Outcome | None:
    """The outcome when one line of input shows a fault; None when it does not."""
    try:
        result = verify.run(
            challenge_named(check.entry.challenge),
            checking.job_for(check, path),
            lambda what, share: None,
            line,
        )
    except UsageError:
        return None  # this program does not let the human type that
    if result.verdict in (Verdict.ACCEPTED, Verdict.INCONCLUSIVE, Verdict.JUDGE_ERROR):
        return None
    return Outcome(Stage.PROBE, _said(result, path), tuple(line))


def _by_harness(
    path: Path, check: checking.ByHarness, lines: Sequence[tuple[str, ...]], whole: bool
) -> Outcome:
    for line in lines:
        outcome = probe(path, check, line)
        if outcome is not None:
            return outcome
    if check.also is not None and (failure := check.also(path)) is not None:
        return Outcome(Stage.COMMAND, _shortened(failure, path))
    if not whole:
        quick = _verified(path, checking.quick(check))
        if quick.stage is Stage.PASSED:
            return Outcome(Stage.QUICK)
        if quick.stage is Stage.VERIFICATION:
            return quick
    for seed in (check.seed, check.seed + 1):  # what passes must pass with other opponents too
        outcome = _verified(path, dataclasses.replace(check, seed=seed))
        if outcome.stage is not Stage.PASSED:
            return outcome
    return Outcome(Stage.PASSED)


def _verified(path: Path, check: checking.ByHarness) -> Outcome:
    """The outcome of one verification."""
    result = check.result(path)
    if result.verdict in (Verdict.INCONCLUSIVE, Verdict.JUDGE_ERROR):
        inconclusive = result.verdict is Verdict.INCONCLUSIVE
        stage = Stage.INCONCLUSIVE if inconclusive else Stage.UNDECIDED
        return Outcome(stage, _said(result, path))
    if result.verdict is not Verdict.ACCEPTED:
        line = result.findings[0].line if result.findings else ()
        return Outcome(Stage.VERIFICATION, _said(result, path), line)
    return Outcome(Stage.PASSED)


def _said(result: Result, path: Path) -> str:
    finding = result.findings[0] if result.findings else result.facts.get("error", "")
    return _shortened(f"{result.verdict} {finding}", path)


def _shortened(said: str, path: Path) -> str:
    """What is wrong, without the name of the folder, which is another in every search."""
    return said.replace(f"{path.parent}/", "")[:_SAID]
