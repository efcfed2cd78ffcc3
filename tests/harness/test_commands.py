"""Each command is known by its name, and imported only when it is named."""

import subprocess
import sys

import pytest

from harness.command_line import COMMANDS, main
from harness.places import ROOT

NOTHING_OF = "harness.menace", "harness.mu_torere", "harness.meta_tic_tac_toe", "harness.golf"
LOADED = """
import sys
from harness.command_line import parser_for
parser_for(sys.argv[1:])
print(*sys.modules)
"""
NAMED = """
import sys
from harness.commands.verify import named_entries
named_entries(sys.argv[1:])
print(*sys.modules)
"""


def loaded(*words: str, by: str = LOADED) -> list[str]:
    """The modules that a process has imported which knows the options of these words' command."""
    command = [sys.executable, "-c", by, *words]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return run.stdout.split()


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_each_command_has_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    assert f"{command} [-h]" in capsys.readouterr().out.split("\n\n")[0]


@pytest.mark.parametrize("words", [["explain"], ["--help"], ["doctor"], ["kit", "verify"]])
def test_a_command_imports_nothing_of_the_others(words: list[str]) -> None:
    names = loaded(*[word for word in words if word != "--help"])
    assert [name for name in names if name.startswith(NOTHING_OF)] == []


def test_a_challenge_is_imported_when_it_is_named() -> None:
    names = loaded("verify", "mu_torere")
    assert "harness.mu_torere.challenge" in names
    assert [name for name in names if name.startswith("harness.menace")] == []


@pytest.mark.parametrize("name", ["meta_tic_tac_toe/legal", "meta_tic_tac_toe"])
def test_an_entry_is_found_without_the_challenges_of_others(name: str) -> None:
    names = loaded(name, by=NAMED)
    assert "harness.meta_tic_tac_toe.challenge" in names
    assert [other for other in names if other.startswith("harness.menace")] == []
