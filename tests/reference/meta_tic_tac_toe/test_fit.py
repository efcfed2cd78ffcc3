"""The champion's table: how it is fitted, and that it is the one that ships."""

import random
from itertools import pairwise
from math import prod
from pathlib import Path

import numpy as np
import pytest

from reference.meta_tic_tac_toe import codes, fit, regression
from reference.meta_tic_tac_toe.codes import CANONICAL, CODES, IS_OPEN, SWAPPED
from reference.meta_tic_tac_toe.regression import COUNTS, Model
from reference.meta_tic_tac_toe.self_play import (
    CHAMPION,
    Positions,
    chosen,
    joined,
    play,
    positions,
    use,
)
from reference.symmetry import SQUARE_GROUP, image
from reference.tic_tac_toe import LINES, full, winner
from tests.reference.meta_tic_tac_toe.champion import module

EASY = {"matches": 6, "depth": 3, "epochs": 2, "rounds": 2, "jobs": 1}


@pytest.fixture(scope="module")
def seen() -> Positions:
    """The positions of eight matches."""
    return positions(8, depth=3, seed=31)


def board_of(code: int) -> str:
    """The nine marks of a code, from its digits in base three."""
    return "".join("-XO"[code // 3**tile % 3] for tile in range(9))


def some_model(seed: int) -> Model:
    rng = np.random.default_rng(seed)
    return Model(*(rng.normal(size=values.shape) for values in regression.new_model()))


def test_codes_are_boards() -> None:
    rng = random.Random(32)
    codes = {board_of(code): code for code in range(CODES)}
    assert len(codes) == CODES
    for code in rng.sample(range(CODES), 500):
        board = board_of(code)
        exchanged = board.translate(str.maketrans("XO", "OX"))
        assert board_of(SWAPPED[code]) == exchanged
        assert IS_OPEN[code] == (winner(board) is None and not full(board))
        orbit = {image(board, permutation) for permutation in SQUARE_GROUP}
        assert board_of(CANONICAL[code]) in orbit
        assert len({int(CANONICAL[codes[like]]) for like in orbit}) == 1


def test_counts_are_of_lines() -> None:
    rng = random.Random(33)
    for code in rng.sample(range(CODES), 300):
        board = board_of(code)
        expected = [0] * 6
        for line in LINES:
            marks = [board[tile] for tile in line]
            if "O" not in marks:
                expected[min(marks.count("X"), 3)] += marks.count("X") < 3
            if "X" not in marks and marks.count("O") < 3:
                expected[3 + marks.count("O")] += 1
        assert COUNTS[code].tolist() == [*expected, board.count("-") / 9, 1]


def test_a_match_is_one_that_the_rules_allow() -> None:
    for seed in range(4):
        seen, result = play(random.Random(seed), depth=3)
        assert result in (0, 0.5, 1)
        assert len(seen) > 5
        for earlier, later in pairwise(seen):
            assert all(
                old in ("-", new)
                for board, after in zip(earlier.codes, later.codes, strict=True)
                for old, new in zip(board_of(board), board_of(after), strict=True)
            )
            for number, board in enumerate(map(board_of, later.codes)):
                marks = [won >> number & 1 for won in later.master]
                owner = winner(board)
                assert marks == [owner == "X", owner == "O", owner is not None or full(board)]


def test_the_score_is_the_sum_over_lines_of_products(seen: Positions) -> None:
    model = some_model(34)
    table = regression.promises(model)
    for index, score in enumerate(regression.score(model, seen)):
        total = 0.0
        for side, sign in ((0, 1), (1, -1)):
            promise = []
            for board in range(9):
                code = seen.codes[index, board]
                if seen.closed[index] >> board & 1:
                    promise.append(float(seen.won[side, index] >> board & 1))
                else:
                    promise.append(table[SWAPPED[code] if side else code])
            total += sign * sum(prod(promise[board] for board in line) for line in LINES)
        assert score == pytest.approx(model.scale[0] * total)


def test_the_champion_scores_its_root_as_the_fit_does(seen: Positions) -> None:
    # Weights are rounded to steps of a ninth, but only what moves change is multiplied by them.
    table = fit.table_of(some_model(35)._replace(scale=np.array([2.0])))
    model_of_table = np.array(table[1]) / 1000
    shipped = list(module("evaluation").SCALE), list(module("evaluation").PROMISE)
    try:
        use(*table)
        for index in range(len(seen.match)):
            master = *(int(nine) for nine in seen.won[:, index]), int(seen.closed[index])
            search = module("search").Search(seen.codes[index].tolist(), 0, master, 9)
            some = chosen(seen, np.array([index]))
            total = sum(
                sign * promise[0, line].prod()
                for of_side, won, sign in regression.by_side(some)
                for promise in [
                    regression.board_promises(model_of_table, of_side, won, some.closed)
                ]
                for line in codes.LINES
            )
            # Each of 18 terms is rounded to a thousandth, up or down.
            assert search.standing(0, search.look) == pytest.approx(table[0] * total, abs=30)
    finally:
        use(shipped[0][0], shipped[1])


def test_slopes_are_those_of_the_loss(seen: Positions) -> None:
    model, target = some_model(36), regression.targets(seen, 0.5)
    used = CANONICAL[seen.codes[0, 0]]

    def loss(changed: Model) -> float:
        held = regression.HOLD / 2 * float((changed.own**2).sum())
        return regression.loss(changed, seen, target) + held

    slopes = regression.slopes_of(model, seen, target)
    for name, at in (("scale", 0), ("tempo", 0), ("slopes", 1), ("slopes", 7), ("own", used)):
        values = getattr(model, name)
        step = np.zeros_like(values)
        step[at] = 1e-5
        up, down = (model._replace(**{name: values + sign * step}) for sign in (1, -1))
        slope = (loss(up) - loss(down)) / 2e-5
        assert getattr(slopes, name)[at] == pytest.approx(slope, rel=1e-3, abs=1e-7)


def test_fitting_foretells_better_than_not(seen: Positions) -> None:
    target = regression.targets(seen, 1.0)
    model = regression.regress(seen, target, 60, np.random.default_rng(37))
    assert regression.loss(model, seen, target) < regression.loss(
        regression.new_model(), seen, target
    )
    promises = regression.promises(model)
    assert (promises[CANONICAL] == promises).all()
    assert (promises[~IS_OPEN] == 0).all()


def test_joining_and_choosing(seen: Positions) -> None:
    both = joined([seen, seen])
    assert len(both.match) == 2 * len(seen.match)
    again = chosen(both, np.arange(len(seen.match), 2 * len(seen.match)))
    assert all((a == b).all() for a, b in zip(again, seen, strict=True))


def fitted(path: Path, seed: int, *more: str) -> list[str]:
    words = [word for key, value in EASY.items() for word in (f"--{key}", str(value))]
    shipped = list(module("evaluation").SCALE), list(module("evaluation").PROMISE)
    try:
        assert fit.main([*words, "--seed", str(seed), "--output", str(path), *more]) == 0
    finally:
        use(shipped[0][0], shipped[1])
    return path.read_text().splitlines()


@pytest.mark.slow
def test_the_same_run_makes_the_same_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, same, other = (
        [line for line in fitted(tmp_path / str(i) / "table.txt", seed) if line[0] != "#"]
        for i, seed in enumerate((1, 1, 2))
    )
    assert one == same != other
    assert capsys.readouterr().out.count("round 2: ") == 3


@pytest.mark.slow
def test_it_is_the_same_table_however_many_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "PART", 2)
    alone, two = (fitted(tmp_path / jobs, 4, "--jobs", jobs) for jobs in ("1", "2"))
    assert alone == two


@pytest.mark.slow
def test_a_fit_goes_on_from_a_table_and_plays_at_several_depths(tmp_path: Path) -> None:
    first = fitted(tmp_path / "first.txt", 1)
    begin = str(tmp_path / "first.txt")
    again, deeper = (
        fitted(tmp_path / f"{len(depths)}.txt", 1, "--begin", begin, "--depth", *depths)
        for depths in (("3",), ("3", "4"))
    )
    assert f"--begin {begin}" in again[1]
    assert "--depth 3 4" in deeper[1]
    rounds = [[line for line in lines if line[:7] == "# round"] for lines in (first, again, deeper)]
    assert rounds[0][0] != rounds[1][0]
    seen = [int(lines[0].split()[3]) for lines in rounds]
    assert seen[2] > 1.5 * seen[1]


@pytest.mark.parametrize("made", [False, True], ids=["shipped", "made"])
def test_a_table_tells_of_its_making_and_has_a_promise_for_each_board(
    made: bool, tmp_path: Path
) -> None:
    table = CHAMPION / "table.txt"
    lines = fitted(tmp_path / "table.txt", 3) if made else table.read_text().splitlines()
    comments = [line for line in lines if line.startswith("#")]
    assert any("reference.meta_tic_tac_toe.fit --rounds" in line for line in comments)
    assert any(("--seed" if made else "seed") in line for line in comments)
    assert sum(line.startswith("# round") for line in comments) >= 2
    scale, *promise = [int(word) for line in lines[len(comments) :] for word in line.split()]
    assert scale > 0
    assert len(promise) == CODES
    for code in range(CODES):
        assert promise[code] == promise[CANONICAL[code]]
        assert 0 <= promise[code] <= 1000 * int(IS_OPEN[code])
