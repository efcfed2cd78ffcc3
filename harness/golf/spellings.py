"""Spellings of a Python program that mean the same: what a packer may choose between.

Only what is the same whatever the program does: comparisons turned round, factors exchanged,
quotes, line breaks in place of semicolons, and neighbouring statements that do not depend on each
other. What a verification would have to refuse is not worth a search's time.
"""

import ast
import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from harness.golf.strings import Lines, parsed, string_tokens, warnings_of
from harness.golf.template import Flip

_MIRRORED: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: ">", ast.Gt: "<", ast.LtE: ">=", ast.GtE: "<=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_EXCHANGED: Final[dict[type[ast.operator], str]] = {
    ast.Mult: "*", ast.BitXor: "^", ast.BitAnd: "&", ast.Add: "+",
}  # fmt: skip
_PURE_CALLS: Final = frozenset(
    ("abs", "bool", "chr", "divmod", "float", "int", "len", "list", "max", "min", "ord", "range",
     "repr", "sorted", "str", "sum", "tuple")
)  # fmt: skip


def flips_of(source: str) -> list[Flip]:
    """Every flip of a program that can be told from its text. Raises SyntaxError."""
    tree = parsed(source)
    lines = Lines(source)
    misplaced = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for inner in ast.walk(node)
    }
    exchanges: list[Flip] = []
    for node in ast.walk(tree):
        if node in misplaced:
            continue
        if isinstance(node, ast.Compare):
            exchanges += _comparison(source, lines, node)
        elif isinstance(node, ast.BinOp):
            exchanges += _exchange(source, lines, node)
    layout = list(_quotes(source))
    for body in _bodies(tree):
        exchanges += _orders(lines, body)
        layout += _separators(source, lines, body)
    same, given = ast.dump(tree), warnings_of(source)
    found = [flip for flip in exchanges if warnings_of(_applied(source, flip)) == given]
    return found + [flip for flip in layout if _tree(_applied(source, flip)) == same]


def _applied(source: str, flip: Flip) -> str:
    made = "".join(
        part if isinstance(part, str) else source[part[0] : part[1]] for part in flip.spellings[1]
    )
    return source[: flip.start] + made + source[flip.end :]


def _tree(text: str) -> str | None:
    try:
        return ast.dump(parsed(text))
    except SyntaxError:
        return None


def _pure(node: ast.AST) -> bool:
    """Whether an expression neither changes anything nor depends on what a call changes."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom):
            return False
        if isinstance(inner, ast.Call) and not (
            isinstance(inner.func, ast.Name) and inner.func.id in _PURE_CALLS
        ):
            return False
    return True


def _movable(parts: Sequence[ast.expr]) -> bool:
    """Whether these may be evaluated in another order."""
    impure = [part for part in parts if not _pure(part)]
    rest = [part for part in parts if _pure(part)]
    return not impure or (len(impure) == 1 and all(isinstance(part, ast.Constant) for part in rest))


def _part(source: str, lines: Lines, node: ast.expr) -> tuple[int, int]:
    """Where an expression stands, its own brackets taken along."""
    start, end = lines.span(node)
    while (
        source[start - 1 : start] == "("
        and source[end : end + 1] == ")"
        and not (
            source[start - 2 : start - 1].isalnum() or source[start - 2 : start - 1] in ")]'\"_"
        )
    ):
        start, end = start - 1, end + 1
    return start, end


def _comparison(source: str, lines: Lines, node: ast.Compare) -> Iterator[Flip]:
    operands = [node.left, *node.comparators]
    if not _movable(operands) or not all(type(op) in _MIRRORED for op in node.ops):
        return
    spans = [_part(source, lines, operand) for operand in operands]
    between = [source[a[1] : b[0]] for a, b in itertools.pairwise(spans)]
    mirrored = [_MIRRORED[type(op)] for op in node.ops]
    yield _exchanged(spans, between, mirrored)


def _exchange(source: str, lines: Lines, node: ast.BinOp) -> Iterator[Flip]:
    if type(node.op) not in _EXCHANGED or not _movable((node.left, node.right)):
        return
    for side in (node.left, node.right):
        if isinstance(side, ast.BinOp) and _part(source, lines, side) == lines.span(side):
            if not isinstance(node.op, ast.Add | ast.BitXor | ast.BitAnd):
                return
            if side is node.left and isinstance(side.op, type(node.op)):
                return
            if side is node.left and isinstance(node.op, ast.Add) and isinstance(side.op, ast.Sub):
                return
    if isinstance(node.op, ast.Add) and not (_number(node.left) or _number(node.right)):
        return
    spans = [_part(source, lines, side) for side in (node.left, node.right)]
    operator = source[spans[0][1] : spans[1][0]]
    yield _exchanged(spans, [operator], [_EXCHANGED[type(node.op)]])


def _number(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=int() | float()):
            return True
        case ast.BinOp(op=ast.Sub() | ast.FloorDiv() | ast.Pow() | ast.LShift() | ast.RShift()):
            return True
        case ast.UnaryOp(op=ast.USub() | ast.Invert()):
            return True
        case _:
            return False


def _exchanged(spans: list[tuple[int, int]], between: list[str], turned: list[str]) -> Flip:
    first: list[str | tuple[int, int]] = [spans[0]]
    for text, span in zip(between, spans[1:], strict=True):
        first += [text, span]
    second: list[str | tuple[int, int]] = [spans[-1]]
    for text, span in zip(reversed(turned), reversed(spans[:-1]), strict=True):
        second += [text, span]
    return Flip(spans[0][0], spans[-1][1], (tuple(first), tuple(second)))


def _quotes(source: str) -> Iterator[Flip]:
    for token in string_tokens(source):
        start, end = token.body
        if token.formatted or any(c in source[start:end] for c in "\\'\"\n") or start == end:
            continue
        other = {"'": '"', '"': "'", "'''": '"""', '"""': "'''"}[token.quote]
        ways = [(token.prefix + quote, (start, end), quote) for quote in (token.quote, other)]
        yield Flip(token.start, token.end, tuple(ways))


def _bodies(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and body:
                yield body


def _simple(statement: ast.stmt) -> bool:
    return not hasattr(statement, "body")


def _separators(source: str, lines: Lines, body: list[ast.stmt]) -> Iterator[Flip]:
    """A semicolon or a new line between two simple statements."""
    start = lines.span(body[0])[0]
    line = source.rfind("\n", 0, start) + 1
    indent = source[line:start]
    if indent.strip(" \t"):
        return  # the block stands on the line of its head
    for before, after in itertools.pairwise(body):
        if not _simple(before) or not _simple(after):
            continue
        first, last = lines.span(before)[1], lines.span(after)[0]
        between = source[first:last]
        if between.strip(" \t") == ";":
            yield Flip(first, last, ((between,), ("\n" + indent,)))
        elif between == "\n" + indent:
            yield Flip(first, last, ((between,), (";",)))


def _orders(lines: Lines, body: list[ast.stmt]) -> Iterator[Flip]:
    """Two neighbouring simple statements that may change places."""
    for before, after in itertools.pairwise(body):
        if _simple(before) and _simple(after) and _independent(before, after):
            first, second = lines.span(before), lines.span(after)
            between = (first[1], second[0])
            ways = ((first, between, second), (second, between, first))
            yield Flip(first[0], second[1], ways)


def _independent(before: ast.stmt, after: ast.stmt) -> bool:
    """Whether two simple statements can change places: one of them only binds names to values
    that depend on nothing, and the other neither reads nor binds those names, nor calls what may.
    """
    for plain, other in ((before, after), (after, before)):
        names = _plain_binding(plain)
        if names is None:
            continue
        if _plain_binding(other) is None and not _harmless(other):
            continue
        used = {n.id for n in ast.walk(other) if isinstance(n, ast.Name)}
        texts = [n for n in ast.walk(other) if isinstance(n, ast.Constant) and n.value in names]
        if not names & used and not texts:
            return True
    return False


def _plain_binding(statement: ast.stmt) -> set[str] | None:
    match statement:
        case ast.Assign(
            targets=targets,
            value=ast.Constant() | ast.Lambda() | ast.Dict(keys=[]) | ast.List(elts=[]),
        ) if all(isinstance(target, ast.Name) for target in targets):
            if isinstance(statement.value, ast.Lambda) and statement.value.args.defaults:
                return None
            return {target.id for target in targets if isinstance(target, ast.Name)}
    return None


def _harmless(statement: ast.stmt) -> bool:
    """Whether it calls nothing of the program's own, which could read any name."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return True
    return isinstance(statement, ast.Assign | ast.AugAssign | ast.Expr) and all(
        _pure(child) for child in ast.iter_child_nodes(statement)
    )
