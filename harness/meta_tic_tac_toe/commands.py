"""Commands in files, as those that run or compile a bot: words as a shell would read them."""

import shlex
from pathlib import Path
from typing import Final

from harness import given_file

COMPILE_FILE: Final = "compile.txt"
"""In a bot's folder: its only line compiles the bot, run in the folder that holds all bots'."""


def text_of(path: Path) -> str:
    """The text of a file. Raises ValueError."""
    try:
        return given_file.read_bytes(path).decode()
    except OSError as error:
        raise ValueError(f"{error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 text: {error.reason} at byte {error.start}") from error


def command_of(line: str) -> tuple[str, ...]:
    """The words of a command. Raises ValueError when it is none."""
    try:
        command = tuple(shlex.split(line))
    except ValueError as error:
        raise ValueError(f"the command {line!r} cannot be read: {error}") from error
    if not command or not command[0]:
        raise ValueError("the command is empty")
    if "\0" in line:
        raise ValueError("the command contains a NUL character")
    return command


def one_command(path: Path) -> tuple[str, ...] | None:
    """The command of a file with nothing else in it; None without the file. Raises ValueError."""
    if not path.exists():
        return None
    try:
        text = text_of(path).removeprefix("\ufeff")
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        if len(lines) != 1:
            raise ValueError(f"{len(lines)} lines, not one command")
        return command_of(lines[0])
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
