"""Where the project's own files are, where results go, and how to call golfproof again."""

import os
import sys
from pathlib import Path
from typing import Final

from harness.verdict import UsageError

ROOT: Final = Path(__file__).resolve().parents[1]
"""The folder with harness/, reference/ and solutions/: a checkout, or where pip installed them."""

_BUILD: Final = "GOLFPROOF_BUILD"


def build() -> Path:
    """The folder for everything that golfproof writes: `build` here, unless `--build` says else."""
    return Path(os.environ.get(_BUILD, "build")).absolute()


def set_build(folder: str) -> None:
    """Write to this folder, in this process and in those that it starts.

    Raises UsageError when it is none and cannot be made.
    """
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--build {folder}: {error.strerror}") from error
    os.environ[_BUILD] = str(Path(folder).absolute())


def is_in_build(error: OSError) -> bool:
    """Whether the error is of a file in that folder, which may be in one that is read-only."""
    return isinstance(error.filename, str) and Path(error.filename).is_relative_to(build())


def shown(path: Path) -> str:
    """The path as a person in the current folder would type it."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def command_name() -> str:
    """How the user called golfproof, for commands to paste."""
    name = Path(sys.argv[0]).name
    return "golfproof" if name == "golfproof" else "python -m harness"


def own_command() -> list[str]:
    """The start of a command that runs golfproof in a new child, which dies with this process.

    It works from any folder, where `python -m harness` would import a `harness` of the user's.
    """
    lines = (
        "import sys",
        f"sys.path.insert(0, {str(ROOT)!r})",
        "from harness.sandbox.processes import die_with_parent",
        f"die_with_parent({os.getpid()})",
        "from harness.command_line import main",
        "sys.exit(main(sys.argv[1:]))",
    )
    return [sys.executable, "-P", "-c", "; ".join(lines)]
