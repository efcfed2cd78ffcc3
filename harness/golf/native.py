"""C sources of this folder, compiled when they are first needed and loaded through ctypes.

build/golf/deflate-<digest>.so    one for each state of the source
"""

import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from harness import places

COMPILERS: Final = ("cc", "gcc", "clang")
_SWITCH: Final = "GOLFPROOF_NO_COMPILER"  # set to anything, it hides the compiler


def cache_folder() -> Path:
    """Where the golfer's tools keep what they compile and what searches have found."""
    return places.build() / "golf"


def digest(name: str) -> str:
    """A digest of the source, its headers and the machine."""
    folder = Path(__file__).parent
    about = b"".join(map(Path.read_bytes, [folder / f"{name}.c", *sorted(folder.glob("*.h"))]))
    about += platform.machine().encode() + platform.node().encode()
    return hashlib.sha256(about).hexdigest()[:16]


@cache
def library(name: str) -> ctypes.CDLL | None:
    """The compiled `name`.c of this folder; None where there is no compiler, or where it fails."""
    source = Path(__file__).with_name(f"{name}.c")
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None or os.environ.get(_SWITCH):
        return None
    target = cache_folder() / f"{name}-{digest(name)}.so"
    try:
        if not target.exists():
            _compile(compiler, source, target)
        return ctypes.CDLL(str(target))
    except (OSError, subprocess.SubprocessError):
        return None


def _compile(compiler: str, source: Path, target: Path) -> None:
    """Compile beside the target and move it into place, so that two processes cannot collide."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        made = Path(folder) / target.name
        command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(made)]
        subprocess.run([*command, str(source), "-lm"], check=True, capture_output=True, timeout=120)
        made.replace(target)
