"""Temporary folders are gone with the process that made them, however it ends."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from harness.places import ROOT
from harness.sandbox import scratch

PATIENCE = 60
MAKES = """
import os, sys
from pathlib import Path
from harness.sandbox.scratch import reserved, scratch_folder
with scratch_folder() as folder, reserved(Path({other!r})) as nothing:
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "file").write_text("x")
    (folder / "deep").chmod(0)
    Path({other!r}).mkdir()
    print(folder, flush=True)
    sys.stdin.readline()
    {then}
"""


def waits_until_gone(*paths: Path) -> None:
    until = time.monotonic() + PATIENCE
    while any(path.exists() for path in paths):
        assert time.monotonic() < until, paths
        time.sleep(0.01)


@pytest.mark.parametrize(
    "then",
    [
        "pass",
        "raise SystemExit(3)",
        "os._exit(1)",
        "os.kill(os.getpid(), 9)",
        "os.kill(os.getpid(), 15)",
        "os.kill(0, 1)",
        "os.kill(0, 2)",
        "os.abort()",
    ],
)
def test_nothing_is_left(tmp_path: Path, then: str) -> None:
    other = tmp_path / "other"
    with subprocess.Popen(
        [sys.executable, "-c", MAKES.format(other=str(other), then=then)],
        cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}, text=True, start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        assert folder.parent == tmp_path
        assert other.exists()
        process.stdin.write("\n")
        process.stdin.flush()
        process.wait()
    waits_until_gone(folder, other)


def test_what_its_remover_could_not_remove_is_removed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scratch, "_UNHELD_SECONDS", 0.0)
    left, other = tmp_path / f"{scratch._PREFIX}left", tmp_path / "of another"
    for folder in (left, other):
        folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with scratch.scratch_folder() as held:
        scratch._sweep(tmp_path)
        assert sorted(tmp_path.iterdir()) == sorted([held, other])
    assert list(tmp_path.iterdir()) == [other]


def test_a_forked_process_has_a_remover_of_its_own(tmp_path: Path) -> None:
    code = (
        "import os, sys, time\nfrom harness.sandbox.scratch import scratch_folder\n"
        "with scratch_folder() as mine:\n"
        "    if os.fork() == 0:\n"
        "        with scratch_folder() as its:\n"
        "            print(its, flush=True); os.kill(os.getpid(), 9)\n"
        "    os.wait()\n"
        f"    while len(os.listdir({str(tmp_path)!r})) > 1: time.sleep(0.01)\n"
        "    assert mine.exists()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_its_remover_does_not_hear_the_terminal() -> None:
    with scratch.scratch_folder() as folder:
        process = scratch._remover._process
        assert process is not None
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT):
            process.send_signal(number)
        time.sleep(0.05)
        assert process.poll() is None
        assert folder.exists()
