"""A bot's files where the challenge has them, and nothing of the user's touched."""

from pathlib import Path

import pytest

from harness.meta_tic_tac_toe.layout import laid_out
from harness.program import Program
from harness.verdict import UsageError


@pytest.fixture
def cwd(tmp_path: Path) -> Path:
    """my.py; a.out, which may be executed; and a bot's folder of two files."""
    (tmp_path / "my.py").write_text("print(44)")
    (tmp_path / "a.out").write_bytes(b"\x7fELF")
    (tmp_path / "a.out").chmod(0o755)
    (tmp_path / "big" / "data").mkdir(parents=True)
    (tmp_path / "big" / "run.py").write_text("import book")
    (tmp_path / "big" / "data" / "book.py").write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "folder", "name", "laid"),
    [
        (("python3", "my.py"), None, "my", ("python3", "my/my.py")),
        (("./a.out", "-x", "5"), None, "a", ("a/a.out", "-x", "5")),
        (("python3", "big/run.py"), None, "run", ("python3", "run/run.py")),
        (("python3", "big/run.py"), "big", "big", ("python3", "big/run.py")),
        (("java", "-cp", "big", "Bot"), "big", "big", ("java", "-cp", "big", "Bot")),
        (("java", "-cp", "./big/data", "Bot"), "big", "big", ("java", "-cp", "big/data", "Bot")),
        (("echo", "44"), None, "bot", ("echo", "44")),
        (("/bin/echo", "44"), None, "bot", ("/bin/echo", "44")),
    ],
)
def test_layout(
    cwd: Path, command: tuple[str, ...], folder: str | None, name: str, laid: tuple[str, ...]
) -> None:
    with laid_out(Program(command, cwd), folder) as (bot, arena):
        assert (bot.name, bot.command) == (name, laid)
        assert [path.name for path in arena.iterdir()] == [name]
        copied = {p.relative_to(arena / name) for p in (arena / name).rglob("*") if p.is_file()}
        if folder:
            assert copied == {Path("run.py"), Path("data/book.py")}
        else:
            assert copied == {Path(word).relative_to(name) for word in laid if "/" in word and
                              not word.startswith("/")}  # fmt: skip
        assert not arena.is_relative_to(cwd)
    assert not arena.exists()


def test_a_program_stays_executable(cwd: Path) -> None:
    with laid_out(Program(("./a.out",), cwd)) as (_, arena):
        assert (arena / "a" / "a.out").stat().st_mode & 0o100


def test_what_a_bot_does_to_its_folder_is_undone(cwd: Path) -> None:
    with laid_out(Program(("python3", "my.py"), cwd)) as (_, arena):
        (arena / "my" / "my.py").write_text("other")
        (arena / "my" / "deep").mkdir()
        (arena / "my" / "deep" / "file").touch()
        (arena / "my" / "deep").chmod(0)
    assert not arena.exists()
    assert (cwd / "my.py").read_text() == "print(44)"


def test_no_layout(cwd: Path) -> None:
    with (
        pytest.raises(UsageError, match="gone: no such folder"),
        laid_out(Program(("python3", "my.py"), cwd), "gone"),
    ):
        pass
    (cwd / "big" / "my.py").touch()
    with (
        pytest.raises(UsageError, match=r"two files called my\.py"),
        laid_out(Program(("python3", "my.py", "big/my.py"), cwd)),
    ):
        pass
    (cwd / "big" / "lost").symlink_to("nowhere")
    with (
        pytest.raises(UsageError, match="cannot be copied"),
        laid_out(Program(("python3", "my.py"), cwd), "big"),
    ):
        pass
