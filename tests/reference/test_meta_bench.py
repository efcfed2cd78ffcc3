"""Speed figures of the champion are of real searches."""

import pytest

from reference.meta_tic_tac_toe import bench


def test_each_position_is_searched_for_its_time() -> None:
    speeds = bench.measure(seconds=0.02)
    assert len(speeds) > 3
    assert [speed.tiles for speed in speeds] == sorted(speed.tiles for speed in speeds)
    assert all(speed.nodes > 0 and speed.depth > 0 for speed in speeds)
    assert max(speed.depth for speed in speeds) > 3


def test_it_prints(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    speeds = [bench.Speed(9, 10, 100_000, 0.85), bench.Speed(20, 13, 70_000, 0.85)]
    monkeypatch.setattr(bench, "measure", lambda: speeds)
    assert bench.main() == 0
    assert "100,000 nodes a second, depth 10-13, 11.5 on average" in capsys.readouterr().out
