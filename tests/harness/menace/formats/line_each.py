# a table of formats is read line by line
"""A line for each box."""

from collections.abc import Callable
from string import ascii_lowercase, digits
from typing import Final

from tests.harness.menace.formats.boards import SHORT, rows
from tests.harness.menace.formats.boxes import (
    COLOURS,
    FRUIT,
    LETTERS,
    NAMES,
    PLACES,
    THREE,
    Boxes,
    blank,
    by_square,
    by_stage,
    counts,
    lines,
    nine,
    raised,
    shown,
    solid,
    weights,
)

COMPASS: Final = ["NW", "N", "NE", "W", "C", "E", "SW", "S", "SE"]

LINE_EACH: Final[dict[str, Callable[[Boxes], str]]] = {
    "vectors with marks in lines": lines(lambda i, p, b: f"#{i:03}: {' '.join(shown(p, b))}"),
    "vectors in lines": lines(lambda i, p, b: " ".join(map(str, nine(b)))),
    "weights in lines": lines(lambda i, p, b: " ".join(map(str, weights(p, b)))),
    "weights by picture": lines(lambda i, p, b: f"{p} {weights(p, b)}"),
    "weights, numbered": lines(lambda i, p, b: f"Box {i}: {' '.join(map(str, weights(p, b)))}"),
    "weights, semicolons": lines(lambda i, p, b: ";".join(map(str, [p, *weights(p, b)]))),
    "weights by square, in pairs": lines(
        lambda i, p, b: f"{p} {[(x, n) for x, n in enumerate(nine(b)) if p[x] == '-']}"
    ),
    "pairs in lines": lines(lambda i, p, b: f"{p}: {[(x // 3, x % 3) for x in b]}"),
    "numbered lists": lines(lambda i, p, b: f"{i + 1} {list(b)}"),
    "numbered lists, colon": lines(lambda i, p, b: f"{i}: {list(b)}"),
    "boxes by name": lines(lambda i, p, b: f"Box {i + 1}: {' '.join(map(str, b))}"),
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
    "semicolons": lambda b: "; ".join(" ".join(map(str, box)) for box in b.values()),
    "base 36": lines(lambda i, p, b: f"{p} " + ",".join("0123456789abcdef"[n] for n in nine(b))),
    "words in angles": lines(lambda i, p, b: f"{i}: " + " ".join(f"<{x}>" for x in b)),
    "words in brackets": lines(lambda i, p, b: f"{i}: " + "".join(f"[{x}]" for x in b)),
    "so many of each": lines(
        lambda i, p, b: (
            f"Box {i + 1:3}, {len(b):2} beads: "
            + " ".join(f"{n} of {k}" for k, n in counts(b).items())
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
    "rows and columns in brackets": lines(
        lambda i, p, b: f"{p} -> " + " ".join(f"({k // 3},{k % 3})" for k in b)
    ),
    "rows and columns from 1": lines(
        lambda i, p, b: f"{p}: " + ", ".join(f"({k // 3 + 1}, {k % 3 + 1})" for k in b)
    ),
    "bars": lambda b: " | ".join(" ".join(map(str, box)) for box in b.values()),
    "coloured beads": lines(
        lambda i, p, b: f"{p}: " + "".join(f"\x1b[{COLOURS[x]}m●\x1b[0m" for x in b)
    ),
    "coloured beads, foregrounds ended": lines(
        lambda i, p, b: f"{p}: " + " ".join(f"\x1b[{COLOURS[x]}m●\x1b[39m" for x in b)
    ),
    "coloured beads, ended once": lines(
        lambda i, p, b: f"{p}: " + "".join(f"\x1b[{COLOURS[x]}m●" for x in b) + "\x1b[0m"
    ),
    "letters": lines(lambda i, p, b: "".join("ABCDEFGHI"[x] for x in b)),
    "short names": lines(lambda i, p, b: f"{i}. " + " ".join(SHORT[x] for x in b)),
    "emoji": lines(lambda i, p, b: "".join("🔴🟠🟡🟢🔵🟣🟤⚫⚪"[x] for x in b)),
    "bars for beads": lines(
        lambda i, p, b: f"{i:3} " + " ".join(f"{k}:{'#' * n}" for k, n in counts(b).items())
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
    "run lengths, turned": lines(
        lambda i, p, b: f"{i:03} " + " ".join(f"{n}{'RGBYOPWKV'[k]}" for k, n in counts(b).items())
    ),
    "products": lines(
        lambda i, p, b: f"{i}: " + "+".join(f"{LETTERS[k]}*{n}" for k, n in counts(b).items())
    ),
    "dashes": lines(lambda i, p, b: "-".join(map(str, b))),
    "dots": lines(lambda i, p, b: f"{i} " + "·".join(LETTERS[k] for k in b)),
    "emoji with counts": lines(
        lambda i, p, b: f"📦{i} " + " ".join(f"{FRUIT[k]}×{n}" for k, n in counts(b).items())
    ),
    "backgrounds": lines(
        lambda i, p, b: f"{i:3} " + "".join(f"\x1b[48;5;{20 + 3 * k}m  \x1b[0m" for k in b)
    ),
    "a sign before each": lines(
        lambda i, p, b: "📦 " + "".join("🔴🟠🟡🟢🔵🟣🟤⚫⚪"[k] for k in b)
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
    "dashes for none": lines(lambda i, p, b: f"{p} " + " ".join(str(n or "-") for n in nine(b))),
    "boxes of letters": lines(lambda i, p, b: f"{i}: {' '.join(LETTERS[k] for k in b)}"),
    "bars of dots": lines(lambda i, p, b: f"{p} {blank(['.' * n if n else '-' for n in nine(b)])}"),
    "nine digits": lines(lambda i, p, b: "".join((digits + ascii_lowercase)[n] for n in nine(b))),
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
    "letters and their number": lines(
        lambda i, p, b: f"{p} {''.join(LETTERS[k] for k in b)} {len(b)}"
    ),
    "letters after their number": lines(
        lambda i, p, b: f"{i}: {len(b)} {''.join(LETTERS[k] for k in b)}"
    ),
    "letters between bars, counted": lines(
        lambda i, p, b: f"{p} |{''.join(LETTERS[k] for k in b)}| {len(b)} beads"
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
    "a line for each square, with box and square": lines(
        lambda i, p, b: by_square(p, b, lambda k, n: f"box {i} square {k}: {n}")
    ),
    "a line for each square, with place": lines(
        lambda i, p, b: by_square(p, b, lambda k, n: f"{p}: {PLACES[k]} x{n}")
    ),
    "numbers of pictures and beads without blanks": lines(
        lambda i, p, b: f"Round 1: {int(p.translate(THREE), 3)} {solid(b)}"
    ),
    "numbers and beads between commas": lines(lambda i, p, b: f"{i},{','.join(map(str, b))}"),
    "headed words": lambda b: by_stage(
        b, "Round {0}: {1}", lambda some: " ".join(map(solid, some.values()))
    ),
    # Labels beside the beads or after them, signs before all, bars of letters.
    "labels and beads without blanks": lines(
        lambda i, p, b: f"{i}({''.join(LETTERS[k] for k in b)})"
    ),
    "pictures and beads without blanks": lines(
        lambda i, p, b: f"{p.replace('-', '.')}[{solid(b)}]"
    ),
    "numbers after beads": lines(lambda i, p, b: f"{solid(b)} {i}"),
    "numbers after beads, by name": lines(lambda i, p, b: f"{blank(b)} (box {i})"),
    "pictures after beads": lines(lambda i, p, b: f"{blank(b)} <- {p}"),
    "a dot before all": lines(lambda i, p, b: f".{''.join(LETTERS[k] for k in b)}"),
    "a wave before all": lines(lambda i, p, b: f"~ {p.replace('-', '.')} {blank(b)}"),
    "between turned angles": lines(lambda i, p, b: f"> {blank(b)} <"),
    "bars of one letter": lines(
        lambda i, p, b: f"{p} " + " ".join(f"{k}:{'o' * n}" for k, n in counts(b).items())
    ),
    "bars of the bead's letter": lines(
        lambda i, p, b: (
            f"{p} " + " ".join(f"{LETTERS[k]}:{LETTERS[k] * n}" for k, n in counts(b).items())
        )
    ),
    "rows and columns with commas": lines(
        lambda i, p, b: f"{i}: " + " ".join(f"{k // 3},{k % 3}" for k in b)
    ),
    "compass with counts": lines(
        lambda i, p, b: f"{p}: " + " ".join(f"{COMPASS[k]}{n}" for k, n in counts(b).items())
    ),
    "powers in one word": lines(
        lambda i, p, b: "".join(f"{LETTERS[k].lower()}^{n}" for k, n in counts(b).items())
    ),
}
