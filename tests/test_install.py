"""Installed by pip, golfproof works from any folder, with its scripts and manifests as data."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness.places import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what pip installs, without the libraries, which are here already."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("target")
    for name in ("harness", "reference", "solutions"):
        shutil.copytree(ROOT / name, source / name)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *quiet, "--target", target, source], check=True
    )
    return target


def run(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, installed / "bin" / "golfproof", *arguments],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_scripts_come_along_byte_for_byte(installed: Path) -> None:
    found = (ROOT / "solutions").rglob("*.p[yl]")
    scripts = sorted(path.relative_to(ROOT) for path in found)
    assert scripts
    for script in scripts:
        assert (installed / script).read_bytes() == (ROOT / script).read_bytes()


def test_a_golfed_script_is_verified(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path, "verify", "mu_torere/strict")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("AC   mu_torere/strict")
    assert {path.name for path in tmp_path.iterdir()} == {"build"}


def test_a_program_of_ones_own_is_judged(installed: Path, tmp_path: Path) -> None:
    if shutil.which("perl") is None:
        pytest.skip("perl is not installed")
    assert run(installed, tmp_path, "new", "mu_torere", "perl", "mine").returncode == 0
    program = next((tmp_path / "mine").glob("*.pl"))
    command = ("verify", "mu_torere", "--", "perl", str(program.relative_to(tmp_path)))
    right = run(installed, tmp_path, *command)
    assert right.returncode == 0, right.stdout + right.stderr
    program.write_text('print "nothing of a board\\n"; <STDIN>')
    wrong = run(installed, tmp_path, *command)
    assert wrong.returncode == 1, wrong.stdout + wrong.stderr


def test_a_tournament_is_held(installed: Path, tmp_path: Path) -> None:
    short = ("--rounds", "1", "--seconds", "20")
    done = run(installed, tmp_path, "tournament", *short)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "depthBot" in done.stdout
    assert list((tmp_path / "build" / "arena").iterdir())
