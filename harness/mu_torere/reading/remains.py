"""A description, in words, of the parts of a board in a print that cannot be read."""

import re
from collections.abc import Sequence
from typing import Final

from harness.mu_torere.reading.strokes import FALLING, LEVEL, RISING, STROKES, UPRIGHT

_SIGN: Final = re.compile(r"\S{1,3}")
_IN_A_ROW: Final = 3  # nodes, in most drawings
# Marks of a sentence are strokes in few drawings.
_KINDS: Final = (("level", LEVEL), ("upright", UPRIGHT - {*"!:"}), ("slanted", FALLING | RISING))
_BLANKS: Final = str.maketrans(dict.fromkeys(STROKES, " "))


def remains(rows: Sequence[str]) -> str:
    """The rows of three signs and the strokes that these rows hold, beside what a board needs."""
    signs = [row.translate(_BLANKS).split() for row in rows]
    threes = sum(
        len(row) == _IN_A_ROW and all(_SIGN.fullmatch(sign) for sign in row) for row in signs
    )
    text = "".join(rows)
    strokes = {name: sum(map(text.count, kind)) for name, kind in _KINDS}
    if not threes and not any(strokes.values()):
        return "no row of three signs and no stroke"
    found = ", ".join(f"{count or 'no'} {name}" for name, count in strokes.items())
    return f"{threes or 'no'} rows of three signs; of strokes {found}"
