"""Reference players whose standard input is closed: nothing is typed, and that is no crash."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "player",
    ["menace.play", "menace.play --plain", "meta_tic_tac_toe.play", "mu_torere.play --plain"],
)
def test_a_closed_standard_input_is_one_without_lines(player: str, tmp_path: Path) -> None:
    ended = subprocess.run(
        ["sh", "-c", f'exec "$0" -m reference.{player} <&-', sys.executable],
        cwd=ROOT,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in ended.stderr, ended.stderr
    assert "Error" not in ended.stderr
    assert ended.returncode in (0, 1, 2)
