"""The commands of the pages in docs/, run as they stand there."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness.command_line import parser_for
from harness.places import ROOT
from tests.picture_of_play import PICTURE, drawn

PAGES = sorted((ROOT / "docs").glob("*.md"))


def commands(page: Path) -> str:
    return "\n".join(re.findall(r"^```sh\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE))


def test_there_are_pages_with_commands() -> None:
    assert {"your-bot.md", "your-program.md"} <= {page.name for page in PAGES}
    assert all("golfproof " in commands(page) for page in PAGES)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_the_commands_of_a_page_work(page: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    golfproof = tools / "golfproof"
    golfproof.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m harness "$@"\n')
    golfproof.chmod(0o755)
    here = tmp_path / "here"
    here.mkdir()
    found = {"PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands(page)],
        cwd=here, env=os.environ | found, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("AC   ") == commands(page).count("golfproof verify") - commands(
        page
    ).count("broken.py ||")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    for name in re.findall(r"`((?:reference|solutions|docs|harness)/[\w./-]*)`", page.read_text()):
        assert (ROOT / name).exists(), name


README = ROOT / "README.md"


def test_the_picture_of_play_is_what_is_drawn_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert PICTURE.read_text(encoding="utf-8") == drawn()


def test_every_picture_of_the_readme_is_there_and_told_in_words() -> None:
    pictures = re.findall(r"!\[([^]]*)\]\(([^)]*)\)", README.read_text())
    assert len(pictures) > 1
    for words, name in pictures:
        assert (ROOT / name).read_text(encoding="utf-8").startswith("<svg")
        assert len(words.split()) > 5


def lines_of(page: Path) -> list[list[str]]:
    """The words of every line with golfproof in the page's blocks of commands, up to its --."""
    found = re.findall(
        r"^(?:    )?golfproof (.*?)(?:  #.*| \|\|.*)?$", page.read_text(), re.MULTILINE
    )
    return [shlex.split(line.partition(" -- ")[0]) for line in found]


@pytest.mark.parametrize("page", [README, *PAGES], ids=lambda page: str(page.stem))
def test_every_command_of_a_page_is_understood(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = lines_of(page)
    assert lines
    for words in lines:
        if "--help" not in words:
            options, left = parser_for(words).parse_known_args(words)
            assert (left, hasattr(options, "run")) == ([], True), words


def test_a_clone_has_the_command_golfproof(tmp_path: Path) -> None:
    """As `make` writes it beside the environment's Python, for any folder."""
    there = tmp_path / "environment" / "bin"
    there.mkdir(parents=True)
    (there / "python").symlink_to(sys.executable)
    make = ["make", "--no-print-directory", f"VENV={there.parent}", f"{there}/golfproof"]
    if shutil.which("make") is None:
        pytest.skip("no make here")
    subprocess.run(make, cwd=ROOT, check=True)
    done = subprocess.run(
        [there / "golfproof", "verify", "mu_torere", "--nonsense"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.endswith("see golfproof verify mu_torere --help\n"), done.stderr
