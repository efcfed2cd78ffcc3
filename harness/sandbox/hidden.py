"""The files beside a program that the sandbox hides and that the program's errors name.

A language that finds its modules by listing a folder never tries to open one that is hidden, so
that nothing is seen denied.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from harness.sandbox.readable import is_file, listed

_NAMED_AT_MOST: Final = 3
_LOOKED_AT_MOST: Final = 1000  # files of a folder
_WORD: Final = re.compile(r"\w+")


def named(
    said: str, command: Sequence[str], folder: Path, readable: Iterable[Path]
) -> tuple[str, ...]:
    """The hidden files that a text names, with or without their suffix, relative to a folder.

    One that has the command's own name but for the suffix must be named with that: of `play.py` an
    error tells in its own file, and `play.js` is the same in another language. Those come first
    that are named whole, then those in the command's own language. They are looked for in the
    folder that the command runs in, and beside the files that it names.
    """
    words = set(_WORD.findall(said))
    allowed = tuple(readable)
    files = [path for word in command if is_file(path := folder / word)]
    own = {path.name.partition(".")[0] for path in files}
    beside = dict.fromkeys([folder, *(path.parent for path in files)])
    found = []
    for place in beside:
        for name in sorted(listed(place))[:_LOOKED_AT_MOST]:
            path = place / name
            stem = name.partition(".")[0]
            is_named = name in said if stem in own else stem in words
            if is_named and not any(map(path.is_relative_to, allowed)):
                found.append(path)
    suffixes = {path.suffix for path in files}
    found.sort(key=lambda path: (path.name not in said, path.suffix not in suffixes))
    return tuple(_as_typed(path, folder) for path in [*dict.fromkeys(found)][:_NAMED_AT_MOST])


def _as_typed(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder) if path.is_relative_to(folder) else path)
