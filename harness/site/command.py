"""`golfproof site`: make the page."""

import argparse
from pathlib import Path

from harness.entry import all_entries
from harness.extras import needs
from harness.places import ROOT, build, shown
from harness.verdict import UsageError

_MOST_BYTES = 3_000_000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `site`."""
    parser.description = (
        "Write one HTML page that needs no other file and no network: sizes, each script in its "
        "parts, Mu Torere's whole graph, MENACE at work, a tournament."
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the file to write (default: build/site/index.html)",
    )
    parser.add_argument(
        "--tournament", type=Path, metavar="FOLDER",
        help="the folder of a finished tournament, such as build/arena/bots (default: the "
        "golfed bots play one)",
    )  # fmt: skip
    parser.add_argument(
        "--quick", action="store_true", help="no tournament, and fewer games in the curves"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the page. Raises UsageError when it cannot be written."""
    needs("site", "jinja2")
    from harness.site import page
    from harness.site.data import tournament

    out = options.out or build() / "site" / "index.html"
    entries = all_entries(ROOT)
    matches = options.tournament
    if matches is None and not options.quick:
        print(
            "the golfed bots play a tournament for the page, once; it is kept in build/ ...",
            flush=True,
        )
        matches = tournament.held(entries)
    text = page.page(page.data(entries, matches, quick=options.quick)).encode()
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(text)
    except OSError as error:
        raise UsageError(f"{error.filename or out}: {error.strerror}") from error
    print(f"{shown(out.absolute())}: {len(text):,} bytes; open it in any browser")
    return 0 if len(text) <= _MOST_BYTES else 1
