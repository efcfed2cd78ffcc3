"""How a program says that a game begins: `New game`, with signs that set it off."""

import re
from collections.abc import Iterator
from typing import Final

_SAID: Final = re.compile(  # --- New game 2 ---
    r"(?:^[ \t]*|[ \t])[-=*#~+<>]+[ \t]+new[ _-]+game[ \t]*\d*[ \t]+[-=*#~+<>]+[ \t]*$"
    r"|^[ \t]*[-=*#~+<>]+[ \t]+new[ _-]+game|new[ _-]+game",
    re.IGNORECASE | re.MULTILINE,
)
_WORD: Final = "game"


def new_games(text: str) -> Iterator[re.Match[str]]:
    """Each place that says so. All of it is on one line.

    Only lines with the word are looked at closely: nearly all others of a reply are boxes.
    """
    lowered = text.lower()
    if len(lowered) != len(text):  # of a letter that becomes two: places are not the same
        yield from _SAID.finditer(text)
        return
    until = 0
    while (at := lowered.find(_WORD, until)) >= 0:
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        until = end if end >= 0 else len(text)
        yield from _SAID.finditer(text, start, until)


def says_new_game(text: str) -> bool:
    """Whether a game begins in this text."""
    return any(True for _ in new_games(text))


def between_new_games(text: str) -> list[str]:
    """What stands before, between and behind the places that say so."""
    parts, at = [], 0
    for said in new_games(text):
        parts.append(text[at : said.start()])
        at = said.end()
    return [*parts, text[at:]]
