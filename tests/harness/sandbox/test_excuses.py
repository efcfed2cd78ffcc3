"""What an interpreter opens by itself is excused as far as it does so, and no further."""

from pathlib import Path

import pytest

from harness.program import Program
from harness.sandbox.excuses import Opened, excused_by
from harness.sandbox.levels import Level, can_notify
from harness.session import Limits
from tests.harness.sandbox.levels import at_each_level

pytestmark = pytest.mark.skipif(not can_notify(), reason="nothing is watched here")
LIMITS = Limits(move_seconds=60.0)


@at_each_level
@pytest.mark.parametrize(
    ("code", "is_held_against"),
    [
        ("read line < FILE; : > /dev/null", False),
        ("exec 3>> FILE && echo out", True),
        ("exec 3<> FILE && echo out", True),
        ("touch -cr FILE FILE && echo out", True),
        ("chmod u+r FILE && echo out", True),
    ],
)  # none of them changes anything, should it succeed
def test_what_is_read_by_itself_is_not_changed(
    tmp_path: Path, level: Level, code: str, is_held_against: bool
) -> None:
    excused = tmp_path / "excused"
    excused.write_text("a line\n")
    home = tmp_path / "home"
    home.mkdir()
    (home / "x.sh").write_text(code.replace("FILE", str(excused)))
    program = Program(("sh", "x.sh"), home, limits=LIMITS, level=level)
    program.confined.__dict__["_opened"] = Opened(frozenset({str(excused)}))
    with program.start() as session:
        said = session.read(lambda text: False).text
        reached = session.close().reached
    assert (said, reached) == ("", (str(excused),) if is_held_against else ())


@pytest.mark.parametrize(
    ("interpreter", "home", "at_home"),
    [
        ("perl", "/home/ann", "/home/ann/.history"),
        ("perl5.36", "/", "/.history"),
        ("gforth-0.7.3", "/home/ann", "/home/ann/.history"),
    ],
)
def test_what_is_opened_at_home_is_excused_there_and_where_the_program_runs(
    tmp_path: Path, interpreter: str, home: str, at_home: str
) -> None:
    def opens(command: tuple[str, ...], folder: Path) -> Opened:
        here = str(folder.resolve())
        history = frozenset({f"{here}/.history"})
        return Opened(history | {"/etc/rc"}, frozenset(), history, here)

    found = excused_by(Path("/usr/bin", interpreter), tmp_path, home, opens)
    here = frozenset({str(tmp_path / ".history"), at_home})
    assert (found.outside, found.changed) == (here | {"/etc/rc"}, here)
