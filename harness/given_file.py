"""Reading the files that a user names, which may be devices or pipes without an end."""

import errno
import os
from pathlib import Path
from typing import Final

MOST_BYTES: Final = 1 << 28  # 256 MiB: a verification writes no longer file, and nobody golfs one


def read_bytes(path: Path) -> bytes:
    """All of the file. Raises OSError, as for what cannot be read, where it has no end in sight."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def read_text(path: Path) -> str:
    """All of the file as UTF-8, every line ended by a newline alone. Raises OSError, ValueError."""
    text = read_bytes(path).decode("utf-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")
