"""The values that one expression of a program takes in all games of its proof.

The proof's transcripts say what was typed; the program is run again in this process on each, with
the expression watched. So it must depend on its input alone, and read it by `input` or `sys.argv`.
"""

import ast
import contextlib
import io
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harness import given_file, transcript, verify
from harness.challenges import challenge_named
from harness.entry import Entry
from harness.golf.strings import Lines, parsed
from harness.session import Limits
from harness.verdict import UsageError, Verdict


@dataclass
class Observed:
    """An expression, its variables, and each combination of values with the value it has then."""

    text: str
    names: tuple[str, ...]
    cases: dict[tuple[int, ...], int] = field(default_factory=dict)
    odd: str = ""  # why it cannot be asked for in whole numbers
    games: int = 0


def expression_at(source: str, line: int, column: int) -> ast.expr:
    """The longest expression that begins there, both counted from 1. Raises UsageError."""
    tree, lines = parsed(source), Lines(source)
    rows = source.split("\n")
    if not 1 <= line <= len(rows) or not 1 <= column <= len(rows[line - 1]):
        raise UsageError(f"{line}:{column}: there is no such place in the file")
    wanted = lines.of_token((line, column - 1))
    misplaced = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for inner in ast.walk(node)
    }
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp | ast.UnaryOp | ast.Compare | ast.Name | ast.Constant)
        and node not in misplaced
        and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        and lines.span(node)[0] == wanted
    ]
    if not found:
        raise UsageError(f"{line}:{column}: no expression of numbers begins there")
    return max(found, key=lambda node: lines.span(node)[1])


def observe(path: Path, entry: Entry, line: int, column: int) -> Observed:
    """Watch the expression through the proof. Raises UsageError where that cannot be done."""
    data = given_file.read_bytes(path)
    source = data.decode("utf-8")
    node = expression_at(source, line, column)
    start, end = Lines(source).span(node)
    parts = list(ast.walk(node))
    allowed = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Name, ast.Constant, ast.operator,
               ast.unaryop, ast.cmpop, ast.expr_context)  # fmt: skip
    if bad := [part for part in parts if not isinstance(part, allowed)]:
        raise UsageError(f"{source[start:end]}: {type(bad[0]).__name__} is not in the grammar")
    names = tuple(sorted({part.id for part in parts if isinstance(part, ast.Name)}))
    seen = Observed(source[start:end], names)
    code = _watched(source, node, names)
    for typed in _games(entry):
        seen.games += 1
        _run(code, typed, seen)
        if seen.odd:
            raise UsageError(f"{seen.text}: {seen.odd}")
    if not seen.cases:
        raise UsageError(f"{seen.text}: it was never evaluated in {seen.games} games")
    return seen


def _watched(source: str, node: ast.expr, names: Sequence[str]) -> Any:
    tree, lines = parsed(source), Lines(source)
    place = lines.span(node)
    kind = type(node)

    class Watch(ast.NodeTransformer):
        def visit(self, at: ast.AST) -> Any:
            if isinstance(at, kind) and lines.span(at) == place:
                values: list[ast.expr] = [ast.Name(name, ast.Load()) for name in names]
                watch = ast.Name("__watch__", ast.Load())
                return ast.Call(watch, [ast.Tuple(values, ast.Load()), at], [])
            return self.generic_visit(at)

    watched = ast.fix_missing_locations(Watch().visit(tree))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compile(watched, "watched", "exec")


def _games(entry: Entry) -> Iterator[tuple[str, ...]]:
    """What was typed in each game of the entry's proof, which is made now."""
    job = verify.job_of(entry, Limits(), games=20, seed=0)
    result = verify.run(challenge_named(entry.challenge), job, lambda what, share: None)
    if result.verdict is not Verdict.ACCEPTED:
        raise UsageError(
            f"{entry.name}: the program is not accepted, so there is no proof in "
            "which its values can be observed"
        )
    for file in sorted(verify.transcripts_of(entry.name).rglob("*.interaction")):
        game = transcript.load(file)
        yield game.line


def _run(code: Any, typed: Sequence[str], seen: Observed) -> None:
    """Run the program on one game; its own errors end the game, as they do on a terminal."""
    lines = iter(typed)

    def read(prompt: object = "") -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    def watch(values: tuple[Any, ...], value: Any) -> Any:
        if all(isinstance(v, int) for v in (*values, value)):
            seen.cases[tuple(map(int, values))] = int(value)
        elif not seen.odd:
            seen.odd = f"its variables take values that are not whole numbers: {values!r}"
        return value

    argv, sys.argv = sys.argv, ["program.py", *typed]
    scope: dict[str, Any] = {"__name__": "__main__", "input": read, "__watch__": watch}
    quiet: Callable[..., None] = lambda *_, **__: None  # noqa: E731  # a print that keeps nothing
    scope["print"] = quiet
    try:
        with (
            warnings.catch_warnings(),
            contextlib.redirect_stderr(io.StringIO()),
            contextlib.suppress(Exception, SystemExit),
        ):
            warnings.simplefilter("ignore")
            exec(code, scope)
    finally:
        sys.argv = argv
