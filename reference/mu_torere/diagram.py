r"""The challenge's square form of the board, drawn from a placement and read back.

    w-w-w
    |\|/|
    b-o-w
    |/|\|
    b-b-b

Its nodes are usually numbered 1-9, row by row.
"""

from typing import Final

from reference.mu_torere.rules import BLACK, EMPTY, NODES, WHITE, Node, check_placement

# Row by row, the nodes 0-7 going clockwise round the outside and 8 in the middle.
_NODE_ROWS: Final = ((0, 1, 2), (7, 8, 3), (6, 5, 4))
_LINES_BETWEEN: Final = (r"|\|/|", r"|/|\|")
_NODE_OF_NUMBER: Final = dict(enumerate(sum(_NODE_ROWS, ()), start=1))

SQUARE_NUMBERS: Final[tuple[int, ...]] = tuple(
    number for node in NODES for number, other in _NODE_OF_NUMBER.items() if other == node
)
"""The number, 1-9 row by row, of each of the nodes 0-8."""


def node_of_number(number: int) -> Node:
    """The node with this number of the square form. Raises ValueError unless it is 1-9."""
    if number not in _NODE_OF_NUMBER:
        raise ValueError(f"the nodes are numbered 1 to 9, not {number}")
    return _NODE_OF_NUMBER[number]


def number_of_node(node: Node) -> int:
    """The number, 1-9 row by row, of this node. Raises ValueError unless it is one of the nine."""
    if node not in NODES:
        raise ValueError(f"the nodes are 0 to 8, not {node}")
    return SQUARE_NUMBERS[node]


def draw(placement: str) -> str:
    """The square form: five lines of five characters, without a newline after the last.

    Raises ValueError unless there are four stones a side and one empty node.
    """
    check_placement(placement)
    top, middle, bottom = ("-".join(placement[node] for node in row) for row in _NODE_ROWS)
    return "\n".join((top, _LINES_BETWEEN[0], middle, _LINES_BETWEEN[1], bottom))


def parse(text: str) -> str:
    """The placement that the square form shows; `draw` makes the same text of it again.

    A newline after the last line is accepted, and so is a carriage return before any newline,
    because a terminal puts it there. Raises ValueError, saying what was seen where, when anything
    else differs from the square form or when there are not four stones a side and one empty node.
    """
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if len(lines) != 5:
        raise ValueError(f"{len(lines)} lines where the square form has 5")
    stones: dict[Node, str] = {}
    for number, line in enumerate(lines, start=1):
        if number % 2:
            stones.update(_parse_nodes(number, line))
        elif line != _LINES_BETWEEN[number // 2 - 1]:
            expected = _LINES_BETWEEN[number // 2 - 1]
            raise ValueError(f"line {number} is {line!r}; expected {expected!r}")
    placement = "".join(stones[node] for node in NODES)
    check_placement(placement)
    return placement


def _parse_nodes(number: int, line: str) -> dict[Node, str]:
    symbols = line.split("-")
    if len(symbols) != 3 or any(s not in (BLACK, WHITE, EMPTY) for s in symbols):
        raise ValueError(f"line {number} is {line!r}; expected three of b, w, o joined by hyphens")
    return dict(zip(_NODE_ROWS[number // 2], symbols, strict=True))
