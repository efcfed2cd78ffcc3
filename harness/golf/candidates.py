"""The shorter neighbours of a program: what `shave` tries."""

from collections.abc import Iterator
from dataclasses import dataclass

from harness.golf.rewrites import rewrites


@dataclass(frozen=True, slots=True)
class Candidate:
    """A program shorter than another. `kind` and `at` say how it was made of it."""

    kind: str
    at: int  # the byte at which the two differ first
    source: bytes


def deletions(source: bytes, most: int) -> Iterator[Candidate]:
    """The program without 1 to `most` neighbouring bytes, wherever they stand."""
    for at in range(len(source)):
        for size in range(min(most, len(source) - at), 0, -1):
            yield Candidate(f"delete {size}", at, source[:at] + source[at + size :])


def rewritten(source: bytes) -> Iterator[Candidate]:
    """A Python program in the ways of the catalogue that make it shorter."""
    try:
        text = source.decode()
        found = list(rewrites(text))
    except (UnicodeDecodeError, SyntaxError, ValueError):
        return  # packed, or no Python: only bytes can be taken from it
    for kind, made in found:
        data = made.encode()
        if len(data) < len(source):
            yield Candidate(kind, _first_difference(source, data), data)


def _first_difference(one: bytes, other: bytes) -> int:
    return next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(other))


def candidates(source: bytes, most: int, is_python: bool) -> list[Candidate]:
    """Every candidate once, in the order of the places that they change."""
    seen = {source}
    found = []
    every = [*deletions(source, most), *(rewritten(source) if is_python else ())]
    for candidate in sorted(every, key=lambda candidate: candidate.at):
        if candidate.source not in seen and candidate.source:
            seen.add(candidate.source)
            found.append(candidate)
    return found
