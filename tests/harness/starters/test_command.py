"""`golfproof new`: every folder it writes holds a program that is accepted, in every language."""

import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from harness.command_line import main
from harness.languages import LANGUAGES
from harness.starters.starters import BOTS, GAMES, STARTERS
from harness.tournament import instructions

NAMES = [language.name for language in STARTERS]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLFPROOF_BUILD", str(tmp_path / "build"))


def status(*arguments: str) -> int:
    """The exit status, whether the command says it or the parser of its arguments does."""
    try:
        return main(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)


def begin(game: str, language: str) -> Path:
    """The folder, its program compiled. Skips the test where the language is not installed."""
    tool = LANGUAGES[language].tool
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool} here")
    assert main(["new", game, language, "mine"]) == 0
    folder = Path("mine")
    within = "mine/" if game == BOTS else ""
    if build := LANGUAGES[language].build(within + LANGUAGES[language].source):
        subprocess.run(build, cwd=folder, check=True)
    return folder


def test_what_is_written_passes_the_quick_worlds(capsys: pytest.CaptureFixture[str]) -> None:
    folder = begin("mu_torere", "perl")
    assert main(["verify", "--quick", str(folder), "--games", "1"]) == 0, capsys.readouterr().out
    out = capsys.readouterr().out
    assert "AC   mu_torere/mine" in out
    assert "left out by --quick" in out


@pytest.mark.slow
@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_is_accepted(
    game: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = begin(game, language)
    assert main(["verify", str(folder)]) == 0, capsys.readouterr().out
    assert f"AC   {game}/mine" in capsys.readouterr().out


@pytest.mark.parametrize("language", NAMES)
def test_a_menace_plays_its_first_game(language: str) -> None:
    folder = begin("menace", language)
    # Whatever is drawn, one of the two inputs is a game played on until one side has three.
    typed = "1\n" + "".join(f"{row}{column}\n" for row in "LMR" for column in "LMR")
    played = subprocess.run(
        LANGUAGES[language].command(LANGUAGES[language].source),
        cwd=folder, input=typed, capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = played.stdout.splitlines()
    assert lines[0] == "New game"
    assert len(lines[1]) == 3
    assert "".join(lines[1:4]).count("X") == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", NAMES)
def test_the_manifest_and_the_next_commands_fit(
    game: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", game, language]) == 0
    folder = Path(f"my-{game}-{language}")
    manifest = tomllib.loads((folder / "entries.toml").read_text())
    assert manifest["challenge"] == game
    (entry,) = (value for value in manifest.values() if isinstance(value, dict))
    assert (folder / entry["source"]).is_file()
    readme = (folder / "README.md").read_text()
    assert "golfproof verify ." in readme
    assert f"cd {folder}" in capsys.readouterr().out
    if game == BOTS:
        bots = instructions.load(folder / "instructions.txt")
        assert bots[0].name == folder.name
        assert len(bots) == 5
        assert all((folder / bot.name).is_dir() for bot in bots)


@pytest.mark.slow
def test_a_new_bot_plays_its_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    folder = begin(BOTS, "c")
    assert main(["tournament", str(folder), "--rounds", "2"]) == 0
    assert "mine" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("chess python", "chess"),
        ("menace cobol", "cobol"),
        ("menace python full", "not an empty folder"),
        ("menace python 1st", "a letter first"),
        ("menace python full/file/below", "full/file"),
    ],
)
def test_what_cannot_be_is_said(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("full").mkdir()
    Path("full/file").touch()
    assert status("new", *words.split()) == 2
    assert said in capsys.readouterr().err
