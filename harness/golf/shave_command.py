"""The commands `shave` and `certificate`."""

import argparse
import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from harness import report
from harness.golf.result_options import add_check_options, add_file_options, output_of
from harness.option_types import add_jobs, add_number, count, positive, seconds
from harness.verdict import UsageError

if TYPE_CHECKING:
    from harness.golf.checking import Check

# A candidate that sits silently at its prompt before its board is whole is refuted after so long.
# The file itself has to pass with this limit; `certificate` gives candidates the usual second.
_ASKS_SECONDS: Final = 0.2


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `shave`."""
    parser.description = (
        "Try every deletion of a few neighbouring bytes, and on Python a catalogue of golf "
        "rewrites; go on from each candidate that the verification accepts. Ends with a "
        "certificate that no candidate of the last program is right. The same command goes on "
        "where it was interrupted."
    )
    add_file_options(parser, "shave")
    parser.add_argument(
        "-k",
        "--bytes",
        dest="most",
        type=positive,
        default=3,
        metavar="N",
        help="neighbouring bytes deleted at most (default %(default)s)",
    )
    parser.add_argument("--no-rewrites", action="store_true", help="only deletions")
    limit = "the limit for one move of a candidate"
    add_number(parser, "--move-seconds", seconds, 15.0, limit, "S")
    limit = "processor time that a candidate may use for one move; the file itself must need less"
    add_number(parser, "--processor-seconds", seconds, 2.0, limit, "S")
    add_jobs(parser, "candidates tried")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    add_check_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Shave one file."""
    from harness.golf import checking, shave, source

    console = report.console_for(as_json=options.json)
    data = source.read(options.file)
    check = checking.chosen(
        options.file, options.check, options.entry, options.unchecked, options.otherwise
    )
    if isinstance(check, checking.Unchecked):
        raise UsageError("without a check every deletion would pass")
    if isinstance(check, checking.ByHarness):
        check = dataclasses.replace(
            check,
            move_seconds=options.move_seconds,
            asks_seconds=_ASKS_SECONDS,
            processor_seconds=options.processor_seconds,
        )
    output = output_of(options, "shave")
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
    written.write_text(shave.dumped(values), encoding="utf-8")
    if len(shortest) < len(data):
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_bytes(shortest)
        console.print(f"{len(data)} -> {len(shortest)} bytes: {output}")
    else:
        console.print(f"{len(data)} bytes: none shorter was accepted")
    for stage, at, said in shave.open_rows(values):
        console.print(f"  {stage}, byte {at}: {said}")
    for kind, stages in values["by_kind"].items():
        said = ", ".join(f"{count} {stage}" for stage, count in sorted(stages.items()))
        console.print(f"  {kind}: {said}")
    console.print(f"certificate, after {values['seconds']} s: {written}")
    if options.json:
        print(json.dumps({key: v for key, v in values.items() if key != "outcomes"}, indent=1))
    return 0 if not values["undecided"] and not values["inconclusive"] else 1


def _failure(data: bytes, name: str, check: "Check") -> str | None:
    from harness.golf import trial

    outcome = trial.try_candidate(data, name, check, ())
    return None if outcome.stage is trial.Stage.PASSED else outcome.said


def add_certificate_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `certificate`."""
    parser.description = (
        "Check a certificate of shave by other code: that it is of this file and leaves no "
        "deletion out, that what did not compile does not, and that what was refuted by playing "
        "is refuted again, for a sample or for all."
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the program")
    parser.add_argument("certificate", metavar="CERTIFICATE", type=Path)
    add_number(parser, "--sample", count, 20, "candidates played again")
    parser.add_argument("--all", action="store_true", help="play all candidates again")
    add_number(parser, "--seed", int, 0, "the seed of the sample")
    add_check_options(parser)
    parser.set_defaults(run=run_certificate)


def run_certificate(options: argparse.Namespace) -> int:
    """Check one certificate."""
    from harness.golf import certificate, checking, source, trial

    data = source.read(options.file)
    values = certificate.load(options.certificate)
    check = checking.chosen(
        options.file, options.check, options.entry, options.unchecked, options.otherwise
    )
    played = None if isinstance(check, checking.Unchecked) else check
    sample = None if options.all else options.sample
    found = list(certificate.faults(data, values, played, options.file.name, sample, options.seed))
    for fault in found:
        print(fault)
    if not found:
        rows = values["outcomes"]
        left = sum(row[3] == trial.Stage.INCONCLUSIVE for row in rows)
        but = f"; {left} of them got no verdict (inconclusive)" if left else ""
        print(f"right: {len(rows)} candidates of {len(data)} bytes, none of them accepted{but}")
    return 1 if found else 0
