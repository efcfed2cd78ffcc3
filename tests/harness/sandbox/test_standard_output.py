"""By which names a program can write to its terminal: by those of its standard output alone."""

import shutil
from pathlib import Path

import pytest

from harness.program import Program
from harness.sandbox.levels import Level, can_notify
from harness.session import Exit, Limits
from tests.harness.sandbox.levels import at_each_level

pytestmark = pytest.mark.skipif(not can_notify(), reason="nothing is watched here")
WRITES = """
import os, sys
os.dup2(0, 7), os.dup2(1, 8)
for name in {names}:
    for flags in os.O_WRONLY, os.O_RDWR:
        try:
            os.write(os.open(name, flags | os.O_NOCTTY), b"written\\n")
        except OSError:
            print("refused")
"""


def printed(level: Level, folder: Path, *command: str) -> tuple[str, Exit]:
    program = Program(command, folder, limits=Limits(move_seconds=60.0), level=level)
    with program.start() as session:
        return session.read(lambda text: False).text, session.close()


@at_each_level
@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("'/dev/stdout', '/proc/self/fd/1', '/dev/fd/8', '/proc/thread-self/fd/1'", "written"),
        ("'/dev/stdin', '/proc/self/fd/0', '/dev/fd/7', '/dev/../dev/stdin'", "refused"),
        ("os.ttyname(0), os.ttyname(1)", "refused"),
    ],
)
def test_it_is_printed_or_refused(level: Level, names: str, outcome: str, tmp_path: Path) -> None:
    text, end = printed(level, tmp_path, "python3", "-S", "-c", WRITES.format(names=names))
    assert set(text.split()) == {outcome}
    assert (end.status, end.reached) == (0, ())


@at_each_level
def test_a_library_that_opens_its_output_by_name_does_without(level: Level, tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no node here")
    text, end = printed(level, tmp_path, "node", "-e", "console.log(process.stdout.isTTY)")
    assert text == "true\n"
    assert (end.status, end.reached) == (0, ())
