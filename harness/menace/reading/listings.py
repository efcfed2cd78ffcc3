"""All boxes listed several times in one reply: which lines are the last listing."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from harness.menace.classes import BOXES

_MOSTLY: Final = 0.9  # of the lines: a game changes a few boxes
_LISTINGS: Final = range(2, 5)  # of all boxes, one after another
_LABEL: Final = re.compile(r"\s*(\S[^\[{:=\t|]*?)\s*(?::|=|->|→|\t|\||[\[{])")


def last_listing(rows: Sequence[str]) -> Sequence[str]:
    """The last of several listings of all boxes: at the last step, before and after learning.

    What names the boxes comes again at the same distance, whatever is said between the listings.
    """
    full = [number for number, row in enumerate(rows) if row.strip()]
    if len(full) < 2 * BOXES:
        return rows
    half = len(full) // 2
    if len(full) % 2 == 0:
        same = sum(rows[a] == rows[b] for a, b in zip(full[:half], full[half:], strict=True))
        if same > _MOSTLY * half:
            return rows[full[half] :]
    labels = [_label(rows[number]) for number in full]
    places: dict[str, list[int]] = {}
    for at, label in enumerate(labels):
        places.setdefault(label, []).append(at)
    for listings in _LISTINGS:
        again = [found for found in places.values() if len(found) == listings]
        if len(again) < _MOSTLY * BOXES:
            continue
        apart, times = Counter(found[-1] - found[-2] for found in again).most_common(1)[0]
        if times < _MOSTLY * len(again) or apart < BOXES:
            continue
        first = min(found[-1] for found in again if found[-1] - found[-2] == apart)
        unnamed = labels[first] == rows[full[first]].strip()  # such a row changes with its box
        return rows[full[apart * (listings - 1) if unnamed else first] :]
    return rows


def _label(row: str) -> str:
    """What names the box of a row, where anything does; else the row."""
    found = _LABEL.match(row)
    return found[1] if found else row.strip()
