"""String tokens of a Python source: where each character of a value stands in the source."""

import ast
import io
import re
import tokenize
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

_TOKEN: Final = re.compile(r"""(?P<prefix>[A-Za-z]*)(?P<quote>\"\"\"|'''|"|')""")
_ESCAPE: Final = re.compile(
    r"\\(?:\n|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|[0-7]{1,3}|.)", re.DOTALL
)

_STARTS: Final = ("FSTRING_START", "TSTRING_START")  # of Python 3.12, and of 3.14
_ENDS: Final = ("FSTRING_END", "TSTRING_END")

Located: TypeAlias = ast.expr | ast.stmt | ast.arg | ast.alias | ast.keyword


@dataclass(frozen=True, slots=True)
class StringToken:
    """One string literal. Offsets count characters of the source."""

    start: int
    end: int
    prefix: str
    quote: str

    @property
    def body(self) -> tuple[int, int]:
        """Where the characters between the quotes begin and end."""
        return self.start + len(self.prefix) + len(self.quote), self.end - len(self.quote)

    @property
    def formatted(self) -> bool:
        """Whether it is an f-string."""
        return "f" in self.prefix.lower()


class Lines:
    """Offsets of places that `ast` gives as a line and a column in bytes of UTF-8."""

    def __init__(self, source: str) -> None:
        self._lines = re.findall(r"[^\n]*\n|[^\n]+\Z", source)  # not at other line breaks
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def offset(self, line: int, column: int) -> int:
        """The offset of a place in characters."""
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        return self._starts[line - 1] + len(text.encode()[:column].decode())

    def of_token(self, place: tuple[int, int]) -> int:
        """The offset of a place that `tokenize` gives, whose column counts characters."""
        return self._starts[place[0] - 1] + place[1]

    def span(
        self, node: ast.expr | ast.stmt | ast.arg | ast.alias | ast.keyword
    ) -> tuple[int, int]:
        """Where a node begins and ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self.offset(node.lineno, node.col_offset),
            self.offset(node.end_lineno, node.end_col_offset),
        )


def parsed(source: str | bytes) -> ast.Module:
    """The syntax tree, without the warnings that golfed sources earn. Raises SyntaxError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def warnings_of(source: str | bytes) -> int | None:
    """How many warnings compiling a program gives; None when it does not compile."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            compile(source, "program", "exec")
        except (SyntaxError, ValueError, OverflowError, MemoryError, RecursionError):
            return None
        return len(seen)


def tokens(source: str) -> Iterator[tokenize.TokenInfo]:
    """The tokens of a source, an f-string as one of them: Python 3.12 and later take it apart."""
    lines = Lines(source)
    begun: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        kind = tokenize.tok_name[token.type]
        if kind in _STARTS:
            begun.append(token)
        elif kind in _ENDS:
            first = begun.pop()
            text = source[lines.of_token(first.start) : lines.of_token(token.end)]
            if not begun:
                yield first._replace(type=tokenize.STRING, string=text, end=token.end)
        elif not begun:
            yield token


def string_tokens(source: str) -> list[StringToken]:
    """Every string literal of a source that compiles."""
    lines = Lines(source)
    found = []
    for token in tokens(source):
        if token.type == tokenize.STRING and (head := _TOKEN.match(token.string)):
            start, end = lines.of_token(token.start), lines.of_token(token.end)
            found.append(StringToken(start, end, head["prefix"], head["quote"]))
    return found


def value_offsets(source: str, token: StringToken, value: str) -> list[int] | None:
    """For each character of the value, and for its end, the offset in the source.

    None when the literal's escapes were not understood.
    """
    at, end = token.body
    offsets, characters = [], []
    while at < end:
        escape = None if "r" in token.prefix.lower() else _ESCAPE.match(source, at, end)
        offsets.append(at)
        if escape is None:
            characters.append(source[at])
            at += 1
            continue
        made = parsed(f"'''{escape[0]}'''").body[0].value.value  # type: ignore[attr-defined]
        if made:
            characters.append(made)
        else:
            offsets.pop()
        at = escape.end()
    if "".join(characters) != value:
        return None
    return [*offsets, end]


def replacement_fields(source: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the expressions of an f-string's body begin and end, those in format specs too."""
    at = start
    while at < end:
        if source.startswith(("{{", "}}"), at):
            at += 2
        elif source[at] == "{":
            stop = _end_of_expression(source, at + 1, end)
            yield at + 1, stop
            close = _end_of_field(source, stop, end)
            yield from replacement_fields(source, stop, close)
            at = close + 1
        else:
            at += 1


def _end_of_expression(source: str, at: int, end: int) -> int:
    depth, quote = 0, ""
    while at < end:
        c = source[at]
        if quote:
            if source.startswith(quote, at):
                at += len(quote) - 1
                quote = ""
        elif c in "'\"":
            quote = source[at : at + 3] if source[at : at + 3] in ("'''", '"""') else c
            at += len(quote) - 1
        elif c in "([{":
            depth += 1
        elif depth and c in ")]}":
            depth -= 1
        elif not depth and (
            c in "}:"
            or (c == "!" and source[at + 1 : at + 2] != "=")
            or (c == "=" and re.match(r"=\s*[}!:]", source[at:end]))
        ):
            return at
        at += 1
    return end


def _end_of_field(source: str, at: int, end: int) -> int:
    depth = 0
    while at < end:
        if source[at] == "{":
            depth += 1
        elif source[at] == "}":
            if not depth:
                return at
            depth -= 1
        at += 1
    return end
