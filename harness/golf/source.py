"""Reading the files that the golfer's tools are given."""

from pathlib import Path

from harness import given_file
from harness.golf import shell
from harness.golf.strings import parsed
from harness.golf.template import Marked, read_marks
from harness.verdict import UsageError


def read(path: Path) -> bytes:
    """The bytes of a file that is not empty. Raises UsageError in one line."""
    if path.is_dir():
        raise UsageError(f"{path}: a folder, not a file")
    try:
        data = given_file.read_bytes(path)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    if not data:
        raise UsageError(f"{path}: the file is empty")
    return data


def python_to_pack(path: Path) -> tuple[Marked, bytes]:
    """The marked text of a Python file, unpacked if it was packed, and the file's bytes.

    Raises UsageError when it is no Python program.
    """
    data = read(path)
    unpacked = shell.unpack(data)
    imports = b""
    if unpacked is not None:
        data_of_text = unpacked.text
        if unpacked.modules:
            imports = b"import " + b",".join(name.encode() for name in unpacked.modules) + b"\n"
    else:
        data_of_text = data
    text = _decoded(path, imports + data_of_text)
    marked = read_marks(text.strip("\n"))
    first = marked.text((0,) * len(marked.alternatives))[0]
    try:
        tree = parsed(first)
    except SyntaxError as error:
        raise UsageError(
            f"{path}: not a Python program: line {error.lineno}: {error.msg}"
        ) from error
    except ValueError as error:
        raise UsageError(f"{path}: not a Python program: {error}") from error
    if not tree.body:
        raise UsageError(f"{path}: there is nothing in it to pack")
    return marked, data


def _decoded(path: Path, data: bytes) -> str:
    head, _, rest = data.partition(b"\n")
    encoding = "utf-8"
    if head.startswith(b"#") and b"coding" in head:
        name = head.rpartition(b"coding")[2].strip(b":= ").decode("ascii", "replace")
        encoding, data = name, rest
    try:
        text = data.decode(encoding)
    except (UnicodeDecodeError, LookupError) as error:
        raise UsageError(f"{path}: not text: {error}") from error
    if "\0" in text:
        raise UsageError(f"{path}: not a program: it has NUL characters")
    return text.replace("\r\n", "\n").replace("\r", "\n")
