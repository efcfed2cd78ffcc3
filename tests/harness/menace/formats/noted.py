"""Boxes with a note of what the last game changed, or of how often each was used, by chance."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from tests.harness.menace.formats.boxes import Boxes, blank, commas, counts, nine, solid, times
from tests.harness.menace.formats.rules import Box

_LABELS: Final = (
    "{number}: ", "{picture}: ", "{number}. {picture} ", "Box {number}: ", "{picture} ",
    "#{number} {picture} | ", "{number} {picture}: ", "[{number}] ", "{picture} = ", "{number}) ",
    "",
)  # fmt: skip
_BEADS: Final[Mapping[str, Callable[[Box], str]]] = {
    "commas": commas,
    "blanks": blank,
    "list": lambda b: str([*b]),
    "run": solid,
    "parentheses": lambda b: f"({blank(b)})",
    "times": times,
    "vector": lambda b: blank(nine(b)),
    "mapping": lambda b: str(counts(b)),
}
_OF_ALL: Final = (
    "{old} -> {new}", "{old} => {new}", "{old} → {new}", "{new} (was {old})", "{new} [was {old}]",
    "{new}, was {old}", "{new} (before: {old})", "{new} <- {old}", "{new}  old: {old}",
    "was {old}, now {new}", "{old} (now {new})", "{old}, now: {new}", "{new} (from {old})",
    "{new} ({more})", "{new} [{more}]", "{new} {more}", "{new} ({more} beads)",
    "{new} (was {many})",
)  # fmt: skip
_OF_THESE: Final = (
    "{new} (played {bead})", "{new} played: {bead}", "{new} <- {bead}", "{new} [{bead}]",
    "{new} *{bead}", "{new}  last {bead}", "{new} rewarded", "{new} -- rewarded {more}", "{new} ▲",
    "{new} ++", "{new} (+)", "{new} WIN", "{new} ✓", "{new}  # changed", "{new} // {more}",
    "{new}; last={bead}", "{new} Δ {more}", "{new} | {more}", "{new}\t{more}",
    "{new} (one bead fewer)", "{new}!!", "{new} ({bead}, {bead} added)", "{new} * {more}",
)  # fmt: skip
_USED: Final = (
    "{beads} used:{uses}", "{beads} (used {uses} times)", "{beads} | uses={uses}",
    "{beads} (last used in round {last})", "{beads}  won {won}", "{beads} # {uses} uses",
    "{beads}, uses {uses}", "{beads} (age {age})", "{beads} *{uses}",
)  # fmt: skip
_CHANGED_AT_MOST: Final = 4


def random_noted(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """A way to print all boxes, and what it looks like.

    Where more boxes than a game uses are others than before, another run has begun.
    """
    of_all = chance.random() < 0.2  # of all boxes, from the second game on
    label, beads = chance.choice(_LABELS), chance.choice([*_BEADS])
    noted = chance.choice(_OF_ALL if of_all else (*_OF_ALL, *_OF_THESE))
    before: dict[str, Box] = {}

    def printed(boxes: Boxes) -> str:
        changed = _changed(before, boxes)
        notes = before and len(changed) <= _CHANGED_AT_MOST
        lines = [
            label.format(number=i, picture=p)
            + (
                _with_note(noted, _BEADS[beads], before[p], b)
                if notes and (of_all or p in changed)
                else _BEADS[beads](b)
            )
            for i, (p, b) in enumerate(boxes.items())
        ]
        before.update((p, [*b]) for p, b in boxes.items())
        return "\n".join(lines)

    return printed, f"{label}{noted} of {beads}{' in all lines' if of_all else ''}"


def random_used(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """A way to print all boxes, each with the number of its uses or only those used at all.

    Where more boxes than a game uses are others than before, another run has begun.
    """
    of_all = chance.random() < 0.5
    label, beads, used = (chance.choice(some) for some in (_LABELS, [*_BEADS], _USED))
    before: dict[str, Box] = {}
    uses, won, last = Counter[str](), Counter[str](), Counter[str]()
    games = 0

    def printed(boxes: Boxes) -> str:
        nonlocal games
        changed = _changed(before, boxes)
        games += 1
        if len(changed) > _CHANGED_AT_MOST:
            changed, games = set(), 1
            for count in (uses, won, last):
                count.clear()
        uses.update(changed)
        won.update(p for p in changed if len(boxes[p]) > len(before[p]))
        last.update({p: games - last[p] for p in changed})
        before.update((p, [*b]) for p, b in boxes.items())
        return "\n".join(
            label.format(number=i, picture=p)
            + (used if of_all or uses[p] else "{beads}").format(
                beads=_BEADS[beads](b), uses=uses[p], won=won[p], last=last[p],
                age=games - last[p],
            )
            for i, (p, b) in enumerate(boxes.items())
        )  # fmt: skip

    return printed, f"{label}{used} of {beads}{' in all lines' if of_all else ''}"


def _changed(before: Mapping[str, Box], boxes: Boxes) -> set[str]:
    """The pictures of the boxes that hold other beads than before."""
    return {p for p, b in boxes.items() if [*before.get(p, b)] != [*b]}


def _with_note(noted: str, printed: Callable[[Box], str], old: Box, new: Box) -> str:
    bead = next((x for x in range(9) if [*old].count(x) != [*new].count(x)), new[0] if new else 0)
    return noted.format(
        old=printed(old), new=printed(new), more=f"{len(new) - len(old):+d}", many=len(old),
        bead=bead,
    )  # fmt: skip
