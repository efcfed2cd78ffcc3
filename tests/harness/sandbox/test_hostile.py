"""Hostile bots in a match: each comes to what its first lines say, and harms nothing.

They are real processes, at every level of isolation that this machine has; see `hostile_support`.
"""

import shutil
from pathlib import Path

import pytest

from harness.meta_tic_tac_toe.match import Match, follow
from harness.meta_tic_tac_toe.scoring import score
from harness.sandbox import landlock
from harness.sandbox.inside import seccomp
from harness.sandbox.levels import BUBBLEWRAP, LANDLOCK, LEVELS, LIMITS, Level, bubblewrap_works
from tests.harness.sandbox.hostile_bots import (
    HOSTILE,
    expected,
    fingerprint,
    hostile_plies,
    outcome,
    played,
    running_in,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(seccomp.MACHINE is None, reason="nothing is watched on this processor"),
]
needs_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
HERE = {
    BUBBLEWRAP: (bubblewrap_works(), "bubblewrap is not installed, or may not run here"),
    LANDLOCK: (landlock.landlock_version() >= 6, "Landlock 6 keeps signals in"),
    LIMITS: (True, ""),
}
CASES = [
    pytest.param(level, name, id=f"{level}-{name}", marks=needs_cc if path.suffix == ".c" else ())
    for level in LEVELS
    for name, path in HOSTILE.items()
    if expected(path, level).not_here is None
]


def test_there_are_enough_of_them() -> None:
    assert len(HOSTILE) >= 25


@pytest.mark.parametrize(("level", "name"), CASES)
def test_a_hostile_bot_comes_to_what_it_says(level: Level, name: str, tmp_path: Path) -> None:
    here, reason = HERE[level]
    if not here:
        pytest.skip(reason)
    wanted = expected(HOSTILE[name], level)
    arena = tmp_path / "arena"
    own_data = arena / name / "data.txt"
    before: dict[str, tuple[int, str]] = {}

    def laid_out() -> None:
        before.update(fingerprint(tmp_path, own_data))

    match = played(arena, HOSTILE[name], level, laid_out)
    came, of = outcome(match)
    assert (came, wanted.of in of) == (wanted.outcome, True), (came, of, match.calls)
    assert fingerprint(tmp_path, own_data) == before, "something outside was touched"
    assert running_in(arena) == [], "something was left running"
    assert own_data.stat().st_size <= 1 << 20
    check_fair_to_the_other(match)
    check_score(match, came, wanted.of)


def check_fair_to_the_other(match: Match) -> None:
    others = [ply for ply in follow(match) if ply.call.mark == "O"]
    assert [ply.fault for ply in others if ply.fault] == []
    assert [ply.call.answer.exit.reached for ply in others if ply.call.answer.exit.reached] == []


def check_score(match: Match, came: str, of: str) -> None:
    points = score(match)
    plies = hostile_plies(match)
    invalid = sum(ply.fault is not None for ply in plies)
    match came:
        case "disqualified":
            assert points.void
            assert len(plies) == 1
        case "valid":
            assert points.x.invalid == 0
            assert points.x.points == points.o.points == -10
            assert len(plies) == match.rounds
        case _:
            assert all(of in ply.fault for ply in plies if ply.fault)
            assert points.x.invalid == invalid > 0
            assert points.o.invalid == 0
            if points.winner is None:
                assert points.x.points == -10 - invalid
