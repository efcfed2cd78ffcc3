"""The list of bots: `instructions.txt`, in the challenge's own form.

Source: the challenge "Meta tic-tac-toe", spec clause "The tournament". The number of bots, then for
each its name on a line and the command that runs it on the next:

    2
    goodRandBot
    python3 goodRandBot/bot.py
    naiveBot
    naiveBot/a.out

A bot's folder is beside this file and has the bot's name. "Commands that compile it come with it":
where there is one it is the only line of `compile.txt` in the bot's folder, so that this file stays
as the challenge has it. A bot that is entered by its folder alone has the command that runs it in
`command.txt` there, or in the list beside its folder, or is the single program there. All commands
are run by no shell in the folder of all bots, and words with blanks are quoted as for one.
"""

import os
import shlex
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NoReturn

from harness.languages import BY_SUFFIX
from harness.meta_tic_tac_toe.bot import Bot
from harness.meta_tic_tac_toe.commands import COMPILE_FILE, command_of, one_command, text_of
from harness.verdict import UsageError

FILE: Final = "instructions.txt"
COMMAND_FILE: Final = "command.txt"


def load(path: Path) -> tuple[Bot, ...]:
    """The bots that a file lists, with their compile commands. Raises UsageError, in one line."""
    try:
        bots = parse(text_of(path), _folders_in(path.parent))
        return tuple(_with_compile(bot, path.parent) for bot in bots)
    except ValueError as error:
        raise UsageError(f"{path}: {error}") from error


def _folders_in(folder: Path) -> set[str]:
    try:
        return {path.name for path in folder.iterdir() if path.is_dir()}
    except OSError:
        return set()


def dump(bots: Sequence[Bot]) -> str:
    """An instructions file of these bots."""
    lines = [str(len(bots))]
    for bot in bots:
        lines += [bot.name, shlex.join(bot.command)]
    return "".join(f"{line}\n" for line in lines)


def parse(text: str, folders: Container[str] = ()) -> tuple[Bot, ...]:
    """The bots of an instructions file's text. Raises ValueError, naming the line at fault.

    Blank lines are passed over. Text in lines of another kind, such as all on one line, is read
    where the names of `folders` beside the file leave no doubt which word names a bot.
    """
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1)
        if line.strip()
    ]
    count = _count(lines[0][1].split()[0]) if lines else 0
    if count < 1:
        raise ValueError(f"it lists {count} bots")
    bots: list[Bot] = []
    if len(lines) != 1 + 2 * count:
        for name, command in _by_folders(text, count, folders) or _miscounted(lines, count):
            bots.append(Bot(_name(name, bots), command))
        return tuple(bots)
    _count(lines[0][1])
    for (at, name), (_, command_line) in zip(lines[1::2], lines[2::2], strict=True):
        try:
            bots.append(Bot(_name(name, bots), command_of(command_line)))
        except ValueError as error:
            raise ValueError(f"line {at} or after: {error}") from error
    return tuple(bots)


def _count(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"it begins with {text[:40]!r}, not with the number of bots") from None


def _miscounted(lines: Sequence[object], count: int) -> NoReturn:
    due = f"{count} bots are {1 + 2 * count} lines" if count > 1 else "one bot is 3 lines"
    raise ValueError(
        f"it has {len(lines)} lines that are not blank, but {due}: the number, names and commands"
    )


def _by_folders(
    text: str, count: int, folders: Container[str]
) -> list[tuple[str, tuple[str, ...]]] | None:
    """Names and commands, if each name is a folder's and there once as a word; otherwise None."""
    try:
        words = shlex.split(text.removeprefix("\ufeff"))[1:]
    except ValueError:
        return None
    starts = [at for at, word in enumerate(words) if word in folders]
    names = {words[at] for at in starts}
    if starts[:1] != [0] or len(starts) != count or len(names) != count:
        return None
    ends = [*starts[1:], len(words)]
    found = [(words[at], tuple(words[at + 1 : end])) for at, end in zip(starts, ends, strict=True)]
    return found if all(command for _, command in found) else None


def _name(name: str, before: Iterable[Bot]) -> str:
    if not name:
        raise ValueError("a bot has no name")
    if name in (".", "..") or "/" in name or not name.isprintable():
        raise ValueError(f"{name!r} cannot be a bot's name, since its folder has the same name")
    if name in (FILE, COMPILE_FILE, COMMAND_FILE):
        raise ValueError(f"{name} is the name of another file")
    if any(bot.name == name for bot in before):
        raise ValueError(f"two bots are called {name}")
    return name


def bot_in(folder: Path) -> Bot:
    """The bot of a folder, which has its name. Raises UsageError when its command is in doubt."""
    try:
        name = _name(folder.resolve().name, ())
        command = (
            one_command(folder / COMMAND_FILE)
            or _listed_command(folder.resolve().parent, name)
            or _only_program(folder, name)
        )
        return _with_compile(Bot(name, command), folder.resolve().parent)
    except ValueError as error:
        raise UsageError(f"{folder}: {error}") from error


def _listed_command(arena: Path, name: str) -> tuple[str, ...] | None:
    """The command of a bot in the list beside its folder; None where no list has it."""
    try:
        bots = parse(text_of(arena / FILE), _folders_in(arena))
    except ValueError:
        return None
    return next((bot.command for bot in bots if bot.name == name), None)


def _only_program(folder: Path, name: str) -> tuple[str, ...]:
    """The command of the one program that is there, or of the one that is called bot.

    Where no file has a language's suffix it is the one file that can be run.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file())
    except OSError as error:
        raise ValueError(f"{error.strerror}") from error
    known = {p.name: BY_SUFFIX[p.suffix] for p in files if p.suffix in BY_SUFFIX}
    if len(known) > 1:
        known = {file: language for file, language in known.items() if Path(file).stem == "bot"}
    executable = [path.name for path in files if os.access(path, os.X_OK)]
    if not known and len(executable) == 1:
        return (f"{name}/{executable[0]}",)
    if len(known) != 1:
        raise ValueError(
            f"the folder does not show which program is the bot: write its command into "
            f"{COMMAND_FILE}, such as python3 {name}/bot.py"
        )
    ((file, language),) = known.items()
    return language.command(f"{name}/{file}")


def _with_compile(bot: Bot, folder: Path) -> Bot:
    # pathlib raises for names that no file can have, such as too long ones.
    if not os.path.isdir(folder / bot.name):  # noqa: PTH112
        raise ValueError(f"{bot.name} has no folder {folder / bot.name}")
    return replace(bot, compile=one_command(folder / bot.name / COMPILE_FILE))
