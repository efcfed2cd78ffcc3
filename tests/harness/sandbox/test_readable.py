"""What a command may read: its own files, its interpreter's, and little of the system."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.sandbox.inside.resolve import beneath
from harness.sandbox.readable import readable_paths, system_paths


def test_a_command_reads_what_it_names(tmp_path: Path) -> None:
    for name in ("my.py", "other.py"):
        (tmp_path / name).write_text("")
    paths = readable_paths(["python3", "my.py", "-x", "missing"], tmp_path, [Path("/dev/null")])
    assert {tmp_path / "my.py", Path("/dev/null"), Path("/usr/lib")} <= {*paths}
    assert not {tmp_path, tmp_path / "other.py", tmp_path / "missing"} & {*paths}


@pytest.mark.parametrize(
    "command",
    [
        ("sh", "-c", "exec perl my.pl"), ("timeout", "5", "perl", "my.pl"),
        ("env", "A=1", "perl", "my.pl"), ("nice", "perl", "my.pl"), ("sh", "-c", "'perl' my.pl"),
        ("sh", "-c", "cd .;perl my.pl|cat"), ("sh", "-c", "(perl my.pl)"),
        ("bash", "-c", "echo $(perl my.pl) #"), ("sh", "-c", "perl<my.pl"),
    ],
)  # fmt: skip
def test_files_are_found_behind_other_commands(tmp_path: Path, command: Sequence[str]) -> None:
    (tmp_path / "my.pl").write_text("")
    assert tmp_path / "my.pl" in readable_paths(command, tmp_path)


@pytest.mark.parametrize("command", [("awk", "-fmy.awk"), ("awk", "--file=my.awk")])
def test_files_are_found_behind_options(tmp_path: Path, command: Sequence[str]) -> None:
    (tmp_path / "my.awk").write_text("")
    assert tmp_path / "my.awk" in readable_paths(command, tmp_path)


def test_modules_and_makefiles_are_found(tmp_path: Path) -> None:
    (tmp_path / "my" / "game").mkdir(parents=True)
    for name in ("x.py", "my/game/__main__.py", "Makefile", "other.py"):
        (tmp_path / name).write_text("")
    for command, found in (
        (["python3", "-m", "x"], "x.py"),
        (["python3", "-m", "my.game"], "my/game"),
        (["make", "run"], "Makefile"),
        (["sh", "-c", "python3 -m x"], "x.py"),
    ):
        paths = readable_paths(command, tmp_path)
        assert tmp_path / found in paths
        assert tmp_path / "other.py" not in paths
    assert tmp_path / "Makefile" not in readable_paths(["python3", "-m", "x"], tmp_path)


def test_the_code_of_another_language_names_nothing(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("")
    for command in (
        ["python3", "-c", "x = 'secret' ; open(x)"],
        ["perl", "-e", "open F, 'secret'"],
    ):
        assert tmp_path / "secret" not in readable_paths(command, tmp_path)


@pytest.mark.parametrize("line", ["#!secret", "#!../secret", "#!FOLDER/secret", "#!/bin/sh secret"])
def test_a_first_line_names_commands_alone(tmp_path: Path, line: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    for folder in (home, tmp_path):
        (folder / "secret").write_text("")
    (home / "my.py").write_text(line.replace("FOLDER", str(tmp_path)))
    secrets = {home / "secret", home / "../secret", tmp_path / "secret"}
    assert not secrets & {*readable_paths(["python3", "my.py"], home)}


def test_a_first_line_may_have_env_find_the_interpreter(tmp_path: Path) -> None:
    tool = tmp_path / "opt" / "lang" / "bin" / "lang"
    tool.parent.mkdir(parents=True)
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    for line in ("#!/usr/bin/env lang", "#!/usr/bin/env -S lang -u", "#!/usr/bin/env -Slang -u"):
        (tmp_path / "script").write_text(line)
        paths = readable_paths(["./script"], tmp_path, search=str(tool.parent))
        assert {tool, tmp_path / "opt" / "lang"} <= {*paths}, line


def test_what_holds_the_folder_is_no_installation(tmp_path: Path) -> None:
    tool, home = tmp_path / "bin" / "tool", tmp_path / "home"
    for folder in (tool.parent, home):
        folder.mkdir()
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    paths = readable_paths(["tool"], home, search=str(tool.parent))
    assert tool in paths
    assert tmp_path not in paths


def test_a_folder_is_its_own_only_where_it_runs(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "game").mkdir(parents=True)
    for word, is_own in ((".", True), ("game", True), ("..", False), (str(tmp_path), False)):
        assert (home / word in readable_paths(["node", word], home)) is is_own, word


def test_an_interpreter_behind_links_is_readable(tmp_path: Path) -> None:
    real = tmp_path / "opt" / "lang" / "bin" / "lang"
    real.parent.mkdir(parents=True)
    real.write_text("#!/bin/sh\n")
    real.chmod(0o755)
    link = tmp_path / "tools" / "shims" / "lang"
    link.parent.mkdir(parents=True)
    link.symlink_to(real)
    paths = readable_paths([str(link)], tmp_path)
    assert {real, real.parent.parent, link, link.parent.parent} <= {*paths}


@pytest.mark.parametrize(
    "path",
    ["/usr/share/dict/words", "/usr/share/doc", "/etc/passwd", "/etc/hostname", "/usr/games/x",
     "/proc/1/cmdline", "/var/lib", "/home", "/root/.ssh", "/usr/share/games", "/usr", "/etc"],
)  # fmt: skip
def test_the_system_is_not_all_of_it(path: str) -> None:
    assert not beneath(path, *map(str, system_paths()))


def test_a_word_too_long_for_a_name_is_none(tmp_path: Path) -> None:
    paths = readable_paths(["python3", "-c", "print(1);" * 100], tmp_path)
    assert not [path for path in paths if path.is_relative_to(tmp_path)]
