"""Files beside a program that are hidden from it: which its words name."""

import sys
from pathlib import Path

import pytest

from harness.program import Program
from harness.sandbox import hidden
from harness.sandbox.levels import BUBBLEWRAP, Level
from harness.session import Limits


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        "play.py",
        "play.js",
        "rules.py",
        "more/deep.js",
        "more/deeper.txt",
        "Board.pm",
        ".hidden",
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("import rules")
    return tmp_path


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("ModuleNotFoundError: No module named 'rules'", ("rules.py",)),
        ("Can't locate Board.pm in @INC", ("Board.pm",)),
        ("Error: Cannot find module './more/deep'", ("more",)),
        ("cannot load such file -- /a/b/rules (LoadError)", ("rules.py",)),
        ("No module named 'play'", ()),  # which it may read
        ('File "/a/play.py", line 1: no play', ()),  # nor is the other one meant
        ("cannot open play.js", ("play.js",)),
        ("No module named 'overrules'", ()),
        ("rules, Board, more: not found", ("more", "rules.py", "Board.pm")),
        ("cannot find Board.pm by rules", ("Board.pm", "rules.py")),
        ("", ()),
    ],
)
def test_what_its_words_name(folder: Path, said: str, names: tuple[str, ...]) -> None:
    found = hidden.named(said, ("python3", "play.py"), folder, [folder / "play.py"])
    assert found == names


def test_a_word_that_is_too_long_for_a_name_is_no_file(folder: Path) -> None:
    command = ("python3", "-c", "#" * 5_000)
    assert hidden.named("no rules", command, folder, ()) == ("rules.py",)


def test_what_stands_beside_the_file_that_the_command_names(folder: Path, tmp_path: Path) -> None:
    (other := tmp_path / "elsewhere").mkdir()
    command = ("node", str(folder / "more" / "deep.js"))
    readable = [folder / "more" / "deep.js"]
    found = hidden.named("deeper not found", command, other, readable)
    assert found == (str(folder / "more" / "deeper.txt"),)
    assert hidden.named("deeper not found", command, folder, readable) == ("more/deeper.txt",)
    assert hidden.named("deeper not found", command, folder, [folder]) == ()


@pytest.mark.parametrize("level", [BUBBLEWRAP], ids=str)
def test_a_module_beside_a_program_is_named(folder: Path, level: Level) -> None:
    if not level.is_available():
        pytest.skip("no bubblewrap here")
    for more, names in ((), ("rules.py",)), ((folder / "rules.py",), ()):
        program = Program(
            (sys.executable, "play.py"), folder, limits=Limits(), level=level, more_readable=more
        )
        session = program.start()
        session.read(lambda text: False)
        assert session.close().hidden == names
