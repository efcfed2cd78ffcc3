"""Whether words beside brackets may be beads, so that the brackets hold something else.

So a box is printed whose brackets hold a total or a picture: `(4) 0 1 1 8`.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

_GROUP: Final = re.compile(r"[\[({][^\[\](){}]*[\])}]")
_QUOTED: Final = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")
_NO_WORD: Final = re.compile(r"[\W_]+")
_AS_LONG: Final = 4  # so many lengths have lists of beads; what stands beside all is mostly alike
_AS_MANY: Final = 40  # different lists of beads there are; of totals and stages there are fewer
_LABELS: Final = 3  # words at most that tell which box it is


def without_groups(line: str) -> str:
    """The line without its brackets and what they hold, nested ones too."""
    within = ""
    while line != within:
        within, line = line, _GROUP.sub(" ", line)
    return line


def between(text: str, found: Sequence[re.Match[str]]) -> list[str]:
    """The text between each two matches that follow one another."""
    return [text[one.end() : other.start()] for one, other in pairwise(found)]


def leaves_out(rests: Sequence[str]) -> bool:
    """Whether beads may stand beside the brackets of all boxes: words that are no labels.

    The first words are labels if they are the same everywhere, or different everywhere. Beads make
    words of many lengths, or many different ones.
    """
    words = [_QUOTED.sub(" quoted ", rest).split() for rest in rests]
    for _ in range(_LABELS):
        first = {some[0] for some in words if some}
        if len(first) not in (1, len(words)):
            break
        words = [some[1:] for some in words]
    beside = {_NO_WORD.sub("", "".join(some)) for some in words}
    return len({*map(len, beside)}) >= _AS_LONG or len(beside) > _AS_MANY
