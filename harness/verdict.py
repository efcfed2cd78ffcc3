"""What is said of a program under test: verdicts, findings, results; and the harness's own failure.

Three culprits, three types. The program's fault is data: a `Finding`. The caller's is `UsageError`,
shown in one line with exit status 2. The harness's own is `HarnessError`, shown as a judge error
and never as a wrong answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

Fact: TypeAlias = str | int | float | bool | None


class Verdict(StrEnum):
    """The words of the programming contests (Kattis, ICPC), and two that they lack."""

    ACCEPTED = "AC"
    WRONG_ANSWER = "WA"
    TIME_LIMIT = "TLE"
    RUN_TIME_ERROR = "RTE"
    INCONCLUSIVE = "INCONCLUSIVE"  # nothing wrong was seen, but the proof could not be closed
    JUDGE_ERROR = "JE"  # the harness failed; nothing is said of the program


class UsageError(ValueError):
    """The caller asked for what cannot be: the message says in one line what is wrong."""


class HarnessError(Exception):
    """The harness, or the machine under it, failed: nothing may be said of the program."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of a program under test.

    `clause` is the rule broken (`mu_torere/perfect`), `turn` counts the inputs sent before it
    (0: none), and `line` is what the human typed up to there, as it can be typed again.
    """

    clause: str
    verdict: Verdict
    turn: int
    seen: str
    expected: str
    line: tuple[str, ...] = ()
    picture: str | None = None  # the board that the program had before it
    replay: str | None = None  # a command that shows it again

    def __str__(self) -> str:
        return f"{self.clause}, turn {self.turn}: saw {self.seen}; expected {self.expected}"


@dataclass(frozen=True, slots=True)
class Result:
    """What one verification found out about one program.

    `facts` are the figures of the report in the order of their printing: counts, plies, seconds.
    """

    name: str
    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=dict)
    source_bytes: int | None = None

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Result":
        """The result that `dataclasses.asdict` and JSON made these values of."""
        findings = tuple(
            Finding(**{**f, "verdict": Verdict(f["verdict"]), "line": tuple(f["line"])})
            for f in values["findings"]
        )
        return cls(**{**values, "verdict": Verdict(values["verdict"]), "findings": findings})
