"""The level is found where a known curve has it, and told with what is known of it."""

import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.meta_tic_tac_toe import match_file
from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.match import Match, play
from reference.meta_tic_tac_toe.rules import legal_moves
from reference.meta_tic_tac_toe.wire import format_move, parse_state
from tests.bench import yardstick_level


def scores_of(height: float, slope: float, numbers: list[int]) -> dict[int, list[float]]:
    """A thousand matches at each number, as near to the chances of a curve as they can be."""
    chances = {n: 1 / (1 + math.exp(slope * math.log(n) - height)) for n in numbers}
    return {n: [float(k < 1000 * chance) for k in range(1000)] for n, chance in chances.items()}


@pytest.mark.parametrize(
    "true",
    [pytest.param(n, marks=pytest.mark.slow) for n in (30_000, 400_000, 2_000_000)],
)
def test_the_level_of_a_known_curve_is_found(true: int) -> None:
    scores = scores_of(0.6 * math.log(true), 0.6, [100_000, 400_000, 1_000_000])
    assert yardstick_level.level(yardstick_level.fit(scores)) == pytest.approx(true, rel=0.02)
    least, most = yardstick_level.interval(scores)
    assert least < true < most


def test_no_level_is_where_more_simulations_do_not_help() -> None:
    assert math.isinf(yardstick_level.level(yardstick_level.fit({10: [0.0], 20: [1.0]})))
    assert math.isinf(yardstick_level.level((1000.0, -0.001)))
    assert yardstick_level.level(yardstick_level.fit({10: [1.0], 40: [0.0]})) == pytest.approx(20)


def a_match(x: str, o: str, silent: str | None = None) -> Match:
    """One that O wins: each side plays the first tile that it may, unless it is the silent one."""

    def ask(arguments: Sequence[str]) -> Answer:
        if arguments[0] == silent:
            return Answer("", 0.1)
        return Answer(format_move(min(legal_moves(parse_state(arguments)))), 0.1)

    return play(x, o, ask, ask)


@pytest.mark.slow
def test_tournaments_are_read_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = []
    for number, sides in ((1000, ("openSpiel", "champion")), (4000, ("champion", "openSpiel"))):
        folder = tmp_path / f"simulations-{number}"
        (folder / "matches").mkdir(parents=True)
        match_file.save(a_match(*sides), folder / "matches" / f"001{match_file.SUFFIX}")
        folders.append(str(folder))
    assert yardstick_level.main(folders) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.split() for line in printed[:2]] == [
        ["1,000", "1-0-0", "1.00"],
        ["4,000", "0-0-1", "0.00"],
    ]
    assert printed[2].startswith("level at 2,000 simulations (95 %: 2,000 to 2,000)")


def test_a_match_with_an_invalid_move_is_not_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "simulations-1000"
    for number, match in enumerate(
        [a_match("openSpiel", "champion"), a_match("openSpiel", "champion", silent="X")]
    ):
        match_file.save(match, folder / "matches" / f"{number}{match_file.SUFFIX}")
    assert yardstick_level.main([str(folder)]) == 0
    assert capsys.readouterr().out.split() == ["1,000", "1-0-0", "1.00"]
    (folder / "matches" / f"0{match_file.SUFFIX}").unlink()
    with pytest.raises(SystemExit, match="2"):
        yardstick_level.main([str(folder)])
    assert "no match without invalid moves" in capsys.readouterr().err


def test_a_score_is_told_with_its_error() -> None:
    told = yardstick_level.told({1000: [1.0] * 5 + [0.5] * 2 + [0.0] * 3})
    assert told.split() == ["1,000", "5-2-3", "0.60", "±", "0.27"]


def test_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "depthBot"
    (other / "matches").mkdir(parents=True)
    match_file.save(a_match("champion", "depthBot"), other / "matches" / f"001{match_file.SUFFIX}")
    for folder in (tmp_path / "simulations-5", other):
        with pytest.raises(SystemExit, match="2"):
            yardstick_level.main([str(folder)])
        assert "no matches of a number of simulations" in capsys.readouterr().err
