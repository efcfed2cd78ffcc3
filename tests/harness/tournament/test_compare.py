"""Two bots compared by the matches in a folder."""

from pathlib import Path

import pytest

from harness.meta_tic_tac_toe import match_file
from harness.meta_tic_tac_toe.match import play
from harness.tournament.compare import main
from harness.tournament.openings import Openings
from tests.harness.tournament.support import asking, first, silent

ASKS = {"strong": asking(first), "weak": asking(silent)}


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Thirty pairs, all of them won by one side."""
    for number in range(60):
        x, o = ("strong", "weak") if number % 2 else ("weak", "strong")
        match_file.save(play(x, o, ASKS[x], ASKS[o]), tmp_path / f"{number:03}.match")
    return tmp_path


def test_stronger_and_not(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(played), "strong", "weak", "--elo1", "100"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("strong is stronger than weak: +100 Elo rather than +0\n")
    assert "0 of 0, 0 of 0.5, 0 of 1, 0 of 1.5, " in said
    assert main([str(played), "weak", "strong", "--elo1", "100"]) == 1
    assert capsys.readouterr().out.startswith("weak is not stronger than strong")


def test_open(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file in sorted(played.iterdir())[4:]:
        file.unlink()
    assert main([str(played), "strong", "weak"]) == 2
    said = capsys.readouterr().out
    assert "more matches are needed" in said
    assert "2 pairs" in said


def test_matches_that_are_alike_are_told_of(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([str(played), "strong", "weak"])
    assert capsys.readouterr().out.endswith(
        "58 of 60 matches repeat another move by move, and tell nothing more: play with "
        "--openings\n"
    )
    for number, file in enumerate(sorted(played.iterdir())):
        x, o = ("strong", "weak") if number % 2 else ("weak", "strong")
        opening = Openings(4).numbered(number // 2)
        match_file.save(play(x, o, ASKS[x], ASKS[o], opening=opening), file)
    main([str(played), "strong", "weak"])
    assert "--openings" not in (said := capsys.readouterr().out)
    assert said.count("\n") == 2


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("strong", "nobody"), "no pair of matches of strong and nobody"),
        (("strong", "weak", "--elo1", "-5"), "elo0 is less than elo1"),
        (("strong", "weak", "--alpha", "0"), "between 0 and 0.5"),
    ],
)
def test_wrong_usage(
    played: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str
) -> None:
    assert main([str(played), *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert complaint in err


def test_a_file_that_is_no_match(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (played / "999.match").write_text("x")
    assert main([str(played), "strong", "weak"]) == 2
    assert "999.match: not a match file" in capsys.readouterr().err
