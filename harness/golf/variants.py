"""Larger changes to a program that packing may gain by: what is imported in the shell, and loops.

Each variant is a text of its own, with the modules that the shell is to import for it.
"""

import ast
import importlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from harness.golf.names import names_of
from harness.golf.strings import Lines, parsed


@dataclass(frozen=True, slots=True)
class Variant:
    """A text, and the modules that the shell imports for it."""

    text: str
    modules: tuple[str, ...] = ()


def variants(text: str) -> list[Variant]:
    """The text as it is, and with its imports in the shell or its repeated text as a loop."""
    found = [Variant(text)]
    if (looped := _as_loop(text)) is not None:
        found.append(Variant(looped))
    for variant in list(found):
        found += _hoisted(variant.text)
        found += _qualified(variant.text)
    return found


def _without(text: str, start: int, end: int) -> str:
    """The text without one simple statement and what parts it from the next."""
    rest = text[end:]
    rest = rest[1:] if rest[:1] in (";", "\n") else rest
    return text[:start] + rest


def _hoisted(text: str) -> Iterator[Variant]:
    """`import a,b` at the top goes to the shell."""
    lines = Lines(text)
    for statement in parsed(text).body:
        if isinstance(statement, ast.Import) and not any(a.asname for a in statement.names):
            start, end = lines.span(statement)
            modules = tuple(alias.name for alias in statement.names if alias.name != "zlib")
            yield Variant(_without(text, start, end), modules)
            return
        if not isinstance(statement, ast.ImportFrom):
            return


def _qualified(text: str) -> Iterator[Variant]:
    """`from a import*` goes to the shell as `a`, and each name of it is written `a.name`."""
    tree, lines = parsed(text), Lines(text)
    for statement in tree.body:
        if not isinstance(statement, ast.ImportFrom) or statement.level:
            continue
        module = statement.module or ""
        if module not in sys.stdlib_module_names or any(a.asname for a in statement.names):
            return
        start, end = lines.span(statement)
        names = names_of(text)
        exported = _exported(module, statement)
        uses = [(name, place) for name, place in names.free if name in exported]
        if names.opaque or any(place is None for _, place in uses):
            return
        made = text
        places = sorted((place for _, place in uses if place is not None), reverse=True)
        for first, _ in places:
            made = f"{made[:first]}{module}.{made[first:]}"
        yield Variant(_without(made, start, end), (module,))
        return


def _exported(module: str, statement: ast.ImportFrom) -> set[str]:
    if statement.names[0].name != "*":
        return {alias.name for alias in statement.names}
    loaded = importlib.import_module(module)
    names = getattr(loaded, "__all__", None) or [n for n in dir(loaded) if not n.startswith("_")]
    return set(names)


def _as_loop(text: str) -> str | None:
    """`exec('''...'''*n)` as `for _ in' '*n:`, the text indented."""
    lines = Lines(text)
    for statement in parsed(text).body:
        match statement:
            case ast.Expr(
                value=ast.Call(
                    func=ast.Name(id="exec"),
                    args=[
                        ast.BinOp(left=ast.Constant(value=str(body)), op=ast.Mult(), right=count)
                    ],
                )
            ) if "'''" not in body and '"""' not in body and "\\\n" not in body:
                letter = next(
                    (c for c in "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                     if not any(v.name == c for v in names_of(text).variables)), None,
                )  # fmt: skip
                if letter is None:
                    return None
                start, end = lines.span(statement)
                first, last = lines.span(count)
                block = "".join(f"\n {line}" for line in body.strip("\n").split("\n"))
                loop = f"for {letter} in' '*{text[first:last]}:{block}"
                return text[:start] + loop + text[end:]
    return None
