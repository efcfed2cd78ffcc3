"""Kill and resume, with real processes: nothing is lost, nothing is played twice.

Eight kills by default. `GOLFPROOF_KILLS=100` in the environment makes it a hundred.
"""

import os
from pathlib import Path

import pytest

from tests.harness.tournament import kills as kills_module


@pytest.mark.slow
def test_killed_tournaments_end_as_the_one_that_nobody_killed(tmp_path: Path) -> None:
    kills = int(os.environ.get("GOLFPROOF_KILLS", "8"))
    figures = kills_module.run(kills, seed=kills, place=tmp_path)
    assert sum(figures.kills.values()) == kills
    assert figures.tournaments > 0
    assert figures.matches == kills_module.MATCHES * figures.tournaments
    assert (figures.lost, figures.doubled, figures.different) == (0, 0, 0)
    assert figures.left_running == 0
