"""The commands of the pages in docs/, run as they stand there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from harness.places import ROOT

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
