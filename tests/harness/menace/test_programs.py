"""Whole programs on a real terminal: what the verification says of each, and of which clause.

tests/harness/program_cases.py says where they are and how they are written down.

MENACE's chance is real chance here: no seed makes a run of a program repeatable. What is rarely
seen is given more games (`--games`, of which one stands for two hundred), and a clause that depends
on which of two contradictions is seen first is not asked for.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from harness import transcript
from harness.challenge import Job
from harness.clauses import clauses_of
from harness.menace.challenge import Menace
from harness.menace.classes import BOXES
from harness.program import Program
from harness.sandbox.client import pool as launchers
from harness.session import Limits
from harness.verdict import Result, Verdict
from tests.harness.live import at_work_in, options_of
from tests.harness.program_cases import Case, cases, command_of

GAMES: Final = 25  # of a right program at most: all is told long before, as a rule in a fifth

ALL: Final = cases("menace")
RIGHT: Final = [case for case in ALL if case.verdict == "AC"]
BROKEN: Final = [case for case in ALL if case.verdict != "AC"]
# Of each clause and verdict one program is run quickly, the first by its name; the others are slow.
QUICK: Final = {(case.verdict, tuple(case.clauses)): case for case in reversed(BROKEN)}
# In which form programs are found to play that declare none, and not the usual one.
READ_AS: Final = {
    f"accepted/{name}.py": found
    for name, found in {
        "boards_as_sums": "--marks '11 13 17'",
        "squares_by_number": "--moves 1-9",
        "row_and_column_apart": r"--moves '1\n1 1\n2 1\n3 2\n1 2\n2 2\n3 3\n1 3\n2 3\n3'",
        "asks_until_it_understands": "--moves 0-8",
        "marks_of_its_own": "--marks 'M H -'",
        "games_as_an_argument": "{games} at the end of its command",
        "numbers_for_all": ("{games} at the end of its command and --marks '1 2 0' --moves 1-9"),
    }.items()
}


def verified(case: Case, folder: Path, *more: str) -> Result:
    """The result of a verification, which every transcript kept is to give again."""
    menace = Menace()
    chosen = options_of(menace, [*more, *case.options])
    command = command_of(case, folder)
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
    assert at_work_in(folder) == []
    again = menace.judge_again(job.name, [transcript.load(path) for path in sorted(kept.iterdir())])
    assert told(again) == told(result)
    return result


def told(result: Result) -> tuple[object, ...]:
    return result.verdict, [(f.clause, f.verdict, f.turn, f.seen) for f in result.findings]


def parameters(found: Sequence[Case]) -> list[Any]:
    return [
        pytest.param(
            case,
            id=case.name,
            marks=[*case.marks, *([] if case in QUICK.values() else [pytest.mark.slow])],
        )
        for case in found
    ]


@pytest.mark.parametrize("case", parameters(BROKEN))
def test_a_broken_program_is_refused_for_its_clause(case: Case, tmp_path: Path) -> None:
    result = verified(case, tmp_path)
    assert result.verdict == case.verdict, result
    assert result.findings[0].clause in case.clauses, result.findings[0]


@pytest.mark.parametrize("case", parameters(RIGHT))
def test_a_right_program_is_accepted(case: Case, tmp_path: Path) -> None:
    result = verified(case, tmp_path, "--games", str(GAMES))
    assert result.verdict is Verdict.ACCEPTED, result
    assert result.facts["boxes_exercised"] == BOXES
    assert result.facts.get("read_as") == READ_AS.get(case.name)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_its_options_are_those_of_verify(case: Case) -> None:
    options_of(Menace(), case.options)


def test_every_clause_is_broken_by_some_program() -> None:
    assert clauses_of("menace").keys() == {clause for broken in BROKEN for clause in broken.clauses}
