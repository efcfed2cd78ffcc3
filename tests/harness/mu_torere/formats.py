"""Right programs in formats made by chance, and wrong ones by one change to them.

A format is a drawing (square or octagon, its spacing, its strokes), stones, a numbering, and how
the screen is used. `source` makes a program in Python of it, which plays perfectly.
"""

import random
from dataclasses import dataclass, replace
from typing import Final

from tests.harness.mu_torere.octagons import CROOKED
from tests.harness.program_cases import PROGRAMS

STROKES: Final = ("-|\\/", "─│╲╱", "━┃\\/", "=|\\/", "═║╲╱", "_|\\/", "~|\\/")
KINDS: Final = (
    "bwo", "XO.", "BW.", "xo ", "120", "●○·", "#@+", "WBo", "OX-", "12.", "♟♙.", "■□ ", "*o.",
    "HC_",
)  # fmt: skip
WIDE: Final = (("⚫", "⚪", "··"), ("🔴", "🔵", "⬜"), ("🐧", "🐱", "  "))
DOUBLE: Final = (
    ("BB", "WW", ".."),
    ("[B]", "[W]", "[ ]"),
    ("(X)", "(O)", "( )"),
    ("<b>", "<w>", " . "),
)
COLOURS: Final = (("\x1b[31m", "\x1b[34m", ""), ("\x1b[7m", "", "\x1b[2;33m"),
                  ("\x1b[38;5;196m", "\x1b[38:2::0:0:255m", "\x1b[90m"))  # fmt: skip
PLAIN: Final = (PROGRAMS / "mu_torere" / "accepted" / "plain.py").read_text(encoding="utf-8")
LEGAL: Final = PLAIN[PLAIN.index("def legal(") : PLAIN.index("def slide(")]
RING: Final = (0, 1, 2, 5, 8, 7, 6, 3)  # reading places of the ring, clockwise


@dataclass(frozen=True)
class Format:
    """One way to draw the board and to number its nodes."""

    high: int  # rows between two rows of nodes
    pad: int  # blanks on either side of a level stroke
    level: int  # length of a level stroke
    strokes: str
    stones: tuple[str, str, str]  # for black, white, empty; empty "" is the node's own number
    width: int  # columns of a stone
    colours: tuple[str, str, str]  # before each kind
    labels: str  # "": none, "before" or "after" the stone
    numbers: tuple[str, ...]  # by reading place
    screen: str  # how boards follow: "lines", "clear", "home", "alternate"
    prompt: str
    legend: bool
    indent: int
    octagon: str = ""  # which of OCTAGONS
    ending: str = ""
    fault: str = ""

    def show(self) -> str:
        """The format in one line."""
        return ", ".join(f"{key}={value!r}" for key, value in vars(self).items())


def numberings() -> list[tuple[str, ...]]:
    """Numberings by reading place."""
    found = []
    for names in ("123456789", "012345678", "abcdefghi", "ABCDEFGHI"):
        found.append(tuple(names))
        clockwise = [""] * 9
        for index, place in enumerate(RING):
            clockwise[place] = names[index]
        clockwise[4] = names[8]
        found.append(tuple(clockwise))
        first = [""] * 9
        for index, place in enumerate(RING):
            first[place] = names[index + 1]
        first[4] = names[0]
        found.append(tuple(first))
    found.append(tuple("789456123"))
    return found


def random_format(chance: random.Random) -> Format:
    """A right format."""
    colours, width = ("", "", ""), 1
    kind = chance.choice(["plain"] * 6 + ["wide", "double", "colour", "colour", "own number"])
    stones: tuple[str, str, str] = tuple(chance.choice(KINDS))  # type: ignore[assignment]
    if kind == "wide":
        stones, width = chance.choice(WIDE), 2
    elif kind == "double":
        stones = chance.choice(DOUBLE)
        width = len(stones[0])
    elif kind == "colour":
        mark = chance.choice("o●@#")
        stones, colours = (mark, mark, mark), chance.choice(COLOURS)
    elif kind == "own number":
        stones = (*stones[:2], "")
        if stones[0].isdigit():
            stones = ("b", "w", "")
    numbers = chance.choice(numberings())
    if stones[2] == "" and any(stone in numbers for stone in stones[:2]):
        stones = ("X", "O", "") if "a" not in numbers and "A" not in numbers else ("#", "@", "")
    labels = chance.choice(["", "", "", "before", "after"])
    if stones[2] == "":
        labels = ""
    whole = width + bool(labels)
    strokes = chance.choice(STROKES)
    if any(stone and stone in strokes for stone in stones):
        strokes = "─│╲╱"
    high = chance.choice([1, 1, 2, 3])
    pad = chance.choice([0, 0, 1]) if high == 1 else 0
    level = chance.choice([1, 2, 3]) if high == 1 else 2 * high + 2 - whole
    level = max(level, 1)
    if (level + 2 * pad + whole) % 2 and high == 1:
        level += 1
    if high > 1 and level + whole != 2 * high + 2:
        high, level = 1, 2 if whole % 2 == 0 else 1
    screen = chance.choice(["lines", "lines", "clear", "home", "alternate"])
    return Format(
        high, pad, level, strokes, stones, width, colours, labels, numbers,
        screen,
        chance.choice(["", "> ", "Your move: ", "Which stone? (1-9)\n"]),
        screen == "lines" and chance.random() < 0.4, chance.choice([0, 0, 2, 7]),
        octagon=chance.choice(["", "", *OCTAGONS]) if kind == "plain" and not labels else "",
        ending=chance.choice(["", "", "I win!", "again", "restart"]),
    )  # fmt: skip


def rows_of(form: Format, cells: list[str]) -> list[str]:
    """The board as rows, with these texts on its nine nodes in reading order."""
    level, upright, falling, rising = tuple(form.strokes)
    if form.octagon:
        return _octagon(form, cells)
    whole = form.width + bool(form.labels)
    step = whole + 2 * form.pad + form.level
    between = " " * form.pad + level * form.level + " " * form.pad
    rows = []
    offset = 1 if form.labels == "before" else 0  # of the stone's first column
    anchor = offset + (form.width - 1) // 2
    for line in range(3):
        rows.append(between.join(cells[3 * line : 3 * line + 3]))
        if line == 2:
            break
        for k in range(1, form.high + 1):
            drawn = [" "] * (2 * step + whole)
            for column in range(3):
                drawn[anchor + column * step] = upright
            shift = round(step * k / (form.high + 1))
            one, other = (falling, rising) if line == 0 else (rising, falling)
            start = shift if line == 0 else step - shift
            drawn[anchor + start] = one
            drawn[anchor + 2 * step - start] = other
            rows.append("".join(drawn).rstrip())
    return rows


# Nodes are marked 1-9 as the reading places of `RING` and the centre go.
OCTAGONS: Final = {
    "on a node": r"""
        2
      / | \
     1  |  3
    / \ | / \
   4----5----6
    \ / | \ /
     7  |  9
      \ | /
        8""",
    "on an edge": r"""
       1-------2
      / \     / \
     /   \   /   \
    4-----\ /-----3
    |      5      |
    7-----/ \-----6
     \   /   \   /
      \ /     \ /
       8-------9""",
    "on an edge, large": r"""
      1---2
     / \ / \
    /  | |  \
   4-  | |  -3
   | \-\ /-/ |
   |    5    |
   | /-/ \-\ |
   7-  | |  -6
    \  | |  /
     \ / \ /
      8---9""",
    "on an edge, by rows": r"""
    1-------2
  /  \     /  \
4    \     /    3
| \   \   /   / |
|   \  \ /  /   |
|     \\ //     |
|       5       |
|     // \\     |
|   /  / \  \   |
| /   /   \   \ |
7    /     \    6
  \  /     \  /
    8-------9""",
    "on an edge, crooked": CROOKED.translate(str.maketrans("3467", "4376")),
    "on a node, uneven": r"""
    _2_
 1'' | --3
 |\  |  /|
 | \ | /  \
/  | | |  |
|   \|/ __6
4----5''  |
|   /|\  /
|   || \|
 \ / | \|
 ||  | _9
 || _8-
 7''""",
}


def _octagon(form: Format, cells: list[str]) -> list[str]:
    level, upright, falling, rising = tuple(form.strokes)
    table = str.maketrans(dict(zip("-|\\/", (level, upright, falling, rising), strict=True)))
    drawing = OCTAGONS[form.octagon].strip("\n").translate(table)
    place = {str(at + 1): cells[at] for at in range(9)}
    return "".join(place.get(char, char) for char in drawing).split("\n")


def broken(form: Format, chance: random.Random) -> Format:
    """The format with one fault that a person would see."""
    faults = ["a gap", "no stroke", "a wrong slant", "shifted row", "concealed", "look-alike",
              "loses", "one board", "three boards", "misreads", "never ends"]  # fmt: skip
    return replace(form, fault=chance.choice(faults))


def source(form: Format) -> str:
    """A program in Python that plays perfectly in this format, but for its fault."""
    marks = [f"<{place}>" for place in range(9)]
    rows = rows_of(form, marks)
    if form.fault in ("a gap", "no stroke"):
        rows = [row.replace("<3>", "\0", 1) for row in rows]
        rows = _without_a_stroke(form, rows)
    elif form.fault == "a wrong slant":
        rows[1] = rows[1].replace(form.strokes[2], form.strokes[3], 1)
    elif form.fault == "shifted row":
        middle = next(i for i, row in enumerate(rows) if "<4>" in row)
        rows[middle] = "  " + rows[middle]
    stones = dict(zip("bwo", form.stones, strict=True))
    colours = dict(zip("bwo", form.colours, strict=True))
    if form.fault == "concealed":
        colours["w"] = "\x1b[8m"
    if form.fault == "look-alike":
        stones = {"b": "o".ljust(form.width), "w": "\u043e".ljust(form.width),
                  "o": ".".ljust(form.width)}  # fmt: skip
        colours = dict.fromkeys("bwo", "")
    order = [0, 1, 2, 7, 8, 3, 6, 5, 4]  # the node at each reading place
    return f"""
import sys
ROWS = {rows!r}
STONES = {stones!r}
COLOURS = {colours!r}
NUMBERS = {list(form.numbers)!r}
ORDER = {order!r}
LABELS = {form.labels!r}
SCREEN = {form.screen!r}
PROMPT = {form.prompt!r}
FAULT = {form.fault!r}
ENDING = {form.ending!r}
INDENT = " " * {form.indent}
P = list("wwwwbbbbo")


def cell(place):
    kind = P[ORDER[place]]
    text = STONES[kind] or NUMBERS[place]
    text = COLOURS[kind] + text + ("\\x1b[0m" if COLOURS[kind] else "")
    if LABELS == "before":
        return NUMBERS[place] + text
    return text + NUMBERS[place] if LABELS else text


def show():
    if SCREEN == "clear":
        sys.stdout.write("\\x1b[2J\\x1b[H")
    if SCREEN in ("home", "alternate"):
        sys.stdout.write("\\x1b[H")
    for row in ROWS:
        for place in range(9):
            row = row.replace(f"<{{place}}>", cell(place))
        print(INDENT + row)
    print()
    sys.stdout.flush()


{LEGAL}def slide(n, shown=True):
    P[P.index("o")], P[n] = P[n], "o"
    if shown:
        show()


def play():
    P[:] = "wwwwbbbbo"
    if SCREEN == "alternate":
        sys.stdout.write("\\x1b[?1049h\\x1b[2J")
    if SCREEN == "home":
        sys.stdout.write("\\x1b[2J")
    if {form.legend!r}:
        print("Type the number of the stone that is to move:")
        for at in 0, 3, 6:
            print(" ".join(NUMBERS[at:at + 3]))
        print()
    show()
    rounds = 0
    while legal("b", "w"):
        if PROMPT:
            print(PROMPT, end="", flush=True)
        if SCREEN in ("home", "alternate"):
            typed = sys.stdin.readline().strip()
            sys.stdout.write("\\x1b[2J")
        else:
            typed = input().strip()
        rounds += 1
        place = NUMBERS.index(typed)
        if FAULT == "misreads" and rounds > 2:
            place = next(q for q in range(9) if ORDER[q] == legal("b", "w")[-1])
        slide(ORDER[place], FAULT != "one board")
        moves = legal("w", "b")
        slide(moves[-1 if FAULT == "loses" else 0])
        if FAULT == "three boards" and rounds == 3:
            P[8], P[0] = P[0], P[8]
            show()
            P[8], P[0] = P[0], P[8]


play()
if FAULT == "never ends":
    input()
if SCREEN == "alternate":
    sys.stdout.write("\\x1b[?1049l")
if ENDING == "I win!":
    print(ENDING)
if ENDING == "again":
    input("I have won. Once more? ")
if ENDING == "restart":
    play()
"""


def _without_a_stroke(form: Format, rows: list[str]) -> list[str]:
    """The rows without one stroke, or with a hole in a long one."""
    rows = [row.replace("\0", "<3>", 1) for row in rows]
    middle = next(i for i, row in enumerate(rows) if "<4>" in row)
    row, level = rows[middle], form.strokes[0]
    if level not in row:
        return [rows[0].replace(level, " "), *rows[1:]]
    at = row.index(level)
    length = len(row[at:]) - len(row[at:].lstrip(level))
    if form.fault == "a gap" and length >= 3:
        hole = at + length // 2
        rows[middle] = row[:hole] + " " + row[hole + 1 :]
    else:
        rows[middle] = row[:at] + " " * length + row[at + length :]
    return rows
