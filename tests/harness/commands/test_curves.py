import re
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.command_line import main
from reference.menace.learning import curves
from reference.menace.learning.curves import QUICK, Extent


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, Extent]]:
    """What the command asks the drawing for; nothing is drawn."""
    seen: list[tuple[Path, Extent]] = []

    def draw(out: Path, extent: Extent, tell: Callable[[str], None]) -> list[Path]:
        tell("1 of 1")
        seen.append((out, extent))
        return [out / "summary.txt"]

    monkeypatch.setattr(curves, "draw", draw)
    monkeypatch.setenv("GOLFPROOF_BUILD", "build")  # which --build changes for the whole process
    return seen


@pytest.mark.parametrize(
    ("options", "extent"),
    [
        ([], Extent()),
        (["--quick"], QUICK),
        (["--quick", "--seeds", "5"], QUICK._replace(seeds=5)),
        (["--games", "7", "--machines", "2"], Extent(7, 2)),
    ],
)
def test_as_much_is_trained_as_was_asked_for(
    asked: list[tuple[Path, Extent]], tmp_path: Path, options: list[str], extent: Extent
) -> None:
    assert main(["--build", str(tmp_path), "curves", *options]) == 0
    assert asked == [(tmp_path / "curves", extent)]


def test_progress_is_told_apart_from_the_result(
    asked: list[tuple[Path, Extent]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["curves", "--out", str(tmp_path)]) == 0
    assert asked[0][0] == tmp_path
    assert capsys.readouterr() == (f"{tmp_path / 'summary.txt'}\n", "1 of 1\n")


def test_a_folder_that_cannot_be_made_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["curves", "--out", str(tmp_path / "file" / "x")]) == 2
    assert capsys.readouterr().err == f"golfproof: {tmp_path / 'file' / 'x'}: Not a directory\n"


@pytest.mark.slow
def test_the_help_names_the_files_that_are_written(tmp_path: Path) -> None:
    paths = curves.draw(tmp_path, Extent(games=120, machines=2, seeds=1), lambda line: None)
    named = re.findall(r"\w+\.(?:png|txt)", curves.__doc__ or "")
    assert sorted(named) == sorted(path.name for path in paths)
