"""The command `score`: a proof of a part of a program, before there is a program."""

import argparse
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from harness.golf import evaluate, field, source
from harness.option_types import add_number, count
from harness.verdict import UsageError
from reference.menace import signatures


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `score`."""
    parser.description = (
        "Prove a part of a program in this process. mu_torere: an expression in h, the hole's "
        "number, whose value lists candidates; the first that holds the program's stone moves. "
        "menace: a function of the list b of nine numbers whose value is to name positions. "
        "meta_tic_tac_toe: a bot in Python, against the challenge's field, compiled, up to the "
        "first match that it does not win."
    )
    parts = parser.add_subparsers(metavar="CHALLENGE", required=True)
    game = parts.add_parser("mu_torere", help="how many replies of a policy fail")
    game.add_argument("expression", metavar="EXPRESSION", help="as in '(*b\"\\5\\2\",5-h)'")
    game.add_argument(
        "--numbers",
        default="1 2 3 4 5 6 7 8 9",
        metavar="LIST",
        help="the numbers of the nodes in reading order (default %(default)s)",
    )
    game.add_argument(
        "--start",
        default="wwwbowbbb",
        metavar="STONES",
        help="the board at the start, row by row: b the human's, w, o (default %(default)s)",
    )
    game.add_argument(
        "--last", action="store_true", help="the last such candidate moves instead of the first"
    )
    game.add_argument(
        "--index",
        type=count,
        default=0,
        metavar="N",
        help="numbers are indices of a list of N cells, so negative ones count back",
    )
    game.set_defaults(run=_mu_torere)
    boxes = parts.add_parser("menace", help="whether a signature tells the 304 boxes apart")
    boxes.add_argument(
        "expression", metavar="EXPRESSION", help="the signature, in b, as in 'sum(b)'"
    )
    boxes.add_argument("--marks", nargs=3, type=int, required=True, metavar=("X", "O", "EMPTY"))
    boxes.add_argument(
        "--won",
        metavar="EXPRESSION",
        help="in k, the signature's value: true when the game is won, as in 'k%%8'",
    )
    boxes.add_argument(
        "--names",
        action="store_true",
        help="also prove that the signature of the board after a move can name its bead",
    )
    boxes.set_defaults(run=_menace)
    bot = parts.add_parser("meta_tic_tac_toe", help="how a Python bot does against the field")
    bot.add_argument(
        "file", metavar="FILE", type=Path, help="a bot that you trust: it is run without a sandbox"
    )
    bot.add_argument(
        "--nought", choices=("0", "O"), default="0", help="the character that O's tiles are sent as"
    )
    bot.add_argument("--all", action="store_true", help="go on after a match that is not won")
    matches = "matches with goodRandBot after the six with bots that always answer alike"
    add_number(bot, "--random", count, 0, matches)
    bot.set_defaults(run=_meta)


def _function(expression: str, *names: str) -> Callable[..., Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # `24for`, as golfers write
            made: Callable[..., Any] = eval(f"lambda {','.join(names)}:({expression}\n)", {})
            return made
    except SyntaxError as error:
        raise UsageError(f"{expression}: not an expression of Python: {error.msg}") from error


def _mu_torere(options: argparse.Namespace) -> int:
    try:
        numbers = [int(word) for word in options.numbers.replace(",", " ").split()]
    except ValueError as error:
        raise UsageError(f"--numbers: {error}") from error
    if len(set(numbers)) != 9:
        raise UsageError("--numbers: nine different numbers, row by row")
    node_of = dict(zip(numbers, evaluate.nodes_from(options.start), strict=True))
    listed = _function(options.expression, "h")
    policy = {}
    for number, node in node_of.items():
        try:
            found = [int(n) % options.index if options.index else int(n) for n in listed(number)]
        except Exception as error:
            raise UsageError(f"at h={number} the expression fails: {error}") from error
        if len(found) > evaluate.LONGEST:
            raise UsageError(f"at h={number} there are {len(found)} candidates: too many")
        nodes = [node_of.get(n, -1) for n in found]
        policy[node] = nodes[::-1] if options.last else nodes
    began = time.perf_counter()
    faults = evaluate.mu_torere(policy)
    took = time.perf_counter() - began
    print(
        f"{faults.failing} failing replies, {faults.unfinished} won positions not finished, "
        f"{faults.asked} positions asked, {took * 1e6:.0f} microseconds"
    )
    return 0 if faults.perfect else 1


def _meta(options: argparse.Namespace) -> int:
    source.read(options.file)  # for its one line about a file that is none
    won = played = points = 0
    began = time.perf_counter()
    for match in field.matches(field.in_process(options.file, options.nought), options.random):
        said = match.failed or f"{match.points} points"
        if match.rival != "goodRandBot" or not match.won:
            print(f"{match.rival} as {match.side}: {said}")
        played, won, points = played + 1, won + match.won, points + match.points
        if not match.won and not options.all and match.rival != "goodRandBot":
            break
    took = time.perf_counter() - began
    print(f"{won} of {played} matches won, {points} points, {took:.2f} s")
    return 0 if won == played else 1


def _menace(options: argparse.Namespace) -> int:
    marks = signatures.Marks(*options.marks)
    if len(set(marks)) < len(marks):
        raise UsageError("X, O and an empty square have three different marks")
    signature = _function(options.expression, "b")
    won = None if options.won is None else _function(options.won, "k")
    name = signatures.after_move(signature, marks) if options.names else None
    try:
        report = signatures.check(signature, marks, won=won, name=name)
    except Exception as error:
        raise UsageError(f"the expression fails: {type(error).__name__}: {error}") from error
    print(f"{report.keys} keys for 304 boxes, {_faults(report.faults)}")
    for rule in signatures.Rule:
        faults = report.of(rule)
        if faults:
            print(f"{_faults(faults)} against the rule: {rule}; the first:")
            print(faults[0])
    return 1 if report.faults else 0


def _faults(found: Sequence[signatures.Fault]) -> str:
    return f"{len(found)} {'fault' if len(found) == 1 else 'faults'}"
