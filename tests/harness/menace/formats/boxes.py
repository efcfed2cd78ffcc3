"""What the tables of formats print boxes with."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from tests.harness.menace.formats.boards import rows
from tests.harness.menace.formats.rules import Box, Picture, T, free

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


def commas(box: Box) -> str:
    return ", ".join(map(str, box))


def names(box: Box) -> str:
    return " ".join(NAMES[bead] for bead in box)


def times(box: Box) -> str:
    return " ".join(f"{many}x{bead}" for bead, many in counts(box).items())


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
