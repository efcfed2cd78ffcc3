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
as the challenge has it. Both commands are run by no shell in the folder of all bots, and words with
blanks are quoted as for one.
"""

import os
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from harness.meta_tic_tac_toe.bot import Bot
from harness.verdict import UsageError

FILE: Final = "instructions.txt"
COMPILE_FILE: Final = "compile.txt"


def load(path: Path) -> tuple[Bot, ...]:
    """The bots that a file lists, with their compile commands. Raises UsageError, in one line."""
    try:
        bots = parse(_text(path))
        return tuple(_with_compile(bot, path.parent) for bot in bots)
    except ValueError as error:
        raise UsageError(f"{path}: {error}") from error


def dump(bots: Sequence[Bot]) -> str:
    """An instructions file of these bots."""
    lines = [str(len(bots))]
    for bot in bots:
        lines += [bot.name, shlex.join(bot.command)]
    return "".join(f"{line}\n" for line in lines)


def parse(text: str) -> tuple[Bot, ...]:
    """The bots of an instructions file's text. Raises ValueError, naming the line at fault."""
    lines = _lines(text)
    try:
        count = int(lines[0]) if lines else 0
    except ValueError:
        raise ValueError(f"line 1 is {lines[0][:40]!r}, not the number of bots") from None
    if count < 2:
        raise ValueError(f"line 1 lists {count} bots: a tournament needs two")
    if len(lines) != 1 + 2 * count:
        due = f"{count} bots are {1 + 2 * count} lines"
        raise ValueError(f"it has {len(lines)} lines, but {due}: the number, names and commands")
    bots: list[Bot] = []
    for at in range(1, len(lines), 2):
        try:
            bots.append(Bot(_name(lines[at], bots), _command(lines[at + 1])))
        except ValueError as error:
            raise ValueError(f"line {at + 1} or {at + 2}: {error}") from error
    return tuple(bots)


def _lines(text: str) -> list[str]:
    """The lines without white space around them, and without the empty ones at the end."""
    return [
        line.strip() for line in text.removeprefix("\ufeff").rstrip().split("\n") if text.strip()
    ]


def _name(name: str, before: Iterable[Bot]) -> str:
    if not name:
        raise ValueError("a bot has no name")
    if name in (".", "..") or "/" in name or not name.isprintable():
        raise ValueError(f"{name!r} is no name for a bot: its folder is to have it")
    if name in (FILE, COMPILE_FILE):
        raise ValueError(f"{name} is the name of another file")
    if any(bot.name == name for bot in before):
        raise ValueError(f"{name} is there twice")
    return name


def _command(line: str) -> tuple[str, ...]:
    try:
        command = tuple(shlex.split(line))
    except ValueError as error:
        raise ValueError(f"the command {line!r} cannot be read: {error}") from error
    if not command or not command[0]:
        raise ValueError("the command is empty")
    if "\0" in line:
        raise ValueError("the command has a NUL in it")
    return command


def _with_compile(bot: Bot, folder: Path) -> Bot:
    # pathlib raises for names that no file can have, such as too long ones.
    if not os.path.isdir(folder / bot.name):  # noqa: PTH112
        raise ValueError(f"{bot.name} has no folder {folder / bot.name}")
    path = folder / bot.name / COMPILE_FILE
    if not path.exists():
        return bot
    lines = _lines(_text(path))
    if len(lines) != 1:
        raise ValueError(f"{path} has {len(lines)} lines, not one command")
    try:
        return replace(bot, compile=_command(lines[0]))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except OSError as error:
        raise ValueError(f"{error.strerror}: {error.filename}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 text: {error.reason} at byte {error.start}") from error
