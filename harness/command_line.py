"""The command line: what was asked for, done, and told in an exit status."""

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from harness import clauses, for_people, option_types, parallel, report, transcript, verify
from harness.challenge import Challenge, Job
from harness.entry import ROOT, Entry, all_entries, entries_at
from harness.golf import scoreboard
from harness.menace.challenge import Menace
from harness.meta_tic_tac_toe.challenge import MetaTicTacToe
from harness.mu_torere.challenge import MuTorere
from harness.program import Program
from harness.session import Limits
from harness.tournament import command as tournament
from harness.tournament.show.replay import match_files
from harness.tournament.show.replay import replay as replay_matches
from harness.verdict import Result, UsageError

CHALLENGES: Final[Mapping[str, Challenge]] = {
    game.name: game for game in (MuTorere(), Menace(), MetaTicTacToe())
}
INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None, description: str = "") -> int:
    """Run one command: 0 accepted, 1 rejected or inconclusive, 2 usage or judge error."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    cut = words.index("--") if "--" in words else len(words)
    options = _parser(description).parse_args(words[:cut])
    options.own_command = words[cut + 1 :] if cut < len(words) else None
    options.words = words[:cut]
    try:
        return int(options.run(options))
    except UsageError as error:
        report.complain(str(error))
        return 2
    except KeyboardInterrupt:
        report.complain("interrupted; what was finished is kept: verify --resume goes on from it")
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads any more; Python would complain of that at exit
        return INTERRUPTED


def _parser(description: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m harness",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_verify(commands.add_parser("verify", help="play a program and judge it, line by line"))

    replay = commands.add_parser("replay", help="judge transcripts again, without the program")
    kinds = "an interaction file, a match file, or a folder of either"
    replay.add_argument("paths", nargs="+", metavar="PATH", help=kinds)
    replay.add_argument(
        "--ply", type=option_types.count, help="show a match as it was after so many calls"
    )
    replay.add_argument("--json", action="store_true", help="print the result as JSON")
    replay.set_defaults(run=_replay)

    sizes = commands.add_parser("bytes", help="print the size of every golfed script")
    sizes.add_argument("files", nargs="*", metavar="FILE", help="any other files to be measured")
    sizes.add_argument("--json", action="store_true", help="print the sizes as JSON")
    sizes.set_defaults(run=_bytes)

    play = commands.add_parser("play", help="play against a reference player or a script")
    play.add_argument(
        "challenge", help="a challenge, for its reference player, or challenge/entry for a script"
    )
    play.add_argument("options", nargs=argparse.REMAINDER, help="passed on to the player")
    play.set_defaults(run=_play)

    tournament.add_options(
        commands.add_parser("tournament", help="play bots of meta tic-tac-toe against one another")
    )

    for_people.add_commands(commands)
    explain = commands.add_parser("explain", help="print a clause of a challenge in full")
    explain.add_argument("clause", nargs="?", help="as a finding names it; none: list them all")
    explain.set_defaults(run=_explain)

    board = commands.add_parser("scoreboard", help="write the READMEs' tables of sizes")
    board.set_defaults(run=_scoreboard)
    return parser


def _add_verify(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Prove programs right or find out what is wrong with them. Without a name: everything. "
        "To check a program of your own, name its challenge and give its command after --, as in: "
        "python -m harness verify mu_torere --numbers 0-8 -- ruby my.rb"
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="a challenge, challenge/entry, or a folder with a manifest of your own",
    )
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--resume", action="store_true", help="skip what is proved and unchanged")
    parser.add_argument(
        "--jobs",
        type=option_types.count,
        default=os.cpu_count() or 1,
        metavar="N",
        help="entries verified at a time (default: one for each core)",
    )
    parser.add_argument("--line", metavar="LIST", help="play only this input, as in 4,1,7")
    parser.add_argument("--games", type=option_types.count, default=20, metavar="N",
                        help="games against scripted, random and generated opponents beside the "
                        "proof (default %(default)s); more of them find rarer errors")  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="of random opponents (default 0)")
    parser.add_argument("--move-seconds", type=option_types.seconds, default=15.0, metavar="S",
                        help="the limit for one move (default %(default)s)")  # fmt: skip
    parser.add_argument(
        "--exact",
        action="store_true",
        help="also hold it to the challenge's own format on standard output, and nothing else",
    )
    parser.add_argument(
        "--clean-end",
        action="store_true",
        help="also hold it to status 0 and an empty standard error at the end",
    )
    for challenge in CHALLENGES.values():
        challenge.add_options(parser.add_argument_group(f"a {challenge.name} program's form"))
    parser.set_defaults(run=_verify)


def _verify(options: argparse.Namespace) -> int:
    console = report.console_for(as_json=options.json)
    limits = Limits(move_seconds=options.move_seconds)
    results: list[Result] = []
    try:
        for result in _results(options, limits, console):
            results.append(result)
            report.print_result(console, CHALLENGES[result.name.partition("/")[0]], result)
    finally:
        if options.json:
            print(report.to_json(results))
        elif len(results) > 1:
            console.print()
            report.print_table(console, sorted(results, key=lambda result: result.name))
    return report.exit_status(results)


def _results(options: argparse.Namespace, limits: Limits, console: Console) -> Iterator[Result]:
    line = None if options.line is None else options.line.replace(",", " ").split()
    if options.own_command is not None:
        challenge, job = _own_job(options, limits)
        with report.progress_on(console, job.name) as progress:
            yield verify.run(challenge, job, progress, line)
        return
    entries = _named(options.names)
    if line is not None and len(entries) != 1:
        raise UsageError("--line plays against one program: name one entry")
    marks = [verify.fingerprint(e, options.games, options.seed, limits) for e in entries]
    if options.resume:
        kept = [verify.stored(e, mark) for e, mark in zip(entries, marks, strict=True)]
        yield from filter(None, kept)
        entries = [e for e, result in zip(entries, kept, strict=True) if result is None]
    ours = all(entry.program.cwd == ROOT for entry in entries)
    if options.jobs > 1 and len(entries) > 1 and ours:
        settings = ["--games", str(options.games), "--seed", str(options.seed)]
        settings += ["--move-seconds", str(options.move_seconds)]
        with report.progress_of_many(console, len(entries)) as progress:
            names = [entry.name for entry in entries]
            yield from parallel.verify_all(names, settings, options.jobs, progress)
        return
    for entry in entries:
        mark = verify.fingerprint(entry, options.games, options.seed, limits)
        challenge = _challenge(entry.challenge)
        with report.progress_on(console, entry.name) as progress:
            job = verify.job_of(entry, limits, options.games, options.seed)
            result = verify.run(challenge, job, progress, line)
        if line is None:
            verify.store(entry, mark, result)
        yield result


def _own_job(options: argparse.Namespace, limits: Limits) -> tuple[Challenge, Job]:
    if not options.own_command:
        raise UsageError("there is no command after --")
    if len(options.names) != 1:
        raise UsageError(f"name the challenge before --: one of {', '.join(CHALLENGES)}")
    challenge = _challenge(options.names[0])
    program = Program(tuple(options.own_command), cwd=Path.cwd(), limits=limits)
    program.check()
    before = shlex.join(["python", "-m", "harness", *_without_line(options.words)])
    job = Job(
        name=f"{challenge.name}/{Path(program.command[-1]).name}",
        program=program,
        form=challenge.form_of_options(options),
        source_bytes=_only_source(program),
        games=options.games,
        seed=options.seed,
        again=(before, f" -- {program.shown}"),
    )
    return challenge, job


def _without_line(words: Sequence[str]) -> list[str]:
    kept = list(words)
    if "--line" in kept:
        at = kept.index("--line")
        del kept[at : at + 2]
    return [word for word in kept if not word.startswith("--line=")]


def _only_source(program: Program) -> int | None:
    """The size of the one file that the command names, when there is exactly one beside it."""
    files = [program.cwd / word for word in program.command[1:] if (program.cwd / word).is_file()]
    return files[0].stat().st_size if len(files) == 1 else None


def _named(names: Sequence[str]) -> list[Entry]:
    entries = _checked(all_entries(ROOT))
    if not names:
        return entries
    found: list[Entry] = []
    for name in names:
        matching = [entry for entry in entries if name in (entry.name, entry.challenge)]
        matching = matching or _checked(entries_at(name))
        if not matching:
            known = ", ".join([*CHALLENGES, *(entry.name for entry in entries)])
            raise UsageError(f"{name}: no such challenge or entry; there are {known}")
        found += matching
    return found


def _checked(entries: list[Entry]) -> list[Entry]:
    for entry in entries:
        try:
            _challenge(entry.challenge).check_form(entry.form)
        except UsageError as error:
            raise UsageError(f"{entry.name}: {error}") from error
    return entries


def _challenge(name: str) -> Challenge:
    if name not in CHALLENGES:
        raise UsageError(f"{name}: no such challenge; there are {', '.join(CHALLENGES)}")
    return CHALLENGES[name]


def _replay(options: argparse.Namespace) -> int:
    console = report.console_for(as_json=options.json)
    results = []
    paths = list(map(Path, options.paths))
    if matches := [file for path in paths for file in match_files(path)]:
        replay_matches(console, matches, options.ply, options.json)
    for path in paths:
        if match_files(path):
            continue
        files = sorted(path.rglob("*.interaction")) if path.is_dir() else [path]
        if not files:
            raise UsageError(f"{path}: no interaction files in this folder")
        games = [transcript.load(file) for file in files]
        challenge = _challenge(games[0].challenge)
        results.append(challenge.judge_again(f"{challenge.name}/{path.stem}", games))
        report.print_result(console, challenge, results[-1])
    if options.json and results:
        print(report.to_json(results))
    return report.exit_status(results)


def _bytes(options: argparse.Namespace) -> int:
    try:
        others = [(name, Path(name).stat().st_size) for name in options.files]
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}") from error
    rows = scoreboard.rows(all_entries(ROOT))
    if options.json:
        sizes = {name: size for name, size, *_ in rows} | dict(others)
        print(json.dumps(sizes, indent=1))
        return 0
    table = Table(box=None, pad_edge=False)
    table.add_column("script")
    for column in ("bytes", "characters", "bar"):
        table.add_column(column, justify="right")
    table.add_column("what it is")
    for name, size, characters, bar, about in rows:
        over = bar is not None and size > bar
        limit = "" if bar is None else str(bar)
        table.add_row(name, str(size), str(characters), limit, about, style="red" if over else None)
    for name, size in others:
        table.add_row(name, str(size))
    report.console_for(as_json=False).print(table)
    return 0


def _play(options: argparse.Namespace) -> int:
    if "/" in options.challenge:
        (entry,) = _named([options.challenge])
        print(f"{entry.name}: {entry.about}; {entry.program.shown}", file=sys.stderr)
        return subprocess.run([*entry.program.argv, *options.options], cwd=ROOT).returncode
    return _challenge(options.challenge).play(options.options)


def _explain(options: argparse.Namespace) -> int:
    if options.clause is None:
        for game in clauses.GAMES:
            for clause in clauses.clauses_of(game).values():
                print(f"{clause.name:<28} {clause.sentence}")
        return 0
    clause = clauses.clause_named(options.clause)
    print("\n\n".join(part for part in (clause.name, clause.sentence, clause.text) if part))
    return 0


def _scoreboard(options: argparse.Namespace) -> int:
    entries = all_entries(ROOT)
    for document in (ROOT / "README.md", ROOT / "solutions" / "README.md"):
        changed = scoreboard.write(document, entries)
        print(f"{document.relative_to(ROOT)}: {'written' if changed else 'already right'}")
    return 0
