"""Programs under test that a folder and their first lines say all about.

tests/programs/<challenge>/<verdict>/<program>   the folder names the verdict that it must get
    # clause: mu_torere/perfect; what is wrong with it        the clause that the finding must name
    # options: --games 700                              of `verify`, where it needs some
"""

import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from harness.languages import BY_SUFFIX

VERDICTS: Final = {
    "accepted": "AC",
    "wrong_answer": "WA",
    "time_limit_exceeded": "TLE",
    "run_time_error": "RTE",
    "inconclusive": "INCONCLUSIVE",
}
CLAUSE: Final = re.compile(r"(?:#|//) clause: ([^;]+); .+")
OPTIONS: Final = re.compile(r"(?:#|//) options: (.+)")


@dataclass(frozen=True)
class Case:
    """One program, what it must get, and the options that it is verified with."""

    source: Path
    clause: str | None
    options: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.source.parent.name}/{self.source.name}"

    @property
    def verdict(self) -> str:
        return VERDICTS[self.source.parent.name]


def cases(folder: Path) -> list[Case]:
    """The programs of a challenge, in the order of their names; other folders are passed over."""
    return [
        read(path)
        for path in sorted(folder.glob("*/*"))
        if path.suffix in BY_SUFFIX and path.parent.name in VERDICTS
    ]


def read(source: Path) -> Case:
    first, second = source.read_text(encoding="utf-8").split("\n")[:2]
    clause = CLAUSE.fullmatch(first)
    assert clause, f"{source}: its first line names no clause"
    options = OPTIONS.fullmatch(second)
    given = tuple(shlex.split(options[1])) if options else ()
    return Case(source, None if clause[1] == "none" else clause[1], given)


def command_of(source: Path, folder: Path) -> tuple[str, ...]:
    """How a copy of the program is run in this folder, compiled where it must be.

    Skips the test where the language is not installed.
    """
    language = BY_SUFFIX[source.suffix]
    if shutil.which(language.tool) is None:
        pytest.skip(f"{source.name} needs {language.tool}, which is not installed")
    copy = Path(shutil.copy(source, folder)).name
    if build := language.build(copy):
        subprocess.run(build, cwd=folder, check=True)
    return language.command(copy)
