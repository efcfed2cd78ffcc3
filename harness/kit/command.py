"""`golfproof kit`: print a physical MENACE."""

import argparse
import re
from pathlib import Path

from harness.extras import needs
from harness.kit.paper import PAPERS, Sheet
from harness.places import build, shown
from harness.verdict import UsageError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `kit`."""
    parser.description = (
        "Write a PDF with everything for a MENACE of matchboxes: labels with cutting marks, the "
        "key of the beads and how many to buy, an index that finds the box of any board, rules, a "
        "lesson and a score sheet. Print it at 100 % (not fitted to the page)."
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="the file to write (default: build/menace-kit.pdf)"
    )
    parser.add_argument(
        "--paper", type=str.lower, choices=sorted(PAPERS), default="a4", help="default %(default)s"
    )
    parser.add_argument(
        "--label", type=_size, default=(50.0, 34.0), metavar="WxH",
        help="the size of a label in millimetres (default 50x34, for a matchbox of 53x36)",
    )  # fmt: skip
    parser.add_argument(
        "--beads", choices=("challenge", "michie"), default="challenge",
        help="the numbers of beads and the rewards: of the challenge (default), or Michie's own",
    )  # fmt: skip
    parser.add_argument(
        "--second", action="store_true", help="also the boxes of a second MENACE, which plays O"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the kit. Raises UsageError when it cannot be written."""
    sheet = Sheet(options.paper, *options.label)
    needs("kit", "fpdf")
    from harness.kit import document

    out = options.out or build() / "menace-kit.pdf"
    ruleset = document.RULESETS[options.beads]
    try:
        pages = document.write(out, sheet, "XO" if options.second else "X", ruleset)  # type: ignore[arg-type]  # a str of marks is a sequence of them
    except OSError as error:
        raise UsageError(f"{error.filename or out}: {error.strerror}") from error
    per_page = sheet.columns * sheet.rows
    print(f"{shown(out.absolute())}: {pages} pages; {per_page} labels of {sheet.size} mm a page")
    return 0


def _size(text: str) -> tuple[float, float]:
    number = r"(\d+(?:[.,]\d+)?) ?(?:mm)?"
    found = re.fullmatch(f"{number} ?[xX×] ?{number}", text)
    if not found:
        raise argparse.ArgumentTypeError(
            f"{text}: a size is a width and a height in mm, as in 50x34 or 37.5x30"
        )
    width, height = (float(part.replace(",", ".")) for part in found.groups())
    return width, height
