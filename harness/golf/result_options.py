"""Options that commands which change a program share: how a result is checked, where it goes."""

import argparse
from pathlib import Path

from harness.places import build
from harness.verdict import UsageError


def add_file_options(parser: argparse.ArgumentParser, tool: str) -> None:
    """Add the options for the program that this tool changes, and for its result."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the program")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        help=f"where a result is written (default: build/golf/{tool}/NAME)",
    )
    parser.add_argument(
        "--replace", action="store_true", help="replace the output file when it is longer"
    )


def add_check_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how a changed file is checked."""
    parser.add_argument(
        "--as",
        dest="entry",
        metavar="ENTRY",
        help="verify results as this entry is verified (default: the file's own)",
    )
    parser.add_argument(
        "--check",
        metavar="COMMAND",
        help="a command that ends with status 0 when the file at {} is right; with --as as well, "
        "a result has to pass both",
    )
    parser.add_argument(
        "--otherwise",
        action="append",
        default=[],
        metavar="LINES",
        help="lines of a manifest, such as 'marks = \"XO?\"': a result that cannot be read as the "
        "entry declares is verified in the form that they declare",
    )
    parser.add_argument("--unchecked", action="store_true", help="take results without a check")


def output_of(options: argparse.Namespace, tool: str) -> Path:
    """Where a result is written. Raises UsageError where it would overwrite something."""
    output: Path = options.output or build() / "golf" / tool / options.file.name
    if output.resolve() == options.file.resolve():
        raise UsageError(f"{output}: the input is never overwritten; name another output")
    if output.is_dir():
        raise UsageError(f"{output}: a folder, not a file")
    if options.output is not None and output.exists() and not options.replace:
        raise UsageError(
            f"{output}: the file exists already; --replace lets a shorter one replace it"
        )
    return output
