"""All boxes on one line, parted by a sign, by words or by a markup language's tags, by chance."""

import random
from collections.abc import Callable, Mapping
from textwrap import fill
from typing import Final

from tests.harness.menace.formats.boxes import LETTERS, Boxes, blank, commas, names, solid, times
from tests.harness.menace.formats.rules import Box

_SIGNS: Final = (
    " ## ", " ~ ", " & ", " / ", "; ", " | ", " - ", " • ", ". ", "! ", " // ", " || ", " -- ",
    " && ", " * ", " + ", " § ", " … ",
)  # fmt: skip
_LABELS: Final[Mapping[str, Callable[[int, str], str]]] = {
    "numbers": lambda i, p: f"{i + 1}: ",
    "numbers and pictures": lambda i, p: f"{i + 1}. {p} ",
    "boxes": lambda i, p: f"Box {i}: ",
    "pictures": lambda i, p: f"{p}: ",
    "pictures in brackets": lambda i, p: f"[{p}] ",
    "nothing": lambda i, p: "",
}
_BEADS: Final[Mapping[str, Callable[[Box], str]]] = {
    "commas": commas,
    "blanks": blank,
    "digits": solid,
    "letters": lambda b: " ".join(LETTERS[x] for x in b),
    "names": names,
    "times": times,
}
_TAGS: Final = (
    ("<ul>", "<li><b>{p}</b>: {b}</li>", "</ul>"), ("<ol>", "<li>{p} {b}</li>", "</ol>"),
    ("<table>", "<tr><td>{p}</td><td>{b}</td></tr>", "</table>"), ("", "<p>{p}: {b}</p>", ""),
    ("<TABLE BORDER=1>", "<TR><TH>{p}</TH><TD>{b}</TD></TR>", "</TABLE>"),
    ("<div>", "<div>{p} <span>{b}</span></div>", "</div>"), ("", "{p}: {b}<br>", ""),
    ("<dl>", "<dt>{p}</dt><dd>{b}</dd>", "</dl>"), ("Boxes:<br/>", "{p} = {b}<br/>", ""),
)  # fmt: skip


def random_one_line(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """A way to print all boxes on one line, and what it looks like."""
    name = chance.choice([*_BEADS])
    beads = _BEADS[name]
    if chance.random() < 0.5:
        first, box, last = chance.choice(_TAGS)
        return (
            lambda boxes: (
                first + "".join(box.format(p=p, b=beads(b)) for p, b in boxes.items()) + last
            ),
            box.format(p="--XO--XO-", b=name),
        )
    sign, label = chance.choice(_SIGNS), chance.choice([*_LABELS])
    filled = label != "nothing" and chance.random() < 0.3

    def printed(boxes: Boxes) -> str:
        line = sign.join(_LABELS[label](i, p) + beads(b) for i, (p, b) in enumerate(boxes.items()))
        return fill(line, 100, break_on_hyphens=False) if filled else line

    return printed, f"{label}, {name}, parted by {sign!r}{', filled' * filled}"
