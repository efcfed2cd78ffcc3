"""The working directory of one bot's calls: the folder of all bots, as in a tournament.

<temporary>/            the working directory of every call
    instructions.txt    the list of all bots
    my/                 the bot's own folder
        my.py           a copy, so that nothing of the user's is written to
        data.txt        kept from call to call
    depthBot/ ...       those of the challenge's field, with empty files

The others are there since a bot that reads a rival's data.txt or the list would be disqualified in
its first match; where there are none, such a bot is found to do nothing wrong.

A program that is in a bot's folder gets a copy of that folder, under its name: one that has a
data.txt or a compile.txt, one that an instructions.txt beside it lists, or one that the command
names as the challenge does (`python3 my/bot.py`). So does a program that no file of the command
names, but a folder (`java -cp my Bot`), or that an instructions.txt lists with this very command
(`python3 -m my.bot`). The copy is compiled as its compile.txt says, as in a tournament. Another
program gets a folder that is named after it, with the files that the command names.
"""

import os
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from harness.meta_tic_tac_toe.bot import Bot
from harness.meta_tic_tac_toe.commands import COMPILE_FILE, one_command
from harness.meta_tic_tac_toe.compiling import FOLDER_BYTES, compile_bot
from harness.program import Program
from harness.sandbox.readable import is_file
from harness.sandbox.scratch import scratch_folder
from harness.verdict import UsageError

LIST_FILE: Final = "instructions.txt"
OWN_FILES: Final = ("data.txt", COMPILE_FILE)
OTHERS: Final = ("goodRandBot", "naiveBot", "depthBot", "middleBot")
_FILES_OF_OTHERS: Final = ("bot.py", "data.txt")


@contextmanager
def working_folder(program: Program, folder: str | None = None) -> Iterator[tuple[Bot, Path]]:
    """The bot of a program, and the folder that its own folder is in; removed at the end.

    Raises UsageError when its files cannot be copied or compiled.
    """
    with scratch_folder() as made:
        try:
            bot = _compiled(_copied(program.cwd, program.command, folder, made), made)
            _add_others(bot, made)
        except (OSError, shutil.Error) as error:
            raise UsageError(f"the bot's files cannot be copied: {error}") from error
        yield bot, made


def _copied(cwd: Path, command: Sequence[str], folder: str | None, made: Path) -> Bot:
    named = {word: cwd / word for word in command if _is_own_file(cwd, word, command[0])}
    if folder is None:
        source = _listed_with(cwd, command) or _bots_folder(cwd, named)
        if not named:
            source = source or _named_folder(cwd, command)
    else:
        source = Path(os.path.realpath(cwd / folder))  # of a link that leads to itself, too
    if source is None:
        return _files_copied(command, named, made)
    if not source.is_dir():
        raise UsageError(f"{folder}: no such folder")
    size = sum(path.lstat().st_size for path in source.rglob("*"))
    if size > FOLDER_BYTES:
        raise UsageError(f"{source}: a bot's folder has at most {FOLDER_BYTES >> 20} MiB")
    own = made / source.name
    shutil.copytree(source, own)
    program, *words = (_moved(cwd, word, source, own.name) for word in command)
    if program == command[0] and "/" in program:  # it may not be compiled yet
        program = _below(source, own.name, cwd / program) or program
    return Bot(own.name, (program, *words))


def _compiled(bot: Bot, arena: Path) -> Bot:
    """The bot after its compile command, if it has one, as before a tournament's first match."""
    try:
        command = one_command(arena / bot.name / COMPILE_FILE)
    except ValueError as error:
        raise UsageError(f"{bot.name}: {COMPILE_FILE} {str(error).partition(': ')[2]}") from error
    bot = replace(bot, compile=command)
    compile_bot(bot, arena)
    program = bot.command[0]
    if command and "/" in program and not (arena / program).exists():
        raise UsageError(f"{program}: it is not there after the command of {COMPILE_FILE}: "
                         f"{shlex.join(command)}")  # fmt: skip
    return bot


def _add_others(bot: Bot, arena: Path) -> None:
    """Make the folders of other bots beside the bot's own, and the list of all."""
    commands = {bot.name: shlex.join(bot.command)}
    for name in OTHERS:
        if name != bot.name:
            commands[name] = f"python3 {name}/bot.py"
            (arena / name).mkdir()
            for file in _FILES_OF_OTHERS:
                (arena / name / file).touch()
    lines = (f"{name}\n{command}\n" for name, command in commands.items())
    text = f"{len(commands)}\n{''.join(lines)}"
    (arena / LIST_FILE).write_text(text, encoding="utf-8", errors="surrogateescape")


def _bots_folder(cwd: Path, named: Mapping[str, Path]) -> Path | None:
    """The folder of a bot that all these files are in, if it is one."""
    folders = {path.resolve().parent for path in named.values()}
    if len(folders) != 1:
        return None
    (folder,) = folders
    has_own_files = any((folder / name).is_file() for name in OWN_FILES)
    is_as_in_a_tournament = folder.parent == cwd.resolve() and all(
        len(Path(word).parts) == 2 for word in named
    )
    return folder if has_own_files or is_as_in_a_tournament or _is_listed(folder) else None


def _named_folder(cwd: Path, command: Sequence[str]) -> Path | None:
    """The bot's folder, if the command names it or folders in it, as in `-cp my:my/lib`."""
    words = [part for word in command[1:] for part in re.split("[:=]", word)]
    if "/" in command[0]:  # a program that is not compiled yet
        words.append(str(Path(command[0]).parent))
    firsts = {
        cwd / Path(word).parts[0] if Path(word).parts else cwd
        for word in words
        if word and not os.path.isabs(word) and _will_be_folder(cwd, word)  # noqa: PTH117
    }
    folders = {first.resolve() for first in firsts}
    if len(folders) != 1:
        return None
    (folder,) = folders
    has_own_files = any((folder / name).is_file() for name in OWN_FILES)
    is_bots = folder.parent == cwd.resolve() or has_own_files or _is_listed(folder)
    return folder if is_bots else None


def _will_be_folder(cwd: Path, word: str) -> bool:
    """Whether a word names a folder, or one in a bot's folder that is not compiled yet."""
    parts = Path(word).parts
    is_to_be_made = len(parts) > 1 and is_file(cwd / parts[0] / COMPILE_FILE)
    return is_to_be_made or os.path.isdir(cwd / word)  # noqa: PTH112  # a word may be too long


def _listed_with(cwd: Path, command: Sequence[str]) -> Path | None:
    """The folder of the bot that the list in the working directory has with this command."""
    lines = _lines(cwd / LIST_FILE)
    for name, line in pairwise(lines):
        try:
            is_this = tuple(shlex.split(line)) == tuple(command)
        except ValueError:  # a quote without its other half
            continue
        if is_this and "/" not in name and (cwd / name).is_dir():
            return (cwd / name).resolve()
    return None


def _is_listed(folder: Path) -> bool:
    return folder.name in _lines(folder.parent / LIST_FILE)


def _lines(file: Path) -> list[str]:
    """The lines of a list of bots; none when there is no such file, or it is no text."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    return [line.strip() for line in lines if line.strip()]


def _files_copied(command: Sequence[str], named: Mapping[str, Path], made: Path) -> Bot:
    files = [*named.values()]
    own = made / (files[0].stem if files else "bot")
    own.mkdir()
    for file in files:
        if (own / file.name).exists():
            raise UsageError(f"the command names two files called {file.name}; name their "
                             "folder by --folder")  # fmt: skip
        shutil.copy(file, own)
    words = [f"{own.name}/{named[word].name}" if word in named else word for word in command]
    return Bot(own.name, tuple(words))


def _is_own_file(cwd: Path, word: str, interpreter: str) -> bool:
    """Whether a word of the command names a file of the bot, and not an installed program."""
    if word == interpreter and ("/" not in word or os.path.isabs(word)):  # noqa: PTH117  # a word
        return False
    return is_file(cwd / word)


def _moved(cwd: Path, word: str, source: Path, name: str) -> str:
    """The word of a command; the path of a file of the bot's folder as one in its copy."""
    if not os.path.exists(cwd / word):  # noqa: PTH110  # a word may be too long
        return word
    return _below(source, name, cwd / word) or word


def _below(source: Path, name: str, path: Path) -> str | None:
    """The path of a file of the bot's folder in its copy; None for another."""
    path = Path(os.path.realpath(path))
    return str(Path(name) / path.relative_to(source)) if path.is_relative_to(source) else None
