"""The size of a program as golfers count it, in any language."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from harness.golf import deflate, shell
from harness.golf.strings import parsed
from harness.languages import BY_SUFFIX

_SHEBANG: Final = re.compile(rb"#![ \t]*(?:\S*/)?([\w.]+)(?:[ \t]+([\w.]+))?")
_COOKIE: Final = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_HEADER_NAMES: Final = {
    "python": "Python 3", "c": "C (gcc)", "javascript": "JavaScript (Node.js)", "perl": "Perl 5",
    "ruby": "Ruby", "bash": "Bash", "lua": "Lua", "php": "PHP", "awk": "AWK", "tcl": "Tcl",
    "dc": "dc", "java": "Java",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measure:
    """One program's sizes. `plain` and `packed` are those of the same program in both forms.

    `packed` is None where no packer is known; for a plain program it is what `pack` makes of it
    before any search.
    """

    bytes: int
    characters: int
    plain: int
    packed: int | None
    language: str

    @property
    def header(self) -> str:
        """The line that heads an answer on Code Golf."""
        characters = "" if self.characters == self.bytes else f" ({self.characters} characters)"
        return f"# {self.language}, {self.bytes} byte{'s' * (self.bytes != 1)}{characters}"


def measure(path: Path, data: bytes) -> Measure:
    """The sizes of a program. `path` names its language; the data need not be there."""
    language = _language(path, data)
    plain, packed = len(data), None
    if language == "python":
        unpacked = shell.unpack(data)
        if unpacked is not None:
            plain, packed = len(unpacked.text), len(data)
            if unpacked.modules:
                plain += len("import ") + len(",".join(unpacked.modules)) + 1
        else:
            packed = _packed(data)
    name = _HEADER_NAMES.get(language, path.suffix.lstrip(".") or "unknown language")
    return Measure(len(data), _characters(data), plain, packed, name)


def _language(path: Path, data: bytes) -> str:
    if path.suffix in BY_SUFFIX:
        return BY_SUFFIX[path.suffix].name
    if shebang := _SHEBANG.match(data):
        words = [word.decode().rstrip(".0123456789") for word in shebang.groups() if word]
        for language in BY_SUFFIX.values():
            if language.interpreter and language.interpreter.rstrip(".0123456789") in words:
                return language.name
    return ""


def _packed(data: bytes) -> int | None:
    """Bytes of the packed program before any search; None for no program."""
    try:
        parsed(data)
        text = data.decode(_encoding(data)).encode()
    except (SyntaxError, ValueError, LookupError):
        return None
    if not text:
        return None
    return len(shell.wrap(deflate.encode(text, deflate.Costs(), 40).literal))


def _encoding(data: bytes) -> str:
    """The encoding that a source declares in its first two lines."""
    for line in data.split(b"\n")[:2]:
        if cookie := _COOKIE.match(line):
            return cookie[1].decode()
    return "utf-8"


def _characters(data: bytes) -> int:
    """Characters of UTF-8, or of Latin-1 where it is not that."""
    try:
        return len(data.decode())
    except UnicodeDecodeError:
        return len(data)
