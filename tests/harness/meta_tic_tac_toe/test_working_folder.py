"""A bot's files where the challenge has them, and nothing of the user's touched."""

from pathlib import Path

import pytest

from harness.meta_tic_tac_toe.working_folder import working_folder
from harness.program import Program
from harness.tournament.instructions import load
from harness.verdict import UsageError

FIELD = {"goodRandBot", "naiveBot", "depthBot", "middleBot"}


@pytest.fixture
def cwd(tmp_path: Path) -> Path:
    """my.py; a.out, which may be executed; and a bot's folder of two files."""
    (tmp_path / "my.py").write_text("print(44)")
    (tmp_path / "a.out").write_bytes(b"\x7fELF")
    (tmp_path / "a.out").chmod(0o755)
    for folder, file in (("b", "deep.py"), ("listed", "run.py"), ("kept", "run.py")):
        (tmp_path / "a" / folder).mkdir(parents=True)
        (tmp_path / "a" / folder / file).write_text("print(44)")
        (tmp_path / "a" / folder / "beside").touch()
    (tmp_path / "a" / "instructions.txt").write_text("1\nlisted\npython3 listed/run.py\n")
    (tmp_path / "a" / "kept" / "data.txt").write_text("what it knows")
    (tmp_path / "big" / "data").mkdir(parents=True)
    (tmp_path / "big" / "run.py").write_text("import book")
    (tmp_path / "big" / "data" / "book.py").write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "folder", "name", "laid"),
    [
        (("python3", "my.py"), None, "my", ("python3", "my/my.py")),
        (("./a.out", "-x", "5"), None, "a", ("a/a.out", "-x", "5")),
        (("python3", "big/run.py"), None, "big", ("python3", "big/run.py")),
        (("python3", "a/b/deep.py"), None, "deep", ("python3", "deep/deep.py")),
        (("python3", "a/listed/run.py"), None, "listed", ("python3", "listed/run.py")),
        (("python3", "a/kept/run.py", "3"), None, "kept", ("python3", "kept/run.py", "3")),
        (("python3", "big/run.py"), "big", "big", ("python3", "big/run.py")),
        (("java", "-cp", "big", "Bot"), "big", "big", ("java", "-cp", "big", "Bot")),
        (("java", "-cp", "./big/data", "Bot"), "big", "big", ("java", "-cp", "big/data", "Bot")),
        (("echo", "44"), None, "bot", ("echo", "44")),
        (("/bin/echo", "44"), None, "bot", ("/bin/echo", "44")),
    ],
)
def test_the_folder_and_the_command(
    cwd: Path, command: tuple[str, ...], folder: str | None, name: str, laid: tuple[str, ...]
) -> None:
    with working_folder(Program(command, cwd), folder) as (bot, arena):
        assert (bot.name, bot.command) == (name, laid)
        assert {path.name for path in arena.iterdir()} == {name, "instructions.txt", *FIELD}
        copied = {p.relative_to(arena / name) for p in (arena / name).rglob("*") if p.is_file()}
        if name in ("listed", "kept"):
            assert {Path("run.py"), Path("beside")} == copied - {Path("data.txt")}
            assert (Path("data.txt") in copied) == (name == "kept")
        elif name == "big":
            assert copied == {Path("run.py"), Path("data/book.py")}
        else:
            assert copied == {Path(word).relative_to(name) for word in laid if "/" in word and
                              not word.startswith("/")}  # fmt: skip
        assert not arena.is_relative_to(cwd)
    assert not arena.exists()


def test_a_bot_in_its_own_folder(cwd: Path) -> None:
    """As one that enters a tournament is verified while it is written: from inside its folder."""
    program = Program(("python3", "run.py"), cwd / "a" / "kept")
    with working_folder(program) as (bot, arena):
        assert (bot.name, bot.command) == ("kept", ("python3", "kept/run.py"))
        assert (arena / "kept" / "data.txt").read_text() == "what it knows"


@pytest.mark.parametrize(
    ("where", "command", "laid"),
    [
        (".", ("java", "-cp", "big", "Bot"), ("java", "-cp", "big", "Bot")),
        (".", ("java", "-cp", "./big/:big/data", "Bot"), ("java", "-cp", "./big/:big/data", "Bot")),
        (".", ("python3", "big"), ("python3", "big")),
        (".", ("ruby", "-Ibig", "-rrun", "-e1", "--dir=big/data"),
         ("ruby", "-Ibig", "-rrun", "-e1", "--dir=big/data")),
        (".", ("python3", "-m", "big.run"), ("python3", "-m", "big.run")),
        (".", ("python3", "big/data/book.py"), ("python3", "big/data/book.py")),
        ("big", ("java", "-cp", ".", "Bot"), ("java", "-cp", "big", "Bot")),
    ],
)  # fmt: skip
def test_a_bot_that_no_file_of_the_command_names_or_one_deep_in_its_folder(
    cwd: Path, where: str, command: tuple[str, ...], laid: tuple[str, ...]
) -> None:
    listed = ("python3 -m big.run", "python3 big/data/book.py")
    text = "\n\n".join(f"big\n{line}" for line in ('"', *listed, "java Bot"))
    (cwd / "instructions.txt").write_text(f"4\n{text}\n")
    with working_folder(Program(command, cwd / where)) as (bot, arena):
        assert (bot.name, bot.command) == ("big", laid)
        copied = {p.relative_to(arena) for p in (arena / "big").rglob("*") if p.is_file()}
        assert copied == {Path("big/run.py"), Path("big/data/book.py")}


@pytest.mark.parametrize(
    "command",
    [
        ("java", "-cp", ".", "Bot"),  # a folder of who knows what
        ("java", "-cp", "..", "Bot"),
        ("java", "-cp", "/usr", "Bot"),
        ("java", "-cp", "big:a", "Bot"),
        ("python3", "-c", "print(44)" * 1000),
        ("big",),
    ],
)
def test_no_folder_of_a_bot_is_named(cwd: Path, command: tuple[str, ...]) -> None:
    with working_folder(Program(command, cwd)) as (bot, arena):
        assert (bot.name, bot.command) == ("bot", command)
        assert not any((arena / "bot").iterdir())


@pytest.mark.parametrize("where", ["elsewhere", "a/kept", "a"])
def test_a_bot_whose_file_is_named_by_its_whole_path(cwd: Path, where: str) -> None:
    """It may look for its data beside that file, which is then the one in its copy."""
    (cwd / "elsewhere").mkdir()
    program = Program(("python3", str(cwd / "a/kept/run.py")), cwd / where)
    with working_folder(program) as (bot, arena):
        assert (bot.name, bot.command) == ("kept", ("python3", "kept/run.py"))
        assert (arena / "kept" / "data.txt").read_text() == "what it knows"


@pytest.mark.parametrize("name", ["mine", "depthBot", "with blank", "b\udcff"])
def test_the_field_s_folders_and_the_list_are_there_as_in_a_tournament(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "bot.py").write_text("print(44)")
    with working_folder(Program(("python3", f"{name}/bot.py"), tmp_path)) as (bot, arena):
        assert bot.name == name
        assert (arena / name / "bot.py").read_text() == "print(44)"
        for other in FIELD - {name}:
            sizes = {path.name: path.stat().st_size for path in (arena / other).iterdir()}
            assert sizes == {"bot.py": 0, "data.txt": 0}
        listed = (arena / "instructions.txt").read_bytes().decode(errors="surrogateescape")
        assert listed.splitlines()[:2] == [str(len(FIELD | {name})), name]
        if name.isascii():
            assert {bot.name for bot in load(arena / "instructions.txt")} == FIELD | {name}


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (("made/run",), ""),
        (("./run",), "made"),  # typed in its own folder
    ],
)
def test_a_bot_is_compiled_as_a_tournament_does_it(
    cwd: Path, command: tuple[str, ...], where: str
) -> None:
    (cwd / "made").mkdir()
    (cwd / "made" / "compile.txt").write_text("\n cp made/source made/run\n\n")
    (cwd / "made" / "source").write_text("#!/bin/sh\necho 44\n")
    with working_folder(Program(command, cwd / where)) as (bot, arena):
        assert bot.command[-1] == "made/run"
        assert (arena / "made" / "run").read_text() == "#!/bin/sh\necho 44\n"
        assert {path.name for path in arena.iterdir()} == {"made", "instructions.txt", *FIELD}
    assert sorted(path.name for path in (cwd / "made").iterdir()) == ["compile.txt", "source"]


def test_a_folder_of_classes_that_are_not_compiled_yet(cwd: Path) -> None:
    (cwd / "made" / "src").mkdir(parents=True)
    (cwd / "made" / "compile.txt").write_text("cp -r made/src made/classes\n")
    (cwd / "made" / "src" / "Bot.class").touch()
    with working_folder(Program(("java", "-cp", "made/classes", "Bot"), cwd)) as (bot, arena):
        assert bot.command == ("java", "-cp", "made/classes", "Bot")
        assert (arena / "made" / "classes" / "Bot.class").is_file()


def test_a_program_from_before_the_last_change_is_compiled_anew(cwd: Path) -> None:
    (cwd / "made").mkdir()
    (cwd / "made" / "compile.txt").write_text("cp made/source made/run\n")
    (cwd / "made" / "source").write_text("new")
    (cwd / "made" / "run").write_text("old")
    with working_folder(Program(("made/run",), cwd)) as (_, arena):
        assert (arena / "made" / "run").read_text() == "new"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cp made/gone made/run", r"made: cp made/gone made/run: status 1: .*made/gone"),
        ("true", r"made/run: it is not there after the command of compile\.txt: true"),
        ("true\ntrue\n", r"made: compile\.txt 2 lines, not one command"),
    ],
)
def test_a_bot_that_does_not_compile(cwd: Path, text: str, said: str) -> None:
    (cwd / "made").mkdir()
    (cwd / "made" / "compile.txt").write_text(text)
    program = Program(("made/run",), cwd)
    with pytest.raises(UsageError, match=f"^{said}"), working_folder(program):
        pass


def test_a_program_stays_executable(cwd: Path) -> None:
    with working_folder(Program(("./a.out",), cwd)) as (_, arena):
        assert (arena / "a" / "a.out").stat().st_mode & 0o100


def test_what_a_bot_does_to_its_folder_is_undone(cwd: Path) -> None:
    with working_folder(Program(("python3", "my.py"), cwd)) as (_, arena):
        (arena / "my" / "my.py").write_text("other")
        (arena / "my" / "deep").mkdir()
        (arena / "my" / "deep" / "file").touch()
        (arena / "my" / "deep").chmod(0)
    assert not arena.exists()
    assert (cwd / "my.py").read_text() == "print(44)"


def test_no_folder(cwd: Path) -> None:
    with (
        pytest.raises(UsageError, match="gone: no such folder"),
        working_folder(Program(("python3", "my.py"), cwd), "gone"),
    ):
        pass
    (cwd / "big" / "my.py").touch()
    with (
        pytest.raises(UsageError, match=r"two files called my\.py"),
        working_folder(Program(("python3", "my.py", "big/my.py"), cwd)),
    ):
        pass
    (cwd / "big" / "lost").symlink_to("nowhere")
    with (
        pytest.raises(UsageError, match="cannot be copied"),
        working_folder(Program(("python3", "my.py"), cwd), "big"),
    ):
        pass
