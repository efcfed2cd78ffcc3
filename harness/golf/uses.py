"""Every use of a name in a Python program, with the scope and the place where it stands.

Expressions in f-strings and texts run by `exec` are read too, where they can be.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import TypeAlias

from harness.golf.strings import Lines, parsed, replacement_fields, string_tokens, value_offsets

Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Uses:
    """What was read of a program: its outermost scope, and the uses in the order of reading."""

    module: "Scope"
    uses: Sequence["Use"]
    keywords: Set[str]  # names of keyword arguments
    opaque: bool  # whether it runs text that could not be read


def uses_of(source: str) -> Uses:
    """Every use of a name in a program. Raises SyntaxError."""
    tree = parsed(source)
    reader = _Reader(source)
    reader.constants = _texts_for_exec(tree)
    module = Scope(None, "module", "")
    visitor = _Visitor(reader, source, range(len(source) + 1))
    visitor.body(tree.body, module)
    for constants in reader.constants.values():
        for constant in constants:
            if not visitor.text_is_read(constant, module):
                reader.opaque = True
    return Uses(module, reader.uses, reader.keywords, reader.opaque)


class Scope:
    """A module, function, class or comprehension; `path` names it among all of a program."""

    def __init__(self, parent: "Scope | None", kind: str, path: str) -> None:
        self.parent, self.kind, self.path = parent, kind, path
        self.bound: set[str] = set()
        self.outside: set[str] = set()  # declared global or nonlocal
        self.fixed: set[str] = set()  # what must keep its name
        self.children = 0

    def child(self, kind: str) -> "Scope":
        """A new scope within this one."""
        self.children += 1
        return Scope(self, kind, f"{self.path}/{kind}{self.children}")

    def chain(self) -> Iterator["Scope"]:
        """This scope, and those around it outwards."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def binder(self) -> "Scope":
        """The scope that a walrus in here binds in."""
        return next(s for s in self.chain() if s.kind != "comprehension")


@dataclass
class Use:
    """One use of a name."""

    scope: Scope
    name: str
    place: Place | None  # None where it stands in the source is not known: it cannot be renamed


@dataclass
class _Reader:
    source: str
    uses: list[Use] = field(default_factory=list)
    keywords: set[str] = field(default_factory=set)
    opaque: bool = False  # it runs text that is not known: no variable of the module may change

    def __post_init__(self) -> None:
        self.strings = string_tokens(self.source)
        self.constants: dict[str, list[ast.Constant]] = {}

    def read(self, text: str, places: Sequence[int], module: Scope) -> None:
        """Read the text of a module, whose characters stand at these places of the source."""
        tree = parsed(text)
        _Visitor(self, text, places).body(tree.body, module)

    def bind(self, scope: Scope, name: str, place: Place | None) -> None:
        scope.bound.add(name)
        self.uses.append(Use(scope, name, place))


class _Visitor:
    """One parsed text: the source itself, an expression in an f-string, or a string for exec."""

    def __init__(self, reader: _Reader, text: str, places: Sequence[int]) -> None:
        self.reader, self.text, self.places = reader, text, places
        self.lines = Lines(text)

    def place(self, start: int, size: int) -> Place | None:
        first, last = self.places[start], self.places[start + size]
        whole = self.reader.source[first:last] == self.text[start : start + size]
        return (first, last) if whole else None

    def body(self, statements: Iterable[ast.stmt], scope: Scope) -> None:
        for statement in statements:
            self.visit(statement, scope)

    def visit(self, node: ast.AST, scope: Scope) -> None:
        match node:
            case ast.Name(id=name, ctx=context):
                place = self.place(self.lines.span(node)[0], len(name))
                if isinstance(context, ast.Load):
                    self.reader.uses.append(Use(scope, name, place))
                else:
                    self.reader.bind(scope, name, place)
            case ast.NamedExpr(target=target, value=value):
                place = self.place(self.lines.span(target)[0], len(target.id))
                binder = scope.binder()
                binder.bound.add(target.id)
                self.reader.uses.append(Use(scope, target.id, place))
                self.visit(value, scope)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                self._function(node, scope)
            case ast.ClassDef():
                self._class(node, scope)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self._comprehension(node, scope)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                self._declaration(node, names, scope)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                for alias in aliases:
                    self._import(alias, scope)
            case ast.ExceptHandler(name=str(name)):
                scope.fixed.add(name)
                scope.bound.add(name)
                self._children(node, scope)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                scope.fixed.add(name)
                scope.bound.add(name)
                self._children(node, scope)
            case ast.JoinedStr():
                self._formatted(node, scope)
            case ast.Call():
                self._call(node, scope)
            case _:
                self._children(node, scope)

    def _children(self, node: ast.AST, scope: Scope) -> None:
        for child in ast.iter_child_nodes(node):
            self.visit(child, scope)

    def _function(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, scope: Scope
    ) -> None:
        if not isinstance(node, ast.Lambda):
            start = self.text.index("def", self.lines.span(node)[0]) + 3
            start = self.text.index(node.name, start)
            self.reader.bind(scope, node.name, self.place(start, len(node.name)))
            for decorator in node.decorator_list:
                self.visit(decorator, scope)
        arguments = node.args
        for default in (*arguments.defaults, *filter(None, arguments.kw_defaults)):
            self.visit(default, scope)
        inner = scope.child("function")
        for argument in (
            *arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs,
            *filter(None, (arguments.vararg, arguments.kwarg)),
        ):  # fmt: skip
            start = self.lines.span(argument)[0]
            self.reader.bind(inner, argument.arg, self.place(start, len(argument.arg)))
        inner.fixed |= {argument.arg for argument in arguments.kwonlyargs}
        if isinstance(node, ast.Lambda):
            self.visit(node.body, inner)
        else:
            self.body(node.body, inner)

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        scope.fixed.add(node.name)
        scope.bound.add(node.name)
        for part in (*node.bases, *node.keywords, *node.decorator_list):
            self.visit(part, scope)
        self.body(node.body, scope.child("class"))

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, scope: Scope
    ) -> None:
        inner = scope.child("comprehension")
        for index, generator in enumerate(node.generators):
            self.visit(generator.iter, inner if index else scope)
            self.visit(generator.target, inner)
            for condition in generator.ifs:
                self.visit(condition, inner)
        if isinstance(node, ast.DictComp):
            self.visit(node.key, inner)
            self.visit(node.value, inner)
        else:
            self.visit(node.elt, inner)

    def _declaration(
        self, node: ast.Global | ast.Nonlocal, names: Sequence[str], scope: Scope
    ) -> None:
        at, _ = self.lines.span(node)
        at += len("global" if isinstance(node, ast.Global) else "nonlocal")
        for name in names:
            at = self.text.index(name, at)
            scope.outside.add(name)
            if isinstance(node, ast.Global):
                list(scope.chain())[-1].bound.add(name)
            self.reader.uses.append(Use(scope, name, self.place(at, len(name))))
            at += len(name)

    def _import(self, alias: ast.alias, scope: Scope) -> None:
        if alias.name == "*":
            return
        if alias.asname is None:
            name = alias.name.split(".")[0]
            scope.fixed.add(name)
            scope.bound.add(name)
        else:
            end = self.lines.span(alias)[1]
            size = len(alias.asname)
            self.reader.bind(scope, alias.asname, self.place(end - size, size))

    def _formatted(self, node: ast.JoinedStr, scope: Scope) -> None:
        """Names in an f-string; `ast` of Python 3.11 does not say where they stand."""
        start, end = self.lines.span(node)
        understood = True
        for token in string_tokens(self.text):
            if start <= token.start and token.end <= end and token.formatted:
                for first, last in replacement_fields(self.text, *token.body):
                    understood &= self._field(self.text[first:last], first, scope)
        if not understood:
            self.reader.opaque = True

    def _field(self, expression: str, first: int, scope: Scope) -> bool:
        shift = len(expression) - len(expression.lstrip())
        try:
            tree = parsed(f"({expression[shift:]})")
        except SyntaxError:
            return False
        text = f"({expression[shift:]})"
        inside = [*self.places[first + shift : first + len(expression) + 1]]
        _Visitor(self.reader, text, [inside[0], *inside, inside[-1]]).body(tree.body, scope)
        return True

    def _call(self, node: ast.Call, scope: Scope) -> None:
        self.reader.keywords |= {keyword.arg for keyword in node.keywords if keyword.arg}
        self._children(node, scope)
        match node:
            case ast.Call(func=ast.Name(id="exec"), args=[argument, *_]):
                if scope.kind != "module" or not self._executed(argument, scope):
                    self.reader.opaque = True
            case ast.Call(func=ast.Name(id="globals" | "locals" | "vars"), args=[]):
                self.reader.opaque = True
            case _:
                pass

    def _executed(self, argument: ast.expr, scope: Scope) -> bool:
        """Read the text that exec is given; whether it is known."""
        match argument:
            case ast.BinOp(left=ast.Constant(value=str()) as constant, op=ast.Mult()):
                return self.text_is_read(constant, scope)
            case ast.BinOp(op=ast.Mult(), right=ast.Constant(value=str()) as constant):
                return self.text_is_read(constant, scope)
            case ast.Constant(value=str()):
                return self.text_is_read(argument, scope)
            case ast.Name(id=name):
                return name in self.reader.constants  # read where it is bound
            case _:
                return False

    def text_is_read(self, constant: ast.Constant, scope: Scope) -> bool:
        start, end = self.lines.span(constant)
        here = [t for t in string_tokens(self.text) if start <= t.start and t.end <= end]
        if len(here) != 1:
            return False
        value = str(constant.value)
        offsets = value_offsets(self.text, here[0], value)
        if offsets is None:
            return False
        try:
            self.reader.read(value, [self.places[at] for at in offsets], scope)
        except SyntaxError:
            return False
        return True


def _texts_for_exec(tree: ast.Module) -> dict[str, list[ast.Constant]]:
    """The names that are bound once, to a string, and run by exec."""
    run = {
        node.args[0].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "exec"
        and node.args
        and isinstance(node.args[0], ast.Name)
    }
    run |= set(_run_inside_strings(tree))
    found: dict[str, list[ast.Constant]] = {}
    for node in tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Constant(value=str()) as constant
            ) if name in run:
                found.setdefault(name, []).append(constant)
            case _:
                pass
    stores = [
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    return {name: constants for name, constants in found.items() if stores.count(name) == 1}


def _run_inside_strings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "exec" in node.value:
            try:
                inner = parsed(node.value)
            except SyntaxError:
                continue
            for call in ast.walk(inner):
                match call:
                    case ast.Call(func=ast.Name(id="exec"), args=[ast.Name(id=name), *_]):
                        yield name
                    case _:
                        pass
