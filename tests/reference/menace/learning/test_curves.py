from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from reference.menace import learning
from reference.menace.learning import curve as shown
from reference.menace.learning import curves, unfinished
from reference.menace.learning.curve import Curve, curve_of, spaced
from reference.menace.learning.sides import DRAWN, O_WON, X_WON
from reference.menace.learning.training import Record, Training
from reference.menace.rulesets import CHALLENGE
from tests.thinned import one_in


def record(outcomes: list[list[int]]) -> Record:
    """One seed, one list of outcomes a machine."""
    by_game = np.array(outcomes, dtype=np.uint8).T
    return Record(by_game, (0,), np.ones((1, by_game.shape[1], 9), dtype=np.int32))


def curve(*outcomes: list[list[int]]) -> Curve:
    training = Training("random", CHALLENGE, len(outcomes[0]), len(outcomes[0][0]))
    return curve_of(training, [record(seed) for seed in outcomes])


def test_every_game_is_in_one_bin() -> None:
    for games in (1, 2, 7, 100, 5000):
        outcomes = np.random.default_rng(games).integers(0, 3, (2, games)).tolist()
        found = curve(outcomes)
        assert found.shares.sum(axis=2) == pytest.approx(1)
        assert found.games[0] == 1
        assert found.games[-1] <= games
    few = curve([[X_WON, DRAWN, O_WON], [X_WON, X_WON, O_WON]])
    assert few.shares[0].tolist() == [[1, 0, 0], [0.5, 0.5, 0], [0, 0, 1]]


def test_spaced_numbers_begin_at_one_and_end_at_the_last() -> None:
    numbers = spaced(5000)
    assert (numbers[0], numbers[-1]) == (1, 5000)
    assert list(numbers) == sorted(set(numbers))


def test_crossings_and_the_end_of_losing() -> None:
    outcomes = [O_WON, X_WON, O_WON, DRAWN, DRAWN, X_WON, X_WON, X_WON]
    found = curve([outcomes])
    assert shown.crossing(found, X_WON, DRAWN) == 6
    assert shown.crossing(found, DRAWN, X_WON) is None
    assert shown.losing_stops(found) == 4
    assert shown.losing_stops(curve([[O_WON]])) is None
    assert shown.losing_stops(curve([[X_WON]])) == 1


def test_last_losses_and_unbeaten_machines() -> None:
    games = shown.UNBEATEN + 20
    early = [O_WON] * 10 + [X_WON] * (games - 10)
    late = [X_WON] * (games - 1) + [O_WON]
    never = [DRAWN] * games
    found = curve([early, late], [never, never])
    assert found.last_losses.tolist() == [10, games, 0, 0]
    assert found.unbeaten[-1] == 3 / 4


def test_empty_first_boxes() -> None:
    found = curve([[X_WON], [O_WON]])
    emptied = found.first_box.copy()
    emptied[-1, 1] = 0
    assert shown.empty_first_boxes(found) == 0
    assert shown.empty_first_boxes(replace(found, first_box=emptied)) == 0.5


@pytest.mark.slow
def test_pictures_and_summary_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from reference.menace.learning import pictures  # the library that draws takes long to import

    monkeypatch.setitem(pictures.STYLE, "figure.dpi", 20)  # most of the time goes into pixels
    told: list[str] = []
    written = curves.draw(tmp_path, curves.Extent(20, 8, 2), told.append)
    assert set(written) == set(tmp_path.iterdir())
    for path in set(written) - {tmp_path / "summary.txt"}:
        assert path.read_bytes().startswith(b"\x89PNG")
    text = (tmp_path / "summary.txt").read_text(encoding="utf-8")
    assert text.count("against") == 12
    assert [line.split(":")[0] for line in told] == [f"{n} of 12" for n in range(1, 13)]


SMALL = curves.Extent(20, 8, 1)


def test_a_file_with_any_byte_changed_is_one_that_can_be_read_or_none(tmp_path: Path) -> None:
    training = Training("random", CHALLENGE, 3, 4)
    kept = curve_of(training, [record([[X_WON, DRAWN, O_WON, X_WON]] * 3)])
    file = tmp_path / "1.npz"
    unfinished.save(kept, file)
    whole, chance = file.read_bytes(), np.random.default_rng(1)
    for _ in range(1000):
        changed = bytearray(whole)
        changed[chance.integers(len(whole))] = chance.integers(256)
        file.write_bytes(changed)
        found = unfinished.load(file, training)
        assert found is None or found.shares.tolist() == kept.shares.tolist()


@pytest.mark.parametrize("damage", one_in(3, [-9, None, 0]))
def test_who_is_interrupted_goes_on(tmp_path: Path, damage: int | None) -> None:
    whole = curves._trained(SMALL, tmp_path, lambda said: None)
    for file in tmp_path.iterdir():
        file.unlink()

    def interrupted(said: str) -> None:
        if said.startswith("4 of 12"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        curves._trained(SMALL, tmp_path, interrupted)
    assert len([*tmp_path.iterdir()]) == 3
    file = tmp_path / "2.npz"
    file.write_bytes(file.read_bytes()[:damage])
    told: list[str] = []
    found = curves._trained(SMALL, tmp_path, told.append)
    again = {line.split(" of ")[0] for line in told if line.endswith("before the interruption")}
    assert again == ({"1", "2", "3"} if damage is None else {"1", "3"})
    assert [*shown.summary(found)] == [*shown.summary(whole)]


def test_what_was_trained_for_fewer_games_is_not_taken_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Curve] = []

    def draw_all(found: Sequence[Curve], *_: object) -> list[Path]:
        drawn.extend(found)
        return []

    stand_in = SimpleNamespace(draw_all=draw_all)
    monkeypatch.setattr(learning, "pictures", stand_in, raising=False)
    told: list[str] = []

    def interrupted(said: str) -> None:
        if said.startswith("2 of 12"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        curves.draw(tmp_path, SMALL, interrupted)
    curves.draw(tmp_path, SMALL._replace(games=30), told.append)
    assert not any("interruption" in line for line in told)
    assert drawn[0].total_games == 30
    curves.draw(tmp_path, SMALL, told.append)
    assert sum("interruption" in line for line in told) == 1
    assert drawn[12].total_games == 20
    assert [path.name for path in tmp_path.iterdir()] == ["summary.txt"]


def test_the_time_left_is_that_of_the_parts_done() -> None:
    assert curves.left(3.0, 0, 12) == ""
    assert curves.left(10.0, 2, 12).startswith("; about 50 s left")
    assert curves.left(24.0, 12, 12).startswith("; about 0 s left")
