"""Mutants of a module: every copy of it with one small change in its syntax tree."""

import ast
import copy
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

Site: TypeAlias = tuple[ast.AST, ast.AST, str]  # a node, what it becomes, and how to say it

_COMPARISONS: Final = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_OPERATIONS: Final = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Add,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_SWAPPED_CALLS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
_LEFT_OUT: Final = (ast.Expr, ast.Assign, ast.AugAssign, ast.Continue, ast.Break, ast.Raise)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed copy of a module."""

    line: int
    change: str
    source: str

    @property
    def key(self) -> str:
        """A name that stays the same while the module does."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:16]


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant, in the order of its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    original = ast.unparse(tree)
    seen = {original}
    found: list[Mutant] = []
    for node, parent in _changeable(tree):
        for new in _replacements(node, parent):
            source = _with(tree, node, new)
            if source not in seen:
                seen.add(source)
                found.append(Mutant(_line(node), _told(node, new), source))
    yield from sorted(found, key=lambda mutant: mutant.line)


def _changeable(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Nodes outside docstrings, annotations, imports, assertions and messages for people."""
    stack: list[tuple[ast.AST, ast.AST]] = [(tree, tree)]
    while stack:
        node, parent = stack.pop()
        yield node, parent
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "type_params", "decorator_list"):
                continue
            children = value if isinstance(value, list) else [value]
            stack += [
                (child, node) for child in children if isinstance(child, ast.AST) and _counts(child)
            ]


def _counts(node: ast.AST) -> bool:
    if isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr | ast.Assert):
        return False
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return False  # of zip: as good as an assertion
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return False  # a docstring
    return not (isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation))


def _replacements(node: ast.AST, parent: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare():
            for position, old in enumerate(node.ops):
                for other in _COMPARISONS[type(old)]:
                    ops = [*node.ops[:position], other(), *node.ops[position + 1 :]]
                    yield ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for position in range(len(values)):
                rest = [*values[:position], *values[position + 1 :]]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.BinOp(left, op, right) if type(op) in _OPERATIONS:
            yield ast.BinOp(left, _OPERATIONS[type(op)](), right)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.If() | ast.While():
            yield _with_test(node, ast.UnaryOp(ast.Not(), node.test))
        case ast.comprehension(ifs=[_, *_]):
            yield ast.comprehension(node.target, node.iter, [], node.is_async)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Constant(str() as value) if value and _means_something(value, parent):
            yield ast.Constant("XX" + value)
        case ast.Call(ast.Name(name), arguments, keywords) if name in _SWAPPED_CALLS:
            yield ast.Call(ast.Name(_SWAPPED_CALLS[name], ast.Load()), arguments, keywords)
        case ast.Return(ast.Constant(None) | None) if not _ends(parent, node):
            yield ast.Pass()
        case ast.Return(ast.expr() as value) if not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Subscript(value, ast.Slice()):
            yield value
        case _ if isinstance(node, _LEFT_OUT) and not isinstance(parent, ast.Module | ast.ClassDef):
            yield ast.Pass()


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _ends(function: ast.AST, node: ast.AST) -> bool:
    """Whether the statement is the last of a function, which then returns None of itself."""
    return isinstance(function, ast.FunctionDef) and function.body[-1] is node


def _means_something(text: str, parent: ast.AST) -> bool:
    """Whether it is a key or a symbol; sentences for people may change."""
    return " " not in text and not isinstance(parent, ast.Call)


def _with_test(node: ast.If | ast.While, test: ast.expr) -> ast.AST:
    changed = copy.copy(node)
    changed.test = test
    return changed


def _with(tree: ast.Module, old: ast.AST, new: ast.AST) -> str:
    """The module's text with one node in the place of another; the tree is left as it was."""

    class Replace(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return new if node is old else self.generic_visit(_shallow(node))

    return ast.unparse(ast.fix_missing_locations(Replace().visit(tree)))


def _shallow(node: ast.AST) -> ast.AST:
    """A copy whose lists of children can be changed without changing the node's."""
    changed = copy.copy(node)
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):
            setattr(changed, field, list(value))
    return changed


def _line(node: ast.AST) -> int:
    for below in ast.walk(node):
        line: int | None = getattr(below, "lineno", None)
        if line is not None:
            return line
    return 0


def _told(old: ast.AST, new: ast.AST) -> str:
    def first_line(node: ast.AST) -> str:
        text = ast.unparse(ast.fix_missing_locations(node)).partition("\n")[0]
        return text if len(text) <= 90 else f"{text[:90]}..."

    return f"{first_line(old)}  ->  {first_line(new)}"
