"""What a newer Python says of a source: every game's report mentions it, no verdict counts it."""

import json
from pathlib import Path

import pytest

from harness.command_line import main
from harness.starters.starters import TEMPLATES

WARNS = (
    "import sys\n"
    "sys.stderr.write('program.py:1: SyntaxWarning: invalid decimal literal\\n  24for x in y\\n')\n"
)
SAID = "warns of the source, which is not held against the program: invalid decimal literal"
LINES = {
    "mu_torere": ["--line", "9"],
    "menace": ["--beads", "squares", "--line", "1"],
    "meta_tic_tac_toe": ["--line", " ".join(["X", *["---------"] * 10, "xx"])],
}


@pytest.mark.parametrize("game", LINES)
def test_the_report_mentions_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLFPROOF_BUILD", str(tmp_path / "build"))
    source = (TEMPLATES / game / "program.py").read_text()
    Path("program.py").write_text(WARNS + source)
    command = ["verify", game, *LINES[game], "--clean-end", "--", "python3", "program.py"]
    assert main(command) == 0
    assert SAID in capsys.readouterr().out
    assert main(["replay", f"build/transcripts/{game}/program.py"]) == 0
    assert SAID in capsys.readouterr().out
    assert main(["verify", "--json", *command[1:]]) == 0
    (result,) = json.loads(capsys.readouterr().out)
    assert "SyntaxWarning" in result["facts"]["syntax_warnings"]
