"""Search for the numbers that stand for X, O and an empty square in the MENACE scripts.

python -m solutions.menace.searches.marks SCRIPT X O [MODULUS [squared]]

With the signature of SCRIPT (open or strict), for every value of an empty square from 1 to 126:
whether it tells the 304 boxes apart, names squares and sees wins; how many boards with O to move
have the signature of a box (the scripts look those up too, so it must be none); then the characters
and the modulus by which `sum(b)%m<4` holds for random boards with at most three stones of each
side, equally many, alone. With `squared` a square's name is the signature with the square's mark
multiplied by itself, which must leave the marks of X and O as they are; without, the signature with
X played there (open), or with a mark there that no board has (strict).
"""

import sys
from collections.abc import Callable, Hashable
from itertools import product
from typing import Final, TypeAlias

from reference.menace.boxes import boxes_of, reachable
from reference.menace.signatures import Cells, Marks, after_move, check
from reference.tic_tac_toe import over, to_move

COUNTS = [(x, o, 9 - x - o) for x in range(10) for o in range(10 - x)]
WANTED = {(n, n, 9 - 2 * n) for n in range(4)}
QUOTED = set(b"\0\n\r'\\{}")

Signature: TypeAlias = Callable[[Cells, int], int]


def _open(b: Cells, modulus: int) -> int:
    return sum(8 - i % 3 << sum((b * 7)[i // 2 :: -i // 5]) % modulus for i in b"UvI%/JMkrB`6")


def _strict(b: Cells, modulus: int) -> int:
    codes = b"S+\3\x0f&\x1e>\x0eUm)\x11"
    return sum(9 - i % 4 << sum((b * i)[i // 7 :: i * 4]) % modulus for i in codes)


SIGNATURES: Final[dict[str, Signature]] = {"open": _open, "strict": _strict}
NAMING: Final = 4  # what strict.py puts on a square to name it


def contents(marks: Marks, modulus: int) -> set[int] | None:
    """What lines of three that are not won shift by; None if two alike or one too small."""
    lines = [(x, o, 3 - x - o) for x in range(4) for o in range(4 - x) if 3 not in (x, o)]
    found = {sum(map(int.__mul__, line, marks)) % modulus for line in lines}
    return found if len(found) == len(lines) and min(found) > 2 else None


def characters(marks: Marks, modulus: int) -> list[tuple[int, str]]:
    """(m, characters for X, O and empty) such that sum%m<4 says which random boards are wanted."""
    alike = [range(mark % modulus, 127, modulus) for mark in marks]
    found: list[tuple[int, str]] = []
    for codes in product(*alike):
        if QUOTED & set(codes):
            continue
        sums = {count: sum(map(int.__mul__, count, codes)) for count in COUNTS}
        found += [
            (m, "".join(map(chr, codes)))
            for m in range(4, 200)
            if all((total % m < 4) == (count in WANTED) for count, total in sums.items())
        ]
    return sorted(found)


def main() -> None:
    """Print every value of an empty square that serves, with its characters."""
    signature = SIGNATURES[sys.argv[1]]
    x, o = map(int, sys.argv[2:4])
    modulus = int(sys.argv[4]) if len(sys.argv) > 4 else 24
    squared = sys.argv[5:] == ["squared"]
    if squared and any(mark * mark % modulus != mark % modulus for mark in (x, o)):
        sys.exit("the marks of X and O are not their own squares")
    for empty in range(1, 127):
        marks = Marks(x, o, empty)
        if contents(marks, modulus) is None:
            continue

        def key(cells: Cells) -> int:
            return signature(cells, modulus)

        def squared_name(cells: Cells, square: int) -> Hashable:
            return key([*cells[:square], cells[square] ** 2, *cells[square + 1 :]])

        name = squared_name if squared else after_move(key, marks)
        if sys.argv[1] == "strict":
            name = after_move(key, marks._replace(x=NAMING))
        report = check(key, marks, won=lambda k: k % 8, name=name)
        if report.faults:
            continue
        keys = {key(marks.cells(picture)) for picture in boxes_of("X").pictures}
        replies = [b for b in reachable() if to_move(b) == "O" and not over(b)]
        met = sum(key(marks.cells(board)) in keys for board in replies)
        found = characters(marks, modulus) if met == 0 else []
        print(f"empty {empty}: {met} boards with O to move meet a box; {found[:4]}", flush=True)


if __name__ == "__main__":
    main()
