"""MENACE without a screen: boxes before and after, taking back, training, files."""

import copy
import random
from pathlib import Path
from random import Random

import pytest

from harness.play.boxes import ordered, row
from harness.play.games import Refused
from harness.play.menace import (
    TRAINERS,
    MenaceGame,
    Workshop,
    lesson_text,
)
from harness.play.training import bars, shares
from reference.menace.store import StoreError


def workshop(path: Path | None = None) -> Workshop:
    return Workshop.opened(path, Random(1))


def finish(game: MenaceGame, rng: random.Random) -> None:
    while not game.over:
        if game.waiting:
            game.reply()
        else:
            game.play(rng.choice(game.legal()))


@pytest.mark.parametrize("human", ["O", "X"])
def test_a_game_changes_only_the_boxes_that_it_says(human: str) -> None:
    for seed in range(10):
        game = MenaceGame(workshop())
        if human == "X":
            game.change_sides()
        before = copy.deepcopy(game.machine.contents)
        finish(game, random.Random(seed))
        changed = [b for b, beads in enumerate(game.machine.contents) if beads != before[b]]
        assert set(changed) <= {lesson.box for lesson in game.lesson}
        for lesson in game.lesson:
            assert sorted(lesson.before.elements()) == sorted(before[lesson.box])
            now = game.machine.contents[lesson.box]
            assert sorted(lesson.after.elements()) == sorted(now)
            heading = lesson_text(lesson).plain.partition("\n")[0]
            assert heading.startswith(f"box {lesson.box + 1}, ")
            assert heading.endswith(f": {len(before[lesson.box])} beads, now {len(now)}")


@pytest.mark.parametrize("human", ["O", "X"])
def test_taking_back_puts_every_bead_back(human: str) -> None:
    game = MenaceGame(workshop())
    if human == "X":
        game.change_sides()
    rng = random.Random(3)
    seen = []
    while not game.over:
        if game.waiting:
            game.reply()
        else:
            seen.append((game.board, copy.deepcopy(game.machine.contents), game.shop.history))
            game.play(rng.choice(game.legal()))
    for board, contents, history in reversed(seen):
        game.undo()
        assert (game.board, game.machine.contents, game.shop.history) == (board, contents, history)
    with pytest.raises(Refused):
        game.undo()


def test_a_game_broken_off_teaches_nothing() -> None:
    game = MenaceGame(workshop())
    before = copy.deepcopy(game.machine.contents)
    game.reply()
    assert game.machine.contents != before
    game.restart()
    assert game.machine.contents == before
    assert game.shop.history == ""


@pytest.mark.parametrize("trainer", TRAINERS)
def test_training_is_noted(trainer: str) -> None:
    shop = workshop()
    before = copy.deepcopy(shop.machine.contents)
    shop.train(trainer, 30)
    assert len(shop.history) == 30
    changed = {b for b, beads in enumerate(shop.machine.contents) if beads != before[b]}
    assert changed <= shop.changes.keys()
    assert max(change.game for change in shop.changes.values()) == 30


def test_boxes_are_listed_by_stage_the_latest_change_first() -> None:
    shop = workshop()
    assert [len(ordered(shop, stage)) for stage in range(4)] == [1, 12, 108, 183]  # Michie's
    shop.train("random", 40)
    for stage in range(4):
        games = [shop.changes[b].game if b in shop.changes else 0 for b in ordered(shop, stage)]
        assert games == sorted(games, reverse=True)
    assert f"game {shop.changes[0].game}" in row(shop, 0)


def test_save_load_reset(tmp_path: Path) -> None:
    shop = workshop(tmp_path / "menace.json")
    assert not shop.load()
    shop.train("random", 5)
    kept, history = copy.deepcopy(shop.machine.contents), shop.history
    assert shop.save()
    shop.reset()
    assert shop.history == ""
    assert shop.load()
    assert (shop.machine.contents, shop.history) == (kept, history)
    (tmp_path / "menace.json").write_text("{}")
    with pytest.raises(StoreError):
        shop.load()
    assert not workshop().save()


def test_the_curve_has_the_shares_of_equal_parts() -> None:
    assert shares("XXXXOOOO-", "X", 1) == [4 / 9]
    assert shares("XXOO", "X", 2) == [1, 0]
    assert shares("", "X", 5) == []
    assert len(shares("X" * 7, "X", 100)) == 7
    assert bars([0, 0.5, 1], 2) == ["  █", " ██"]
