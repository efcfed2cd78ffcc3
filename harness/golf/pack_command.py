"""The command `pack`."""

import argparse
import json
from typing import TYPE_CHECKING

from harness import report
from harness.golf.result_options import add_check_options, add_file_options, output_of
from harness.option_types import add_jobs, add_number, positive, seconds
from harness.sandbox.scratch import scratch_folder

if TYPE_CHECKING:
    from harness.golf.annealing import Packed
    from harness.golf.checking import Check


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pack`."""
    parser.description = (
        "Pack a Python program, plain or packed before, in as few bytes as the search finds. "
        "The same command goes on where it was interrupted. The result was checked before it is "
        "written. In the source, ⟦a¦b⟧ marks texts of which any one will do, and ⟦~abc⟧ characters "
        "that may stand in any order."
    )
    add_file_options(parser, "pack")
    add_number(parser, "--seconds", seconds, 60.0, "how long to search", "S")
    add_number(parser, "--seed", int, 1, "the seed of the search")
    add_jobs(parser, "searches")
    add_number(
        parser, "--cycle", positive, 12000, "settings tried before the search starts elsewhere"
    )
    parser.add_argument(
        "--steps",
        action="store_true",
        help="print how many bytes each step gains, without a search",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    add_check_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Pack one file."""
    from harness.golf import checking, deflate, pack, source

    console = report.console_for(as_json=options.json)
    marked, data = source.python_to_pack(options.file)
    if options.steps:
        table = pack.steps(marked)
        if options.json:
            print(json.dumps(dict(table)))
        for name, size in () if options.json else table:
            console.print(f"{size:6} {name}")
        return 0
    check = checking.chosen(
        options.file, options.check, options.entry, options.unchecked, options.otherwise
    )
    output = output_of(options, "pack")
    if not deflate.compiled():
        console.print("no C compiler: zopfli alone, which is slower and finds less")
    progress = pack.Progress.load(pack.progress_path(options.file.stem, marked), options.seed)
    before = pack.plain(marked)
    console.print(f"{len(data)} bytes; packed by zopfli as it is {len(before)}")
    found = pack.search(
        marked, progress, options.seconds, options.jobs, console.print, options.cycle
    )
    best, failures = _first_right(found, check, options.file.suffix)
    if best is None:
        console.print(f"none of {len(failures)} packed programs was right; {failures[0]}")
        return 1
    if output.exists() and len(best.source) >= output.stat().st_size:
        console.print(f"{output} has {output.stat().st_size} bytes already: not written")
    else:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_bytes(best.source)
    console.print(f"{len(best.source)} bytes in {output}, checked by {check.name}")
    if options.json:
        values = {"file": str(options.file), "plain": len(best.text), "zopfli": len(before),
                  "packed": len(best.source), "bits": best.bits, "output": str(output),
                  "tried": progress.tried, "checked_by": check.name}  # fmt: skip
        print(json.dumps(values, indent=1))
    return 0


def _first_right(
    found: "list[Packed]", check: "Check", suffix: str
) -> "tuple[Packed | None, list[str]]":
    """The best of these that the check accepts, and why better ones failed."""
    failures: list[str] = []
    with scratch_folder() as folder:
        for made in found:
            candidate = folder / f"candidate{suffix}"
            candidate.write_bytes(made.source)
            failure = check(candidate)
            if failure is None:
                return made, failures
            failures.append(failure)
    return None, failures
