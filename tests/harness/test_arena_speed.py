"""What the arena costs is held against what it says. How much that is, no test asks."""

import shutil
from pathlib import Path

import pytest

from harness.arena import speed
from harness.arena.confinement import Isolation, is_available
from harness.verdict import HarnessError


@pytest.mark.slow
def test_every_way_that_is_here_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "SAMPLES", 1)
    rows = speed.costs()
    kinds = 2 if shutil.which("cc") else 1
    levels = sum(map(is_available, Isolation))
    of_moves = [row for row in rows if row.what.startswith("a move, ")]
    assert len(of_moves) == kinds * 2 * levels
    assert len([row for row in rows if row.what.startswith("a bare start")]) == kinds
    assert len([row for row in rows if row.what.startswith("a match of ")]) == kinds * 5
    floor = 0.0
    for row in rows:
        floor = row.seconds if row.ratio == 1.0 else floor
        assert row.seconds > 0
        assert row.ratio == pytest.approx(row.seconds / floor)
        assert row.more == pytest.approx(row.seconds - floor)
        assert (row.moves > 10) is row.what.startswith("a match of ")


def test_without_a_compiler_there_is_no_compiled_bot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert speed._compiled(tmp_path) is None


def test_a_bare_start_that_fails_is_told() -> None:
    assert speed._start(["echo", "44"], {"PATH": "/bin:/usr/bin"}) == "44\n"
    with pytest.raises(HarnessError, match="does not run"):
        speed._start(["false"], {"PATH": "/bin:/usr/bin"})
