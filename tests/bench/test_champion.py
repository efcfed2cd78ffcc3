"""Speed figures of the champion are of real searches."""

import pytest

from tests.bench import champion as champion_module


def test_each_position_is_searched_for_its_time() -> None:
    speeds = champion_module.measure(seconds=0.02)
    assert len(speeds) > 3
    assert [speed.tiles for speed in speeds] == sorted(speed.tiles for speed in speeds)
    assert all(speed.nodes > 0 and speed.depth > 0 for speed in speeds)
    assert max(speed.depth for speed in speeds) > 3


def test_it_prints(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    speeds = [
        champion_module.Speed(9, 10, 100_000, 0.85),
        champion_module.Speed(20, 13, 70_000, 0.85),
    ]
    monkeypatch.setattr(champion_module, "measure", lambda: speeds)
    assert champion_module.main() == 0
    assert "100,000 nodes a second, depth 10-13, 11.5 on average" in capsys.readouterr().out
