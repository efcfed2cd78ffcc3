"""How a launcher begins: with its own modules, from memory, and with nothing that costs much."""

import subprocess
import sys
from pathlib import Path

from harness.sandbox.bootstrap import beginning, carried


def printed(folder: Path, program: str) -> list[str]:
    """What a launcher that does this in the place of its work prints, word by word."""
    begun, _, _ = beginning().rpartition("module.main()")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", begun + program],
        cwd=folder, env={}, pass_fds=[carried()], capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.split()


def test_it_imports_little(tmp_path: Path) -> None:
    imported = set(printed(tmp_path, "print(*sys.modules)"))
    assert "harness.sandbox.inside.launcher" in imported
    assert not imported & {
        "collections", "contextlib", "dataclasses", "enum", "functools", "json", "pathlib", "queue",
        "re", "runpy", "signal", "subprocess", "threading", "typing",
    }  # fmt: skip


def test_it_reads_no_file_of_the_project(tmp_path: Path) -> None:
    """It is as new at the second start, and has no descriptor of it any more."""
    program = """
import os
own = [found for name, found in sys.modules.items() if "harness" in name]
print(*(getattr(found, "__file__", None) for found in own))
print(*os.listdir("/proc/self/fd"))
"""
    for _ in range(2):
        said = printed(tmp_path, program)
        assert set(said[: said.index("0")]) == {"None"}
        assert len(said[said.index("0") :]) == 4  # the last is that of the folder itself


def test_what_it_does_not_bring_is_imported_where_it_is(tmp_path: Path) -> None:
    said = printed(tmp_path, "from harness.sandbox import landlock; print(landlock.__file__)")
    assert said == [str(Path(__file__).parents[3] / "harness" / "sandbox" / "landlock.py")]
