"""CONTRIBUTING.md is followed to the letter: a fourth challenge is added to a copy of the project.

The copy is verified in, in a process of its own, so that nothing of the real project is touched.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from harness.places import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^File `([^`]+)`([^:\n]*):\n\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def apply(diff: str, text: str) -> str:
    """The text after a diff in whose hunk each + follows what it comes after, or replaces a -."""
    added: list[str] = []
    for line in diff.splitlines():
        mark, rest = line[0], line[1:]
        if mark == "+":
            added.append(rest)
            continue
        assert text.count(f"{rest}\n") == 1, f"not one line: {rest}"
        if mark == " ":
            text = text.replace(f"{rest}\n", "".join(f"{new}\n" for new in [*added, rest]))
            added = []
        else:
            text = text.replace(f"{rest}\n", "\0\n")
    return text.replace("\0", "\n".join(added))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy with the challenge of the page in it."""
    copy = tmp_path_factory.mktemp("project")
    for name in ("harness", "reference", "solutions"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name, note, language, text in BLOCK.findall(PAGE):
        path = copy / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if language == "diff":
            path.write_text(apply(text, path.read_text()))
        else:
            path.write_text(text.removesuffix("\n") if "without a last newline" in note else text)
    return copy


def run(project: Path, *words: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "harness", *words],
        cwd=project, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def verdict_of(project: Path, code: str, *options: str) -> dict[str, Any]:
    (project / "mine.py").write_text(code)
    command = [*options, "--move-seconds", "30", "--json", "--", "python3", "mine.py"]
    done = subprocess.run(
        [sys.executable, "-m", "harness", "verify", "parrot", *command],
        cwd=project, capture_output=True, text=True, check=False,
    )  # fmt: skip
    (result,) = json.loads(done.stdout)
    assert isinstance(result, dict)
    return result


def test_the_page_has_all_its_files() -> None:
    names = [name for name, *_ in BLOCK.findall(PAGE)]
    assert len(names) == 8
    assert sum(name.startswith("harness/parrot/") for name in names) == 4


def test_the_new_entry_is_verified(project: Path) -> None:
    status, said = run(project, "verify", "parrot/short")
    assert (status, said.split()[:4]) == (0, ["AC", "parrot/short", "22", "bytes"]), said


def test_the_new_clauses_are_explained(project: Path) -> None:
    assert run(project, "explain", "parrot/repeat")[0] == 0


@pytest.mark.parametrize(
    ("code", "verdict", "clause"),
    [
        ("for line in open(0): print(line.strip(), flush=True)", "AC", None),
        ("while 1: print(input().upper())", "WA", "parrot/repeat"),
        ("input()", "WA", "parrot/repeat"),
    ],
)
def test_parrots_are_judged(project: Path, code: str, verdict: str, clause: str | None) -> None:
    result = verdict_of(project, code)
    found = [finding["clause"] for finding in result["findings"]]
    assert (result["verdict"], found) == (verdict, [clause] if clause else []), result


def test_its_transcripts_are_judged_again(project: Path) -> None:
    verdict_of(project, "while 1: print(input()[::-1])")
    status, said = run(project, "replay", "build/transcripts/parrot/mine.py")
    assert status == 1
    assert "The program prints every line that was typed." in said


def test_other_games_know_nothing_of_it(project: Path) -> None:
    status, said = run(project, "verify", "parrot", "--moves", "1-9", "--", "true")
    assert status == 2
    assert said.startswith("golfproof: --moves is an option of menace, not of parrot; see")
