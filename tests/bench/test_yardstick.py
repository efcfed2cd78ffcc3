"""The yardstick lays out two bots that the arena can read, and hands over to it."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from harness import command_line
from harness.tournament import instructions
from tests.bench import yardstick

DEPTH_BOT = yardstick.CHAMPION.with_name("depthBot")


@pytest.mark.parametrize(
    ("options", "other", "more", "seconds"),
    [
        ([], "openSpiel", (), "5.0"),
        (["--simulations", "500"], "openSpiel", ("500",), "5.0"),
        (["--against", str(DEPTH_BOT)], "depthBot", (), "1.0"),
    ],
)
def test_both_bots_are_laid_out_and_the_arena_is_asked(
    options: list[str],
    other: str,
    more: tuple[str, ...],
    seconds: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[Sequence[str] | None]()

    def tournament(words: Sequence[str] | None) -> int:
        asked.append(words)
        return 0

    monkeypatch.setattr(command_line, "main", tournament)
    for _ in range(2):  # to go on where it was
        assert yardstick.main([*options, "--into", str(tmp_path), "--", "--jobs", "1"]) == 0
    [words, again] = asked
    assert words == again
    assert words is not None
    assert words[0] == "tournament"
    assert list(words[-2:]) == ["--jobs", "1"]
    bots = instructions.load(Path(words[1]) / "instructions.txt")
    assert words[words.index("--seconds") + 1] == seconds
    assert [bot.name for bot in bots] == ["champion", other]
    for bot in bots:
        assert (Path(words[1]) / bot.command[1]).is_file()
    assert bots[1].command[2:] == more


def test_a_folder_without_a_bot_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        yardstick.main(["--against", str(tmp_path), "--into", str(tmp_path)])
    assert "no bot.py is there" in capsys.readouterr().err
