"""A clause broken in one turn, as a referee first sees it, and what the end of the run adds."""

import re
from dataclasses import dataclass, replace
from typing import Final

from harness.session import Exit
from harness.verdict import Verdict

# Python finds a module, and make its rules, by listing a folder: they try nothing that could be
# seen, so that only the program says what it misses.
_MISSES_A_FILE: Final = re.compile(
    "no module named|no such file|no rule to make|not found|does not exist|enoent"
    "|(cannot|can't|can ?not|could not|couldn't|unable to) (find|open|locate|load|resolve|read)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Fault:
    """A clause broken; `by_end` when how the run ended decides the verdict."""

    clause: str
    seen: str
    expected: str
    verdict: Verdict = Verdict.WRONG_ANSWER
    by_end: bool = False

    def at_exit(self, exit_: Exit, crash_clause: str) -> "Fault":
        """The same fault with what the run's end says: a crash is a run-time error.

        A crash breaks `crash_clause`, whatever was still to come.
        """
        seen = f"{ending(exit_)} with {self.seen}"
        if not exit_.reached and _MISSES_A_FILE.search(exit_.stderr):
            seen += "; the sandbox hides files that the command does not name: see --readable"
        if exit_.signal is not None or (exit_.status or 0) != 0:
            return Fault(crash_clause, seen, "a game that goes on", Verdict.RUN_TIME_ERROR)
        return replace(self, seen=seen)


def ending(exit_: Exit) -> str:
    """How a run ended, in words, with the last line of its standard error."""
    if exit_.signal is not None:
        how = f"killed by signal {exit_.signal}"
    elif exit_.status is not None:
        how = f"ended with status {exit_.status}"
    else:
        how = "closed its terminal"
    if exit_.reached:
        how += f"; the sandbox denied it {', '.join(exit_.reached[:3])} (--readable PATH allows)"
    last = exit_.stderr.strip().rpartition("\n")[2]
    return f"{how} and {last!r} on standard error" if last else how
