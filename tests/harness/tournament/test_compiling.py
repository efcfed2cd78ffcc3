"""Compiling a bot: its archive is what the command leaves, or one clear line."""

import shutil
import subprocess
from collections.abc import Container, Iterable, Mapping
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from harness.meta_tic_tac_toe.bot import Bot
from harness.sandbox.levels import Level, available_levels, can_notify
from harness.tournament import bot_folder
from harness.tournament.bot_folder import Archive
from harness.tournament.compiling import compiled
from harness.verdict import UsageError
from tests.harness.live import at_work_in

HERE = available_levels()


def archive(folder: Path) -> Archive:
    (folder / "in").mkdir()
    (folder / "in" / "source").write_text("echo 44")
    return bot_folder.pack(folder / "in")


def bot(*command: str) -> Bot:
    return Bot("anna", ("anna/run",), command or None)


def test_without_a_command_it_is_as_it_was_entered(tmp_path: Path) -> None:
    entered = archive(tmp_path)
    assert compiled(bot(), entered, tmp_path / "play") is entered


def test_it_is_run_in_the_folder_of_all_bots(tmp_path: Path) -> None:
    built = compiled(bot("cp", "anna/source", "anna/run"), archive(tmp_path), tmp_path / "play")
    bot_folder.unpack(built, b"", tmp_path / "out")
    assert (tmp_path / "out" / "run").read_text() == "echo 44"
    assert list((tmp_path / "play").iterdir()) == []


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("false",), "anna: false: status 1: it says nothing"),
        (("sh", "-c", "echo one; echo two >&2; exit 3"), "exit 3': status 3: two"),
        (("./gone",), "anna: ./gone: it does not start: "),
        (("sh", "-c", "kill -9 $$"), "status -9"),
        (
            (
                "sh",
                "-c",
                "echo; echo ' my.c:1: error: no x'; echo 'my.c:2: error: no y'; echo '2 errors'; "
                "exit 1",
            ),
            "status 1: my.c:1: error: no x",
        ),
        (("ln", "-s", "/etc/passwd", "anna/link"), "neither a plain file nor a folder"),
    ],
)
def test_a_command_that_fails(tmp_path: Path, command: tuple[str, ...], words: str) -> None:
    with pytest.raises(UsageError) as caught:
        compiled(bot(*command), archive(tmp_path), tmp_path / "play")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert list((tmp_path / "play").iterdir()) == []


def test_one_that_does_not_end_is_ended_with_all_it_started(tmp_path: Path) -> None:
    command = f"(setsid sh -c 'sleep 600; echo > {tmp_path}/alive' &); sleep 600"
    with pytest.raises(UsageError, match=r"it takes longer than 0\.2 seconds"):
        compiled(bot("sh", "-c", command), archive(tmp_path), tmp_path / "play", seconds=0.2)
    assert at_work_in(tmp_path) == []


MAIN = '#include <stdio.h>\n{}\nint main(void) {{ return printf("44") < 0; }}\n'
RIGHT: dict[str, tuple[Mapping[str, str], tuple[str, ...]]] = {
    "cc": ({"my.c": MAIN.format('#include "my.h"'), "my.h": ""},
           ("cc", "-O2", "-o", "anna/run", "anna/my.c")),
    "make": ({"my.c": MAIN.format(""), "Makefile": "run: my.c\n\tmkdir -p b/c\n"
              "\tcc -c -o b/c/my.o my.c\n\tcc -o b/run b/c/my.o\n\tmv b/run run\n\trm -r b\n"},
             ("make", "-C", "anna")),
    "javac": ({"My.java": 'class My { public static void main(String[] a) '
               '{ System.out.print("44"); } }', "run": "exec java -cp anna My"},
              ("javac", "-d", "anna", "anna/My.java")),
    "rustc": ({"my.rs": 'fn main() { print!("44"); }'}, ("rustc", "-o", "anna/run", "anna/my.rs")),
    "sh": ({"source": "echo 44"}, ("sh", "-c", "t=$(mktemp) && cp anna/source $t && "
                                   "chmod 755 $t && mv $t anna/run && touch -d @1 anna/run")),
    "python3": ({"make.py": "open('anna/run', 'w').write('echo 44')"},
                ("python3", "anna/make.py")),
}  # fmt: skip


def cases(names: Iterable[str], each: Container[str]) -> list[ParameterSet]:
    """All of these at the best level, and these of them at each; the rest is slow."""
    return [
        pytest.param(
            name, level, id=f"{name}-{level}",
            marks=() if level is HERE[0] or name in each else pytest.mark.slow,
        )
        for name in names
        for level in HERE
    ]  # fmt: skip


def entered(folder: Path, files: Mapping[str, str]) -> Archive:
    (folder / "in").mkdir()
    for name, text in files.items():
        (folder / "in" / name).write_text(text)
    return bot_folder.pack(folder / "in")


@pytest.mark.parametrize(("tool", "level"), cases(RIGHT, ("cc",)))
def test_right_builds_go_through(tmp_path: Path, tool: str, level: Level) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"there is no {tool}")
    files, command = RIGHT[tool]
    built = compiled(bot(*command), entered(tmp_path, files), tmp_path / "play", level=level)
    bot_folder.unpack(built, b"", tmp_path / "anna")
    program = tmp_path / "anna" / "run"
    is_binary = program.read_bytes()[:4] == b"\x7fELF"
    run = [str(program)] if is_binary else ["sh", str(program)]
    assert subprocess.check_output(run, cwd=tmp_path).strip() == b"44"
    assert list((tmp_path / "play").iterdir()) == []


SECRET = "FOLDER/secret"
HOSTILE: dict[str, tuple[Mapping[str, str], tuple[str, ...], str]] = {
    "an include of another file": (
        {"my.c": MAIN.format('#include "/etc/hosts"')}, ("cc", "anna/my.c"), "/etc/hosts"),
    "an include by the way up": (
        {"my.c": MAIN.format('#include "../../../secret"')}, ("cc", "anna/my.c"), "secret"),
    "an assembler that includes": (
        {"my.c": 'asm(".incbin \\"FOLDER/secret\\"");\nint main(void) { return 0; }'},
        ("cc", "-o", "anna/run", "anna/my.c"), "secret"),
    "a makefile that reads": (
        {"Makefile": "run:\n\tcat FOLDER/secret > run; true\n"}, ("make", "-C", "anna"), "secret"),
    "a makefile that includes": (
        {"Makefile": "-include FOLDER/secret\nrun:\n\techo 44 > run\n"},
        ("make", "-C", "anna"), "secret"),
    "a link": (
        {}, ("sh", "-c", "ln -s FOLDER/secret anna/x; cat anna/x > anna/run; rm anna/x"), "secret"),
    "another name of a file": (
        {}, ("sh", "-c", "ln FOLDER/secret anna/run; true"), "secret"),
    "a socket": (
        {}, ("python3", "-c", "import socket; s = socket.socket(); s.connect(('127.0.0.1', 9))"),
        "a socket (AF_INET)"),
    "a download": (
        {}, ("sh", "-c", "python3 -c 'import socket; socket.socket()'; echo 44 > anna/run"),
        "a socket (AF_INET)"),
    "a file elsewhere": ({}, ("sh", "-c", "echo > FOLDER/out; true"), "out"),
    "a file up there": ({}, ("sh", "-c", "echo > ../../out; true"), "out"),
    "a change elsewhere": ({}, ("touch", "-d", "@1", "FOLDER/secret"), "secret"),
    "a move out": ({"x": "y"}, ("sh", "-c", "mv anna/x FOLDER/out; true"), "out"),
    "another process": ({}, ("sh", "-c", "kill -0 $PPID; true"), "a process that it did not start"),
    "the environment of another": ({}, ("sh", "-c", "cat /proc/$PPID/environ; true"), "/proc/"),
}  # fmt: skip


EACH = ("an include of another file", "a download", "a file elsewhere", "another process")


@pytest.mark.skipif(not can_notify(), reason="nothing is watched here")
@pytest.mark.parametrize(("title", "level"), cases(HOSTILE, EACH))
def test_hostile_builds_are_refused_and_told(tmp_path: Path, title: str, level: Level) -> None:
    secret = tmp_path / "secret"
    secret.write_text("int secret;\n")
    before = secret.stat()
    texts, command, seen = HOSTILE[title]
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]}")
    files = {name: text.replace("FOLDER", str(tmp_path)) for name, text in texts.items()}
    words = [word.replace("FOLDER", str(tmp_path)) for word in command]
    with pytest.raises(UsageError) as caught:
        compiled(bot(*words), entered(tmp_path, files), tmp_path / "play", level=level)
    told = str(caught.value).rpartition("it reached for ")[2]
    assert seen in told
    assert "\n" not in told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "play", "secret"]
    assert list((tmp_path / "play").iterdir()) == []
    assert (secret.stat().st_mtime_ns, secret.stat().st_nlink) == (before.st_mtime_ns, 1)
