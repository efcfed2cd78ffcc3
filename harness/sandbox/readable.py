"""What a command needs to read to run at all: its own files, its interpreter, the system's core.

Not all of /usr, /etc and /proc: a dictionary in /usr/share is another file. What an interpreter
opens beyond these by itself is found out by running it with an empty program; see `excuses`.
"""

import os
import shlex
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

LINKS: Final = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")  # into /usr, mostly
_TREES: Final = (
    *LINKS, "/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec",
    "/usr/local/bin", "/usr/local/lib", "/nix/store", "/gnu/store",
)  # fmt: skip
_FILES: Final = (
    "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/timezone",
    "/etc/locale.alias", "/etc/alternatives", "/etc/ssl/openssl.cnf", "/etc/nsswitch.conf",
    "/etc/inputrc", "/etc/terminfo",
)  # fmt: skip
# In /usr/share and /etc each language has folders of its name, some with a version.
_LANGUAGES: Final = (
    "awk", "dotnet", "elixir", "emacs", "erlang", "fish", "gforth", "gawk", "ghc", "gnu-smalltalk",
    "groovy", "guile", "java", "javascript", "julia", "lua", "maven", "mono", "node",
    "node_modules", "nodejs", "npm", "octave", "openjdk", "perl", "perl5", "php", "pypy", "python",
    "R", "racket", "ruby", "rubygems", "rubygems-integration", "scala", "swi-prolog", "tcl",
    "tcltk", "tk", "vim", "zsh",
)  # fmt: skip
_SHARED: Final = (
    "i18n", "locale", "locales", "terminfo", "zoneinfo", "zoneinfo-icu", "bash-completion",
)  # fmt: skip
_MAKEFILES: Final = ("GNUmakefile", "makefile", "Makefile")
_LOOK_FOR_PACKAGES: Final = ("node", "nodejs", "deno", "bun")
_READS_HEADERS: Final = ("tcc",)  # it compiles in memory what it runs
_HEADERS: Final = ("/usr/include", "/usr/local/include")
_MODULE_OPTION: Final = "-m"
_SHEBANG_BYTES: Final = 256
_BIN: Final = ("bin", "shims")
_SEPARATES: Final = " ();<>|&"  # the words of a shell's command line
SHELLS: Final = ("sh", "ash", "bash", "busybox", "dash", "env", "fish", "ksh", "mksh", "zsh")


def is_file(path: Path | str) -> bool:
    """Whether this is a file that is there.

    A word of a command may be no path at all: one too long for a name, as the code after
    `python3 -c`, or one with a NUL in it.
    """
    return os.path.isfile(path)  # noqa: PTH113  # pathlib raises for such words


@cache
def system_paths() -> tuple[Path, ...]:
    """What every program may read of the system."""
    found = [Path(name) for name in (*_TREES, *_FILES)]
    for folder in ("/usr/share", "/usr/local/share", "/etc"):
        found += (
            Path(folder, name) for name in sorted(listed(Path(folder))) if _is_a_languages(name)
        )
    return tuple(path for path in found if path.exists())


def readable_paths(
    command: Sequence[str], folder: Path, more: Iterable[Path] = (), search: str | None = None
) -> tuple[Path, ...]:
    """What a command that runs in this folder may read. `search` is the PATH of its environment.

    The command was typed by whoever judges, so what it names is the program's own. The first line
    of a script was not, so of what that names only commands count.
    """
    paths = list(system_paths())
    words = [*_words(command)]
    for word in (word for script in words for word in _run_by(folder / script)):
        paths += _installed(word, folder, search)
    for number, word in enumerate(words):
        if number == 0 or "/" not in word:
            paths += _installed(word, folder, search)
        path = folder / word
        # A folder is its own only below where it runs: what is above holds other programs, too.
        if is_file(path) or (
            os.path.isdir(path)  # noqa: PTH112
            and path.resolve().is_relative_to(folder.resolve())
        ):
            paths.append(path)
        if Path(word).name in _READS_HEADERS:
            paths += (Path(name) for name in _HEADERS)
        if Path(word).name == "make":
            paths += (folder / name for name in _MAKEFILES)
        if Path(word).name in _LOOK_FOR_PACKAGES:
            paths += (place / "package.json" for place in (folder, *folder.parents))
    return tuple(dict.fromkeys(path for path in (*paths, *more) if path.exists()))


def lists_its_folder(command: Sequence[str]) -> bool:
    """Whether a command finds its files by the names in the folder that it runs in."""
    return any(word == _MODULE_OPTION or Path(word).name == "make" for word in _words(command))


def _words(command: Sequence[str]) -> Iterator[str]:
    """The words of a command, and those of a shell's command line in it: sh -c 'exec perl x.pl'.

    Words in the code of another language are not the command's: python3 -c 'x = "../secret"'.
    """
    behind_a_shell = is_module = False
    for word in filter(None, command):
        if is_module:  # python3 -m my.game
            module = word.replace(".", "/")
            yield from (module, f"{module}.py")
        is_module = word == _MODULE_OPTION
        if is_module:
            yield word
        if word.startswith("-"):  # -fmy.awk and --file=my.awk
            yield from filter(None, (word[2:].lstrip("-"), word.partition("=")[2]))
            continue
        yield word
        if behind_a_shell and any(map(word.count, _SEPARATES)):
            with suppress(ValueError):  # it may be no shell's command line at all
                yield from _words(_of_a_shell(word))
        behind_a_shell = behind_a_shell or Path(word).name in SHELLS


def _of_a_shell(line: str) -> list[str]:
    """The words of a shell's command line: of `cd x;perl y.pl|cat` x, y.pl and cat are some."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    return list(lexer)


def shebang(program: Path) -> list[str]:
    """The words behind the `#!` of a script's first line; none of a program that has no such line.

    The first is the interpreter, or `/usr/bin/env`.
    """
    try:
        with program.open("rb") as file:
            line = file.readline(_SHEBANG_BYTES)
    except OSError:
        return []
    return os.fsdecode(line[2:]).split() if line[:2] == b"#!" else []


def _run_by(program: Path) -> list[str]:
    """The words of a script's first line that can name what runs it.

    Relative names are left out: what stands beside a script is another file.
    """
    words = [word.removeprefix("-S") for word in shebang(program)]
    return [word for word in words if word and (word[0] == "/" or "/" not in word)]


def _installed(word: str, folder: Path, search: str | None) -> Iterator[Path]:
    """What a command's name means: the program, and the folder that it is installed in.

    /opt/x/bin/python may need /opt/x, behind links; a version manager's shim its own folder. But
    what holds the folder where it runs is no installation: ~/bin/x does not need all of ~.
    """
    found = shutil.which(str(folder / word) if "/" in word else word, path=search)
    if found is None:
        return
    program = Path(found)
    for place in (Path(os.path.abspath(program)), Path(os.path.realpath(program))):  # noqa: PTH100
        above = place.parent.parent
        is_installed = place.parent.name in _BIN and len(place.parts) > 3
        if is_installed and place.parts[1] != "usr" and not folder.resolve().is_relative_to(above):
            yield above
        yield place


@cache
def listed(folder: Path) -> frozenset[str]:
    """The names in a folder; none where it cannot be listed."""
    try:
        return frozenset(os.listdir(folder))  # noqa: PTH208
    except OSError:
        return frozenset()


def _is_a_languages(name: str) -> bool:
    """Whether a folder belongs to a language: `perl`, `python3.11`, `java-17-openjdk`, `lua5.4`."""
    base = name.rstrip("0123456789.")
    return name in _SHARED or base in _LANGUAGES or base.split("-")[0] in _LANGUAGES
