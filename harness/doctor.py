"""`golfproof doctor`: what this machine has, and what each thing adds to a verdict."""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import Final

from harness.extras import INSTALLS
from harness.sandbox import landlock, levels

# Each tool, the words that make it print its version, and what it is for.
_TOOLS: Final = (
    ("perl", "perl", ("-e", "print $^V"), "programs in Perl"),
    ("ruby", "ruby", ("--version",), "programs in Ruby"),
    ("node", "node", ("--version",), "programs in JavaScript"),
    ("bash", "bash", ("--version",), "programs in Bash"),
    ("php", "php", ("--version",), "programs in PHP"),
    ("lua", "lua", ("-v",), "programs in Lua"),
    ("tcl", "tclsh", ("/dev/null",), "programs in Tcl"),
    ("awk", "awk", ("--version",), "programs in AWK"),
    ("dc", "dc", ("--version",), "programs in dc"),
    ("java", "java", ("--version",), "programs in Java"),
    ("C", "cc", ("--version",), "programs in C; bots with a compile.txt"),
    ("C++", "c++", ("--version",), "programs in C++"),
    ("Rust", "rustc", ("--version",), "programs in Rust"),
    ("Haskell", "ghc", ("--version",), "programs in Haskell"),
    ("C#", "mono", ("--version",), "programs in C#"),
)
_LIBRARIES: Final = (
    ("textual", "games drawn in place by `golfproof play`; without it, plain text"),
    ("jinja2", "the page of `golfproof site`"),
    ("fpdf", "the PDF of `golfproof kit`"),
    ("matplotlib", "the pictures of `golfproof curves`"),
)


@dataclass(frozen=True)
class Check:
    """One thing that a machine has or lacks: `adds` is what it is for, `get` how to install it."""

    group: str
    name: str
    here: bool
    found: str
    adds: str
    get: str = ""


def checks() -> Iterator[Check]:
    """All checks, in the order of the report."""
    yield from _needed()
    yield from _isolation()
    for name, command, words, adds in _TOOLS:
        found = _version(command, words)
        yield Check("languages", name, found is not None, found or f"no {command}", adds)
    for module, adds in _LIBRARIES:
        here = find_spec(module) is not None
        get = "" if here else f"{INSTALLS} in golfproof's folder"
        yield Check("libraries", module, here, "installed" if here else "missing", adds, get)


def _needed() -> Iterator[Check]:
    version = platform.python_version()
    yield Check(
        "needed", "Python", sys.version_info >= (3, 11), version, "everything: 3.11 or later"
    )
    linux = sys.platform == "linux"
    what = f"{platform.system()} {platform.release()}"
    yield Check("needed", "Linux", linux, what, "sessions on a terminal, and their clean end")
    cores = len(os.sched_getaffinity(0)) if linux else os.cpu_count() or 1
    adds = "entries verified at a time; a timed move wants a core of its own"
    yield Check("needed", "processors", cores > 1, str(cores), adds)


def _isolation() -> Iterator[Check]:
    has_bubblewrap = levels.bubblewrap_works()
    installed = shutil.which("bwrap") is not None
    yield Check(
        "isolation",
        "bubblewrap",
        has_bubblewrap,
        "works" if has_bubblewrap else "installed, but may not run" if installed else "missing",
        "a program sees no file but its own and the system's, no process, no network",
        "" if has_bubblewrap
        else "let users make namespaces (sysctl kernel.unprivileged_userns_clone)" if installed
        else "apt install bubblewrap",
    )  # fmt: skip
    version = landlock.landlock_version()
    yield Check(
        "isolation",
        "Landlock",
        version > 0,
        f"version {version}" if version else "not in this kernel",
        "the kernel denies other files; from version 4 the network too",
        "" if version else "Linux 5.13 or later with CONFIG_SECURITY_LANDLOCK",
    )
    notifies = levels.can_notify()
    yield Check(
        "isolation",
        "seccomp",
        notifies,
        "reports calls" if notifies else "no notifications here",
        "what a program reaches for is seen as it happens, denied or not, in every run",
        "" if notifies else "Linux 5.6 or later on x86-64 or arm64",
    )


def _version(command: str, words: tuple[str, ...]) -> str | None:
    """The version that a tool says it has; None where it is not installed."""
    path = shutil.which(command)
    if path is None:
        return None
    try:
        done = subprocess.run([path, *words], capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL, timeout=60)  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return "installed, but does not answer"
    number = re.search(r"\d+(?:\.\d+)+\w*", done.stdout or done.stderr)
    return number[0] if number else "installed"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `doctor`."""
    parser.description = (
        "Say what this machine has: what keeps programs from other files, the languages, the "
        "libraries of optional commands, and what each of them adds."
    )
    parser.add_argument("--json", action="store_true", help="print for machines")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the report: 0 when all that is needed is here, else 1."""
    found = list(checks())
    if options.json:
        print(json.dumps([asdict(check) for check in found], indent=1))
    else:
        _print(found)
    return 0 if all(check.here for check in found if check.group == "needed"
                    and check.name != "processors") else 1  # fmt: skip


def _print(found: list[Check]) -> None:
    from rich.table import Table
    from rich.text import Text

    from harness.report import console_for

    console = console_for(as_json=False)
    names = max(len(check.name) for check in found)
    for group in dict.fromkeys(check.group for check in found):
        console.print(Text(group.capitalize(), "bold"))
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True, width=3)
        table.add_column(no_wrap=True, width=names)
        table.add_column(overflow="fold", width=16)
        table.add_column(overflow="fold")
        for check in found:
            if check.group == group:
                mark = Text("yes", "green") if check.here else Text("no", "yellow")
                adds = check.adds + (f"; to get it: {check.get}" if check.get else "")
                table.add_row(mark, Text(check.name), Text(check.found), Text(adds))
        console.print(table)
        console.print()
    console.print(f"Programs are isolated by the best that is here: {levels.best_level()}.")
