"""Search lists of codes for open.py: all short slices, each with annealed codes; from the root:

python -m solutions.mu_torere.searches.open_search BYTES [--seconds S] [--seed N] [--slice TEXT]

The frame of open.py is 137 bytes without the codes and their slice. All slices of at most seven characters, of one
or two short expressions in `h`, are listed by what they cut from a list of so many codes in each of the
nine holes, for the program (h from -29 to -1) and for the human (2 to 30), and the shortest spelling of
each effect is kept. For each effect open_anneal.c anneals codes and the start, by counting failures.

Calibration: `155 --slice [:h+23]` finds the record of 2026-11-22 in some seconds of processor time.
"""

import argparse
import itertools
import subprocess
import sys
import tempfile
import warnings
from functools import cache
from pathlib import Path

FRAME = 137
CELLS = (2, 4, 6, 14, 16, 18, 26, 28, 30)
HOLES = (*(cell - 31 for cell in CELLS), *CELLS)
OPERATORS = ("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "**")


@cache
def expressions(longest: int) -> dict[tuple[int, ...], str]:
    """The shortest expression of at most `longest` characters for each row of values."""
    warnings.simplefilter("ignore")
    numbers = [str(n) for n in range(100)]
    atoms = ["h", "-h", "~h", *numbers, *(f"-{n}" for n in range(1, 10))]
    texts = {a for a in atoms if len(a) <= longest}
    texts |= {a + o + b for a in atoms for o in OPERATORS for b in atoms if len(a + o + b) <= longest}
    found: dict[tuple[int, ...], str] = {}
    for text in sorted(texts, key=lambda text: (len(text), text[0] != "h", text)):
        try:
            code = compile(text, text, "eval")
            values = [eval(code, {"h": hole}) for hole in HOLES]
        except (ArithmeticError, TypeError, ValueError):
            continue
        if all(type(value) is int for value in values):
            found.setdefault(tuple(max(-99, min(99, value)) for value in values), text)
    return found


def slices(count: int, longest: int) -> dict[tuple[tuple[int, ...], ...], str]:
    """The shortest slice for each effect on a list of `count` codes: which are kept, by hole."""
    codes, found = tuple(range(count)), dict[tuple[tuple[int, ...], ...], str]()

    def add(text: str, kept: list[tuple[int, ...]]) -> None:
        # With fewer candidates neither a move nor the test for a stuck human can be right.
        rich = sum(len(row) < 2 for row in kept[:9]) < 2 and sum(len(row) < 3 for row in kept[9:]) < 2
        if rich and len(text) <= longest and len(text) < len(found.get(tuple(kept), "x" * 99)):
            found[tuple(kept)] = text

    rows = expressions(longest - 3)
    for row, text in rows.items():
        add(f"[:{text}]", [codes[:x] for x in row])
        add(f"[{text}:]", [codes[x:] for x in row])
        if 0 not in row:
            add(f"[::{text}]", [codes[::x] for x in row])
    short = [(row, text) for row, text in rows.items() if len(text) < longest - 4]
    for (row, text), (other, more) in itertools.product(short, short):
        add(f"[{text}:{more}]", [codes[x:y] for x, y in zip(row, other, strict=True)])
        if 0 not in other:
            add(f"[{text}::{more}]", [codes[x::y] for x, y in zip(row, other, strict=True)])
    return found


def main() -> None:
    """Enumerate, compile, anneal."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bytes", type=int)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slice", default=None)
    options = parser.parse_args()
    lines = []
    for count in range(8, 15):
        rest = options.bytes - FRAME - count  # for the slice, and for codes that need an escape
        for kept, text in slices(count, min(rest, 7)).items():
            if options.slice in (None, text):
                rows = " ".join(",".join(map(str, row)) or "-" for row in kept)
                lines.append(f"{text} {count} {rest - len(text)} {rows}\n")
    if not lines:
        sys.exit(f"no slice of at most {options.bytes - FRAME - 8} characters has that effect first")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "anneal"
        source = Path(__file__).with_name("open_anneal.c")
        subprocess.run(["cc", "-O3", "-o", program, source, "-lm"], check=True)
        command = [program, str(options.seconds), str(options.seed)]
        sys.exit(subprocess.run(command, input="".join(lines), text=True, check=False).returncode)


if __name__ == "__main__":
    main()
