"""What an interpreter opens by itself, before any program runs: locales, a site's hooks, a cache.

The interpreter is run with an empty program to find out; what it opens then is not held against a
program.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from harness.languages import EMPTY_PROGRAMS
from harness.sandbox.inside.resolve import beneath
from harness.sandbox.readable import SHELLS, listed, shebang
from harness.sandbox.scratch import scratch_folder

_EMPTY_PROGRAMS: Final = EMPTY_PROGRAMS | {
    "pypy": ("-c", ""), "nodejs": ("-e", "0"), "dash": ("-c", ":"), "zsh": ("-c", ":"),
    "luajit": ("-e", ""), "guile": ("-c", "0"), "mawk": ("BEGIN{}",), "gawk": ("BEGIN{}",),
    "javac": ("-version",), "bc": ("/dev/null",), "julia": ("-e", "0"), "Rscript": ("-e", "0"),
    "elixir": ("-e", "0"), "R": ("--no-echo", "-e", "0"), "a68g": ("--execute", "SKIP"),
    "chezscheme": ("--script", "/dev/null"), "clisp": ("-x", "0"), "escript": ("/dev/null",),
    "fish": ("-c", ":"), "gforth": ("/dev/null",), "ksh": ("-c", ":"), "mksh": ("-c", ":"),
    "ocaml": ("/dev/null",), "pike": ("-e", ""), "racket": ("-n", "-e", ""),
    "sbcl": ("--script", "/dev/null"), "swipl": ("-g", "halt"),
    **dict.fromkeys(("emacs", "emacs-gtk", "emacs-nox"), ("--batch",)),
    **dict.fromkeys(("octave", "octave-cli"), ("--eval", "0")),
    **dict.fromkeys(("vim", "vim.basic", "vim.tiny"), ("-es", "-c", "qa!")),
}  # fmt: skip
"""The arguments by which each interpreter runs an empty program."""

# What an interpreter tries only when a program uses it for more: whether there is IPv6, the
# kernel's own rings, folders of a library. All of it is denied nevertheless.
_LATER: Final = {
    "java": ("a socket (AF_INET)", "a socket (AF_INET6)"),
    "javac": ("a socket (AF_INET)", "a socket (AF_INET6)"),
    "node": ("the system call io_uring_setup",),
    "fish": ("/run",),  # when it reads a line
    # Where Tcl looks for procedures that a program calls and Tcl has not loaded: `parray`.
    "tclsh": tuple(f"/usr/local/share{name}" for name in ("", "/tcltk", "/tcltk/tclIndex")),
}
# A shell that is told so reads a profile, and what that runs, before its program.
_READS_A_PROFILE: Final = re.compile("--login|-[A-Za-z]*[li][A-Za-z]*")
_TEMPORARY: Final = (Path("/tmp"), Path("/dev/shm"))


class Opened(NamedTuple):
    """What an interpreter opens by itself: names outside, and those that may be read for good.

    Those in `changed` are outside as well, and it makes or changes them. `here` is the folder in
    which it ran to show what it opens, its home, too.
    """

    outside: frozenset[str] = frozenset()
    settled: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    here: str = ""

    def at(self, *folders: str) -> "Opened":
        """What it opens in these folders, where it may run or which may be its home."""

        def moved(names: Iterable[str]) -> Iterator[str]:
            for name in names:
                if self.here and beneath(name, self.here):
                    rest = name.removeprefix(self.here)
                    yield from (folder.rstrip("/") + rest for folder in folders)
                else:
                    yield name

        outside, settled, changed = map(moved, (self.outside, self.settled, self.changed))
        return Opened(frozenset(outside), frozenset(settled), frozenset(changed))


RunEmpty = Callable[[tuple[str, ...], Path], Opened]
"""Runs a command in a folder, at no level, and tells what it opened."""


def excused_by(
    program: Path, folder: Path, home: str, run: RunEmpty, arguments: Sequence[str] = ()
) -> Opened:
    """What the interpreter of a program that runs in this folder opens by itself.

    It is run to find out, so it must not be one that a program under test can have put there.
    """
    interpreter, *options = shebang(program) or [str(program)]
    path = Path(os.path.realpath(interpreter))  # of a link that leads to itself, too
    if path.is_relative_to(folder) or any(map(path.is_relative_to, _TEMPORARY)):
        return Opened()
    opened = opened_by(path, run, _profile_option(path, (*options, *arguments[:1])))
    return opened.at(str(folder), home)


def searched(path: str, readable: Sequence[Path]) -> frozenset[str]:
    """What a shell that looks for one of the system's programs finds before it along a PATH.

    None of it can be run: it is in folders that the program cannot read.
    """
    folders = [Path(name) for name in path.split(os.pathsep) if name.startswith("/")]
    hidden = [place for place in folders if not any(map(place.is_relative_to, readable))]
    known = {name for place in folders if place not in hidden for name in listed(place)}
    return frozenset(str(place / name) for place in hidden for name in known & listed(place))


@cache
def opened_by(interpreter: Path, run: RunEmpty, option: str | None = None) -> Opened:
    """What an interpreter opens by itself, given this option; nothing for one that is unknown."""
    name = _name(interpreter)
    if name not in _EMPTY_PROGRAMS:
        return Opened()
    command = [str(interpreter), *filter(None, [option]), *_EMPTY_PROGRAMS[name]]
    with scratch_folder() as folder:
        opened = run(tuple(command), folder)
    return opened._replace(outside=opened.outside.union(_LATER.get(name, ())))


def _profile_option(interpreter: Path, options: Sequence[str]) -> str | None:
    """The option, of these, by which a shell reads a profile; none for other interpreters."""
    told = [option for option in options if _READS_A_PROFILE.fullmatch(option)]
    flags = {flag for option in told for flag in option.replace("--login", "l") if flag in "li"}
    return f"-{''.join(sorted(flags))}" if flags and _name(interpreter) in SHELLS else None


def _name(interpreter: Path) -> str:
    """An interpreter's name without its version."""
    return interpreter.name.rstrip("0123456789.-")
