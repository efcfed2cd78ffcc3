"""A clause broken in one turn, as a referee first sees it, and what the end of the run adds."""

import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from harness.sandbox.inside.resolve import beneath
from harness.session import Exit
from harness.verdict import Verdict

# Python finds a module, and make its rules, by listing a folder: they try nothing that could be
# seen, so that only the program says what it misses.
_MISSES_A_FILE: Final = re.compile(
    "no module named|no such file|no rule to make|not found|does not exist|enoent"
    "|(cannot|can't|can ?not|could not|couldn't|unable to) (find|open|locate|load|resolve|read)",
    re.IGNORECASE,
)
# The lines between what went wrong and the calls: Lua's, Tcl's, Haskell's.
_BEFORE_CALLS: Final = ("stack traceback:", "while executing", "CallStack (from HasCallStack):")
# Where each interpreter says which line of which file it was at, and whether first or last of all.
_PLACES: Final = (
    (re.compile(r'^\s+File "([^"]*)", line (\d+)', re.MULTILINE), -1),  # Python
    (re.compile(r"^(\S.*\.[cm]?[jt]s):(\d+)$", re.MULTILINE), 0),  # Node
    (
        re.compile(
            r"^\s+at (?!java\.|jdk\.|sun\.)[^(]*\((\w+\.(?:java|kt|scala)):(\d+)\)$", re.MULTILINE
        ),
        0,
    ),
    (re.compile(r'^\s+\(file "([^"]*)" line (\d+)\)$', re.MULTILINE), 0),  # Tcl
)
_OF_LIBRARIES: Final = re.compile(r"^<frozen|^node:|/(?:lib|lib64)/python3|/site-packages/")
# Said in two lines: Rust names the place first, C++ the type.
_IN_TWO_LINES: Final = re.compile(r"panicked at .*:\n|terminate called .*\n\s+what\(\):")
_NAMES_AN_ERROR: Final = re.compile("error|exception|panic", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fault:
    """A clause broken; `by_end` when how the run ended decides the verdict."""

    clause: str
    seen: str
    expected: str
    verdict: Verdict = Verdict.WRONG_ANSWER
    by_end: bool = False

    def with_end(self, exit_: Exit, crash_clause: str, said: Iterable[str]) -> "Fault":
        """The same fault with what the end of a run adds in which these replies were printed."""
        silent = not any(text.strip() for text in said)
        if self.by_end:
            return self.at_exit(exit_, crash_clause, silent)
        return self.with_stderr(exit_) if silent else self

    def at_exit(self, exit_: Exit, crash_clause: str, silent: bool) -> "Fault":
        """The same fault with what the run's end says: a crash is a run-time error.

        A crash breaks `crash_clause`, whatever was still to come. `silent` says that nothing was
        printed at all: Perl's `do` of a file that is hidden from it does nothing, and says nothing.
        """
        joint = " with " if self.seen[:1].isdigit() else ", and "  # as in `with 1 of 2 boards`
        seen = f"{ending(exit_)}{joint}{self.seen}"
        ends_at_once = silent and exit_.status == 0 and not exit_.own_stderr.strip()
        if not exit_.reached and (ends_at_once or _MISSES_A_FILE.search(exit_.stderr)):
            seen += f"; the sandbox hides {_hidden(exit_.hidden)}"
        if exit_.signal is not None or (exit_.status or 0) != 0:
            return Fault(crash_clause, seen, "a game that goes on", Verdict.RUN_TIME_ERROR)
        return replace(self, seen=seen)

    def with_stderr(self, exit_: Exit) -> "Fault":
        """The same fault of a program that printed nothing, with what it said instead."""
        lines = exit_.own_stderr.strip().split("\n")
        if not lines[0]:
            return self
        more = " ..." if len(lines) > 1 else ""
        seen = f"{self.seen}; {lines[0]!r}{more} on standard error, which is not read"
        return replace(self, seen=seen)


def _remedy(reached: Sequence[str]) -> str:
    """What would let the program have the files among these; nothing allows a socket or device."""
    files = [
        path for path in reached if path.startswith("/") and not beneath(path, "/dev", "/proc")
    ]
    if any(path == "/tmp" or path.rpartition("/")[0] == "/tmp" for path in files):
        return " (it may write where TMPDIR says)"
    return " (--readable PATH lets it read more)" if files else ""


def _hidden(files: Sequence[str]) -> str:
    """What the program may have missed, and what would let it have that."""
    if not files:
        return "files that the command does not name: see --readable"
    options = " ".join(f"--readable {shlex.quote(name)}" for name in files)
    return f"{', '.join(files)} beside it, which the command does not name: {options} shows it"


def _telling_line(stderr: str) -> str:
    """The line that says what went wrong: the last that names an error, else the last.

    Python names it at the end, Ruby and Java before the calls that led to it, Node before its own
    version, Lua and Tcl, without such a word, before their calls. Calls are indented, as Perl's and
    Ruby's are.
    """
    lines = [line for line in stderr.split("\n") if line.strip()]
    for before, line in pairwise(lines):
        if line.strip() in _BEFORE_CALLS:
            return before.strip()
        if _IN_TWO_LINES.search(f"{before}\n{line}"):
            return f"{before.strip()} {line.strip()}"
    said = [line for line in lines if not line[0].isspace()]
    named = [line for line in said if _NAMES_AN_ERROR.search(line)]
    return (named or said or lines or [""])[-1].strip()


def _place(stderr: str) -> str:
    """The line of the program where it went wrong, of interpreters that tell it elsewhere."""
    for pattern, which in _PLACES:
        own = [place for place in pattern.findall(stderr) if not _OF_LIBRARIES.search(place[0])]
        if own:
            return f" (line {own[which][1]})"
    return ""


def ending(exit_: Exit) -> str:
    """How a run ended, in words, with the line of its standard error that says most."""
    if exit_.signal is not None:
        how = f"killed by signal {exit_.signal}"
    elif exit_.status is not None:
        how = f"ended with status {exit_.status}"
    else:
        how = "closed its terminal"
    if told := exit_.reached[:3]:
        how += f"; the sandbox denied it {', '.join(told)}{_remedy(told)}"
    last = _telling_line(exit_.stderr)
    if not last:
        return how
    return f"{how} and {last!r}{_place(exit_.stderr)} on standard error"
