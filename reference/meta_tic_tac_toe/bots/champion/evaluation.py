"""What a position is worth: the promise of its boards, multiplied along the master board's lines.

A board's tiles are one number, its *code*: the sum of digit * 3**tile, where X's tile has the digit
1 and O's has 2. The *promise* of a board for a side is from 0 to 1: 1 if it has won the board, 0 if
it cannot any more, and else what `table.txt` says of its code, which also says how it was fitted.
The score of a position, in thousandths of a logit of X's chance to win, is

    SCALE * (sum over lines of the product of X's three promises - the same for O)

A search cannot afford that at every leaf. It takes the promises at its root for those of the other
boards, so that a board has a *weight* for each side, SCALE * sum over its lines of the product of
the other two promises, for as long as the master board is the same. A position that is a few plies
from the root is then worth a sum over boards, and a move changes one term of it. Weights are
rounded to steps of a ninth, so that what has been worked out for one board serves many others.
"""

from bisect import bisect
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

Code: TypeAlias = int
Side: TypeAlias = int  # 0 for X, 1 for O
Weight: TypeAlias = int  # thousandths of a logit
Master: TypeAlias = tuple[int, int, int]  # X's boards, O's, the closed ones: nine bits each
Entry: TypeAlias = tuple[int, int, Code, int]  # gain, tile, new code, and 0, FILLS or WINS

ALL: Final = 0o777
LINES: Final = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
HAS_LINE: Final = [any(line & nine == line for line in LINES) for nine in range(ALL + 1)]
PLACES: Final = [tuple(i for i in range(9) if nine >> i & 1) for nine in range(ALL + 1)]
OTHERS: Final = [[PLACES[line & ~(1 << b)] for line in LINES if line >> b & 1] for b in range(9)]
POWERS: Final = [[(1 + side) * 3**tile for tile in range(9)] for side in (0, 1)]

FILLS: Final = 1  # a move that leaves no empty tile on its board, and wins it for nobody
WINS: Final = 2  # a move that wins its board
WIN: Final = 1_000_000
FREE: Final = -WIN  # in place of the best reply on a closed board: the reply is a free move
STEPS: Final[list[Weight]] = [0, *(round(20 * (10 / 9) ** i) for i in range(60))]
EDGES: Final = [(low + high) // 2 for low, high in pairwise(STEPS)]


def read_table(name: str) -> list[int]:
    """The numbers of a table: the scale, and the promises by code, all in thousandths."""
    with open(name, encoding="ascii") as table:  # noqa: PTH123  # pathlib is slow to import
        return [int(word) for line in table if line[0] != "#" for word in line.split()]


def _by_code(rows: Sequence[int], step: int) -> list[int]:
    """A number for each code, put together from those of its rows; a lower row counts `step` more.

    So all are there in milliseconds, which are not the search's.
    """
    lower, lowest = [step * row for row in rows], [step * step * row for row in rows]
    return [c + b + a for c in lowest for b in lower for a in rows]


_ROWS: Final = [(row % 3, row // 3 % 3, row // 9) for row in range(27)]
TILES: Final = tuple(  # X's and O's, nine bits each, by code
    _by_code([sum((mark == side) << i for i, mark in enumerate(row)) for row in _ROWS], 8)
    for side in (1, 2)
)
SWAPPED: Final = _by_code(  # the code as the other side sees it, by code
    [sum(-mark % 3 * 3**i for i, mark in enumerate(row)) for row in _ROWS], 27
)
PROMISE: Final = read_table(__file__.removesuffix("evaluation.py") + "table.txt")
SCALE: Final = [PROMISE.pop(0)]
PROMISE_TO_O: Final = [PROMISE[code] for code in SWAPPED]


class Worth(dict[Code, int]):
    """What an open board is worth to X, by its code."""

    def __init__(self, for_x: Weight, for_o: Weight) -> None:
        self.for_x, self.for_o = for_x, for_o

    def __missing__(self, code: Code) -> int:
        worth = self.for_x * PROMISE[code] // 1000 - self.for_o * PROMISE_TO_O[code] // 1000
        self[code] = worth
        return worth


class Entries(dict[Code, list[Entry]]):
    """All moves of one side on an open board by its code, the greatest gain first.

    A move that wins the match gains WIN or so.
    """

    def __init__(self, side: Side, worth: Worth, decides: bool) -> None:
        self.side, self.sign, self.worth = side, 1 - 2 * side, worth
        self.win = WIN if decides else (worth.for_o if side else worth.for_x)

    def __missing__(self, code: Code) -> list[Entry]:
        worth, sign, side = self.worth, self.sign, self.side
        for_x, for_o = worth.for_x, worth.for_o
        before = sign * worth[code]
        mine = TILES[side][code]
        empty = ALL & ~(mine | TILES[1 - side][code])
        found = []
        for tile in PLACES[empty]:
            new = code + POWERS[side][tile]
            if HAS_LINE[mine | 1 << tile]:
                found.append((self.win - before, tile, new, WINS))
            elif empty == 1 << tile:
                found.append((-before, tile, new, FILLS))
            else:  # `worth[new]`, without a call and an entry for each tile
                after = for_x * PROMISE[new] // 1000 - for_o * PROMISE_TO_O[new] // 1000
                found.append((sign * after - before, tile, new, 0))
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


class Prospect(NamedTuple):
    """What there is to gain on an open board; by side where there are two."""

    worth: Worth
    entries: tuple[Entries, Entries]
    replies: tuple[Replies, Replies]


def new_prospect(for_x: Weight, for_o: Weight, x_decides: bool, o_decides: bool) -> Prospect:
    """The prospect of a board of these weights, with which a side may decide the match."""
    worth = Worth(for_x, for_o)
    entries = Entries(0, worth, x_decides), Entries(1, worth, o_decides)
    return Prospect(worth, entries, (Replies(entries[0]), Replies(entries[1])))


_CLOSED: Final = new_prospect(0, 0, False, False)._replace(replies=(Replies(None), Replies(None)))
_prospects: dict[tuple[Weight, Weight, bool, bool], Prospect] = {}


class Outlook(NamedTuple):
    """What a master board makes of the nine boards. Lists are by board, or by side and board."""

    master: Master
    score: int  # for X, of all but what the open boards are worth
    open: tuple[int, ...]
    worth: list[Worth]
    entries: tuple[list[Entries], list[Entries]]
    replies: tuple[list[Replies], list[Replies]]


class Outlooks(dict[Master, Outlook]):
    """The outlooks of all master boards that nobody has won, as seen from a root."""

    def __init__(self, codes: Sequence[Code]) -> None:
        self.promises = (
            [PROMISE[code] / 1000 for code in codes],
            [PROMISE_TO_O[code] / 1000 for code in codes],
        )

    def __missing__(self, master: Master) -> Outlook:
        closed = master[2]
        is_open = PLACES[ALL & ~closed]
        score = 0.0
        weights, decides = [], []
        for side in (0, 1):
            won = master[side]
            promises = [
                float(won >> board & 1) if closed >> board & 1 else self.promises[side][board]
                for board in range(9)
            ]
            weight = [
                sum([promises[i] * promises[j] for i, j in OTHERS[board]]) for board in range(9)
            ]
            rounded = [STEPS[bisect(EDGES, SCALE[0] * each)] for each in weight]
            # Of a line's product a third is counted at each of its boards.
            full = SCALE[0] * sum([p * each for p, each in zip(promises, weight, strict=True)]) / 3
            full -= sum([promises[board] * rounded[board] for board in is_open])
            score += -full if side else full
            weights.append(rounded)
            decides.append([HAS_LINE[won | 1 << board] for board in range(9)])
        prospects = [_CLOSED] * 9
        for board in is_open:
            key = weights[0][board], weights[1][board], decides[0][board], decides[1][board]
            prospect = _prospects.get(key)
            if prospect is None:
                prospect = _prospects[key] = new_prospect(*key)
            prospects[board] = prospect
        self[master] = found = Outlook(
            master,
            round(score),
            is_open,
            [prospect.worth for prospect in prospects],
            ([p.entries[0] for p in prospects], [p.entries[1] for p in prospects]),
            ([p.replies[0] for p in prospects], [p.replies[1] for p in prospects]),
        )
        return found


def use(scale: int, promise: Sequence[int]) -> None:
    """Evaluate by another table from now on: the fit plays with the tables of each round."""
    SCALE[:], PROMISE[:] = [scale], promise
    PROMISE_TO_O[:] = [PROMISE[code] for code in SWAPPED]
    _prospects.clear()
