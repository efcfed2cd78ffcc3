"""The command `formula`."""

import argparse
import json
import re
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from harness import report
from harness.golf import checking, formula, observe, source
from harness.golf.formula import Question, Want
from harness.golf.looked import Looked
from harness.option_types import add_number, count, positive
from harness.verdict import UsageError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `formula`."""
    parser.description = (
        "Find the shortest expressions with wanted values, among all there are by length: "
        "formula --given h=1,2,3 --want '5 any >=3'. A want is a number, any, >=3, <=3, !=4, true "
        "or false. Exit status 1 when there is none up to --most characters, or up to as many as "
        "there was room for; the answer says which. With three exact wants or more it looks four "
        "characters further than it has room for, in parts: an interrupted search goes on."
    )
    parser.add_argument(
        "--given",
        action="append",
        default=[],
        metavar="NAME=VALUES",
        help="a variable of one letter and its value in each case",
    )
    parser.add_argument("--want", metavar="WANTS", help="the value that is wanted in each case")
    parser.add_argument("--distinct", action="store_true", help="no two cases may be equal")
    parser.add_argument(
        "--modulo",
        type=int,
        default=0,
        metavar="M",
        help="compare values modulo M (default: as they are)",
    )
    parser.add_argument(
        "--operators",
        default=formula.USUAL,
        metavar="LIST",
        help="what an expression may have (default: all of Python's but comparisons)",
    )
    add_number(parser, "--digits", count, 3, "digits of a number at most")
    parser.add_argument(
        "--most",
        type=positive,
        metavar="N",
        help="the most characters of an expression (default 8; with --of one less than it has)",
    )
    add_number(parser, "--room", positive, 1_000_000, "effects kept, each of 8 bytes a case")
    parser.add_argument(
        "--effects",
        action="store_true",
        help="list every effect that is wanted, with its shortest expression",
    )
    parser.add_argument(
        "--of",
        metavar="FILE:LINE:COLUMN",
        help="the values that this expression takes in the proof of its entry, "
        "and whether a shorter one has the same",
    )
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Answer one question."""
    console = report.console_for(as_json=options.json)
    question, most = _question(options, console)
    if options.effects:
        for expression, values in formula.effects(question, most, options.room):
            said = {"expression": expression, "values": values}
            print(json.dumps(said) if options.json else f"{expression:<12} {values}")
        return 0
    looked = Looked(question, options.room)
    with console.status("looking") as status:
        answer = formula.shortest(question, most, options.room, looked, status.update)
    if options.json:
        print(
            json.dumps(
                {
                    "expressions": answer.expressions,
                    "none_up_to": answer.none_up_to,
                    "whole": answer.whole,
                    "effects": answer.effects,
                    "tried": answer.tried,
                }
            )
        )
    for expression in () if options.json else answer.expressions:
        console.print(expression)
    grammar = f"{' '.join(question.operators)}, numbers of up to {question.digits} digits"
    console.print(
        f"none up to {answer.none_up_to} characters ({answer.tried} expressions, "
        f"{answer.effects} effects; {grammar})"
        + ("" if answer.whole else "; no room for longer ones: see --room"),
        soft_wrap=True,
    )
    return 0 if answer.expressions else 1


def _question(options: argparse.Namespace, console: Console) -> tuple[Question, int]:
    operators = tuple(options.operators.split())
    if options.of is not None:
        question, size = _observed(options.of, console)
        most = options.most or max(1, size - 1)
        return replace(question, operators=operators, digits=options.digits), most
    given = dict(map(_given, options.given))
    cases = max((len(values) for values in given.values()), default=0)
    if options.want is not None:
        wants = tuple(map(formula.parse_want, options.want.replace(",", " ").split()))
    elif options.effects or options.distinct:
        wants = (Want("any"),) * cases
    else:
        raise UsageError("say what is wanted: --want, --distinct, --effects or --of")
    question = Question(given, wants, options.distinct, options.modulo, operators, options.digits)
    return question, options.most or 8


def _given(text: str) -> tuple[str, tuple[int, ...]]:
    name, _, values = text.partition("=")
    try:
        return name, tuple(int(value) for value in re.split("[, ]+", values.strip()))
    except ValueError as error:
        raise UsageError(f"{text}: not NAME=VALUES, as in h=1,2,3") from error


def _observed(place: str, console: Console) -> tuple[Question, int]:
    match = re.fullmatch(r"(.+):(\d+):(\d+)", place)
    if match is None:
        raise UsageError(f"{place}: not FILE:LINE:COLUMN")
    path = Path(match[1])
    data = source.read(path)
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{path}: the file is not UTF-8, so its expressions cannot be observed"
        ) from error
    entry = checking.entry_of(path)
    if entry is None:
        raise UsageError(
            f"{path}: no manifest lists this file, so there is no proof in which "
            "its values can be observed"
        )
    try:
        seen = observe.observe(path, entry, int(match[2]), int(match[3]))
    except SyntaxError as error:
        raise UsageError(f"{path}: not a Python program: {error.msg}") from error
    if len(seen.cases) > formula.MOST_CASES:
        raise UsageError(
            f"{seen.text}: {len(seen.cases)} different cases, more than {formula.MOST_CASES}"
        )
    given = {name: tuple(case[k] for case in seen.cases) for k, name in enumerate(seen.names)}
    console.print(f"{seen.text} in {seen.games} games, {len(seen.cases)} cases:")
    for case, value in sorted(seen.cases.items()):
        named = ", ".join(f"{n}={v}" for n, v in zip(seen.names, case, strict=True))
        console.print(f"  {named or 'always'}: {value}")
    wants = tuple(Want("=", value) for value in seen.cases.values())
    return Question(given, wants), len(seen.text)
