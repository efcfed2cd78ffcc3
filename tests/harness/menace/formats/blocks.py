# a table of formats is read line by line
"""Several lines for each box, or several boxes on a line."""

from collections.abc import Callable
from typing import Final

from tests.harness.menace.formats.boards import SHORT, ascii_framed, framed, rows
from tests.harness.menace.formats.boxes import (
    LETTERS,
    NAMES,
    PLACES,
    Boxes,
    below,
    beside_one_another,
    blank,
    by_square,
    by_stage,
    counts,
    grid,
    grids_of_counts,
    in_rows,
    lines,
    matchbox,
    nine,
    several,
    solid,
    spaced,
    weights,
    words,
)
from tests.harness.menace.formats.line_each import LINE_EACH

BLOCKS: Final[dict[str, Callable[[Boxes], str]]] = {
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
    "a list a line": lines(lambda i, p, b: str(list(b))),
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
    "histograms": lines(
        lambda i, p, b: (
            f"Box {i + 1} [{p}]\n" + "\n".join(f"  {k}: {'*' * n}" for k, n in counts(b).items())
        )
    ),
    "dots that lead to counts": lines(
        lambda i, p, b: f"{p}\n" + "\n".join(f"  {k} ..... {n}" for k, n in counts(b).items())
    ),
    "counts beside rows of the picture": lambda b: "\n\n".join(
        "\n".join(
            " ".join(row) + "   " + " ".join(f"{n:2}" for n in nine(x)[3 * at : 3 * at + 3])
            for at, row in enumerate(rows(p))
        )
        for p, x in b.items()
    ),
    "two pictured boxes a line": lambda b: "\n".join(
        "   ".join(f"{p}: {' '.join(map(str, x))}" for p, x in pair)
        for pair in zip([*b.items()][::2], [*b.items()][1::2], strict=True)
    ),
    "all on one line, with pictures": lambda b: ";".join(
        f"{p}={''.join(map(str, x))}" for p, x in b.items()
    ),
    "vectors in columns": lambda b: (
        "no. position   beads on squares 1..9\n"
        + lines(lambda i, p, b: f"{i + 1:3} {p} " + "".join(f"{n:4}" for n in nine(b)))(b)
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
    "sentences": lambda b: (
        "Here are the boxes:\n"
        + lines(lambda i, p, x: f"  Box {i:3}: {len(x)} beads: {' '.join(SHORT[k] for k in x)}")(b)
        + "\nThat was all of them.\n"
    ),
    "slashes on one line": lambda b: "/".join("".join(LETTERS[k] for k in x) for x in b.values()),
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
    "six boxes a line": lambda b: "\n".join(
        " | ".join(f"{''.join(map(str, x)):12}" for x in [*b.values()][i : i + 6])
        for i in range(0, 304, 6)
    ),
    "a line for each kind": lines(
        lambda i, p, b: "\n".join(f"{i},{k},{n}" for k, n in counts(b).items())
    ),
    "two boxes a line": lambda b: "\n".join(
        f"{pair[0]:60} {pair[1]}"
        for pair in zip(*(iter(LINE_EACH["boxes of letters"](b).split("\n")),) * 2, strict=True)
    ),
    "grids beside one another": lambda b: beside_one_another([*b.items()], 8),
    "grids of counts beside one another": lambda b: grids_of_counts([*b.values()], 6),
    "brackets in lines": lambda b: "\n".join(
        " ".join(f"({p} {solid(x)})" for p, x in some) for some in in_rows([*b.items()], 5)
    ),
    "rows and beads": lines(lambda i, p, b: f"{p[:3]}\n{p[3:6]}\n{p[6:]}   {blank(b)}"),
    "rows and counts": lines(
        lambda i, p, b: (
            "\n".join(f"{p[k : k + 3]}  {blank(nine(b)[k : k + 3])}" for k in (0, 3, 6)) + "\n"
        )
    ),
    "headed": lambda b: (
        "Contents of all boxes:\n" + LINE_EACH["words in lines"](b) + "\nEnd of boxes."
    ),
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
    "a list in a list a line": lines(lambda i, p, b: f"    {{[{blank(b)}]}}"),
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
    "a line for all squares": lines(
        lambda i, p, b: (
            f"Box {i}\n"
            + "\n".join(f"{k} {c}" if c != "-" else f"{k} - {b.count(k)}" for k, c in enumerate(p))
        )
    ),
    "numbers and beads on one line": lambda b: ", ".join(
        f"{i}:{solid(x)}" for i, x in enumerate(b.values())
    ),
    "words below headings": lambda b: by_stage(b, "Round {0}:\n{1}", lambda some: words(some, 8)),
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
    "headed pictures": lambda b: "The boxes are now:\n" + LINE_EACH["picture, colon"](b) + "\n",
    "labels and beads on one line": lambda b: " ".join(
        f"{i}-{''.join(LETTERS[k] for k in x)}" for i, x in enumerate(b.values())
    ),
    "labels and digits on one line": lambda b: ", ".join(
        f"{i}/{solid(x)}" for i, x in enumerate(b.values())
    ),
    "bars of letters in lines": lines(
        lambda i, p, b: (
            f"Box {i}\n"
            + "\n".join(f"  {LETTERS[k]} {LETTERS[k] * n}" for k, n in counts(b).items())
        )
    ),
}
