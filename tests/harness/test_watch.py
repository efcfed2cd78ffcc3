"""`verify --watch` and `--brief`: one line for each result, and again on each save."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from harness import watch
from harness.places import ROOT
from harness.verdict import Finding, Result, UsageError, Verdict

RIGHT = (ROOT / "solutions" / "mu_torere" / "strict.py").read_bytes()
FINDING = Finding("mu_torere/perfect", Verdict.WRONG_ANSWER, 3, "it moved\nthe stone on 1", "7")
ACCEPTED = Result("mu_torere/my.py", Verdict.ACCEPTED, source_bytes=190)
WRONG = Result("mu_torere/my.py", Verdict.WRONG_ANSWER, (FINDING,), source_bytes=184)


def test_one_line_says_verdict_size_and_clause() -> None:
    assert watch.brief(ACCEPTED) == "AC    mu_torere/my.py  190 bytes"
    assert watch.brief(WRONG) == (
        "WA    mu_torere/my.py  184 bytes  mu_torere/perfect, turn 3: it moved the stone on 1"
    )
    unread = Result("x", Verdict.INCONCLUSIVE, facts={"cannot_be_read": "no board\nis seen"})
    assert watch.brief(unread).endswith("x  no board is seen")


def test_what_is_long_is_cut_behind_a_word_and_the_option_tried_is_whole() -> None:
    facts = {"cannot_be_read": "nine stones " * 30, "nearest": "--numbers '1,2,3,8,9,4,7,6,5'"}
    line = watch.brief(Result("x", Verdict.INCONCLUSIVE, facts=facts))
    assert line.endswith(" ...  (tried: --numbers '1,2,3,8,9,4,7,6,5')")
    assert {*line.partition("  ")[2].partition(" ...")[0].split()} == {"x", "nine", "stones"}


@pytest.mark.parametrize(
    ("result", "before", "said"),
    [
        (ACCEPTED, None, ""),
        (ACCEPTED, ACCEPTED, "the same as before"),
        (WRONG, ACCEPTED, "6 bytes fewer, WA, was AC"),
        (ACCEPTED, WRONG, "6 bytes more, AC, was WA"),
    ],
)
def test_what_has_changed(result: Result, before: Result | None, said: str) -> None:
    assert watch.changes(result, before) == said


def test_another_clause_is_a_change() -> None:
    other = Result("x", Verdict.WRONG_ANSWER, (replace(FINDING, clause="mu_torere/end"),))
    assert "was mu_torere/perfect" in watch.changes(other, WRONG)


def test_only_a_change_of_content_is_a_save(tmp_path: Path) -> None:
    path = tmp_path / "my.py"
    path.write_bytes(b"1")
    contents = watch.saves(path, poll_seconds=0.001)
    assert next(contents) == b"1"
    path.write_bytes(b"1")  # saved, and yet the same
    path.unlink()
    path.write_bytes(b"22")
    assert next(contents) == b"22"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        next(watch.saves(tmp_path / "none.py"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my.py").write_bytes(RIGHT)
    return tmp_path


def command(*words: str) -> list[str]:
    # With no game beside the scripted ones the judge once divided by zero.
    words = ("verify", "mu_torere", "--quick", "--games", "0", "--history", "0", *words)
    return [sys.executable, "-m", "harness", *words, "--", "python3", "my.py"]


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "GOLFPROOF_BUILD": str(folder / "build")}


@pytest.fixture
def watching(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        command("--watch", "my.py"), cwd=folder, env=environment(folder), text=True,
        stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        yield process
        process.terminate()


def test_every_save_gets_one_line(watching: "subprocess.Popen[str]", folder: Path) -> None:
    """Each line is waited for, however long the verification takes."""
    assert watching.stdout is not None
    assert watching.stdout.readline().split() == ["AC", "mu_torere/my.py", "184", "bytes"]
    (folder / "my.py").write_bytes(b"print(1)")
    line = watching.stdout.readline()
    assert line.split()[:4] == ["WA", "mu_torere/my.py", "8", "bytes"], line
    assert line.rstrip().endswith("(176 bytes fewer, WA, was AC)"), line


def test_brief_is_one_line_and_its_exit_status(folder: Path) -> None:
    (folder / "my.py").write_bytes(b"print(1)")
    done = subprocess.run(
        command("--brief"), cwd=folder, env=environment(folder), text=True, capture_output=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 1
    (line,) = done.stdout.splitlines()
    assert line.split()[:4] == ["WA", "mu_torere/my.py", "8", "bytes"]
    assert "--brief" not in line
