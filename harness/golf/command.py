"""The golfer's commands: pack."""

import argparse
import dataclasses
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any, TypeAlias

from harness import option_types, report
from harness.golf import (
    certificate,
    checking,
    deflate,
    formula_command,
    native,
    pack,
    score_command,
    shave,
    source,
    trial,
)
from harness.golf.annealing import Packed
from harness.verdict import UsageError

Subparsers: TypeAlias = "argparse._SubParsersAction[Any]"


def add_commands(commands: Subparsers) -> None:
    """Register the commands; each sets `run`, which gives the exit status."""
    _add_pack(commands.add_parser("pack", help="pack a Python program, and search for the best"))
    _add_shave(commands.add_parser("shave", help="try every small way to shorten a program"))
    formula_command.add_options(
        commands.add_parser("formula", help="find the shortest expressions with wanted values")
    )
    score_command.add_options(
        commands.add_parser("score", help="count the faults of a policy or a signature, in process")
    )
    _add_certificate(commands.add_parser("certificate", help="check a certificate of shave"))


def add_check_options(parser: argparse.ArgumentParser) -> None:
    """How a changed file is checked before it counts."""
    check = parser.add_mutually_exclusive_group()
    check.add_argument(
        "--as",
        dest="entry",
        metavar="ENTRY",
        help="verify results as this entry is verified (default: the file's own)",
    )
    check.add_argument(
        "--check",
        metavar="COMMAND",
        help="a command that ends with status 0 when the file at {} is right",
    )
    check.add_argument("--unchecked", action="store_true", help="take results without a check")


def _add_pack(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Pack a Python program, plain or packed before, in as few bytes as the search finds. "
        "The same command goes on where it was interrupted. The result was checked before it is "
        "written. In the source, ⟦a¦b⟧ marks texts of which any one will do, and ⟦~abc⟧ characters "
        "that may stand in any order."
    )
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        help="where the result is written (default: build/golf/pack/NAME)",
    )
    parser.add_argument("--replace", action="store_true", help="let it replace a longer file")
    parser.add_argument("--seconds", type=option_types.seconds, default=60.0, metavar="S",
                        help="how long to search (default %(default)s)")  # fmt: skip
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--jobs", type=option_types.positive, default=os.cpu_count() or 1, metavar="N"
    )
    parser.add_argument(
        "--cycle",
        type=option_types.positive,
        default=pack.CYCLE,
        metavar="N",
        help="settings tried from one start, until the next (default %(default)s)",
    )
    parser.add_argument("--steps", action="store_true", help="say what each step gains, and end")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    add_check_options(parser)
    parser.set_defaults(run=_pack)


def _pack(options: argparse.Namespace) -> int:
    console = report.console_for(as_json=options.json)
    marked, data = source.python_to_pack(options.file)
    if options.steps:
        table = pack.steps(marked)
        if options.json:
            print(json.dumps(dict(table)))
        for name, size in () if options.json else table:
            console.print(f"{size:6} {name}")
        return 0
    check = checking.chosen(options.file, options.check, options.entry, options.unchecked)
    output = _output(options, "pack")
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


def _output(options: argparse.Namespace, tool: str) -> Path:
    output: Path = options.output or native.cache_folder() / tool / options.file.name
    if output.resolve() == options.file.resolve():
        raise UsageError(f"{output}: the input is never overwritten; name another output")
    if output.is_dir():
        raise UsageError(f"{output}: a folder, not a file")
    if options.output is not None and output.exists() and not options.replace:
        raise UsageError(f"{output}: the file is there already; --replace lets a shorter one in")
    return output


def _first_right(
    found: list[Packed], check: checking.Check, suffix: str
) -> tuple[Packed | None, list[str]]:
    """The best of these that the check accepts, and why better ones failed."""
    failures: list[str] = []
    folder = Path(tempfile.mkdtemp(prefix="golfproof-pack-"))
    try:
        for made in found:
            candidate = folder / f"candidate{suffix}"
            candidate.write_bytes(made.source)
            failure = check(candidate)
            if failure is None:
                return made, failures
            failures.append(failure)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return None, failures


def _add_shave(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Try every deletion of a few neighbouring bytes, and on Python a catalogue of golf "
        "rewrites; go on from each candidate that the verification accepts. Ends with a "
        "certificate that no candidate of the last program is right. The same command goes on "
        "where it was interrupted."
    )
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        help="where a shorter program is written (default: build/golf/shave/NAME)",
    )
    parser.add_argument("--replace", action="store_true", help="let it replace a longer file")
    parser.add_argument(
        "-k",
        "--bytes",
        dest="most",
        type=option_types.positive,
        default=3,
        metavar="N",
        help="neighbouring bytes deleted at most (default %(default)s)",
    )
    parser.add_argument("--no-rewrites", action="store_true", help="only deletions")
    parser.add_argument(
        "--move-seconds",
        type=option_types.seconds,
        default=5.0,
        metavar="S",
        help="the limit for one move of a candidate (default %(default)s)",
    )
    parser.add_argument(
        "--jobs", type=option_types.positive, default=os.cpu_count() or 1, metavar="N"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    add_check_options(parser)
    parser.set_defaults(run=_shave)


def _shave(options: argparse.Namespace) -> int:
    console = report.console_for(as_json=options.json)
    data = source.read(options.file)
    check = checking.chosen(options.file, options.check, options.entry, options.unchecked)
    if isinstance(check, checking.Unchecked):
        raise UsageError("without a check every deletion would pass")
    if isinstance(check, checking.ByHarness):
        check = dataclasses.replace(check, move_seconds=options.move_seconds)
    output = _output(options, "shave")
    if failure := _failure(data, options.file.name, check):
        console.print(f"{options.file} itself is refused by {check.name}: {failure}")
        return 1
    settings = shave.Settings(
        options.file.name, options.file.suffix, options.most, not options.no_rewrites, options.jobs
    )
    path = shave.log_path(options.file.stem, data, check)
    log = shave.Log.load(path)
    if log.outcomes:
        console.print(f"going on: {len(log.outcomes)} candidates were tried before")
    shortest, values = shave.shave(data, settings, check, log, console.print)
    written = path.with_suffix(".certificate.json")
    written.write_text(json.dumps(values), encoding="utf-8")
    if len(shortest) < len(data):
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_bytes(shortest)
        console.print(f"{len(data)} -> {len(shortest)} bytes: {output}")
    else:
        console.print(f"{len(data)} bytes: no candidate is right")
    for kind, stages in values["by_kind"].items():
        said = ", ".join(f"{count} {stage}" for stage, count in sorted(stages.items()))
        console.print(f"  {kind}: {said}")
    console.print(f"certificate, after {values['seconds']} s: {written}")
    if options.json:
        print(json.dumps({key: v for key, v in values.items() if key != "outcomes"}, indent=1))
    return 0 if not values["undecided"] else 1


def _failure(data: bytes, name: str, check: checking.Check) -> str | None:
    outcome = trial.try_candidate(data, name, check, ())
    return None if outcome.stage is trial.Stage.PASSED else outcome.said


def _add_certificate(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Check a certificate of shave by other code: that it is of this file and leaves no "
        "deletion out, that what did not compile does not, and that what was refuted by playing "
        "is refuted again, for a sample or for all."
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the program")
    parser.add_argument("certificate", metavar="CERTIFICATE", type=Path)
    parser.add_argument("--sample", type=option_types.count, default=20, metavar="N",
                        help="candidates played again (default %(default)s)")  # fmt: skip
    parser.add_argument("--all", action="store_true", help="play all of them again")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    add_check_options(parser)
    parser.set_defaults(run=_certificate)


def _certificate(options: argparse.Namespace) -> int:
    data = source.read(options.file)
    values = certificate.load(options.certificate)
    check = checking.chosen(options.file, options.check, options.entry, options.unchecked)
    played = None if isinstance(check, checking.Unchecked) else check
    sample = None if options.all else options.sample
    found = list(certificate.faults(data, values, played, options.file.name, sample, options.seed))
    for fault in found:
        print(fault)
    if not found:
        print(f"right: {values['candidates']} candidates of {len(data)} bytes, none of them right")
    return 1 if found else 0
