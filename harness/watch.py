"""Verifying again on every save of a file, and results in one line each."""

import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from harness import given_file
from harness.verdict import Result, UsageError

_POLL_SECONDS: Final = 0.1
_LONGEST: Final = 160  # characters of what was seen


def saves(path: Path, poll_seconds: float = _POLL_SECONDS) -> Iterator[bytes]:
    """The content of a file now, and again whenever it has changed and is no longer being written.

    Raises UsageError when there is no such file to begin with.
    """
    known = _content(path)
    if known is None:
        raise UsageError(f"--watch {path}: no such file")
    yield known
    before: bytes | None = known
    while True:
        time.sleep(poll_seconds)
        now = _content(path)
        settled, before = now == before, now
        if now is not None and now != known and settled:
            known = now
            yield now


def _content(path: Path) -> bytes | None:
    try:
        return given_file.read_bytes(path)
    except OSError:
        return None


def brief(result: Result) -> str:
    """A result in one line: the verdict, the name, the size, and the clause broken or what is open.

    What a program printed may be quoted in it.
    """
    words = [f"{result.verdict:<4}", result.name]
    if result.source_bytes is not None:
        words.append(f"{result.source_bytes} bytes")
    if result.findings:
        finding = result.findings[0]
        when = f"turn {finding.turn}" if finding.turn else "at the start"
        words.append(f"{finding.clause}, {when}: {_shortened(finding.seen)}")
    elif why := result.facts.get("error") or result.facts.get("cannot_be_read"):
        words.append(_shortened(str(why)))
        if nearest := result.facts.get("nearest"):
            words.append(f"(tried: {nearest})")
    return "  ".join(words)


def _shortened(text: str) -> str:
    """The text in one line, cut behind a word where it is long."""
    return textwrap.shorten(text, _LONGEST, placeholder=" ...")


def changes(result: Result, before: Result | None) -> str:
    """What differs from the result before, in a few words; '' for the first one."""
    if before is None:
        return ""
    words = []
    if result.source_bytes is not None and before.source_bytes is not None:
        more = result.source_bytes - before.source_bytes
        if more:
            words.append(f"{abs(more)} bytes {'more' if more > 0 else 'fewer'}")
    clauses = [r.findings[0].clause if r.findings else None for r in (before, result)]
    if result.verdict != before.verdict:
        words.append(f"{result.verdict}, was {before.verdict}")
    elif clauses[0] != clauses[1]:
        words.append(f"{clauses[1]}, was {clauses[0]}")
    return ", ".join(words) or "the same as before"
