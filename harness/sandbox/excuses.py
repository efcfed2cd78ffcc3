"""What an interpreter opens by itself, before any program runs: locales, a site's hooks, a cache.

It is run with an empty program to find out, and nothing of that is held against a program.
"""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from harness.languages import EMPTY_PROGRAMS
from harness.sandbox.scratch import scratch_folder

_EMPTY_PROGRAMS: Final = EMPTY_PROGRAMS | {
    "pypy": ("-c", ""), "nodejs": ("-e", "0"), "dash": ("-c", ":"), "zsh": ("-c", ":"),
    "luajit": ("-e", ""), "guile": ("-c", "0"), "mawk": ("BEGIN{}",), "gawk": ("BEGIN{}",),
    "javac": ("-version",), "bc": ("/dev/null",), "julia": ("-e", "0"), "Rscript": ("-e", "0"),
    "elixir": ("-e", "0"),
}  # fmt: skip
"""The arguments by which each interpreter runs an empty program."""

# What an interpreter tries only when a program uses it for more: whether there is IPv6, and the
# kernel's own rings. All of it is denied nevertheless.
_LATER: Final = {
    "java": ("a socket (AF_INET)", "a socket (AF_INET6)"),
    "javac": ("a socket (AF_INET)", "a socket (AF_INET6)"),
    "node": ("the system call io_uring_setup",),
}
_SHEBANG_BYTES: Final = 256
_TEMPORARY: Final = (Path("/tmp"), Path("/dev/shm"))


class Opened(NamedTuple):
    """What an interpreter opens by itself: what counts, and names that `Reach` knows from then."""

    outside: frozenset[str] = frozenset()
    settled: frozenset[str] = frozenset()


RunEmpty = Callable[[tuple[str, ...], Path], Opened]
"""Runs a command in a folder, at no level, and tells what it opened."""


def excused_by(program: Path, folder: Path, run: RunEmpty) -> Opened:
    """What the interpreter of a program opens by itself that runs in a folder.

    It is run to find out, so it must be one that no program under test can have put there.
    """
    interpreter = interpreter_of(program)
    if interpreter.is_relative_to(folder) or any(map(interpreter.is_relative_to, _TEMPORARY)):
        return Opened()
    return opened_by(interpreter, run)


def interpreter_of(program: Path) -> Path:
    """The program that runs a script by its first line; a program that is no script itself."""
    try:
        with program.open("rb") as file:
            line = file.readline(_SHEBANG_BYTES)
    except OSError:
        return program.resolve()
    words = line[2:].split()
    return (Path(os.fsdecode(words[0])) if line[:2] == b"#!" and words else program).resolve()


@cache
def opened_by(interpreter: Path, run: RunEmpty) -> Opened:
    """What an interpreter opens by itself; nothing for one that is not known."""
    name = interpreter.name.rstrip("0123456789.")
    if name not in _EMPTY_PROGRAMS:
        return Opened()
    with scratch_folder() as folder:
        opened = run((str(interpreter), *_EMPTY_PROGRAMS[name]), folder)
    return opened._replace(outside=opened.outside.union(_LATER.get(name, ())))
