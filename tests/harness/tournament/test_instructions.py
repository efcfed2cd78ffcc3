"""The list of bots: the challenge's own form, and one clear line for everything else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.meta_tic_tac_toe.bot import Bot
from harness.places import ROOT
from harness.tournament import instructions
from harness.tournament.instructions import dump, parse
from harness.verdict import UsageError
from tests.harness.tournament.bots import entered

FIELD = ROOT / "reference" / "meta_tic_tac_toe" / "bots"


def test_the_challenge_s_field() -> None:
    bots = instructions.load(FIELD / "instructions.txt")
    assert [bot.name for bot in bots] == ["goodRandBot", "naiveBot", "depthBot", "middleBot"]
    for bot in bots:
        assert bot == Bot(bot.name, ("python3", f"{bot.name}/bot.py"), None)


def test_white_space_and_other_systems_line_ends_do_no_harm() -> None:
    text = "\ufeff2 \r\n a\r\n./a/run  'two words' \r\nb c\r\nb\\ c/run\r\n\r\n\n"
    assert parse(text) == (Bot("a", ("./a/run", "two words")), Bot("b c", ("b c/run",)))


words = st.text(st.characters(codec="utf-8", exclude_characters="\n\r\0"), min_size=1)
seen = st.characters(codec="utf-8", categories=("L", "N", "P", "S"), exclude_characters="/")
names = st.text(seen).map(lambda text: f"bot{text}")
bots = st.builds(Bot, names, st.lists(words.map(lambda w: "x" + w), min_size=1).map(tuple))


@given(st.lists(bots, min_size=1, max_size=5, unique_by=lambda bot: bot.name))
def test_parsing_undoes_dumping(listed: list[Bot]) -> None:
    assert parse(dump(listed)) == tuple(listed)


TWO = (Bot("a", ("python3", "a/bot.py")), Bot("b c", ("./b c/run", "x")))


@pytest.mark.parametrize(
    "text",
    [
        "2\n\na\n  \npython3 a/bot.py\n\n\nb c\n'./b c/run' x",
        "2 a python3 a/bot.py 'b c' './b c/run' x",
        "2 a\npython3 a/bot.py 'b c'\n\n'./b c/run' x\n",
        "2\na\npython3\na/bot.py\n'b c'\n'./b c/run'\nx",
    ],
)
def test_other_lines_are_read_where_they_are_in_no_doubt(text: str) -> None:
    assert parse(text, {"a", "b c", "other"}) == TWO


@pytest.mark.parametrize(
    "text",
    [
        "2 a python3 a/bot.py b ./b/run",  # which folder is b's?
        "2 a python3 a a/bot.py 'b c' ./run",  # a is there twice
        "2 x a python3 a/bot.py 'b c' ./run",  # what is x?
        "2 a 'b c' ./run",  # a has no command
        "2 a python3 'a/bot.py b c",
        "3 a python3 a/bot.py 'b c' ./run",
    ],
)
def test_other_lines_in_doubt_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="lines that are not blank"):
        parse(text, {"a", "b c"})


def test_a_bot_by_its_folder_alone(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "notes.txt").touch()
    with pytest.raises(
        UsageError, match=r"which program is the bot: write its command into command\.txt"
    ):
        instructions.bot_in(folder)
    (folder / "run").touch(0o755)
    assert instructions.bot_in(folder) == Bot("mine", ("mine/run",))
    (folder / "any.rb").touch()
    assert instructions.bot_in(folder) == Bot("mine", ("ruby", "mine/any.rb"))
    (folder / "bot.py").touch()
    assert instructions.bot_in(folder) == Bot("mine", ("python3", "mine/bot.py"))
    (folder / "bot.pl").touch()
    with pytest.raises(UsageError, match="does not show which"):
        instructions.bot_in(folder)
    (folder / "command.txt").write_text("java -cp mine Bot\n")
    (folder / "compile.txt").write_text("javac mine/Bot.java\n")
    assert instructions.bot_in(folder) == Bot(
        "mine", ("java", "-cp", "mine", "Bot"), ("javac", "mine/Bot.java")
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it lists 0 bots"),
        ("two\n", "it begins with 'two', not with the number of bots"),
        ("2 bots\na\nx\nb\ny\n", "it begins with '2 bots', not with the number"),
        ("1\na\n", "it has 2 lines that are not blank, but one bot is 3 lines"),
        ("-1\n", "it lists -1 bots"),
        ("2\na\nx\n", "it has 3 lines that are not blank, but 2 bots are 5 lines"),
        ("2\na\nx\nb\ny\nc\nz\n", "it has 7 lines that are not blank, but 2 bots are 5"),
        ("2\na\nx\nb\n", "it has 4 lines"),
        ("2\na\nx\na\ny\n", "line 4 or after: two bots are called a"),
        ("2\n\nx\nb\ny\n", "it has 4 lines that are not blank"),
        ("2\n..\nx\nb\ny\n", "'..' cannot be a bot's name"),
        ("2\n../a\nx\nb\ny\n", "'../a' cannot be a bot's name"),
        ("2\na/b\nx\nb\ny\n", "'a/b' cannot be a bot's name"),
        ("2\na\x1b[0m\nx\nb\ny\n", "cannot be a bot's name"),
        ("2\ninstructions.txt\nx\nb\ny\n", "the name of another file"),
        ("2\na\n\nb\ny\n", "it has 4 lines"),
        ("2\na\n''\nb\ny\n", "line 2 or after: the command is empty"),
        ("2\na\nx 'y\nb\ny\n", "cannot be read: No closing quotation"),
        ("2\na\nx\0y\nb\ny\n", "the command contains a NUL"),
        ("2\na\nx\nb\ny\n", "b has no folder"),
        ("2\na\nx\n" + "b" * 1000 + "\ny\n", "has no folder"),
        ("9" * 5000, "it begins with '9999"),
    ],
)
def test_a_malformed_file_is_one_clear_line(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "a").mkdir()
    path = tmp_path / "instructions.txt"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        instructions.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_file_and_no_text(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"instructions\.txt: No such file or directory$"):
        instructions.load(tmp_path / "instructions.txt")
    with pytest.raises(UsageError, match="Is a directory"):
        instructions.load(tmp_path)
    (tmp_path / "bytes").write_bytes(b"2\na\xff")
    with pytest.raises(UsageError, match="not UTF-8 text: invalid start byte at byte 3"):
        instructions.load(tmp_path / "bytes")


def test_a_compile_command_is_in_the_bot_s_folder(tmp_path: Path) -> None:
    path = entered(tmp_path, "a", "b")
    (tmp_path / "a" / "compile.txt").write_text("cc -o a/run 'a/a b.c'\n\n")
    first, second = instructions.load(path)
    assert first.compile == ("cc", "-o", "a/run", "a/a b.c")
    assert second.compile is None


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "0 lines"), ("x\ny\n", "2 lines"), ("'x", "No closing quotation"), ("''", "is empty")],
)
def test_a_malformed_compile_command(tmp_path: Path, text: str, words: str) -> None:
    path = entered(tmp_path, "a", "b")
    (tmp_path / "a" / "compile.txt").write_text(text)
    with pytest.raises(UsageError, match=words) as caught:
        instructions.load(path)
    assert "compile.txt" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_bot_by_its_folder_has_the_command_of_the_list_beside_it(tmp_path: Path) -> None:
    for name in ("mine", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").touch()
    (tmp_path / "instructions.txt").write_text("1\nmine\nsh mine/start.sh\n")
    assert instructions.bot_in(tmp_path / "mine").command == ("sh", "mine/start.sh")
    assert instructions.bot_in(tmp_path / "other").command == ("python3", "other/bot.py")
