"""The Python that runs programs under test: the harness's own, without its installation's hooks.

    build/python-<digest>/              as a virtual environment is laid out
        pyvenv.cfg
        bin/python3                     a link to the interpreter, by the name that is typed
        lib/python3.11/site-packages/
            base.pth                    the folders with the installation's packages

Packages of the installation can be imported. Its .pth files are not run: what they import (a
certificate store, a coverage tool) is no part of a program, costs up to three times what Python's
own start does, and differs from machine to machine.
"""

import hashlib
import os
import secrets
import site
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from harness.places import build
from harness.sandbox.scratch import reserved

_NAME: Final = "python3"


def plain_python() -> Path:
    """The interpreter's path. Its folder is made where it is missing.

    When the folder cannot be made, it is the installation's own interpreter.
    """
    return _laid_out(build())


@cache
def _laid_out(into: Path) -> Path:
    interpreter = Path(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))
    folders = [path for path in site.getsitepackages([sys.base_prefix]) if Path(path).is_dir()]
    about = "\n".join([_NAME, str(interpreter), *folders])
    home = into / f"python-{hashlib.sha256(about.encode()).hexdigest()[:8]}"
    link = home / "bin" / _NAME
    with suppress(OSError):
        if not link.exists():
            _lay_out(home, interpreter, folders)
    return link if link.exists() else interpreter


def _lay_out(home: Path, interpreter: Path, folders: list[str]) -> None:
    """Make the folder under another name first: several processes may do so at once."""
    home.parent.mkdir(parents=True, exist_ok=True)
    made = home.parent / f"python-{secrets.token_hex(8)}"
    with reserved(made):
        packages = made / "lib" / "python{}.{}".format(*sys.version_info) / "site-packages"
        packages.mkdir(parents=True)
        (packages / "base.pth").write_text("".join(f"{folder}\n" for folder in folders))
        (made / "pyvenv.cfg").write_text(
            f"home = {interpreter.parent}\ninclude-system-site-packages = false\n"
        )
        (made / "bin").mkdir()
        (made / "bin" / _NAME).symlink_to(interpreter)
        with suppress(OSError):  # another process was quicker
            made.rename(home)
