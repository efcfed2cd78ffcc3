# a table of formats is read line by line
"""How right MENACEs print boards: shapes, and the signs in them, to be combined."""

import json
import textwrap
from collections.abc import Callable, Sequence
from typing import Final


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
    "tall, ruled": lambda b: "\n-----------\n".join(
        f"   |   |   \n {' | '.join(r)} \n   |   |   " for r in rows(b)
    ),
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
    # Underlined rows, and what stands beside the rows.
    "underlined": lambda b: "\n".join(
        "|".join(f"{blank}{c.replace('-', blank)}{blank}" for c in r)
        for r, blank in zip(rows(b), "__ ", strict=True)
    ),
    "underlined between bars": lambda b: "\n".join(
        "_|_".join(r).replace("-", "_") if y < 2 else " | ".join(r).replace("-", " ")
        for y, r in enumerate(rows(b))
    ),
    "a frame beside letters": lambda b: (
        "    1 2 3\n  +-------+\n"
        + "".join(f"{n} | {' '.join(r)} |\n" for n, r in zip("ABC", rows(b), strict=True))
        + "  +-------+"
    ).replace("- ", ". "),
    "beside their numbers": lambda b: "\n".join(
        f"{' '.join(r)}     {3 * y} {3 * y + 1} {3 * y + 2}" for y, r in enumerate(rows(b))
    ),
    "beside their numbers, bars": lambda b: "\n---+---+---     ---+---+---\n".join(
        f" {' | '.join(r).replace('-', ' ')}       {3 * y + 1} | {3 * y + 2} | {3 * y + 3} "
        for y, r in enumerate(rows(b))
    ),
    "after their numbers": lambda b: "\n".join(
        f"row {y}: {''.join(r)}" for y, r in enumerate(rows(b))
    ),
    "lists after their numbers": lambda b: "\n".join(
        f"Row {y + 1}: {[c.replace('-', ' ') for c in r]}" for y, r in enumerate(rows(b))
    ),
    "JSON with a turn": lambda b: json.dumps({"board": [list(r) for r in rows(b)], "turn": "O"}),
    "PHP, var_export": lambda b: (
        "array (\n" + "".join(f"  {i} => '{c}',\n" for i, c in enumerate(b)) + ")"
    ),
    "PHP, var_export, a row each": lambda b: (
        "array (\n"
        + "".join(
            f"  {y} => \n  array (\n"
            + "".join(f"    {x} => '{c}',\n".replace("'-'", "NULL") for x, c in enumerate(r))
            + "  ),\n"
            for y, r in enumerate(rows(b))
        )
        + ")"
    ),
    "YAML, a list a line": lambda b: "\n".join(f"- {[*r]}" for r in rows(b)),
    "YAML, a square a line": lambda b: "\n".join(f"- {c!r}".replace("-'", " '") for c in b),
    "YAML, a square a line, null": lambda b: "\n".join(f"- {c.replace('-', 'null')}" for c in b),
    "YAML, lists in lists": lambda b: "\n".join(
        "\n".join(f"{'-  '[x > 0]} - {c!r}" for x, c in enumerate(r)) for r in rows(b)
    ),
    "lines that break": lambda b: "<br>".join(" ".join(r) for r in rows(b)) + "<br>",
    "lines that break, in lines": lambda b: "<br/>\n".join("".join(r) for r in rows(b)),
    "Tcl with empty lists, flat": lambda b: " ".join(b).replace("-", "{}"),
}
_NAMED: Final = (
    "nil", "None", "null", "Some and None", "Just and Nothing", "an enumeration",
    "an enumeration of words", "coordinates in empty squares", "coordinates in a frame",
    "squares after their numbers", "rows after their names", "thin crosses", "HTML, a line",
    "HTML, in lines", "Markdown", "Markdown with a header", "a square a line", "PHP, print_r",
    "Tcl with empty lists", "labels at both ends", "a frame around each square", "question marks",
    "keycaps", "keycaps without a variant", "other emoji", "underlined",
    "underlined between bars", "a frame beside letters", "beside their numbers",
    "beside their numbers, bars", "after their numbers", "lists after their numbers",
    "JSON with a turn", "Tcl with empty lists, flat", "PHP, var_export",
    "PHP, var_export, a row each", "YAML, a list a line", "YAML, a square a line",
    "YAML, a square a line, null", "YAML, lists in lists", "lines that break",
    "lines that break, in lines",
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
