"""What a position is worth: tables of small boards, weighed by what the master board makes of them.

A board's tiles are one number, its *code*: the sum of digit * 3**tile, where X's tile has the digit
1 and O's has 2. The score of a position, in thousandths of a logit of X's chance to win, is

    LINE of the master board's lines, and over the open boards
    (WEIGHT[kind for X] * PROMISE[code] - WEIGHT[kind for O] * PROMISE[code seen by O]) / 1000

The *kind* of a board for a side tells on how many lines of the master board it can still serve that
side: with none of the two other boards won yet, with one, with both. All these numbers come from
`table.txt`, which says how they were fitted. Gains and replies are worked out when they are first
asked for and kept: a search meets a few hundred codes of a board, of the nineteen thousand.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

Code: TypeAlias = int
Kind: TypeAlias = int
Side: TypeAlias = int  # 0 for X, 1 for O
Master: TypeAlias = tuple[int, int, int]  # X's boards, O's, the closed ones: nine bits each
Entry: TypeAlias = tuple[int, int, Code, int]  # gain, tile, new code, and 0, FILLS or WINS

ALL: Final = 0o777
LINES: Final = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
HAS_LINE: Final = [any(line & nine == line for line in LINES) for nine in range(ALL + 1)]
LINES_OF: Final = [[line & ~(1 << b) for line in LINES if line >> b & 1] for b in range(9)]
PLACES: Final = [tuple(i for i in range(9) if nine >> i & 1) for nine in range(ALL + 1)]
POWERS: Final[list[int]] = [3**tile for tile in range(9)]

FILLS: Final = 1  # a move that leaves no empty tile on its board, and wins it for nobody
WINS: Final = 2  # a move that wins its board
WIN: Final = 1_000_000
FREE: Final = -WIN  # in place of the best reply on a closed board: the reply is a free move
DECIDES: Final = 25  # a board of this kind or above wins the match

_ROW_X: Final[list[int]] = [sum((row // 3**i % 3 == 1) << i for i in range(3)) for row in range(27)]
_ROW_O: Final[list[int]] = [sum((row // 3**i % 3 == 2) << i for i in range(3)) for row in range(27)]
_ROW_SWAPPED: Final[list[int]] = [
    sum(-(row // 3**i) % 3 * 3**i for i in range(3)) for row in range(27)
]


def read_table() -> list[list[int]]:
    """The lines of the table that are no comments: LINE, WEIGHT, GAIN and PROMISE."""
    name = __file__.removesuffix("evaluation.py") + "table.txt"
    with open(name, encoding="ascii") as table:  # noqa: PTH123  # pathlib is slow to import
        return [[int(word) for word in line.split()] for line in table if line[0] != "#"]


LINE, WEIGHT, GAIN, PROMISE = read_table()


def use(table: Sequence[Sequence[int]]) -> None:
    """Evaluate by another table from now on: the fit plays with the tables of each round."""
    for here, row in zip((LINE, WEIGHT, GAIN, PROMISE), table, strict=True):
        here[:] = row
    _kept.clear()
    _outlooks.clear()


def sides(code: Code) -> tuple[int, int]:
    """X's tiles and O's, nine bits each."""
    a, b, c = code % 27, code // 27 % 27, code // 729
    return (
        _ROW_X[a] | _ROW_X[b] << 3 | _ROW_X[c] << 6,
        _ROW_O[a] | _ROW_O[b] << 3 | _ROW_O[c] << 6,
    )


def swapped(code: Code) -> Code:
    """The code as the other side sees it."""
    a, b, c = code % 27, code // 27 % 27, code // 729
    return _ROW_SWAPPED[a] + 27 * _ROW_SWAPPED[b] + 729 * _ROW_SWAPPED[c]


class Worth(dict[Code, int]):
    """The score of an open board by its code, for X."""

    def __init__(self, of_x: Kind, of_o: Kind) -> None:
        self.of_x, self.of_o = WEIGHT[of_x], WEIGHT[of_o]

    def __missing__(self, code: Code) -> int:
        score = self.of_x * PROMISE[code] // 1000 - self.of_o * PROMISE[swapped(code)] // 1000
        self[code] = score
        return score


class Entries(dict[Code, list[Entry]]):
    """All moves of one side on an open board by its code, the greatest gain first."""

    def __init__(self, side: Side, kind: Kind, worth: Worth) -> None:
        self.side, self.sign, self.worth = side, 1 - 2 * side, worth
        self.win = WIN if kind >= DECIDES else GAIN[kind]

    def __missing__(self, code: Code) -> list[Entry]:
        worth, sign = self.worth, self.sign
        before = sign * worth[code]
        both = sides(code)
        empty = ALL & ~(both[0] | both[1])
        mine = both[self.side]
        found = []
        for tile in PLACES[empty]:
            new = code + (1 + self.side) * POWERS[tile]
            if HAS_LINE[mine | 1 << tile]:
                found.append((self.win - before, tile, new, WINS))
            elif empty == 1 << tile:
                found.append((-before, tile, new, FILLS))
            else:
                found.append((sign * worth[new] - before, tile, new, 0))
        found.sort(reverse=True)
        self[code] = found
        return found


class Replies(dict[Code, int]):
    """The greatest gain of one side on a board by its code; FREE on a closed board."""

    def __init__(self, entries: Entries | None) -> None:
        self.entries = entries

    def __missing__(self, code: Code) -> int:
        gain = self.entries[code][0][0] if self.entries is not None else FREE
        self[code] = gain
        return gain


class Outlook(NamedTuple):
    """What a master board makes of the nine boards. Lists are by board, or by side and board."""

    master: Master
    score: int  # of its lines, for X
    open: tuple[int, ...]
    worth: list[Worth]
    entries: tuple[list[Entries], list[Entries]]
    replies: tuple[list[Replies], list[Replies]]


_kept: dict[tuple[Kind, Kind], tuple[Worth, tuple[Entries, Entries], tuple[Replies, Replies]]] = {}
_outlooks: dict[Master, Outlook] = {}


def kind_of(board: int, mine: int, dead: int) -> Kind:
    """The kind of an open board for the side that has `mine`; `dead` boards are no use to it."""
    counts = [0, 0, 0]
    for others in LINES_OF[board]:
        if not others & dead:
            counts[(others & mine).bit_count()] += 1
    return counts[0] + 5 * counts[1] + DECIDES * (counts[2] > 0)


def line_score(mine: int, dead: int) -> int:
    """What the lines are worth to a side that has `mine` and has no use for `dead` boards."""
    return sum(LINE[(line & mine).bit_count()] for line in LINES if not line & dead)


def of_kinds(
    of_x: Kind, of_o: Kind
) -> tuple[Worth, tuple[Entries, Entries], tuple[Replies, Replies]]:
    """Worth, entries and replies of an open board of these kinds, made once and shared."""
    kept = _kept.get((of_x, of_o))
    if kept is None:
        worth = Worth(of_x, of_o)
        entries = Entries(0, of_x, worth), Entries(1, of_o, worth)
        kept = worth, entries, (Replies(entries[0]), Replies(entries[1]))
        _kept[of_x, of_o] = kept
    return kept


_CLOSED: Final = *of_kinds(0, 0)[:2], (Replies(None), Replies(None))


def outlook(master: Master) -> Outlook:
    """The outlook of a master board that nobody has won."""
    found = _outlooks.get(master)
    if found is not None:
        return found
    x_won, o_won, closed = master
    x_dead, o_dead = closed & ~x_won, closed & ~o_won
    boards = [
        _CLOSED
        if closed >> board & 1
        else of_kinds(kind_of(board, x_won, x_dead), kind_of(board, o_won, o_dead))
        for board in range(9)
    ]
    found = Outlook(
        master,
        line_score(x_won, x_dead) - line_score(o_won, o_dead),
        PLACES[ALL & ~closed],
        [worth for worth, _, _ in boards],
        ([entries[0] for _, entries, _ in boards], [entries[1] for _, entries, _ in boards]),
        ([replies[0] for _, _, replies in boards], [replies[1] for _, _, replies in boards]),
    )
    _outlooks[master] = found
    return found
