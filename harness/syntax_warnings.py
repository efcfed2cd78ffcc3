"""What Python 3.12 and later say on standard error of a source before they run it.

Python 3.11, which golfed programs are written for, says nothing of the same source. The warnings
are not held against a program, and the report of every challenge mentions the first.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from harness.verdict import Fact, Result

FACT: Final = "syntax_warnings"
_WARNING: Final = re.compile(
    r"^(?:<\w+>|[^\n:]+\.py):\d+: SyntaxWarning: ([^\n]*)\n(?:  [^\n]*(?:\n|\Z))?", re.MULTILINE
)


def found_in(stderr: str) -> str:
    """The warnings that stand in this text of standard error."""
    return "".join(found[0] for found in _WARNING.finditer(stderr))


def without(stderr: str) -> str:
    """What else stands in it."""
    return _WARNING.sub("", stderr)


def reported(result: Result, warnings: Iterable[str]) -> Result:
    """The result, with the first of these warnings among its figures when there is one."""
    first = next(filter(None, warnings), None)
    return result if first is None else replace(result, facts={**result.facts, FACT: first})


def sentence(first: Fact) -> str:
    """What the report says of that figure."""
    found = _WARNING.search(str(first))
    said = str(first) if found is None else found[1]
    return f"this Python warns of the source, which is not held against the program: {said}"
