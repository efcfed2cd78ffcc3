"""Manifests: what they say, and one clear line for every error in one."""

from pathlib import Path

import pytest

from harness.entry import all_entries, load
from harness.places import ROOT
from harness.verdict import UsageError


def manifest(folder: Path, text: str, where: str = "solutions/game") -> Path:
    path = folder / where / "entries.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


GOOD = """
challenge = "game"
[short]
source = "short.py"
about = "a golfed one"
bytes_at_most = 20
symbols = "XO."
[own]
command = ["perl", "-l", "{source}", "x"]
source = "short.py"
[player]
command = ["python3", "-m", "reference.game.play"]
"""


def test_entries(tmp_path: Path) -> None:
    path = manifest(tmp_path, GOOD)
    (path.parent / "short.py").write_bytes("print('wāhi')".encode())
    short, own, player = load(path, tmp_path)
    assert (short.name, own.name, player.name) == ("game/short", "game/own", "game/player")
    assert short.program.command == ("python3", "solutions/game/short.py")
    assert own.program.command == ("perl", "-l", "solutions/game/short.py", "x")
    assert short.form == {"symbols": "XO."}
    assert (short.about, short.bytes_at_most, own.about, own.bytes_at_most) == (
        "a golfed one", 20, "", None,
    )  # fmt: skip
    assert (short.source_bytes, short.source_characters) == (14, 13)
    assert (player.source, player.source_bytes, player.source_characters) == (None, None, None)
    assert (short.program.own, player.program.own) == (False, True)
    assert short.program.cwd == tmp_path


def test_bytes_that_are_no_utf8_are_characters_of_latin_1(tmp_path: Path) -> None:
    path = manifest(tmp_path, 'challenge = "game"\n[a]\nsource = "a.py"')
    (path.parent / "a.py").write_bytes(b"#\xff\xfe")
    (entry,) = load(path, tmp_path)
    assert (entry.source_bytes, entry.source_characters) == (3, 3)


@pytest.mark.parametrize(
    ("suffix", "command"),
    [("pl", "perl"), ("js", "node"), ("sh", "bash"), ("rb", "ruby"), ("py", "python3")],
)
def test_a_source_s_suffix_names_its_interpreter(tmp_path: Path, suffix: str, command: str) -> None:
    path = manifest(tmp_path, f'challenge = "game"\n[a]\nsource = "a.{suffix}"')
    (path.parent / f"a.{suffix}").touch()
    (entry,) = load(path, tmp_path)
    assert entry.program.command == (command, f"solutions/game/a.{suffix}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("challenge = \n", "not TOML: .*line 1"),
        ("", 'the line challenge = "..." is missing'),
        ("challenge = 3", 'the line challenge = "..." is missing'),
        ('challenge = "g"\na = 3', "entry a: not a table"),
        ('challenge = "g"\n[a]', "entry a: 'command' is a list"),
        ('challenge = "g"\n[a]\ncommand = "x"', "entry a: 'command' is a list"),
        ('challenge = "g"\n[a]\ncommand = []', "entry a: 'command' is a list"),
        ('challenge = "g"\n[a]\ncommand = ["x", 3]', "entry a: 'command' is a list"),
        ('challenge = "g"\n[a]\nsource = 3', "entry a: 'source' is not a file's name"),
        ('challenge = "g"\n[a]\nsource = "gone.py"', "entry a: its source .*gone.py is missing"),
        ('challenge = "g"\n[a]\nsource = "."', "entry a: its source .* is missing"),
        ('challenge = "g"\n[a]\nsource = "entries.toml"', "entry a: 'command' is a list"),
        ('challenge = "g"\n[a]\ncommand = ["x"]\nabout = 3', "entry a: 'about' is a text"),
        ('challenge = "g"\n[a]\ncommand = ["x"]\nbytes_at_most = "3"', "'bytes_at_most' a number"),
        ('challenge = "g"\n[a]\ncommand = ["x"]\n[a]\n', "not TOML"),
    ],
)
def test_each_error_is_one_clear_line(tmp_path: Path, text: str, words: str) -> None:
    path = manifest(tmp_path, text)
    with pytest.raises(UsageError, match=words) as caught:
        load(path, tmp_path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_a_manifest_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        load(tmp_path / "entries.toml", tmp_path)
    (tmp_path / "entries.toml").write_bytes(b"\xff")
    with pytest.raises(UsageError, match="not TOML"):
        load(tmp_path / "entries.toml", tmp_path)


def test_golfed_ones_come_first(tmp_path: Path) -> None:
    one = 'challenge = "{}"\n[x]\ncommand = ["x"]\n'
    manifest(tmp_path, one.format("b"), "solutions/b")
    manifest(tmp_path, one.format("a"), "solutions/a")
    manifest(tmp_path, one.format("r"), "reference/r")
    assert [entry.name for entry in all_entries(tmp_path)] == ["a/x", "b/x", "r/x"]


def test_the_project_s_own_manifests() -> None:
    names = [entry.name for entry in all_entries(ROOT)]
    assert "mu_torere/reference" in names
    assert len(set(names)) == len(names)
