"""The programs under test: what their tables and first lines say."""

import warnings
from typing import Final

import pytest

from harness.challenges import CHALLENGES
from harness.clauses import clauses_of
from tests.harness.program_cases import PLAIN, PROGRAMS, Case, cases, patched

ALL: Final = [(game, case) for game in CHALLENGES for case in cases(game)]
TABLES: Final = [(game, case) for game, case in ALL if case.keys is not None]


@pytest.mark.parametrize(("game", "case"), ALL, ids=[f"{game}/{case.name}" for game, case in ALL])
def test_a_program_names_clauses_that_there_are(game: str, case: Case) -> None:
    assert case.about
    assert set(case.clauses) <= clauses_of(game).keys()
    assert bool(case.clauses) or case.verdict in {"AC", "INCONCLUSIVE"}
    if case.suffix == ".py":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # some are there to be warned of
            compile(case.text, case.file, "exec")


@pytest.mark.parametrize(
    ("game", "case"), TABLES, ids=[f"{game}/{case.name}" for game, case in TABLES]
)
def test_a_table_says_what_is_changed(game: str, case: Case) -> None:
    says = {"clause", "bug"} if case.clauses else {"style"}
    assert case.keys is not None
    assert says | {"diff"} <= case.keys
    assert case.keys <= says | {"diff", "of", "options", "picture", "needs", "slow"}
    rights = {right.text for right in cases(game) if right.folder == "accepted"} - {case.text}
    assert case.text not in rights
    plain = (PROGRAMS / game / "accepted" / PLAIN).read_text(encoding="utf-8")
    assert case.text != plain


@pytest.mark.parametrize(
    "diff", ["-nowhere", "-two\n+", " one\n-two\n-four", "+nothing to hold on"]
)
def test_a_hunk_that_does_not_fit_in_one_place_is_refused(diff: str) -> None:
    with pytest.raises(AssertionError):
        patched("one\ntwo\nthree\ntwo\n", diff)


def test_hunks_are_applied_in_order() -> None:
    assert patched("one\ntwo\ntwo\n", "-one\n+three\n\n three\n-two") == "three\ntwo\n"
