"""Golf rewrites of a Python program: texts that are often shorter and sometimes still right.

Each is a guess, to be refuted by a verification. Nothing here needs to keep a program's meaning.
"""

import ast
import builtins
import keyword
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, TypeAlias

from harness.golf.parsed_program import ParsedProgram, Span

Rewrite: TypeAlias = tuple[str, str]  # its kind, and the program
_OPERATORS: Final = (
    "+", "-", "*", "/", "%", "<", ">", "^", "&", "|", "//", "**", "<<", ">>", "==", "!=", ",",
)  # fmt: skip
_WORDS: Final = {
    "and": ("*", "&", "<", ">", "-"), "or": ("|", "+", ",", "^"), "not": ("~", "-", ""),
    "in": (), "is": ("==", "<", "-"), "if": (" and ",),
}  # fmt: skip


def rewrites(source: str) -> Iterator[Rewrite]:
    """Every rewrite of the catalogue. Raises SyntaxError."""
    program = ParsedProgram(source)
    for rule in _RULES:
        yield from rule(program)


def _brackets(program: ParsedProgram) -> Iterator[Rewrite]:
    """A pair of brackets taken away."""
    opened: list[int] = []
    source = program.source
    for kind, text, at in program.tokens:
        if kind != tokenize.OP:
            continue
        if text in "([{":
            opened.append(at)
        elif text in ")]}" and opened:
            first = opened.pop()
            inner = source[first + 1 : at]
            yield "brackets", program.with_text((first, at + 1), inner)
            yield "brackets", source[:first] + " " + inner + source[at + 1 :]


def _operators(program: ParsedProgram) -> Iterator[Rewrite]:
    """An operator in place of a longer one, or of a word."""
    for kind, text, at in program.tokens:
        span = (at, at + len(text))
        if kind == tokenize.OP and text in _OPERATORS and len(text) > 1:
            for other in _OPERATORS:
                if len(other) < len(text):
                    yield "operator", program.with_text(span, other)
        elif kind == tokenize.OP and text in (">=", "<="):
            for other in "<>-":
                yield "operator", program.with_text(span, other)
        elif kind == tokenize.NAME and text in _WORDS:
            start, end = span
            while program.source[start - 1 : start] == " ":
                start -= 1
            while program.source[end : end + 1] == " ":
                end += 1
            for other in _WORDS[text]:
                yield "operator", program.with_text((start, end), other)


def _parts(program: ParsedProgram) -> Iterator[Rewrite]:
    """An expression in place of which one of its parts, a name or a digit stands."""
    for node in program.nodes:
        if not isinstance(node, ast.expr) or not isinstance(
            getattr(node, "ctx", ast.Load()), ast.Load
        ):
            continue
        span = program.span(node)
        size = span[1] - span[0]
        if size < 2:
            continue
        for child in ast.walk(node):
            if isinstance(child, ast.expr) and child is not node and child in _direct(node):
                yield "part", program.with_text(span, program.text(child))
        for text in (*program.names, *"0123456789"):
            yield "name or digit", program.with_text(span, text)


def _direct(node: ast.expr) -> set[ast.AST]:
    near = set(ast.iter_child_nodes(node))
    return near | {inner for child in near for inner in ast.iter_child_nodes(child)}


def _statements(program: ParsedProgram) -> Iterator[Rewrite]:
    """Statements left out, joined, or moved to the line of their head."""
    source = program.source
    for body in program.bodies():
        for statement in body:
            yield "statement", program.without(statement)
        if all(not hasattr(statement, "body") for statement in body):
            first, last = program.span(body[0])[0], program.span(body[-1])[1]
            head = source[:first].rstrip(" \t\n")
            if head.endswith(":") and head != source[:first]:
                inner = ";".join(program.text(statement) for statement in body)
                yield "join", head + inner + source[last:]
        for one, other in pairwise(body):
            yield from _joined(program, one, other)


def _joined(program: ParsedProgram, one: ast.stmt, other: ast.stmt) -> Iterator[Rewrite]:
    source = program.source
    if isinstance(one, ast.Assign) and isinstance(other, ast.Assign):
        targets = [program.text(target) for target in (*one.targets, *other.targets)]
        span = (program.span(one)[0], program.span(other)[1])
        for value in (one.value, other.value):
            text = "=".join([*targets, program.text(value)])
            yield "chained assignment", program.with_text(span, text)
    if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
        name, bound = one.targets[0].id, program.text(one.value)
        begin = program.span(other)[0]
        for node in ast.walk(other):
            if isinstance(node, ast.Name) and node.id == name and node in program.nodes:
                start, end = program.span(node)
                head = source[: program.span(one)[0]]
                for walrus in (f"({name}:={bound})", f"{name}:={bound}", f"({bound})", bound):
                    yield "walrus", head + source[begin:start] + walrus + source[end:]


def _aliases(program: ParsedProgram) -> Iterator[Rewrite]:
    """A name for what is written more than once."""
    spans: dict[str, list[Span]] = {}
    for node in program.nodes:
        if isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            spans.setdefault(program.text(node), []).append(program.span(node))
    letter = program.unused
    for text, places in spans.items():
        if len(places) < 2 or len(text) < 2:
            continue
        ahead = program.source
        for start, end in sorted(places, reverse=True):
            ahead = ahead[:start] + letter + ahead[end:]
        yield "alias", f"{letter}={text}\n{ahead}"
        for walrus in (f"({letter}:={text})", f"{letter}:={text}"):
            made = program.source
            for start, end in sorted(places[1:], reverse=True):
                made = made[:start] + letter + made[end:]
            start, end = min(places)
            yield "alias", made[:start] + walrus + made[end:]


def _calls(program: ParsedProgram) -> Iterator[Rewrite]:
    """Calls as displays, slices, operators or f-strings."""
    for node in program.nodes:
        if not isinstance(node, ast.Call):
            continue
        span = program.span(node)
        arguments = [program.text(argument) for argument in node.args]
        first = arguments[0] if arguments else ""
        made: list[str] = []
        match node.func:
            case ast.Name(id="list"):
                made = [f"[*{first}]" if first else "[]", f"*{first},"]
            case ast.Name(id="tuple"):
                made = [f"(*{first},)" if first else "()", f"*{first},"]
            case ast.Name(id="set"):
                made = [f"{{*{first}}}"]
            case ast.Name(id="dict"):
                made = ["{}", f"{{**{first}}}"]
            case ast.Name(id="str"):
                made = [f"f'{{{first}}}'", f"`{first}`"]
            case ast.Name(id="range") if len(arguments) == 1:
                made = [f"[0]*{first}", f"' '*{first}"]
            case ast.Name(id="range") if len(arguments) == 2 and first == "0":
                made = [f"range({arguments[1]})"]
            case ast.Name(id="int" | "bool" | "float" | "abs" | "sorted" | "max" | "min" | "sum"):
                made = [first, f"+{first}", f"-{first}"]
            case ast.Name(id="print") if len(arguments) > 1:
                made = [f"print(*{first})"]
            case ast.Name(id="isinstance" | "len"):
                made = [first]
            case ast.Attribute(attr="append", value=value):
                made = [f"{program.text(value)}+={first},"]
            case ast.Attribute(attr="extend" | "update", value=value):
                made = [f"{program.text(value)}+={first}", f"{program.text(value)}|={first}"]
            case ast.Attribute(attr="copy", value=value):
                made = [f"{program.text(value)}[:]", f"[*{program.text(value)}]"]
            case ast.Attribute(attr="split", value=ast.Constant(value=str(words))):
                made = ["'" + "".join(words.split()) + "'", repr(words.split())[1:-1]]
            case ast.Attribute(attr="join", value=ast.Constant(value="")):
                made = [f"str({first})", first]
            case ast.Attribute(value=value):
                made = [program.text(value)]
            case _:
                pass
        for text in made:
            yield "call", program.with_text(span, text)


def _formats(program: ParsedProgram) -> Iterator[Rewrite]:
    """Texts that are added up or formatted by % as an f-string."""
    for node in program.nodes:
        match node:
            case ast.BinOp(left=ast.Constant(value=str(form)), op=ast.Mod(), right=right):
                values = list(right.elts) if isinstance(right, ast.Tuple) else [right]
                pieces = form.replace("%s", "%d").replace("%c", "%d").split("%d")
                if len(pieces) == len(values) + 1:
                    inner = "".join(
                        f"{piece}{{{program.text(value)}}}"
                        for piece, value in zip(pieces, values, strict=False)
                    )
                    for quote in "'\"":
                        text = f"f{quote}{inner}{pieces[-1]}{quote}".replace("\n", "\\n")
                        yield "f-string", program.with_text(program.span(node), text)
            case ast.BinOp(op=ast.Add()):
                for text in _spliced(program, node):
                    yield "f-string", program.with_text(program.span(node), text)
            case _:
                pass


def _spliced(program: ParsedProgram, node: ast.BinOp) -> Iterator[str]:
    terms: list[ast.expr] = []
    rest: ast.expr = node
    while isinstance(rest, ast.BinOp) and isinstance(rest.op, ast.Add):
        terms.insert(0, rest.right)
        rest = rest.left
    terms.insert(0, rest)
    made = ""
    for term in terms:
        match term:
            case ast.Constant(value=str(text)) if "{" not in text and "\\" not in repr(text):
                made += text
            case ast.Call(func=ast.Name(id="str"), args=[value]):
                made += f"{{{program.text(value)}}}"
            case _:
                made += f"{{{program.text(term)}}}"
    for quote in "'\"":
        if quote not in made:
            yield f"f{quote}{made}{quote}"


def _chains(program: ParsedProgram) -> Iterator[Rewrite]:
    """`a<b and b<c` as `a<b<c`, `x=x+a` as `x+=a`, a function as a lambda."""
    for node in program.nodes:
        match node:
            case ast.BoolOp(values=values):
                for one, other in pairwise(values):
                    if isinstance(one, ast.Compare) and isinstance(other, ast.Compare):
                        left, right = program.text(one), program.text(other)
                        span = (program.span(one)[0], program.span(other)[1])
                        first = program.text(other.left)
                        last = program.text(one.comparators[-1])
                        if first == last:
                            yield "chain", program.with_text(span, left + right[len(first) :])
                        for middle in ("==", "!=", "<", ">", "<=", ">="):
                            yield "chain", program.with_text(span, left + middle + right)
            case ast.Assign(targets=[target], value=ast.BinOp(left=left, right=right)) if (
                program.text(target) == program.text(left)
            ):
                operator = program.source[program.span(left)[1] : program.span(right)[0]]
                text = f"{program.text(target)}{operator}={program.text(right)}"
                yield "augmented", program.with_text(program.span(node), text)
            case ast.FunctionDef(name=name, body=[ast.Return(value=ast.expr() as value)]):
                given = ast.unparse(node.args)
                head = f"{name}=lambda {given}:" if given else f"{name}=lambda:"
                yield "lambda", program.with_text(program.span(node), head + program.text(value))
            case ast.While(test=test) if program.text(test) in ("True", "1"):
                yield "loop", program.with_text(program.span(test), "1")
            case ast.For(target=target, iter=ast.Call(func=ast.Name(id="range"), args=[count])):
                start, end = program.span(node.iter)
                text = program.text(count)
                for shorter in (f"[0]*{text}", f"' '*{text}", f"b' '*{text}"):
                    yield "loop", program.with_text((start, end), shorter)
                if text.isdigit() and int(text) < 6:
                    yield "loop", program.with_text((start, end), ",".join("012345"[: int(text)]))
            case _:
                pass


def _numbers(program: ParsedProgram) -> Iterator[Rewrite]:
    """Numbers respelled, or a little less than they are."""
    for kind, text, at in program.tokens:
        if kind != tokenize.NUMBER or not text.isdigit() or len(text) < 2:
            continue
        span, value = (at, at + len(text)), int(text)
        if len(text) > 3:
            for base in range(2, 10):
                for power in range(2, 64):
                    if base**power == value:
                        yield "number", program.with_text(span, f"{base}**{power}")
        shorter = "9" * (len(text) - 1)
        yield "number", program.with_text(span, shorter)


def _unpacking(program: ParsedProgram) -> Iterator[Rewrite]:
    """`x=list(y)` as `*x,=y`, a list of characters as their text."""
    for node in program.nodes:
        match node:
            case (
                ast.Assign(
                    targets=[ast.Name(id=name)],
                    value=ast.Call(func=ast.Name(id="list" | "tuple"), args=[value]),
                )
                | ast.Assign(
                    targets=[ast.Name(id=name)], value=ast.List(elts=[ast.Starred(value=value)])
                )
            ):
                text = f"*{name},={program.text(value)}"
                yield "unpacking", program.with_text(program.span(node), text)
            case ast.List(elts=items) | ast.Tuple(elts=items) if len(items) > 2 and all(
                isinstance(item, ast.Constant)
                and isinstance(item.value, str)
                and len(item.value) == 1
                for item in items
            ):
                word = "".join(str(ast.literal_eval(item)) for item in items)
                for text in (repr(word), f"[*{word!r}]", f"*{word!r},"):
                    yield "unpacking", program.with_text(program.span(node), text)
            case ast.List(elts=items) | ast.Tuple(elts=items) if len(items) > 1:
                inner = ",".join(program.text(item) for item in items)
                yield "unpacking", program.with_text(program.span(node), inner)
            case _:
                pass


def _builtins(program: ParsedProgram) -> Iterator[Rewrite]:
    """A short name for a long one that is called often."""
    counts = Counter(
        node.id for node in program.nodes
        if isinstance(node, ast.Name) and hasattr(builtins, node.id)
        and not keyword.iskeyword(node.id)
    )  # fmt: skip
    for name, count in counts.items():
        if count > 1 and count * (len(name) - 1) > len(name) + 3:
            made = program.source
            for node in sorted(
                (n for n in program.nodes if isinstance(n, ast.Name) and n.id == name),
                key=program.span,
                reverse=True,
            ):
                start, end = program.span(node)
                made = made[:start] + program.unused + made[end:]
            yield "alias", f"{program.unused}={name}\n{made}"


_RULES: Final[tuple[Callable[[ParsedProgram], Iterator[Rewrite]], ...]] = (
    _brackets, _operators, _parts, _statements, _aliases, _calls, _formats, _chains, _numbers,
    _unpacking, _builtins,
)  # fmt: skip
