"""One bot laid out as the challenge has it: a folder with all bots in it, here a single one.

<temporary>/            the working directory of every call
    my/                 the bot's own folder, named after its program
        my.py           a copy, so that nothing of the user's is written to
        data.txt        empty at first, and kept from call to call
"""

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from harness.meta_tic_tac_toe.bot import Bot
from harness.program import Program
from harness.tournament.bot_folder import remove
from harness.verdict import UsageError


@contextmanager
def laid_out(program: Program, folder: str | None = None) -> Iterator[tuple[Bot, Path]]:
    """The bot of a program, and the folder that its own folder is in; removed at the end.

    Raises UsageError when its files cannot be copied.
    """
    arena = Path(tempfile.mkdtemp(prefix="golfproof-")).resolve()
    try:
        try:
            bot = _copied(program.cwd, program.command, folder, arena)
        except (OSError, shutil.Error) as error:
            raise UsageError(f"the bot's files cannot be copied: {error}") from error
        yield bot, arena
    finally:
        remove(arena)


def _copied(cwd: Path, command: Sequence[str], folder: str | None, arena: Path) -> Bot:
    if folder is not None:
        source = (cwd / folder).resolve()
        if not source.is_dir():
            raise UsageError(f"{folder}: no such folder")
        own = arena / source.name
        shutil.copytree(source, own)
        words = [_moved(cwd, word, source, own.name) for word in command]
    else:
        named = {word: cwd / word for word in command if _is_own_file(cwd, word, command[0])}
        files = [*named.values()]
        own = arena / (files[0].stem if files else "bot")
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
    return (cwd / word).is_file()


def _moved(cwd: Path, word: str, source: Path, name: str) -> str:
    path = (cwd / word).resolve()
    if not path.exists() or not path.is_relative_to(source) or os.path.isabs(word):  # noqa: PTH117
        return word
    return str(Path(name) / path.relative_to(source))
