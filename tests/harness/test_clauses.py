"""Every clause has its words, every finding's clause is one, and people can ask for them."""

import re
from pathlib import Path

import pytest

from harness.clauses import GAMES, clause_named, clauses_of, sentence_of
from harness.command_line import main
from harness.verdict import HarnessError, UsageError

HARNESS = Path(__file__).parents[2] / "harness"


@pytest.mark.parametrize("game", GAMES)
def test_the_clauses_that_a_judge_names_are_those_of_the_challenge(game: str) -> None:
    sources = [path.read_text(encoding="utf-8") for path in (HARNESS / game).rglob("*.py")]
    named = {name for text in sources for name in re.findall(rf'"\??({game}/[a-z_]+)"', text)}
    assert named == clauses_of(game).keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_one_sentence(game: str) -> None:
    for clause in clauses_of(game).values():
        assert re.fullmatch(rf"{game}/[a-z_]+", clause.name)
        assert re.fullmatch(r"[A-Z][^\n]*[^.]\.", clause.sentence)
        assert not clause.text.endswith("#")


def test_a_clause_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "mu_torere/perfect"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("mu_torere/perfect\n\nThe program never loses")
    assert "draw into a loss" in said
    assert "## " not in said


def test_all_clauses_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert len(listed) == sum(len(clauses_of(game)) for game in GAMES)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("mu_torere/perfekt", "the nearest are mu_torere/perfect"),
        ("time", "the nearest are menace/time, meta_tic_tac_toe/time, mu_torere/time"),
        ("mu_torere/6", "the nearest are"),
        ("zzz", "there are menace/first"),
    ],
)
def test_an_unknown_clause_is_the_callers_fault(name: str, hint: str) -> None:
    with pytest.raises(UsageError, match=hint):
        clause_named(name)


def test_a_finding_with_an_unknown_clause_is_the_harness_fault() -> None:
    with pytest.raises(HarnessError, match="mu_torere/nothing"):
        sentence_of("mu_torere/nothing")
