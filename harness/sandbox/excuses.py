"""What an interpreter opens by itself, before any program runs: locales, a site's hooks, a cache.

It is run with an empty program to find out, and nothing of that is held against a program.
"""

import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from harness.languages import EMPTY_PROGRAMS
from harness.sandbox.readable import readable_paths

_EMPTY_PROGRAMS: Final = EMPTY_PROGRAMS | {
    "pypy": ("-c", ""), "nodejs": ("-e", "0"), "dash": ("-c", ":"), "zsh": ("-c", ":"),
    "luajit": ("-e", ""), "guile": ("-c", "0"), "mawk": ("BEGIN{}",), "gawk": ("BEGIN{}",),
    "bc": ("/dev/null",), "julia": ("-e", "0"), "Rscript": ("-e", "0"), "elixir": ("-e", "0"),
}  # fmt: skip
"""The arguments by which each interpreter runs an empty program."""

# What an interpreter tries only when a program uses it for more: whether there is IPv6, and the
# kernel's own rings. All of it is denied nevertheless.
_LATER: Final = {
    "java": ("a socket (AF_INET)", "a socket (AF_INET6)"),
    "node": ("the system call io_uring_setup",),
}
_ENVIRONMENT: Final = {"HOME": "/", "LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"}
_SHEBANG_BYTES: Final = 256
_TEMPORARY: Final = (Path("/tmp"), Path("/dev/shm"))


class Opened(NamedTuple):
    """What an interpreter opens by itself: what counts, and names that `Reach` knows from then."""

    outside: frozenset[str] = frozenset()
    settled: frozenset[str] = frozenset()


def excused_by(program: Path, folder: Path) -> Opened:
    """What the interpreter of a program opens by itself that runs in a folder.

    It is run to find out, so it must be one that no program under test can have put there.
    """
    interpreter = interpreter_of(program)
    if interpreter.is_relative_to(folder) or any(map(interpreter.is_relative_to, _TEMPORARY)):
        return Opened()
    return opened_by(interpreter)


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
def opened_by(interpreter: Path) -> Opened:
    """What an interpreter opens by itself; nothing for one that is not known."""
    from harness.sandbox.confined import Bounds, ConfinedProgram  # which asks for excuses, too
    from harness.sandbox.levels import LIMITS, Files

    name = interpreter.name.rstrip("0123456789.")
    if name not in _EMPTY_PROGRAMS:
        return Opened()
    with tempfile.TemporaryDirectory(prefix="golfproof-") as folder:
        command = (str(interpreter), *_EMPTY_PROGRAMS[name])
        place = Path(folder).resolve()
        files = Files(place, readable_paths((str(interpreter),), place))
        empty = ConfinedProgram(command, _ENVIRONMENT, files, Bounds(), LIMITS, refusing=False)
        report = empty.call(())
        empty.close()
        outside = {*empty.reached(report), *_LATER.get(name, ())}
        return Opened(frozenset(outside), frozenset(report["settled"]))
