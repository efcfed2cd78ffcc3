"""Whole programs on a real terminal: what the verification says of each, and of which clause.

tests/programs/menace/accepted/                  right programs in several languages, and plain.py
tests/programs/menace/accepted.toml              plain.py in other styles, by what differs
tests/programs/menace/wrong_answer.toml          plain.py with one clause broken, by what differs
tests/programs/menace/run_time_error.toml        the same
tests/programs/menace/time_limit_exceeded.toml   the same
tests/programs/menace/inconclusive.toml          right, in a form that nobody can read

MENACE's chance is real chance here: no seed makes a run of a program repeatable. What is rarely
seen is given more games (`--games`, of which one stands for two hundred), and a clause that depends
on which of two contradictions is seen first is not asked for.
"""

import argparse
import re
import shlex
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from harness import transcript
from harness.challenge import Job
from harness.clauses import clauses_of
from harness.menace.challenge import Menace
from harness.menace.referee import BOXES
from harness.program import Program
from harness.sandbox.client import pool as launchers
from harness.sandbox.levels import can_notify
from harness.session import Limits
from harness.verdict import Result, Verdict
from tests.harness.program_cases import command_of

PROGRAMS: Final = Path(__file__).parents[2] / "programs" / "menace"
ACCEPTED: Final = sorted(p for p in (PROGRAMS / "accepted").iterdir() if p.is_file())
PLAIN: Final = (PROGRAMS / "accepted" / "plain.py").read_text()
VERDICTS: Final = {
    "accepted": Verdict.ACCEPTED,
    "wrong_answer": Verdict.WRONG_ANSWER,
    "time_limit_exceeded": Verdict.TIME_LIMIT,
    "run_time_error": Verdict.RUN_TIME_ERROR,
    "inconclusive": Verdict.INCONCLUSIVE,
}
GAMES: Final = 25  # of a right program at most: all is told long before, as a rule in a fifth


class Variant(NamedTuple):
    """One table: plain.py with a bug, or in another style."""

    name: str
    verdict: Verdict
    table: Mapping[str, Any]

    @property
    def clauses(self) -> list[str]:
        """The clause broken; several where it is chance which contradiction is seen first."""
        return str(self.table["clause"]).split(" or ")

    @property
    def source(self) -> str:
        return patched(PLAIN, self.table["diff"])

    @property
    def options(self) -> str:
        return str(self.table.get("options", ""))

    def verified(self, folder: Path, more: str = "") -> Result:
        (folder / f"{self.name}.py").write_text(self.source)
        return verified(("python3", f"{self.name}.py"), folder, f"{more} {self.options}")


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


VARIANTS: Final = [
    Variant(name, verdict, table)
    for file, verdict in VERDICTS.items()
    for name, table in tomllib.loads((PROGRAMS / f"{file}.toml").read_text()).items()
]
STYLES: Final = [variant for variant in VARIANTS if variant.verdict is Verdict.ACCEPTED]
BROKEN: Final = [variant for variant in VARIANTS if variant.verdict is not Verdict.ACCEPTED]


def options_of(words: str) -> argparse.Namespace:
    """What `verify` would make of these options."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--move-seconds", type=float, default=10.0)
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--clean-end", action="store_true")
    Menace().add_options(parser)
    return parser.parse_args(shlex.split(words))


def verified(command: tuple[str, ...], folder: Path, options: str) -> Result:
    """The result of a verification, which every transcript kept is to give again."""
    menace, chosen = Menace(), options_of(options)
    job = Job(
        name=f"menace/{folder.name}",
        program=Program(command, folder, limits=Limits(move_seconds=chosen.move_seconds)),
        form=menace.form_of_options(chosen),
        games=chosen.games,
    )
    kept = folder / "transcripts"
    result = menace.verify(
        job,
        lambda done, share: None,
        lambda name, run: transcript.save(run, kept / f"{name}.interaction"),
    )
    launchers.close()  # those that wait for a further run stand in its folder
    assert running(folder) == []
    again = menace.judge_again(job.name, [transcript.load(path) for path in sorted(kept.iterdir())])
    assert told(again) == told(result)
    return result


def told(result: Result) -> tuple[object, ...]:
    return result.verdict, [(f.clause, f.verdict, f.turn, f.seen) for f in result.findings]


def running(folder: Path) -> list[str]:
    """The command lines of processes that work in this folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").readlink() == folder:
                found.append((process / "cmdline").read_text())
        except OSError:
            continue
    return found


def marks(table: Mapping[str, Any]) -> list[pytest.MarkDecorator]:
    skipped = pytest.mark.skipif(
        table.get("needs") == "watching" and not can_notify(), reason="nothing is watched here"
    )
    return [skipped, *([pytest.mark.slow] if table.get("slow") else [])]


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(broken, id=f"{broken.verdict}-{broken.name}", marks=marks(broken.table))
        for broken in BROKEN
    ],
)
def test_a_broken_program_is_refused_for_its_clause(broken: Variant, tmp_path: Path) -> None:
    result = broken.verified(tmp_path)
    assert result.verdict is broken.verdict, result
    assert result.findings[0].clause in broken.clauses, result.findings[0]


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_a_right_program_is_accepted_in_any_style(style: Variant, tmp_path: Path) -> None:
    accept(style.verified(tmp_path, f"--games {GAMES}"))


@pytest.mark.slow
@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.name)
def test_a_right_program_is_accepted_in_any_language(path: Path, tmp_path: Path) -> None:
    accept(verified(command_of(path, tmp_path), tmp_path, f"--games {GAMES} {options_in(path)}"))


def accept(result: Result) -> None:
    assert result.verdict is Verdict.ACCEPTED, result
    assert result.facts["boxes_exercised"] == BOXES


def options_in(path: Path) -> str:
    """The options that the program's second comment names, if it has one."""
    found = re.search(r"^(?:#|//) options: (.*)$", path.read_text(), re.MULTILINE)
    return found[1] if found else ""


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.name)
def test_a_right_program_says_what_it_is(path: Path) -> None:
    first = path.read_text().partition("\n")[0]
    assert re.match(r"(?:#|//) clause: none; .", first), first
    options_of(options_in(path))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_table_says_what_is_changed(variant: Variant) -> None:
    right = variant.verdict is Verdict.ACCEPTED
    says = {"style"} if right else {"clause", "bug"}
    assert says <= variant.table.keys() <= says | {"diff", "options", "needs", "slow"}
    assert right or set(variant.clauses) <= clauses_of("menace").keys()
    assert variant.source != PLAIN
    compile(variant.source, variant.name, "exec")
    options_of(variant.options)


def test_every_clause_is_broken_by_some_program() -> None:
    assert clauses_of("menace").keys() == {clause for broken in BROKEN for clause in broken.clauses}


def test_names_differ() -> None:
    names = [variant.name for variant in VARIANTS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("diff", ["-nowhere", "-        show(board)\n+", " boxes = {}\n-def show"])
def test_a_hunk_that_does_not_fit_in_one_place_is_refused(diff: str) -> None:
    with pytest.raises(AssertionError):
        patched(PLAIN, diff)
