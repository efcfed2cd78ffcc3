"""Programs under test: whole files, and tables of small changes to them.

tests/programs/<challenge>/<verdict>/<program>   the folder names the verdict that it must get
    # clause: mu_torere/perfect; what is wrong with it        the clause that the finding must name
    # options: --games 700                              of `verify`, where it needs some

tests/programs/<challenge>/<verdict>.toml        each table changes a program of accepted/
    [jumps]                                      its name
    of = "preference.pl"                         which program it changes; plain.py if not given
    clause = "mu_torere/game"                    what the finding must name; or "A or B"
    bug = "..."                                  what is wrong with it; `style` of a right program
    options = "--games 700"                      of `verify`, where it needs some
    picture = '''...'''                          a file NAME.txt beside it
    needs = "watching"                           where nothing is watched, it is left out
    slow = true                                  left to `make test-all`
    diff = '''...'''                             see `patched`
"""

import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from harness.languages import BY_SUFFIX
from harness.sandbox.levels import can_notify

PROGRAMS: Final = Path(__file__).parents[1] / "programs"
VERDICTS: Final = {
    "accepted": "AC",
    "wrong_answer": "WA",
    "time_limit_exceeded": "TLE",
    "run_time_error": "RTE",
    "inconclusive": "INCONCLUSIVE",
}
PLAIN: Final = "plain.py"
CLAUSE: Final = re.compile(r"(?:#|//|--|<\?php //) clause: ([^;]+); (.+)")
OPTIONS: Final = re.compile(r"(?:#|//|--) options: (.+)")


@dataclass(frozen=True)
class Case:
    """One program, what it must get, and the options that it is verified with.

    `clauses` are what the finding may name: one, several where it is chance which contradiction
    shows first, none for a right program. `keys` are those of its table.
    """

    folder: str
    file: str
    text: str
    about: str
    clauses: tuple[str, ...]
    options: tuple[str, ...]
    picture: str | None = None
    needs: str | None = None
    slow: bool = False
    keys: frozenset[str] | None = None

    @property
    def name(self) -> str:
        return f"{self.folder}/{self.file}"

    @property
    def stem(self) -> str:
        return Path(self.file).stem

    @property
    def suffix(self) -> str:
        return Path(self.file).suffix

    @property
    def verdict(self) -> str:
        return VERDICTS[self.folder]

    @property
    def clause(self) -> str | None:
        return self.clauses[0] if self.clauses else None

    @property
    def marks(self) -> list[pytest.MarkDecorator]:
        unseen = self.needs == "watching" and not can_notify()
        skipped = pytest.mark.skipif(unseen, reason="nothing is watched here")
        return [skipped, *([pytest.mark.slow] if self.slow else [])]


@cache
def cases(challenge: str) -> tuple[Case, ...]:
    """The programs of a challenge, in the order of their names."""
    folder = PROGRAMS / challenge
    files = [
        read(path)
        for path in folder.glob("*/*")
        if path.suffix in BY_SUFFIX and path.parent.name in VERDICTS
    ]
    tables = [
        changed(folder, path.stem, name, table)
        for path in folder.glob("*.toml")
        for name, table in tomllib.loads(path.read_text(encoding="utf-8")).items()
    ]
    found = sorted([*files, *tables], key=lambda case: case.name)
    assert len({case.name for case in found}) == len(found), "two programs of one name"
    return tuple(found)


def read(source: Path) -> Case:
    """A program that is a file."""
    text = source.read_text(encoding="utf-8")
    first, second = text.split("\n")[:2]
    clause = CLAUSE.fullmatch(first)
    assert clause, f"{source}: its first line names no clause"
    options = OPTIONS.fullmatch(second)
    clauses = () if clause[1] == "none" else (clause[1],)
    given = tuple(shlex.split(options[1])) if options else ()
    return Case(source.parent.name, source.name, text, clause[2], clauses, given)


def changed(folder: Path, verdict: str, name: str, table: Mapping[str, Any]) -> Case:
    """A program that is a table."""
    right = folder / "accepted" / str(table.get("of", PLAIN))
    return Case(
        verdict,
        f"{name}{right.suffix}",
        patched(right.read_text(encoding="utf-8"), str(table["diff"])),
        str(table.get("bug") or table["style"]),
        tuple(str(table["clause"]).split(" or ")) if "clause" in table else (),
        tuple(shlex.split(str(table.get("options", "")))),
        table.get("picture"),
        table.get("needs"),
        bool(table.get("slow")),
        frozenset(table),
    )


def patched(text: str, diff: str) -> str:
    """The text with every hunk of the diff applied. Each hunk must fit in exactly one place."""
    for hunk in diff.strip("\n").split("\n\n"):
        lines = hunk.split("\n")
        assert all(line[0] in "-+ " for line in lines), hunk
        old = "".join(f"{line[1:]}\n" for line in lines if line[0] != "+")
        new = "".join(f"{line[1:]}\n" for line in lines if line[0] != "-")
        places = [found.start() for found in re.finditer(f"^{re.escape(old)}", text, re.MULTILINE)]
        assert len(places) == 1, f"{len(places)} places for\n{hunk}"
        text = text[: places[0]] + new + text[places[0] + len(old) :]
    return text


def command_of(case: Case, folder: Path) -> tuple[str, ...]:
    """How the program is run in this folder, into which it is written and compiled if need be.

    Skips the test where the language is not installed.
    """
    language = BY_SUFFIX[case.suffix]
    if shutil.which(language.tool) is None:
        pytest.skip(f"{case.file} needs {language.tool}, which is not installed")
    (folder / case.file).write_text(case.text, encoding="utf-8")
    if case.picture is not None:
        (folder / f"{case.stem}.txt").write_text(case.picture, encoding="utf-8")
    if build := language.build(case.file):
        subprocess.run(build, cwd=folder, check=True)
    return language.command(case.file)
