"""A Python program that texts with a small change are made of."""

import ast
import tokenize
from collections.abc import Iterator
from typing import Final, TypeAlias

from harness.golf.strings import Lines, Located, parsed, tokens

Span: TypeAlias = tuple[int, int]
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"


class ParsedProgram:
    """A program as its text, its tree and its tokens, and texts made of it by a change."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tree = parsed(source)
        self.lines = Lines(source)
        self.tokens = [
            (token.type, token.string, self.lines.of_token(token.start))
            for token in tokens(source)
            if token.type in (tokenize.OP, tokenize.NAME, tokenize.NUMBER, tokenize.STRING)
        ]
        misplaced = {
            inner
            for node in ast.walk(self.tree)
            if isinstance(node, ast.JoinedStr)
            for inner in ast.walk(node)
            if inner is not node
        }
        self.nodes = [node for node in ast.walk(self.tree) if node not in misplaced]
        self.names = sorted(
            {n.id for n in self.nodes if isinstance(n, ast.Name) and len(n.id) == 1}
        )
        self.unused = next((c for c in _LETTERS if c not in self.names), "_")

    def span(self, node: Located) -> Span:
        """Where a node begins and ends in the source."""
        return self.lines.span(node)

    def text(self, node: Located) -> str:
        """The source of a node."""
        start, end = self.span(node)
        return self.source[start:end]

    def with_text(self, span: Span, text: str) -> str:
        """The source with other text there, parted by blanks from letters on either side."""
        before, after = self.source[: span[0]], self.source[span[1] :]
        if text and before and _touches(before[-1], text[0]):
            text = " " + text
        if text and after and _touches(text[-1], after[0]):
            text += " "
        return before + text + after

    def without(self, statement: ast.stmt) -> str:
        """The source without one statement and what parts it from the next one."""
        start, end = self.span(statement)
        rest = self.source[end:]
        if rest[:1] in (";", "\n"):
            rest = rest[1:].lstrip(" \t") if rest[:1] == "\n" else rest[1:]
            return self.source[:start] + rest
        return self.source[:start].rstrip("; \t\n") + rest

    def bodies(self) -> Iterator[list[ast.stmt]]:
        """Every block of statements."""
        for node in self.nodes:
            for name in ("body", "orelse", "finalbody"):
                body = getattr(node, name, None)
                if isinstance(body, list) and body:
                    yield body


def _touches(left: str, right: str) -> bool:
    return (left.isalnum() or left == "_") and (right.isalnum() or right == "_")
