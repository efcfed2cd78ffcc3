r"""The shell of a packed program: what unpacks the stream, and what of the program stays outside.

    #coding:L1
    import zlib
    exec(zlib.decompress(bytes('...','L1'),-9))

The program's own `import sys` may join the shell's: `import zlib,sys`.
"""

import ast
import zlib
from dataclasses import dataclass
from typing import Final

from harness.golf.strings import parsed
from harness.verdict import UsageError

_HEAD: Final = b"#coding:L1\nimport zlib"
_OPEN: Final = b"\nexec(zlib.decompress(bytes("
_CLOSE: Final = b",'L1'),-9))"


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What a packed file unpacks to, and the modules that its shell imports for it."""

    text: bytes
    modules: tuple[str, ...] = ()


def size(modules: tuple[str, ...]) -> int:
    """Bytes of the shell, the literal's quotes left out."""
    return len(wrap(b"", modules))


def wrap(literal: bytes, modules: tuple[str, ...] = ()) -> bytes:
    """The packed program round the literal of its stream."""
    names = b"".join(b"," + name.encode() for name in modules)
    return _HEAD + names + _OPEN + literal + _CLOSE


def unpack(source: bytes) -> Unpacked | None:
    """What a packed program holds, in any shell that unpacks one literal; None for a plain one."""
    try:
        tree = parsed(source)
    except (SyntaxError, ValueError):
        return None
    modules: list[str] = []
    for statement in tree.body:
        if isinstance(statement, ast.Import):
            modules += [alias.name for alias in statement.names if alias.name != "zlib"]
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="decompress") | ast.Name(id="decompress"),
                args=[stream, *rest],
            ):
                data = _stream(stream)
                if data is not None:
                    return Unpacked(_inflated(data, rest), tuple(modules))
            case _:
                pass
    return None


def _stream(node: ast.expr) -> bytes | None:
    match node:
        case ast.Call(func=ast.Name(id="bytes"), args=[ast.Constant(value=str(text)), *_]):
            return text.encode("latin-1", "replace")
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="encode")):
            return text.encode("latin-1", "replace")
        case ast.Constant(value=bytes(data)):
            return data
        case _:
            return None


def _inflated(data: bytes, rest: list[ast.expr]) -> bytes:
    try:
        return zlib.decompress(data, *(int(ast.literal_eval(node)) for node in rest[:1]))
    except (zlib.error, ValueError, TypeError) as error:
        raise UsageError(f"its stream does not unpack: {error}") from error
