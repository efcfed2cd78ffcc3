"""What an interpreter opens by itself is excused as far as it does so, and no further."""

import shutil
from pathlib import Path

import pytest

from harness.program import Program
from harness.sandbox.confined import run_empty
from harness.sandbox.excuses import excused_by
from harness.sandbox.levels import Level, available_levels, can_notify
from harness.session import Limits

pytestmark = [
    pytest.mark.skipif(not can_notify(), reason="nothing is watched here"),
    pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed"),
]
HERE = available_levels()
LIMITS = Limits(move_seconds=60.0)


@pytest.fixture
def excused(tmp_path: Path) -> str:
    """A file that bash reads by itself and that is not among its readable ones: all users."""
    bash = Path(shutil.which("bash") or "")
    found = excused_by(bash, tmp_path, run_empty)
    if "/etc/passwd" not in found.outside:
        pytest.skip("bash reads no file of the system here")
    assert "/etc/passwd" not in found.changed
    return "/etc/passwd"


@pytest.mark.parametrize("level", HERE, ids=str)
@pytest.mark.parametrize(
    ("code", "is_held_against"),
    [
        ("read -r line < FILE; : > /dev/null", False),
        ("exec 3>> FILE && echo out", True),
        ("exec 3<> FILE && echo out", True),
        ("touch -cr FILE FILE && echo out", True),
        ("chmod u+r FILE && echo out", True),
    ],
)  # none of them changes anything, should it succeed
def test_what_is_read_by_itself_is_not_changed(
    tmp_path: Path, level: Level, excused: str, code: str, is_held_against: bool
) -> None:
    (tmp_path / "x.sh").write_text(code.replace("FILE", excused))
    program = Program(("bash", "x.sh"), tmp_path, limits=LIMITS, level=level)
    with program.start() as session:
        said = session.read(lambda text: False).text
        reached = session.close().reached
    assert (said, reached) == ("", (excused,) if is_held_against else ())
