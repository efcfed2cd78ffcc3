# a table of formats is read line by line
"""Right MENACEs in other formats: how boards and boxes are printed, to be combined at random.

`Story` is one run of a machine written here, as (input, reply) turns in any of the formats.
"""

import functools
import json
import pprint
import random
import textwrap
from collections import Counter, deque
from collections.abc import Callable, Sequence
from string import ascii_lowercase, digits
from typing import Final, TypeVar

T = TypeVar("T")
Box = Sequence[int]  # beads 0-8, squares of the picture
Picture = str  # nine of X, O and -

LINES: Final = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)
WAYS: Final = tuple(
    tuple(int(c) for c in way)
    for way in [
        "012345678",
        "630741852",
        "876543210",
        "258147036",
        "210543876",
        "036147258",
        "678345012",
        "852741630",
    ]
)


def won(board: str, mark: str) -> bool:
    return any(all(board[square] == mark for square in line) for line in LINES)


def free(board: str) -> list[int]:
    return [square for square in range(9) if board[square] == "-"]


def put(board: str, square: int, mark: str) -> str:
    return board[:square] + mark + board[square + 1 :]


def seen_as(board: str) -> tuple[str, tuple[int, ...]]:
    return min(("".join(board[square] for square in way), way) for way in WAYS)


@functools.cache
def pictures() -> dict[str, list[int]]:
    """The free squares of every picture that is on a box."""
    found: dict[str, list[int]] = {}
    todo = ["-" * 9]
    while todo:
        board = todo.pop()
        picture, _ = seen_as(board)
        if picture in found or len(free(board)) < 2:
            continue
        found[picture] = free(picture)
        for x in free(picture):
            after = put(picture, x, "X")
            if not won(after, "X"):
                todo += [b for o in free(after) if not won(b := put(after, o, "O"), "O")]
    return found


def fresh(chance: random.Random, beads: int) -> dict[str, list[int]]:
    return {
        picture: [chance.choice(squares) for _ in range(beads or len(squares))]
        for picture, squares in pictures().items()
    }


# --- boards --------------------------------------------------------------------------------------


def rows(board: Sequence[str]) -> list[Sequence[str]]:
    return [board[0:3], board[3:6], board[6:9]]


def joined(cell: str, wall: str, between: str) -> Callable[[Sequence[str]], str]:
    return lambda board: between.join(wall.join(cell.format(c) for c in r) for r in rows(board))


def framed(board: Sequence[str]) -> str:
    inner = "\n├───┼───┼───┤\n".join("│" + "│".join(f" {c} " for c in r) + "│" for r in rows(board))
    return f"┌───┬───┬───┐\n{inner}\n└───┴───┴───┘"


def ascii_framed(board: Sequence[str]) -> str:
    line = "+---+---+---+"
    return f"{line}\n" + "".join(
        "|" + "|".join(f" {c} " for c in r) + f"|\n{line}\n" for r in rows(board)
    )


def doubly_framed(board: Sequence[str]) -> str:
    return "╔═══════╗\n" + "".join("║ " + " ".join(r) + " ║\n" for r in rows(board)) + "╚═══════╝"


def labelled(board: Sequence[str]) -> str:
    return "  L M R\n" + "\n".join(
        f"{name} {' '.join(r)}" for name, r in zip("LMR", rows(board), strict=True)
    )


def lettered(board: Sequence[str]) -> str:
    body = "\n".join(f"{n} {'|'.join(r)}" for n, r in zip("123", rows(board), strict=True))
    return f"  a b c\n{body}"


def coordinates(board: Sequence[str]) -> str:
    body = "\n  ---+---+---\n".join(
        f"{n}  " + " | ".join(r) for n, r in zip("012", rows(board), strict=True)
    )
    return f"   0   1   2\n{body}"


def drawn(board: Sequence[str]) -> str:
    """Every square at its place on the screen, and the cursor below the board."""
    cells = (f"\x1b[{1 + 2 * (i // 3)};{1 + 4 * (i % 3)}H{c}" for i, c in enumerate(board))
    return "\x1b[H\x1b[J" + "".join(cells) + "\x1b[7;1H"


def coloured(board: Sequence[str]) -> str:
    paint = {"X": "\x1b[31mX\x1b[0m", "O": "\x1b[1;34mO\x1b[0m"}
    return "\n".join(" ".join(paint.get(c, c) for c in r) for r in rows(board))


def listed(board: Sequence[str]) -> str:
    x = [i for i in range(9) if board[i] == "X"]
    o = [i for i in range(9) if board[i] == "O"]
    return f"X {x} O {o}"


def html_table(of_rows: Sequence[Sequence[str]], end: str) -> str:
    cells = ("".join(f"<td>{'&nbsp;' if c == '-' else c}</td>" for c in row) for row in of_rows)
    return f"<table>{end}" + "".join(f"<tr>{some}</tr>{end}" for some in cells) + "</table>"


def listed_json(board: Sequence[str]) -> str:
    return json.dumps({m: [i for i in range(9) if board[i] == m] for m in "XO"})


SHORT: Final = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]

GLYPHS: Final[dict[str, Callable[[str], list[str]]]] = {
    "dashes": list,
    "dots": lambda b: list(b.replace("-", ".")),
    "underscores": lambda b: list(b.replace("-", "_")),
    "small": lambda b: list(b.lower().replace("-", ".")),
    "numbers from 1": lambda b: [str(i + 1) if c == "-" else c for i, c in enumerate(b)],
    "numbers from 0": lambda b: [str(i) if c == "-" else c for i, c in enumerate(b)],
    "blanks": lambda b: list(b.replace("-", " ")),
    "emoji": lambda b: ["❌" if c == "X" else "⭕" if c == "O" else "⬜" for c in b],
}

BOARDS: Final[dict[str, Callable[[Sequence[str]], str]]] = {
    "solid": joined("{}", "", "\n"),
    "spaced": joined("{}", " ", "\n"),
    "bars": joined("{}", "|", "\n"),
    "padded bars": joined(" {} ", "|", "\n"),
    "bars and lines": joined(" {} ", "|", "\n---+---+---\n"),
    "bars and crosses": joined("{}", "|", "\n-+-+-\n"),
    "bars and dashes": joined("{}", "|", "\n-----\n"),
    "box drawing": framed,
    "ASCII frame": ascii_framed,
    "double frame": doubly_framed,
    "labels": labelled,
    "drawn by the cursor": drawn,
    "after what is overwritten": lambda b: "thinking...\r           \r" + "".join(b),
    "three signs in a frame": lambda b: (
        ".---.\n" + "".join(f"|{''.join(r)}|\n" for r in rows(b)) + "'---'"
    ),
    "letters": lettered,
    "coordinates": coordinates,
    "coloured": coloured,
    "list": lambda b: str(list(b)),
    "nested": lambda b: str([list(r) for r in rows(b)]),
    "nested, row by row": lambda b: "[" + ",\n ".join(str(list(r)) for r in rows(b)) + "]",
    "a list a row": lambda b: "\n".join(str(list(r)) for r in rows(b)),
    "JSON": lambda b: json.dumps(list(b)),
    "one line": lambda b: "".join(b),
    "one line with slashes": lambda b: "/".join("".join(r) for r in rows(b)),
    "said": lambda b: f"Board: {''.join(b)}",
    "labels and blanks": lambda b: (
        "    a   b   c\n"
        + "\n   ---+---+---\n".join(
            f" {n}  " + " | ".join(r) for n, r in zip("123", rows(b), strict=True)
        )
    ),
    "labels, solid, apart": lambda b: (
        "  1 2 3\n" + "\n".join(f"{n} " + "|".join(r) for n, r in zip("ABC", rows(b), strict=True))
    ),
    "cells in brackets": joined("[{}]", "", "\n"),
    "cells in brackets, spaced": joined("[ {} ]", " ", "\n"),
    "wide cells": joined("  {}  ", "|", "\n_____|_____|_____\n"),
    "tall cells": lambda b: (
        "     |     |     \n"
        + "\n_____|_____|_____\n     |     |     \n".join(
            "|".join(f"  {c}  " for c in r) for r in rows(b)
        )
        + "\n     |     |     "
    ),
    "stars around": lambda b: "*****\n" + "".join(f"*{''.join(r)}*\n" for r in rows(b)) + "*****",
    "tabs": joined("{}", "\t", "\n"),
    "exclamation marks": joined("  {} ", "! ", "\n"),
    "nil": lambda b: "\n".join(
        f"[{', '.join('nil' if c in ' -' else f':{c}' for c in r)}]" for r in rows(b)
    ),
    "None": lambda b: str([None if c in " -" else c for c in b]),
    "null": lambda b: json.dumps([[None if c in " -" else c for c in r] for r in rows(b)]),
    "Some and None": lambda b: (
        "[" + ", ".join("None" if c in " -" else f"Some({c})" for c in b) + "]"
    ),
    "Just and Nothing": lambda b: (
        "[" + ",".join("Nothing" if c in " -" else f"Just '{c}'" for c in b) + "]"
    ),
    "coordinates in empty squares": lambda b: "\n".join(
        " ".join(c if c in "XO" else "abc"[x] + "123"[y] for x, c in enumerate(row))
        for y, row in enumerate(rows(b))
    ),
    "coordinates in a frame": lambda b: "\n----+----+----\n".join(
        "|".join(f"{c if c in 'XO' else 'ABC'[y] + '123'[x]:^4}" for x, c in enumerate(row))
        for y, row in enumerate(rows(b))
    ),
    "squares after their numbers": lambda b: " ".join(
        f"{i}:{'.' if c in ' -' else c}" for i, c in enumerate(b)
    ),
    "rows after their names": lambda b: "\n".join(
        f"{name}: {' '.join('-' if c in ' -' else c for c in row)}"
        for name, row in zip(["Top", "Middle", "Bottom"], rows(b), strict=True)
    ),
    "thin crosses": lambda b: "\n".join(
        " ".join({"X": "✕", "O": "○"}.get(c, "·") for c in row) for row in rows(b)
    ),
    "an enumeration": lambda b: "[{}]".format(
        ", ".join(f"[{', '.join('E' if c in ' -' else c for c in r)}]" for r in rows(b))
    ),
    "an enumeration of words": lambda b: (
        "[" + ",".join("Free" if c in " -" else c for c in b) + "]"
    ),
    "indented": lambda b: "\n".join("      " + " ".join(r) for r in rows(b)),
    "tags": lambda b: (
        "<board>\n" + "".join(f"  <row>{''.join(r)}</row>\n" for r in rows(b)) + "</board>"
    ),
    "commas": joined("{}", ",", "\n"),
    "slashes": joined("{}", "/", "\n"),
    "turn and board": lambda b: "Board after move:\n" + joined("{}", " ", "\n")(b) + "\n--------",
    "waves after": lambda b: joined("{}", " ", "\n")(b) + "\n~~~~~",
    "double lines after": lambda b: joined("{}", "", "\n")(b) + "\n=====",
    "board as dict": lambda b: str({i + 1: c for i, c in enumerate(b)}),
    "board as dict of names": lambda b: str(dict(zip(SHORT, b, strict=True))),
    "positions": listed,
    "positions in JSON": listed_json,
    # Tables, a line for each square, what PHP and Tcl print, labels at both ends.
    "HTML, a line": lambda b: html_table(rows(b), ""),
    "HTML, in lines": lambda b: html_table(rows(b), "\n"),
    "Markdown": lambda b: (
        "| | | |\n|-|-|-|\n"
        + "\n".join("| " + " | ".join(c.replace("-", " ") for c in r) + " |" for r in rows(b))
    ),
    "Markdown with a header": lambda b: (
        "| a | b | c |\n|---|:-:|---|\n" + "\n".join("| " + " | ".join(r) + " |" for r in rows(b))
    ),
    "a square a line": "\n".join,
    "PHP, print_r": lambda b: (
        "Array\n(\n" + "".join(f"    [{i}] => {c}\n" for i, c in enumerate(b)) + ")\n"
    ),
    "Tcl with empty lists": lambda b: " ".join(
        "{" + " ".join(c.replace("-", "{}") for c in r) + "}" for r in rows(b)
    ),
    "labels at both ends": lambda b: (
        "  L M R\n"
        + "".join(f"{n} {' '.join(r)} {n}\n" for n, r in zip("LMR", rows(b), strict=True))
        + "  L M R"
    ),
    "a frame around each square": lambda b: "\n".join(
        "╭─╮" * 3 + "\n" + "".join(f"│{c.replace('-', ' ')}│" for c in r) + "\n" + "╰─╯" * 3
        for r in rows(b)
    ),
    "question marks": lambda b: "\n".join("".join(r).replace("-", "?") for r in rows(b)),
    "quoted": lambda b: "\n".join(f"> {' '.join(r)}" for r in rows(b)),
    "quoted in a frame": lambda b: textwrap.indent(framed(b), "> "),
    "comments": lambda b: "\n".join(f"// {'|'.join(r)}" for r in rows(b)),
    "keycaps": lambda b: "\n".join(
        "".join(c if c in "XO" else f"{3 * y + x + 1}\ufe0f\u20e3" for x, c in enumerate(r))
        for y, r in enumerate(rows(b))
    ),
    "keycaps without a variant": lambda b: "\n".join(
        "".join(c if c in "XO" else f"{3 * y + x + 1}\u20e3" for x, c in enumerate(r))
        for y, r in enumerate(rows(b))
    ),
    "other emoji": lambda b: "\n".join(
        "".join({"X": "❎", "O": "🔵"}.get(c, "⬛") for c in r) for r in rows(b)
    ),
}
_NAMED: Final = (
    "nil", "None", "null", "Some and None", "Just and Nothing", "an enumeration",
    "an enumeration of words", "coordinates in empty squares", "coordinates in a frame",
    "squares after their numbers", "rows after their names", "thin crosses", "HTML, a line",
    "HTML, in lines", "Markdown", "Markdown with a header", "a square a line", "PHP, print_r",
    "Tcl with empty lists", "labels at both ends", "a frame around each square", "question marks",
    "keycaps", "keycaps without a variant", "other emoji",
)  # fmt: skip
# Where a blank or the width of a sign makes it unreadable for people too, it is not asked for.
_NO_BLANKS: Final = {
    "tags",
    "labels",
    "double frame",
    "one line",
    "one line with slashes",
    "said",
    "coloured",
    "lettered",
    "labels, solid, apart",
    "stars around",
    "indented",
    "turn and board",
    "drawn by the cursor",
    "after what is overwritten",
}


def board_printer(shape: str, glyphs: str) -> Callable[[str], str] | None:
    """A way to print boards; None where shape and glyphs do not go together."""
    if glyphs == "blanks" and shape in _NO_BLANKS:
        return None
    if shape.startswith("positions") or shape in _NAMED:
        return BOARDS[shape] if glyphs == "dashes" else None
    return lambda board: BOARDS[shape](GLYPHS[glyphs](board))


# --- boxes ---------------------------------------------------------------------------------------

Boxes = dict[Picture, list[int]]
NAMES: Final = ["violet", "indigo", "blue", "green", "yellow", "orange", "red", "white", "black"]
LETTERS: Final = "ABCDEFGHI"
PLACES: Final = [
    *("top-left", "top-middle", "top-right", "middle-left", "centre", "middle-right"),
    *("bottom-left", "bottom-middle", "bottom-right"),
]
FRUIT: Final = "🍎🍊🍋🍏🫐🍇🥥🍒🍍"
THREE: Final = str.maketrans("-XO", "012")
COLOURS: Final = (30, 31, 32, 33, 34, 35, 36, 37, 91)


def counts(box: Box) -> dict[int, int]:
    return dict(sorted(Counter(box).items()))


def raised(number: int) -> str:
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(number))


def nine(box: Box) -> list[int]:
    return [box.count(square) for square in range(9)]


def shown(picture: Picture, box: Box) -> list[str]:
    """How many beads each empty square has, and the mark on each other."""
    return [str(box.count(i)) if c == "-" else c for i, c in enumerate(picture)]


def lines(one: Callable[[int, str, Box], str]) -> Callable[[Boxes], str]:
    return lambda boxes: "\n".join(one(i, p, b) for i, (p, b) in enumerate(boxes.items()))


def grid(picture: str, box: Box) -> str:
    return "\n".join(" ".join(r) for r in rows(shown(picture, box)))


def braced(box: Box) -> str:
    return "{" + " ".join(map(str, box)) + "}"


def rust(box: Box) -> str:
    return "[\n" + "".join(f"        {bead},\n" for bead in box) + "    ]"


def indexed(line: str, box: Box) -> str:
    """A line for each bead: its index, and its number."""
    if line.count("{}") == 3:
        return "".join(line.format(i, "\n", bead) + "\n" for i, bead in enumerate(box))
    return "".join(line.format(i, bead) + "\n" for i, bead in enumerate(box))


def weights(picture: Picture, box: Box) -> list[int]:
    """How many beads name each empty square."""
    return [number for square, number in enumerate(nine(box)) if picture[square] == "-"]


def spaced(picture: Picture) -> str:
    return "\n".join(" ".join(row) for row in rows(picture))


def below(
    drawn: Callable[[str], str], line: Callable[[Picture, Box], str]
) -> Callable[[Boxes], str]:
    """A picture of three rows for every box, and a line below it."""
    return lambda b: "\n".join(f"{drawn(p)}\n{line(p, box)}\n" for p, box in b.items())


def several(boxes: Boxes) -> str:
    lists = [str(box) for box in boxes.values()]
    return "\n".join(" ".join(lists[i : i + 8]) for i in range(0, len(lists), 8))


def beside_one_another(boxes: Sequence[tuple[Picture, Box]], width: int) -> str:
    """Grids of counts, so many in a row."""
    blocks = []
    for at in range(0, len(boxes), width):
        grids = [grid(*one).split("\n") for one in boxes[at : at + width]]
        blocks.append("\n".join("   ".join(row) for row in zip(*grids, strict=True)))
    return "\n\n".join(blocks)


def in_rows(things: Sequence[T], width: int) -> list[Sequence[T]]:
    return [things[at : at + width] for at in range(0, len(things), width)]


def grids_of_counts(boxes: Sequence[Box], width: int) -> str:
    """Grids of how many beads name each square, so many in a row."""
    return "\n\n".join(
        "\n".join(
            "   ".join(" ".join(f"{n:>2}" for n in nine(box)[at : at + 3]) for box in some)
            for at in (0, 3, 6)
        )
        for some in in_rows(boxes, width)
    )


def blank(beads: Sequence[object]) -> str:
    return " ".join(map(str, beads))


def solid(box: Box) -> str:
    return "".join(map(str, box))


def by_stage(boxes: Boxes, line: str, some: Callable[[Boxes], object]) -> str:
    """The boxes of each stage in a literal of their own."""
    stages = [{p: x for p, x in boxes.items() if p.count("-") == n} for n in (9, 7, 5, 3)]
    return "\n".join(line.format(2 * at, some(stage)) for at, stage in enumerate(stages))


def dotted(box: Box) -> str:
    return " ".join(f"({k} . {n})" for k, n in counts(box).items())


def matchbox(picture: str, box: Box) -> str:
    beads = "".join(LETTERS[k] for k in box)
    wide = max(5, len(beads) + 2)
    inner = [*(f"│{' '.join(r):^{wide}}│" for r in rows(picture)), f"├{'─' * wide}┤"]
    return "\n".join([f"┌{'─' * wide}┐", *inner, f"│{beads:^{wide}}│", f"└{'─' * wide}┘"])


def by_square(picture: str, box: Box, line: Callable[[int, int], str]) -> str:
    """A line for each square that the picture leaves empty, by how many beads name it."""
    return "\n".join(line(k, box.count(k)) for k in free(picture))


def words(boxes: Boxes, width: int) -> str:
    some = ["".join(map(str, box)) for box in boxes.values()]
    return "\n".join(" ".join(some[i : i + width]) for i in range(0, len(some), width))


DUMPS: Final[dict[str, Callable[[Boxes], str]]] = {
    "list": lambda b: str(list(b.values())),
    "mapping": str,
    "JSON": lambda b: json.dumps(b),
    "JSON, indented": lambda b: json.dumps(b, indent=2),
    "tuples": lambda b: str(tuple(map(tuple, b.values()))),
    "list of names": lambda b: str([[NAMES[x] for x in box] for box in b.values()]),
    "list of counts": lambda b: str([counts(box) for box in b.values()]),
    "counters": lambda b: str([Counter(box) for box in b.values()]),
    "mapping of counts": lambda b: str({p: counts(box) for p, box in b.items()}),
    "mapping of counts by picture": lambda b: json.dumps({p: counts(box) for p, box in b.items()}),
    "vectors": lambda b: str([nine(box) for box in b.values()]),
    "mapping of vectors": lambda b: str({p: nine(box) for p, box in b.items()}),
    "vectors with marks": lambda b: str([shown(p, box) for p, box in b.items()]),
    "vectors with marks in lines": lines(lambda i, p, b: f"#{i:03}: {' '.join(shown(p, b))}"),
    "vectors in lines": lines(lambda i, p, b: " ".join(map(str, nine(b)))),
    "weights": lambda b: str([weights(p, box) for p, box in b.items()]),
    "mapping of weights": lambda b: json.dumps({p: weights(p, box) for p, box in b.items()}),
    "weights in lines": lines(lambda i, p, b: " ".join(map(str, weights(p, b)))),
    "weights by picture": lines(lambda i, p, b: f"{p} {weights(p, b)}"),
    "weights, numbered": lines(lambda i, p, b: f"Box {i}: {' '.join(map(str, weights(p, b)))}"),
    "weights, semicolons": lines(lambda i, p, b: ";".join(map(str, [p, *weights(p, b)]))),
    "weights by square, in pairs": lines(
        lambda i, p, b: f"{p} {[(x, n) for x, n in enumerate(nine(b)) if p[x] == '-']}"
    ),
    "weights below pictures": below(spaced, lambda p, b: " ".join(map(str, weights(p, b)))),
    "beads below open pictures": below(spaced, lambda p, b: " ".join(map(str, b))),
    "names below framed pictures": below(
        lambda p: ascii_framed([" " if c == "-" else c for c in p]),
        lambda p, b: f"beads: {' '.join(LETTERS[x] for x in b)}",
    ),
    "names below pictures in lines": below(
        lambda p: framed([" " if c == "-" else c for c in p]),
        lambda p, b: " ".join(LETTERS[x] for x in b),
    ),
    "pairs of row and column": lambda b: str(
        [[(x // 3, x % 3) for x in box] for box in b.values()]
    ),
    "pairs in lines": lines(lambda i, p, b: f"{p}: {[(x // 3, x % 3) for x in b]}"),
    "pairs of bead and count": lambda b: str([list(counts(box).items()) for box in b.values()]),
    "numbered lists": lines(lambda i, p, b: f"{i + 1} {list(b)}"),
    "numbered lists, colon": lines(lambda i, p, b: f"{i}: {list(b)}"),
    "boxes by name": lines(lambda i, p, b: f"Box {i + 1}: {' '.join(map(str, b))}"),
    "a list a line": lines(lambda i, p, b: str(list(b))),
    "words in lines": lines(lambda i, p, b: " ".join(map(str, b))),
    "commas in lines": lines(lambda i, p, b: ",".join(map(str, b))),
    "digits in lines": lines(lambda i, p, b: "".join(map(str, b))),
    "names in lines": lines(lambda i, p, b: " ".join(NAMES[x] for x in b)),
    "picture, colon": lines(lambda i, p, b: f"{p}: {' '.join(map(str, b))}"),
    "picture, dots, colon": lines(
        lambda i, p, b: f"{p.replace('-', '.')}: {' '.join(map(str, b))}"
    ),
    "picture, tab": lines(lambda i, p, b: f"{p}\t{' '.join(map(str, b))}"),
    "picture, blank": lines(lambda i, p, b: f"{p} {' '.join(map(str, b))}"),
    "picture, blank, digits": lines(lambda i, p, b: f"{p} {''.join(map(str, b))}"),
    "picture, bar": lines(lambda i, p, b: f"{p} | {' '.join(map(str, b))}"),
    "picture, arrow": lines(lambda i, p, b: f"{p} -> {', '.join(map(str, b))}"),
    "picture, angles": lines(lambda i, p, b: f"{i:3}) {p} <{''.join(map(str, b))}>"),
    "angles": lines(lambda i, p, b: f"<{' '.join(map(str, b))}>"),
    "picture, equals, list": lines(lambda i, p, b: f"{p} = {list(b)}"),
    "picture, list": lines(lambda i, p, b: f"{p} {list(b)}"),
    "YAML, flow": lines(lambda i, p, b: f"{p}: {list(b)}"),
    "YAML, block": lines(lambda i, p, b: f"{p}:\n" + "\n".join(f"  - {x}" for x in b)),
    "YAML, counts": lines(
        lambda i, p, b: f"{p}:\n" + "\n".join(f"  {k}: {n}" for k, n in counts(b).items())
    ),
    "times": lines(lambda i, p, b: " ".join(f"{n}x{k}" for k, n in counts(b).items())),
    "times, turned": lines(lambda i, p, b: " ".join(f"{k}x{n}" for k, n in counts(b).items())),
    "times with pictures": lines(
        lambda i, p, b: f"{p}: " + ", ".join(f"{n}x{k}" for k, n in counts(b).items())
    ),
    "counts with colons": lines(
        lambda i, p, b: f"{p} " + " ".join(f"{k}:{n}" for k, n in counts(b).items())
    ),
    "counts with equals": lines(
        lambda i, p, b: f"{p}: " + " ".join(f"{SHORT[k]}={n}" for k, n in counts(b).items())
    ),
    "grids": lambda b: "\n\n".join(grid(p, box) for p, box in b.items()),
    "grids without blank lines": lambda b: "\n".join(grid(p, box) for p, box in b.items()),
    "numbered grids": lambda b: "\n".join(
        f"Box {i}:\n{grid(*one)}" for i, one in enumerate(b.items())
    ),
    "pictures and beads": lambda b: "\n\n".join(
        "\n".join(map("".join, rows(p))) + "\n" + " ".join(map(str, box)) for p, box in b.items()
    ),
    "a picture line and a line of beads": lines(lambda i, p, b: f"{p}\n{' '.join(map(str, b))}"),
    "several lists on a line": several,
    "digits on one line": lambda b: words(b, 304),
    "digits, ten a line": lambda b: words(b, 10),
    "semicolons": lambda b: "; ".join(" ".join(map(str, box)) for box in b.values()),
    "base 36": lines(lambda i, p, b: f"{p} " + ",".join("0123456789abcdef"[n] for n in nine(b))),
    "C, with comments": lambda b: (
        "boxes[304] = {\n"
        + "".join(f"  /* {p} */ {{{', '.join(map(str, x))}}},\n" for p, x in b.items())
        + "};"
    ),
    "words in angles": lines(lambda i, p, b: f"{i}: " + " ".join(f"<{x}>" for x in b)),
    "words in brackets": lines(lambda i, p, b: f"{i}: " + "".join(f"[{x}]" for x in b)),
    "so many of each": lines(
        lambda i, p, b: (
            f"Box {i + 1:3}, {len(b):2} beads: "
            + " ".join(f"{n} of {k}" for k, n in counts(b).items())
        )
    ),
    "histograms": lines(
        lambda i, p, b: (
            f"Box {i + 1} [{p}]\n" + "\n".join(f"  {k}: {'*' * n}" for k, n in counts(b).items())
        )
    ),
    "raised counts": lines(
        lambda i, p, b: (
            f"{p}: " + " ".join(f"{LETTERS[k]}{raised(n)}" for k, n in counts(b).items())
        )
    ),
    "raised counts of names": lines(
        lambda i, p, b: (
            f"{i}. " + ", ".join(f"{NAMES[k]} {raised(n)}" for k, n in counts(b).items())
        )
    ),
    "dots that lead to beads": lines(lambda i, p, b: f"{p} ..... {' '.join(map(str, b))}"),
    "dots that lead to counts": lines(
        lambda i, p, b: f"{p}\n" + "\n".join(f"  {k} ..... {n}" for k, n in counts(b).items())
    ),
    "XML of attributes": lambda b: (
        "<boxes>\n"
        + lines(lambda i, p, x: f'  <box id="{i}" state="{p}" beads="{" ".join(map(str, x))}"/>')(b)
        + "\n</boxes>"
    ),
    "XML of attributes, the picture last": lines(
        lambda i, p, b: f"<box n='{i}' total='{len(b)}' beads='{','.join(map(str, b))}' on='{p}' />"
    ),
    "columns with blanks for none": lambda b: (
        "     "
        + "".join(f"{name:>4}" for name in LETTERS)
        + "\n"
        + lines(lambda i, p, x: f"{i + 1:4} " + "".join(f"{n or '':>4}" for n in nine(x)))(b)
    ),
    "columns from the left": lines(
        lambda i, p, b: f"{p}  " + "".join(f"{n or '':<3}" for n in nine(b))
    ),
    "JSON, rows of counts": lambda b: json.dumps(
        [[nine(x)[at : at + 3] for at in (0, 3, 6)] for x in b.values()]
    ),
    "counts beside rows of the picture": lambda b: "\n\n".join(
        "\n".join(
            " ".join(row) + "   " + " ".join(f"{n:2}" for n in nine(x)[3 * at : 3 * at + 3])
            for at, row in enumerate(rows(p))
        )
        for p, x in b.items()
    ),
    "a sentence with and": lines(
        lambda i, p, b: (
            f"Box {i + 1} contains {len(b)} beads: "
            + " and ".join(f"{n} {NAMES[k]}" for k, n in counts(b).items())
        )
    ),
    "tallies of bars": lines(
        lambda i, p, b: f"{p}  " + "  ".join(f"{k}{'|' * n}" for k, n in counts(b).items())
    ),
    "numbered to the base of sixteen": lines(lambda i, p, b: f"{i:03x} {' '.join(map(str, b))}"),
    "two pictured boxes a line": lambda b: "\n".join(
        "   ".join(f"{p}: {' '.join(map(str, x))}" for p, x in pair)
        for pair in zip([*b.items()][::2], [*b.items()][1::2], strict=True)
    ),
    "all on one line, with pictures": lambda b: ";".join(
        f"{p}={''.join(map(str, x))}" for p, x in b.items()
    ),
    "rows and columns in brackets": lines(
        lambda i, p, b: f"{p} -> " + " ".join(f"({k // 3},{k % 3})" for k in b)
    ),
    "rows and columns from 1": lines(
        lambda i, p, b: f"{p}: " + ", ".join(f"({k // 3 + 1}, {k % 3 + 1})" for k in b)
    ),
    "a bead a line below a header": lambda b: "\n".join(
        f"Box {i + 1} ({p})\n" + "\n".join(f"  {NAMES[k]}" for k in x)
        for i, (p, x) in enumerate(b.items())
    ),
    "XML of an attribute for each square": lines(
        lambda i, p, b: (
            f'<box number="{i}" total="{len(b)}" '
            + " ".join(f's{k}="{n}"' for k, n in enumerate(nine(b)))
            + "/>"
        )
    ),
    "XML of attributes and breaks": lines(
        lambda i, p, b: f'<box id="{i}" state="{p}" beads="{" ".join(map(str, b))}"/><br/>'
    ),
    "XML of attributes for filled squares": lines(
        lambda i, p, b: (
            f"<Box Position='{p}' "
            + " ".join(f"{NAMES[k]}='{n}'" for k, n in counts(b).items())
            + " />"
        )
    ),
    "XML of elements with texts": lines(
        lambda i, p, b: (
            f'<box id="{i + 1}">\n'
            + "\n".join(f'\t<square name="{LETTERS[k]}">{n}</square>' for k, n in counts(b).items())
            + "\n</box>"
        )
    ),
    "XML of an element for each bead": lambda b: (
        '<menace boxes="304">'
        + "".join(
            f'<box key="{p}">' + "".join(f'<bead at="{k}"/>' for k in x) + "</box>"
            for p, x in b.items()
        )
        + "</menace>"
    ),
    "XML of elements for beads": lines(
        lambda i, p, b: (
            f'<box id="{i}" state="{p}">\n'
            + "\n".join(f'  <bead square="{k}" count="{n}"/>' for k, n in counts(b).items())
            + "\n</box>"
        )
    ),
    "LaTeX": lines(lambda i, p, b: f"{i} & \\texttt{{{p}}} & {', '.join(map(str, b))} \\\\"),
    "LaTeX with rules": lambda b: (
        "\\begin{tabular}{rl}\n\\hline\n"
        + lines(lambda i, p, x: f"{i} & {' '.join(map(str, x))} \\\\ \\hline")(b)
        + "\n\\end{tabular}"
    ),
    "LaTeX with powers": lines(
        lambda i, p, b: (
            f"{i} & \\texttt{{{p}}} & "
            + " ".join(f"${LETTERS[k]}^{{{n}}}$" for k, n in counts(b).items())
            + " \\\\"
        )
    ),
    "XML of counts": lines(
        lambda i, p, b: (
            f'  <box position="{p}">'
            + "".join(f'<bead square="{k}" count="{n}"/>' for k, n in counts(b).items())
            + "</box>"
        )
    ),
    "bars": lambda b: " | ".join(" ".join(map(str, box)) for box in b.values()),
    "coloured beads": lines(
        lambda i, p, b: f"{p}: " + "".join(f"\x1b[{COLOURS[x]}m●\x1b[0m" for x in b)
    ),
    "letters": lines(lambda i, p, b: "".join("ABCDEFGHI"[x] for x in b)),
    "short names": lines(lambda i, p, b: f"{i}. " + " ".join(SHORT[x] for x in b)),
    "emoji": lines(lambda i, p, b: "".join("🔴🟠🟡🟢🔵🟣🟤⚫⚪"[x] for x in b)),
    "letters L, M, R": lambda b: str(
        [["LMR"[x // 3] + "LMR"[x % 3] for x in box] for box in b.values()]
    ),
    "tuples with pictures": lambda b: str([(p, box) for p, box in b.items()]),
    "objects": lambda b: json.dumps([{"picture": p, "beads": box} for p, box in b.items()]),
    "objects of texts": lambda b: json.dumps(
        [{"b": p, "beads": "".join(map(str, x))} for p, x in b.items()]
    ),
    "by stage": lambda b: str(
        [[x for p, x in b.items() if p.count("-") == n] for n in (9, 7, 5, 3)]
    ),
    "keys are boards": lambda b: str({tuple(p): x for p, x in b.items()}),
    "Ruby": lambda b: "{" + ", ".join(f'"{p}"=>{x}' for p, x in b.items()) + "}",
    "Ruby, symbols": lambda b: (
        "{"
        + ", ".join(f'"{p}"=>[{", ".join(":" + SHORT[x] for x in box)}]' for p, box in b.items())
        + "}"
    ),
    "Ruby, symbols in lines": lines(lambda i, p, b: f"[{', '.join(':' + NAMES[x] for x in b)}]"),
    "Go": lambda b: "map[" + " ".join(f"{p}:[{' '.join(map(str, x))}]" for p, x in b.items()) + "]",
    "JavaScript": lambda b: (
        "{\n" + ",\n".join(f"  '{p}': [ {', '.join(map(str, x))} ]" for p, x in b.items()) + "\n}"
    ),
    "PHP, export": lambda b: (
        "array (\n"
        + "".join(
            f"  '{p}' => \n  array (\n{indexed('    {} => {},', x)}  ),\n" for p, x in b.items()
        )
        + ")"
    ),
    "PHP, print_r": lambda b: (
        "Array\n(\n"
        + "".join(
            f"    [{p}] => Array\n        (\n{indexed('            [{}] => {}', x)}        )\n\n"
            for p, x in b.items()
        )
        + ")\n"
    ),
    "PHP, var_dump": lambda b: (
        f"array({len(b)}) {{\n"
        + "".join(
            f'  ["{p}"]=>\n  array({len(x)}) {{\n{indexed("    [{}]=>{}    int({})", x)}  }}\n'
            for p, x in b.items()
        )
        + "}"
    ),
    "PHP, JSON with indices": lambda b: json.dumps([dict(enumerate(x)) for x in b.values()]),
    "Tcl": lambda b: " ".join(f"{p} {x[0] if len(x) == 1 else braced(x)}" for p, x in b.items()),
    "Tcl, lists": lambda b: " ".join(str(x[0]) if len(x) == 1 else braced(x) for x in b.values()),
    "Tcl, blanks": lambda b: " ".join(
        f"{{{p.replace('-', ' ')}}} {x[0] if len(x) == 1 else braced(x)}" for p, x in b.items()
    ),
    "JavaScript, Map": lambda b: (
        f"Map({len(b)}) {{\n"
        + ",\n".join(f"  '{p}' => [ {', '.join(map(str, x))} ]" for p, x in b.items())
        + "\n}"
    ),
    "JavaScript, an item a line": lambda b: (
        "[\n"
        + ",\n".join(
            f"  [\n    {(',' + chr(10) + '    ').join(map(str, x))}\n  ]" for x in b.values()
        )
        + "\n]"
    ),
    "CSV of counts, with a header": lambda b: "\n".join(
        ["box,n0,n1,n2,n3,n4,n5,n6,n7,n8"]
        + [",".join(map(str, [i, *nine(x)])) for i, x in enumerate(b.values())]
    ),
    "Markdown": lambda b: (
        "| box | beads |\n|---|---|\n"
        + lines(lambda i, p, x: f"| {i} | {', '.join(map(str, x))} |")(b)
    ),
    "bars for beads": lines(
        lambda i, p, b: f"{i:3} " + " ".join(f"{k}:{'#' * n}" for k, n in counts(b).items())
    ),
    "YAML, nested": lambda b: (
        "boxes:\n" + "\n".join("  -\n" + "\n".join(f"    - {k}" for k in x) for x in b.values())
    ),
    "XML, numbered": lambda b: (
        "<boxes>\n"
        + lines(
            lambda i, p, x: f'<box id="{i}">' + "".join(f"<bead>{k}</bead>" for k in x) + "</box>"
        )(b)
        + "\n</boxes>"
    ),
    "objects in lines": lines(lambda i, p, b: json.dumps({"box": i, "beads": b})),
    "Perl, Dumper": lambda b: (
        "$VAR1 = {\n"
        + ",\n".join(
            f"          '{p}' => [\n"
            + ",\n".join(f"{'':24}'{x}'" for x in box)
            + "\n"
            + " " * 22
            + "]"
            for p, box in b.items()
        )
        + "\n        };"
    ),
    "Java": lambda b: (
        "{" + ", ".join(f"{p}=[{', '.join(map(str, x))}]" for p, x in b.items()) + "}"
    ),
    "Rust": lambda b: "{\n" + "".join(f'    "{p}": {rust(x)},\n' for p, x in b.items()) + "}",
    "Lua": lambda b: "{" + ", ".join("{" + ",".join(map(str, x)) + "}" for x in b.values()) + "}",
    "C": lines(lambda i, p, b: "{" + ",".join(map(str, b)) + "},"),
    "Lisp": lambda b: "(" + " ".join("(" + " ".join(map(str, x)) + ")" for x in b.values()) + ")",
    "Clojure": lambda b: (
        "{" + ", ".join(f'"{p}" [{" ".join(map(str, x))}]' for p, x in b.items()) + "}"
    ),
    "Haskell": lambda b: (
        "fromList [" + ",".join(f'("{p}",{str(x).replace(" ", "")})' for p, x in b.items()) + "]"
    ),
    "Python, wrapped": lambda b: "\n".join(textwrap.wrap(str(list(b.values())), 78)),
    "Python, pprint": lambda b: pprint.pformat(b),
    "Python, deques": lambda b: str({p: deque(x) for p, x in b.items()}),
    "TOML": lines(lambda i, p, b: f'"{p}" = {list(b)}'),
    "CSV": lines(lambda i, p, b: f"{p},{','.join(map(str, b))}"),
    "CSV, semicolons": lambda b: (
        "picture;beads\n" + lines(lambda i, p, b: f"{p};{' '.join(map(str, b))}")(b)
    ),
    "CSV, numbered": lambda b: (
        "box,picture,beads\n" + lines(lambda i, p, b: f"{i},{p},{''.join(map(str, b))}")(b)
    ),
    "table": lambda b: (
        "| box | picture | beads |\n|---|---|---|\n"
        + lines(lambda i, p, b: f"| {i + 1} | {p} | {' '.join(map(str, b))} |")(b)
    ),
    "XML": lambda b: (
        "<boxes>\n"
        + lines(lambda i, p, b: f'  <box picture="{p}">{" ".join(map(str, b))}</box>')(b)
        + "\n</boxes>"
    ),
    "vectors in columns": lambda b: (
        "no. position   beads on squares 1..9\n"
        + lines(lambda i, p, b: f"{i + 1:3} {p} " + "".join(f"{n:4}" for n in nine(b)))(b)
    ),
    "numbered, pictures in brackets, times": lines(
        lambda i, p, b: f"Box {i + 1} ({p}): " + ", ".join(f"{k}*{n}" for k, n in counts(b).items())
    ),
    "numbered, pictures in brackets": lines(
        lambda i, p, b: f"Box {i + 1} [{p}]: {' '.join(map(str, b))}"
    ),
    "numbered of all": lines(lambda i, p, b: f"Box {i + 1}/304: {' '.join(map(str, b))}"),
    "numbered with zeros": lines(lambda i, p, b: f"Box {i + 1:03}: {' '.join(map(str, b))}"),
    "pictures with slashes": lines(
        lambda i, p, b: f"{'/'.join(map(''.join, rows(p)))}  {' '.join(map(str, b))}"
    ),
    "pictures with bars": lines(
        lambda i, p, b: f"{'|'.join(map(''.join, rows(p)))} : {' '.join(map(str, b))}"
    ),
    "times in brackets": lines(
        lambda i, p, b: f"{p}: " + " ".join(f"{k}({n})" for k, n in counts(b).items())
    ),
    "powers": lines(lambda i, p, b: f"{p}: " + " ".join(f"{k}^{n}" for k, n in counts(b).items())),
    "run lengths": lines(
        lambda i, p, b: f"{p} " + "".join(f"{'ABCDEFGHI'[k]}{n}" for k, n in counts(b).items())
    ),
    "run lengths, apart": lines(
        lambda i, p, b: f"{p} " + " ".join(f"{'ABCDEFGHI'[k]}{n}" for k, n in counts(b).items())
    ),
    "names with counts": lines(
        lambda i, p, b: f"{i + 1}. " + ", ".join(f"{n} {NAMES[k]}" for k, n in counts(b).items())
    ),
    "names with counts after": lines(
        lambda i, p, b: f"{p}: " + ", ".join(f"{NAMES[k]}: {n}" for k, n in counts(b).items())
    ),
    "headed stages": lambda b: "\n".join(
        f"--- {9 - n} stones ---\n"
        + "\n".join(f"{p}: {' '.join(map(str, x))}" for p, x in b.items() if p.count("-") == n)
        for n in (9, 7, 5, 3)
    ),
    "four boxes a line": lambda b: "\n".join(
        "   ".join(f"{p}:{''.join(map(str, x))}" for p, x in list(b.items())[i : i + 4])
        for i in range(0, 304, 4)
    ),
    # With totals, shares, labels and notes beside the beads.
    "CSV with totals": lambda b: (
        "picture,A,B,C,D,E,F,G,H,I,total\n"
        + lines(lambda i, p, x: ",".join([p, *map(str, nine(x)), str(len(x))]))(b)
    ),
    "vectors and sums": lines(lambda i, p, b: f"{nine(b)} sum {len(b)}"),
    "shares": lines(
        lambda i, p, b: (
            f"{p}: " + ", ".join(f"{k}: {n} ({n / len(b):.0%})" for k, n in counts(b).items())
        )
    ),
    "fractions": lines(
        lambda i, p, b: (
            f"{i}: " + "; ".join(f"{LETTERS[k]} {n}/{len(b)}" for k, n in counts(b).items())
        )
    ),
    "sentences": lambda b: (
        "Here are the boxes:\n"
        + lines(lambda i, p, x: f"  Box {i:3}: {len(x)} beads: {' '.join(SHORT[k] for k in x)}")(b)
        + "\nThat was all of them.\n"
    ),
    "records of fields": lines(lambda i, p, b: f"#{i} beads={list(b)} total={len(b)}"),
    "counts of empty squares": lines(
        lambda i, p, b: (
            f"({i}) " + " ".join(str(b.count(k)) if c == "-" else "." for k, c in enumerate(p))
        )
    ),
    "cells left empty": lines(
        lambda i, p, b: (
            f"{i};" + ";".join(str(b.count(k)) if c == "-" else "" for k, c in enumerate(p))
        )
    ),
    "leaders": lines(lambda i, p, b: f"box {i} {'.' * 10} {' '.join(map(str, b))}"),
    # Between other signs.
    "run lengths, turned": lines(
        lambda i, p, b: f"{i:03} " + " ".join(f"{n}{'RGBYOPWKV'[k]}" for k, n in counts(b).items())
    ),
    "products": lines(
        lambda i, p, b: f"{i}: " + "+".join(f"{LETTERS[k]}*{n}" for k, n in counts(b).items())
    ),
    "dashes": lines(lambda i, p, b: "-".join(map(str, b))),
    "dots": lines(lambda i, p, b: f"{i} " + "·".join(LETTERS[k] for k in b)),
    "slashes on one line": lambda b: "/".join("".join(LETTERS[k] for k in x) for x in b.values()),
    "quoted": lines(lambda i, p, b: f'"{p}","{"|".join(NAMES[k] for k in b)}"'),
    "emoji with counts": lines(
        lambda i, p, b: f"📦{i} " + " ".join(f"{FRUIT[k]}×{n}" for k, n in counts(b).items())
    ),
    "backgrounds": lines(
        lambda i, p, b: f"{i:3} " + "".join(f"\x1b[48;5;{20 + 3 * k}m  \x1b[0m" for k in b)
    ),
    "Prolog": lines(lambda i, p, b: f"box({i}, [{','.join(LETTERS[k].lower() for k in b)}])."),
    "objects by name": lambda b: (
        "[" + ", ".join(f"Box(board='{p}', beads={x})" for p, x in b.items()) + "]"
    ),
    "tables in Markdown with quotes": lambda b: (
        "| box | board | beads |\n|----:|:-----:|:------|\n"
        + lines(lambda i, p, x: f"| {i} | `{p}` | {' '.join(map(str, x))} |")(b)
    ),
    "tables with blanks in pictures": lambda b: (
        "┌─────┬───────────┬────────\n"
        + lines(lambda i, p, x: f"│ {i:3} │ {p.replace('-', ' ')} │ {' '.join(map(str, x))} │")(b)
        + "\n└─────┴───────────┴────────\n"
    ),
    "tables in columns": lines(
        lambda i, p, b: f"│ {i:3} │ {p} │ {' '.join(map(str, sorted(b))):30} │"
    ),
    "a sign before each": lines(
        lambda i, p, b: "📦 " + "".join("🔴🟠🟡🟢🔵🟣🟤⚫⚪"[k] for k in b)
    ),
    # Several lines a box, or several boxes a line.
    "comments": lines(lambda i, p, b: f"# box {i} ({p})\n{' '.join(LETTERS[k] for k in b)}"),
    "INI": lines(
        lambda i, p, b: f"[{p}]\n" + "\n".join(f"{LETTERS[k]}={n}" for k, n in counts(b).items())
    ),
    "tables in TOML": lines(lambda i, p, b: f'[box.{i}]\npicture = "{p}"\nbeads = {list(b)}\n'),
    "YAML with fields": lambda b: (
        "boxes:\n"
        + lines(
            lambda i, p, x: (
                f"  - id: {i}\n    picture: '{p}'\n    total: {len(x)}\n    beads:\n"
                + "\n".join(f"      s{k}: {n}" for k, n in counts(x).items())
            )
        )(b)
    ),
    "fields in lines": lines(
        lambda i, p, b: (
            f"Box: {i}\nPosition: {p}\nSize: {len(b)}\nBeads: {', '.join(map(str, b))}\n"
        )
    ),
    "bullets": lines(lambda i, p, b: f"* box {i}\n" + "\n".join(f"    + {LETTERS[k]}" for k in b)),
    "trees": lines(
        lambda i, p, b: (
            f"├── {p}\n" + "\n".join(f"│   ├── {LETTERS[k]}: {n}" for k, n in counts(b).items())
        )
    ),
    "trees with pictures": lines(
        lambda i, p, b: (
            f"├─ {p}\n" + "\n".join(f"│  ├─ {LETTERS[k]} x{n}" for k, n in counts(b).items())
        )
    ),
    "trees in ASCII": lines(
        lambda i, p, b: (
            f"+-- box {i}\n" + "\n".join(f"|   +-- {k}: {n}" for k, n in counts(b).items())
        )
    ),
    "twigs": lines(
        lambda i, p, b: (
            f"Box {i}\n" + "\n".join(f" `- {NAMES[k]} ({n})" for k, n in counts(b).items())
        )
    ),
    "trees of beads": lines(
        lambda i, p, b: f"├── box {i}\n" + "\n".join(f"│   ├── {LETTERS[k]}" for k in b)
    ),
    "histograms of all squares": lines(
        lambda i, p, b: (
            f"Box {i} {p}\n"
            + "\n".join(f"  {LETTERS[k]} |{'#' * b.count(k)}" for k in range(9) if p[k] == "-")
        )
    ),
    "YAML of maps": lambda b: (
        "---\n"
        + lines(
            lambda i, p, x: (
                f'"{p}":\n  count: {len(x)}\n  beads:\n' + "\n".join(f"    - {SHORT[k]}" for k in x)
            )
        )(b)
    ),
    "bars in brackets": lines(
        lambda i, p, b: f"{p} " + " ".join(f"{k}[{'|' * n}]" for k, n in counts(b).items())
    ),
    "counts of beads in brackets": lines(
        lambda i, p, b: (
            f"{i:03d} {p} total={len(b)} " + " ".join(f"[{k}]={n}" for k, n in counts(b).items())
        )
    ),
    "counts of pairs": lines(
        lambda i, p, b: f"{p} " + " ".join(f"({k // 3},{k % 3})x{n}" for k, n in counts(b).items())
    ),
    "Markdown, blank for none": lambda b: (
        f"| box |{'|'.join(map(str, range(1, 10)))}|\n|---|{'---|' * 9}\n"
        + lines(lambda i, p, x: f"| {i} |{'|'.join(f' {n or str()} ' for n in nine(x))}|")(b)
    ),
    "tabs, blank for none": lines(lambda i, p, b: "\t".join([p, *(str(n or "") for n in nine(b))])),
    "dashes for none": lines(lambda i, p, b: f"{p} " + " ".join(str(n or "-") for n in nine(b))),
    "six boxes a line": lambda b: "\n".join(
        " | ".join(f"{''.join(map(str, x)):12}" for x in [*b.values()][i : i + 6])
        for i in range(0, 304, 6)
    ),
    "OCaml": lambda b: "[|" + "; ".join(f"[{'; '.join(map(str, x))}]" for x in b.values()) + "|]",
    "a line for each kind": lines(
        lambda i, p, b: "\n".join(f"{i},{k},{n}" for k, n in counts(b).items())
    ),
    "two boxes a line": lambda b: "\n".join(
        f"{pair[0]:60} {pair[1]}"
        for pair in zip(*(iter(DUMPS["boxes of letters"](b).split("\n")),) * 2, strict=True)
    ),
    "boxes of letters": lines(lambda i, p, b: f"{i}: {' '.join(LETTERS[k] for k in b)}"),
    "grids beside one another": lambda b: beside_one_another([*b.items()], 8),
    "a mapping a stage": lambda b: "\n".join(
        str({p: "".join(map(str, x)) for p, x in b.items() if p.count("-") == n})
        for n in (9, 7, 5, 3)
    ),
    "grids of counts beside one another": lambda b: grids_of_counts([*b.values()], 6),
    "lists of pictures": lambda b: (
        "(" + "\n ".join(f'("{p}" {blank(x)})' for p, x in b.items()) + ")"
    ),
    "dotted lists": lambda b: "(" + "\n ".join(f'("{p}" {dotted(x)})' for p, x in b.items()) + ")",
    "brackets in lines": lambda b: "\n".join(
        " ".join(f"({p} {solid(x)})" for p, x in some) for some in in_rows([*b.items()], 5)
    ),
    "bars of dots": lines(lambda i, p, b: f"{p} {blank(['.' * n if n else '-' for n in nine(b)])}"),
    "rows and beads": lines(lambda i, p, b: f"{p[:3]}\n{p[3:6]}\n{p[6:]}   {blank(b)}"),
    "rows and counts": lines(
        lambda i, p, b: (
            "\n".join(f"{p[k : k + 3]}  {blank(nine(b)[k : k + 3])}" for k in (0, 3, 6)) + "\n"
        )
    ),
    "nine digits": lines(lambda i, p, b: "".join((digits + ascii_lowercase)[n] for n in nine(b))),
    "INI, all squares": lambda b: "\n".join(
        f"[{p}]\n" + "\n".join(f"{k} = {n}" for k, n in enumerate(nine(box)))
        for p, box in b.items()
    ),
    "INI, numbered": lambda b: "\n\n".join(
        f"[box {i}]\n" + "\n".join(f"{k} = {n}" for k, n in counts(box).items())
        for i, box in enumerate(b.values(), 1)
    ),
    # Names of several words, and what a language prints by itself.
    "PHP, export of names": lambda b: (
        "array (\n"
        + "".join(
            f"  '{p}' => \n  array (\n"
            + "".join(f"    {i} => '{NAMES[k]}',\n" for i, k in enumerate(x))
            + "  ),\n"
            for p, x in b.items()
        )
        + ")"
    ),
    "Lua, places": lambda b: (
        "{\n"
        + "".join(
            f'  ["{p}"] = {{ '
            + ", ".join(f'[{i}] = "{NAMES[k]}"' for i, k in enumerate(x, 1))
            + " },\n"
            for p, x in b.items()
        )
        + "}"
    ),
    "several words between commas": lines(
        lambda i, p, b: f"box {i}: " + ", ".join(PLACES[k].replace("-", " ") for k in b)
    ),
    "several words between semicolons": lines(
        lambda i, p, b: f"{p}: " + "; ".join(PLACES[k].replace("-", " ") for k in b)
    ),
    "words with hyphens, counted": lines(
        lambda i, p, b: f"{p}: " + ", ".join(f"{n} x {PLACES[k]}" for k, n in counts(b).items())
    ),
    "words with hyphens": lines(
        lambda i, p, b: f"{p} " + " ".join(f"{PLACES[k]}={n}" for k, n in counts(b).items())
    ),
    "sentences with a label": lines(
        lambda i, p, b: f"Box #{i} [{p}] contains {len(b)} beads: {', '.join(map(str, b))}."
    ),
    "array elements": lines(
        lambda i, p, b: f"{p}: " + ", ".join(f"b[{k}]={n}" for k, n in counts(b).items())
    ),
    "Tcl, on one line": lambda b: " ".join(f"{{{blank(p)}}} {{{blank(x)}}}" for p, x in b.items()),
    "Clojure, keywords": lambda b: (
        "{" + ", ".join(f'"{p}" [{blank([":" + NAMES[k] for k in x])}]' for p, x in b.items()) + "}"
    ),
    "R": lambda b: "\n".join(f"$`{p}`\n[1] {blank(x)}\n" for p, x in b.items()),
    "headed": lambda b: "Contents of all boxes:\n" + DUMPS["words in lines"](b) + "\nEnd of boxes.",
    # A list for each stage, with a heading; what Java and Scala print of maps; beads and a number.
    "headed lists": lambda b: by_stage(b, "stage {0}\n{1}", lambda some: [*some.values()]),
    "headed lists, ruled": lambda b: by_stage(
        b, "\nStage {0}\n=======\n{1}", lambda some: [*some.values()]
    ),
    "headed mappings": lambda b: by_stage(b, "After {0} stones: {1}", dict),
    "headed counters": lambda b: by_stage(
        b, "Round {0}: {1}", lambda some: [Counter(box) for box in some.values()]
    ),
    "headed pairs": lambda b: by_stage(b, "Round {0}:\n{1}", lambda some: [*some.items()]),
    "headed lists of words": lambda b: by_stage(
        b, "{0} stones {1}", lambda some: [solid(box) for box in some.values()]
    ),
    "Java, blanks": lambda b: (
        "{" + ", ".join(f"{p.replace('-', ' ')}={x}" for p, x in b.items()) + "}"
    ),
    "Scala, blanks": lambda b: (
        "Map("
        + ", ".join(f"{p.replace('-', ' ')} -> List({str(x)[1:-1]})" for p, x in b.items())
        + ")"
    ),
    "Groovy, blanks": lambda b: (
        "[" + ", ".join(f"{p.replace('-', ' ')}:{x}" for p, x in b.items()) + "]"
    ),
    "letters and their number": lines(
        lambda i, p, b: f"{p} {''.join(LETTERS[k] for k in b)} {len(b)}"
    ),
    "letters after their number": lines(
        lambda i, p, b: f"{i}: {len(b)} {''.join(LETTERS[k] for k in b)}"
    ),
    "letters between bars, counted": lines(
        lambda i, p, b: f"{p} |{''.join(LETTERS[k] for k in b)}| {len(b)} beads"
    ),
    # Drawn boxes, alone and beside one another, with the beads below the picture.
    "matchboxes": lines(lambda i, p, b: matchbox(p, b)),
    "matchboxes in ASCII": lines(
        lambda i, p, b: f"+{'-' * 30}+\n|{p:^30}|\n|{blank(b):^30}|\n+{'-' * 30}+"
    ),
    "matchboxes beside one another": lambda b: "\n".join(
        "\n".join(" ".join(row) for row in zip(*some, strict=True))
        for some in in_rows([matchbox(p, x).split("\n") for p, x in b.items()], 7)
    ),
    "beads below pictures": lambda b: "\n\n".join(
        "\n".join(
            [
                *(" ".join(f"{p[at : at + 3]:40}" for p, _ in some) for at in (0, 3, 6)),
                " ".join(f"{blank(x):40}" for _, x in some),
            ]
        )
        for some in in_rows([*b.items()], 8)
    ),
    "beads below pictures, by words": lambda b: "\n\n".join(
        "\n".join(
            [
                *("   ".join(p[at : at + 3] for p, _ in some) for at in (0, 3, 6)),
                "   ".join(solid(x) for _, x in some),
            ]
        )
        for some in in_rows([*b.items()], 8)
    ),
    "pictures below labels": lines(
        lambda i, p, b: (
            f"Box {i} ({len(b)} beads)\n"
            + "\n".join(" ".join(r) for r in rows(p))
            + f"\nBeads: {blank(b)}\n"
        )
    ),
    "in order of weight": lambda b: "\n".join(
        f"{len(x):3} beads  {p}: {', '.join(f'{n}x{k}' for k, n in counts(x).items())}"
        for p, x in sorted(b.items(), key=lambda box: -len(box[1]))
    ),
    "shares before counts": lines(
        lambda i, p, b: (
            f"{p} " + " ".join(f"{k}={n / len(b):.0%}({n})" for k, n in counts(b).items())
        )
    ),
    "shares after counts": lines(
        lambda i, p, b: (
            f"{i}: " + ", ".join(f"{SHORT[k]} {n} ({n / len(b):.1%})" for k, n in counts(b).items())
        )
    ),
    "runs of letters": lines(
        lambda i, p, b: f"{i:>3} | {p} | " + " ".join(LETTERS[k] * n for k, n in counts(b).items())
    ),
    "numbered names": lines(lambda i, p, b: f"box{i}={solid(sorted(b))}"),
    "Tcl, parray": lines(lambda i, p, b: f"boxes({p}) = {blank(b)}"),
    "Tcl, pictures on one line": lambda b: " ".join(f"{p} {{{blank(x)}}}" for p, x in b.items()),
    "a list in a list a line": lines(lambda i, p, b: f"    {{[{blank(b)}]}}"),
    "lists on one line": lambda b: " ".join(f"({blank(x)})" for x in b.values()),
    # A line for each square, with how many beads name it.
    "a line for each square": lines(
        lambda i, p, b: f"Box {i}:\n" + by_square(p, b, lambda k, n: f"  square {k}: {n} beads")
    ),
    "a line for each square, by place": lines(
        lambda i, p, b: f"{p}:\n" + by_square(p, b, lambda k, n: f"    {PLACES[k]} {n}")
    ),
    "a line for each square, by row and column": lines(
        lambda i, p, b: f"#{i}\n" + by_square(p, b, lambda k, n: f"({k // 3},{k % 3}) -> {n}")
    ),
    "a line for each square, with bars": lines(
        lambda i, p, b: f"{p}\n" + by_square(p, b, lambda k, n: f"{k} {'*' * n}")
    ),
    "a line for each square, with box and square": lines(
        lambda i, p, b: by_square(p, b, lambda k, n: f"box {i} square {k}: {n}")
    ),
    "a line for each square, with place": lines(
        lambda i, p, b: by_square(p, b, lambda k, n: f"{p}: {PLACES[k]} x{n}")
    ),
    "a line for all squares": lines(
        lambda i, p, b: (
            f"Box {i}\n"
            + "\n".join(f"{k} {c}" if c != "-" else f"{k} - {b.count(k)}" for k, c in enumerate(p))
        )
    ),
    # Beads without blanks, after numbers or labels.
    "numbers of pictures and beads without blanks": lines(
        lambda i, p, b: f"Round 1: {int(p.translate(THREE), 3)} {solid(b)}"
    ),
    "numbers and beads on one line": lambda b: ", ".join(
        f"{i}:{solid(x)}" for i, x in enumerate(b.values())
    ),
    "numbers and beads between commas": lines(lambda i, p, b: f"{i},{','.join(map(str, b))}"),
    "headed words": lambda b: by_stage(
        b, "Round {0}: {1}", lambda some: " ".join(map(solid, some.values()))
    ),
    "words below headings": lambda b: by_stage(b, "Round {0}:\n{1}", lambda some: words(some, 8)),
    # Drawn beside one another, without columns.
    "beads below spaced pictures": lambda b: "\n\n".join(
        "\n".join(
            [
                *("   ".join(" ".join(p[at : at + 3]) for p, _ in some) for at in (0, 3, 6)),
                "   ".join(solid(x) for _, x in some),
            ]
        )
        for some in in_rows([*b.items()], 8)
    ),
    "beads below pictures with labels": lambda b: "\n\n".join(
        "\n".join(
            [
                "   ".join(f"#{i}" for i, _ in some),
                *("   ".join(p[at : at + 3] for _, (p, _) in some) for at in (0, 3, 6)),
                "   ".join(solid(x) for _, (_, x) in some),
            ]
        )
        for some in in_rows([*enumerate(b.items())], 8)
    ),
    "headed pictures": lambda b: "The boxes are now:\n" + DUMPS["picture, colon"](b) + "\n",
}

MOVES: Final = {
    "": tuple(y + x for y in "LMR" for x in "LMR"),
    "--moves 0-8": tuple("012345678"),
    "--moves 1-9": tuple("123456789"),
    "--moves '0 0,0 1,0 2,1 0,1 1,1 2,2 0,2 1,2 2'": tuple(
        f"{y} {x}" for y in range(3) for x in range(3)
    ),
    "--moves a1,b1,c1,a2,b2,c2,a3,b3,c3": tuple(f"{x}{y}" for y in "123" for x in "abc"),
}


class Story:
    """One run of a right MENACE: its turns, each with what was typed and what was answered."""

    def __init__(
        self,
        chance: random.Random,
        games: int,
        board: Callable[[str], str],
        dump: Callable[[Boxes], str],
        moves: Sequence[str],
        *,
        talk: bool = False,
        every_step: bool = False,
        beads: int = 0,
        three_stay: bool = True,
    ) -> None:
        boxes = fresh(chance, beads)
        self.turns: list[tuple[str, str]] = []
        sent, said = str(games), ""
        for _ in range(games):
            said += "*** New Game ***\n" if talk else "New game\n"
            shown, used = "-" * 9, []
            while True:
                if len(free(shown)) == 1:
                    square = free(shown)[0]
                else:
                    picture, way = seen_as(shown)
                    box = boxes[picture]
                    bead = box.pop(chance.randrange(len(box)))
                    if not box:
                        box += [chance.choice(free(picture)) for _ in range(3)]
                        bead = chance.choice(box)
                        if not three_stay:
                            box.remove(bead)
                    used.append((box, bead))
                    square = way[bead]
                shown = put(shown, square, "X")
                said += ("MENACE plays:\n" if talk else "") + board(shown) + "\n"
                back = 2 if won(shown, "X") else 1
                if every_step:
                    said += dump(boxes) + "\n"
                if won(shown, "X") or not free(shown):
                    break
                said += "Your move: " if talk else ""
                self.turns.append((sent, said))
                square = chance.choice(free(shown))
                shown, sent = put(shown, square, "O"), moves[square]
                said = ("You play:\n" if talk else "") + board(shown) + "\n"
                back = 0
                if won(shown, "O"):
                    break
            for box, bead in used:
                box += [bead] * back
            said += ("Game over!\n" if talk else "") + dump(boxes) + "\n"
        self.turns.append((sent, said))
