"""The command `verify`: play programs and judge them, line by line."""

import argparse
import hashlib
import os
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from harness import option_types, parallel, places, report, verify, watch
from harness.challenge import Challenge, Job
from harness.challenges import CHALLENGES, challenge_named
from harness.commands import form_options
from harness.entry import Entry, all_entries, entries_at
from harness.interrupts import told_of_sigterm
from harness.messages import complain, printable
from harness.program import Program
from harness.sandbox.readable import is_file
from harness.session import Limits
from harness.verdict import Result, UsageError

_OF_COMPILERS: Final = ("a.out", "main", "prog", "program")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `verify`, and those of the challenge that the words typed name."""
    parser.description = (
        "Prove programs right or find out what is wrong with them. Without a name: everything. "
        "To check a program of your own, name its challenge and give its command after --, as in: "
        f"{places.command_name()} verify mu_torere -- ruby my.rb. How a program prints and reads "
        "is described by options of its challenge: see verify CHALLENGE --help."
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="a challenge, challenge/entry, or a folder with a manifest of your own",
    )
    _add_own_options(parser)
    parser.set_defaults(run=run, take_rest=accept, form_options=(), form_challenge=None)
    if (challenge := _challenge_in(parser.get_default("words"))) is not None:
        form_options.add(parser, challenge)


def _add_own_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `verify` has for every challenge."""
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--brief", action="store_true", help="print one line for each program")
    parser.add_argument("--watch", type=Path, metavar="FILE", help="verify again on each save of "
                        "this file, with one line each time; end it by Ctrl-C")  # fmt: skip
    parser.add_argument(
        "--resume",
        action="store_true",
        help="skip entries that were accepted before and have not changed since",
    )
    parser.add_argument(
        "--jobs",
        type=option_types.positive,
        default=2 * (os.cpu_count() or 1),  # a judge and its program take turns, and some wait
        metavar="N",
        help="entries verified at a time (default: two for each core)",
    )
    parser.add_argument("--line", metavar="LIST", help="play only this input, as in 4,1,7")
    parser.add_argument("--games", type=option_types.count, default=20, metavar="N",
                        help="how long to look for rare errors (default %(default)s). Mu Torere: "
                        "N games beside the proof. MENACE: up to 300 times N games, and 2,000 more "
                        "in the longest run. A bot: a match for every four of N, and two generated "
                        "positions for each")  # fmt: skip
    parser.add_argument("--seed", type=int, metavar="N", help="play as the verification did that "
                        "told this seed of its opponents' chances; by default it is drawn anew, so "
                        "that no program can know what will be played")  # fmt: skip
    limit = "the limit for one move"
    option_types.add_number(parser, "--move-seconds", option_types.seconds, 15.0, limit, "S")
    parser.add_argument(
        "--readable",
        type=Path,
        action="append",
        default=[],
        metavar="PATH",
        help="a further file or folder that the program after -- may read; may be given again",
    )
    parser.add_argument(
        "--environment",
        type=option_types.variable,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a variable that every run of the program after -- finds set; NAME alone: not set",
    )


def _challenge_in(words: Sequence[str]) -> Challenge | None:
    """The challenge that the names among these words decide; the values of options are no names."""
    if words[:1] != ["verify"]:
        return None
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    _add_own_options(first)
    try:
        _, others = first.parse_known_args(words[1:])
    except argparse.ArgumentError:
        others = list(words[1:])  # the parser of all options says what is wrong with them
    return form_options.challenge_of(others)


def accept(left: Sequence[str], options: argparse.Namespace) -> None:
    """Take names that stand after an option, which the parser leaves over.

    Raises UsageError for an option that it leaves over.
    """
    at = next((i for i, word in enumerate(left) if word.startswith("-")), None)
    if at is None:
        options.names += left
        return
    typed_before = options.words[: options.words.index(left[at])]
    before = [name for name in options.names if name in typed_before]
    if options.own_command is None and options.form_challenge is None and before:
        named_entries(before)  # a wrong name is why the option after it was not understood
    raise UsageError(form_options.unknown(left[at:], options.form_challenge))


def run(options: argparse.Namespace) -> int:
    """Verify, print every result as it comes, and a table where there are several."""
    with told_of_sigterm():
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    console = report.console_for(as_json=options.json)
    limits = Limits(move_seconds=options.move_seconds)
    if options.watch is not None:
        return _watch(options, limits, console)
    results: list[Result] = []
    try:
        for result in _results(options, limits, console):
            results.append(result)
            if options.brief:
                _print_line(console, watch.brief(result))
                continue
            report.print_result(console, challenge_named(result.name.partition("/")[0]), result)
    finally:
        if options.json:
            print(report.to_json(results))
        elif len(results) > 1 and not options.brief:
            console.print()
            report.print_table(console, sorted(results, key=lambda result: result.name))
    return report.exit_status(results)


def _watch(options: argparse.Namespace, limits: Limits, console: Console) -> int:
    """Verify now and on each save. Comes back only by an error in the options or by Ctrl-C."""
    if options.json:
        raise UsageError(
            "--watch prints a line for each result and cannot print JSON: leave out --json"
        )
    before: dict[str, Result] = {}
    for _ in watch.saves(options.watch):
        try:
            for result in _results(options, limits, console):
                changed = watch.changes(result, before.get(result.name))
                _print_line(console, watch.brief(result) + (f"  ({changed})" if changed else ""))
                before[result.name] = result
        except UsageError as error:
            if not before:
                raise
            complain(str(error))  # such as a file that was renamed away meanwhile
    return 0


def _print_line(console: Console, line: str) -> None:
    console.print(Text(printable(line)), soft_wrap=True)


def _results(options: argparse.Namespace, limits: Limits, console: Console) -> Iterator[Result]:
    line = None if options.line is None else options.line.replace(",", " ").split()
    if options.own_command is not None:
        challenge, job = _own_job(options, limits)
        with report.progress_on(console, job.name) as progress:
            yield verify.run(challenge, job, progress, line)
        return
    entries = [form_options.changed(entry, options) for entry in named_entries(options.names)]
    if options.environment:
        raise UsageError("--environment applies to a program after -- only")
    if line is not None and len(entries) != 1:
        raise UsageError("--line plays against one program only: name one entry")
    marks = [verify.fingerprint(e, options.games, options.seed, limits) for e in entries]
    if options.resume:
        kept = [verify.stored(e, mark) for e, mark in zip(entries, marks, strict=True)]
        yield from filter(None, kept)
        entries = [e for e, result in zip(entries, kept, strict=True) if result is None]
    ours = all(entry.program.cwd == places.ROOT for entry in entries)
    if options.jobs > 1 and len(entries) > 1 and ours:
        settings = ["--games", str(options.games), "--move-seconds", str(options.move_seconds)]
        settings += [] if options.seed is None else ["--seed", str(options.seed)]
        settings += form_options.words(options)
        with report.progress_of_many(console, len(entries)) as progress:
            taken = ((entry.name, verify.seconds_before(entry)) for entry in entries)
            seconds = {name: before for name, before in taken if before is not None}
            names = [entry.name for entry in parallel.in_turn(entries, seconds)]
            yield from parallel.verify_all(names, settings, options.jobs, progress)
        return
    for entry in entries:
        mark = verify.fingerprint(entry, options.games, options.seed, limits)
        challenge = challenge_named(entry.challenge)
        with report.progress_on(console, entry.name) as progress:
            words = form_options.words(options)
            job = verify.job_of(entry, limits, options.games, _seed(options), words)
            result = verify.run(challenge, job, progress, line)
        if line is None:
            verify.store(entry, mark, result)
        yield result


def _own_job(options: argparse.Namespace, limits: Limits) -> tuple[Challenge, Job]:
    if not options.own_command:
        raise UsageError("there is no command after --")
    if len(options.names) != 1:
        raise UsageError(f"name the challenge before --: one of {', '.join(CHALLENGES)}")
    challenge = challenge_named(options.names[0])
    if options.readable and challenge.name == "meta_tic_tac_toe":
        raise UsageError("--readable does not apply to bots: a bot may read its own folder only")
    if options.environment and challenge.name == "meta_tic_tac_toe":
        raise UsageError("--environment does not apply to bots: all bots run in the same one")
    program = Program(
        tuple(options.own_command),
        cwd=Path.cwd(),
        limits=limits,
        more_readable=tuple(path.absolute() for path in options.readable),
        more_environment=dict(options.environment),
    )
    program.check()
    before = shlex.join([*places.command_name().split(), *_without_line(options.words)])
    job = Job(
        name=f"{challenge.name}/{short_name(program)}",
        program=program,
        form=challenge.form_of_options(options),
        source_bytes=_only_source(program),
        games=options.games,
        seed=_seed(options),
        again=(before, f" -- {program.shown}"),
    )
    return challenge, job


def _seed(options: argparse.Namespace) -> int:
    """The seed that was given, or a new one."""
    return verify.seed_anew() if options.seed is None else int(options.seed)


def short_name(program: Program) -> str:
    """A name for a command's results: its only source's, else the interpreter's and a digest.

    Where a compiler gives every program one name, the folder's stands before it.
    It is always the name of one folder: never empty, `..` or longer than a file's name may be.
    """
    sources = _sources(program)
    if len(sources) == 1:
        source = sources[0].resolve()
        same = source.name in _OF_COMPILERS
        name = f"{source.parent.name[:40]}-{source.name}" if same else source.name
    else:
        digest = hashlib.sha256("\0".join(program.command).encode(errors="replace")).hexdigest()
        name = f"{Path(program.command[0]).name[:40]}-{digest[:8]}"
    return re.sub(r"[^\w.+-]", "_", name).strip(".")[:80] or "program"


def _without_line(words: Sequence[str]) -> list[str]:
    """The words of a command that its finding's command to paste begins with."""
    kept = [word for word in words if word != "--brief"]
    for option in ("--line", "--watch", "--seed"):
        if option in kept:
            at = kept.index(option)
            del kept[at : at + 2]
    return [word for word in kept if not word.startswith(("--line=", "--watch=", "--seed="))]


def _sources(program: Program) -> list[Path]:
    """The files that the command names: its arguments, or else itself, as in `./a.out`.

    A command in another folder is itself the source when it is a script or has no arguments:
    /usr/bin/perl with a program after -e is an interpreter.
    """
    first, *rest = program.command
    named = _files(program, rest)
    if named or "/" not in first:
        return named
    own = _files(program, [first])
    is_source = first.startswith("./") or not rest or any(map(_is_script, own))
    return own if is_source else []


def _is_script(path: Path) -> bool:
    """Whether the file names its interpreter in its first line."""
    try:
        with path.open("rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return False


def _files(program: Program, words: Sequence[str]) -> list[Path]:
    return [path for word in words if is_file(path := program.cwd / word)]


def _only_source(program: Program) -> int | None:
    """The size in bytes of the one file that the command names, when there is exactly one."""
    files = _sources(program)
    return files[0].stat().st_size if len(files) == 1 else None


def named_entries(names: Sequence[str]) -> list[Entry]:
    """The manifests' entries of these names or challenges; all, when there are none."""
    entries = all_entries(places.ROOT)
    if not names:
        return _checked(entries)
    found: list[Entry] = []
    for name in names:
        matching = [entry for entry in entries if name in (entry.name, entry.challenge)]
        matching = matching or entries_at(name)
        if not matching:
            if Path(name).is_dir():
                raise UsageError(
                    f"{name}: this folder has no entries.toml; to verify a program without one, "
                    "name its challenge and its command, as in: verify mu_torere -- ruby my.rb"
                )
            known = ", ".join([*CHALLENGES, *(entry.name for entry in entries)])
            if _could_be_a_command(name):
                raise UsageError(f"{name}: no such challenge or entry; is a -- missing before it?")
            raise UsageError(f"{name}: no such challenge or entry; there are {known}")
        found += matching
    return _checked(found)


def _checked(entries: list[Entry]) -> list[Entry]:
    """The same, if their challenges can read their forms; no other challenge is imported."""
    for entry in entries:
        try:
            challenge_named(entry.challenge).check_form(entry.form)
        except UsageError as error:
            raise UsageError(f"{entry.name}: {error}") from error
    return entries


def _could_be_a_command(name: str) -> bool:
    return Path(name).exists() or shutil.which(name) is not None
