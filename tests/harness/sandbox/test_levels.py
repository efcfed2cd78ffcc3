"""The levels of isolation: which is here, what each is called, what the sandbox is made of."""

import pickle
import sys
from pathlib import Path

import pytest

from harness.meta_tic_tac_toe.bot import Bot, CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.sandbox import landlock
from harness.sandbox import levels as levels_module
from harness.sandbox.levels import (
    BUBBLEWRAP,
    LANDLOCK,
    LEVELS,
    LIMITS,
    Files,
    Level,
    best_level,
    bubblewrap,
    describe,
)


@pytest.mark.parametrize(
    ("works", "version", "best"),
    [
        (True, 7, BUBBLEWRAP),
        (True, 0, BUBBLEWRAP),
        (False, 1, LANDLOCK),
        (False, 0, LIMITS),
    ],
)
def test_the_best_that_is_here(
    monkeypatch: pytest.MonkeyPatch, works: bool, version: int, best: Level
) -> None:
    monkeypatch.setattr(levels_module, "bubblewrap_works", lambda: works)
    monkeypatch.setattr(landlock, "landlock_version", lambda: version)
    assert best_level() is best


def test_bubblewrap_must_be_installed_and_work(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    probe = levels_module.bubblewrap_works.__wrapped__
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not probe()
    (tmp_path / "bwrap").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    assert not probe()
    (tmp_path / "bwrap").write_text("#!/bin/sh\nexit 0\n")
    assert probe()


def test_the_level_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "landlock_version", lambda: 7)
    every = [describe(level, watched) for level in LEVELS for watched in (True, False)]
    told = {text.partition(" (")[0] for text in every}
    assert told == {
        "kept in by bubblewrap, every run watched by seccomp",
        "kept in by bubblewrap, not watched",
        "kept in by Landlock 7, every run watched by seccomp",
        "kept in by Landlock 7, not watched",
        "not kept in, limits alone, every run watched by seccomp",
        "not kept in, limits alone, not watched",
    }


def positions(words: list[str], *wanted: str) -> list[int]:
    """Where these words stand, one after the other, in a command."""
    return [at for at in range(len(words)) if tuple(words[at : at + len(wanted)]) == wanted]


@pytest.mark.parametrize("folder", ["/srv/arena", "/tmp/deep/arena", "/usr/local/arena"])
def test_a_sandbox_hides_the_arena_but_the_bots_own(folder: str) -> None:
    arena, own = Path(folder), Path(folder, "me")
    words = bubblewrap(Files(arena, (Path("/usr"), Path("/opt")), own, own / "data.txt"))
    (hidden,) = positions(words, "--tmpfs", folder)
    (shown,) = positions(words, "--ro-bind", str(own), str(own))
    data = str(own / "data.txt")
    (writable,) = positions(words, "--bind", data, data)
    (closed,) = positions(words, "--remount-ro", folder)
    assert hidden < shown < writable < closed
    assert max(positions(words, "--ro-bind", "/usr", "/usr")) < hidden
    assert words.count("--bind") == 1
    assert positions(words, "--remount-ro", "/")
    assert words[-2:] == ["--chdir", folder]


def test_an_arena_below_the_temporary_folder_cannot_be_written_beside() -> None:
    arena = Path("/tmp/deep/arena")
    words = bubblewrap(Files(arena, (), arena / "me", arena / "me" / "data.txt"))
    (made,) = positions(words, "--tmpfs", "/tmp/deep")
    (closed,) = positions(words, "--remount-ro", "/tmp/deep")
    assert positions(words, "--tmpfs", "/tmp") < [made] < [closed]


def test_what_a_bot_may_read_beside_its_arena_is_still_there() -> None:
    arena, beside, within = Path("/tmp/deep/arena"), "/tmp/deep/python", "/tmp/deep/arena/other"
    readable = (Path(beside), Path(within))
    words = bubblewrap(Files(arena, readable, arena / "me", arena / "me" / "data.txt"))
    (made,) = positions(words, "--tmpfs", "/tmp/deep")
    (closed,) = positions(words, "--remount-ro", "/tmp/deep")
    assert made < positions(words, "--ro-bind", beside, beside)[-1] < closed
    assert max(positions(words, "--ro-bind", within, within)) < made


def test_what_is_in_a_bound_folder_is_not_bound_again() -> None:
    inside = Path("/opt/x/bin/python")
    readable = (inside, Path("/opt/x"), Path("/opt/xy"))
    words = bubblewrap(Files(Path("/arena"), readable, Path("/arena/me")))
    bound = {words[at + 1] for at, word in enumerate(words) if word == "--ro-bind"}
    assert {"/opt/x", "/opt/xy"} <= bound
    assert str(inside) not in bound


@pytest.mark.skipif(not BUBBLEWRAP.is_available(), reason="no bubblewrap here")
def test_the_interpreter_of_a_virtual_environment_starts(tmp_path: Path) -> None:
    (tmp_path / "me").mkdir()
    bot = Bot("me", (sys.executable, "-c", "import sys; print(sys.prefix)"))
    with BotCaller(bot, tmp_path, CallLimits(60.0), BUBBLEWRAP) as call:
        assert call([]).said.strip() == sys.prefix


def test_each_level_says_what_it_does_not_hold() -> None:
    for level in LEVELS:
        assert (describe(level, True) != describe(level, True).partition(" (")[0]) is (
            level is not BUBBLEWRAP
        )
        assert level.not_held(watched=False)


def test_a_level_is_itself_after_pickling() -> None:
    for level in LEVELS:
        assert pickle.loads(pickle.dumps(level)) is level


def test_a_terminal_program_has_nowhere_to_write() -> None:
    words = bubblewrap(Files(Path("/home/me"), (Path("/home/me/my.py"),)))
    assert "--bind" not in words
    for place in ("/tmp", "/dev/shm", "/dev", "/"):
        assert positions(words, "--remount-ro", place)
