"""The certificates that are kept beside the golfed scripts, and their table in the README.

solutions/<game>/certificates/<file>.json    as `golfproof shave` wrote it
"""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from harness.entry import Entry
from harness.golf import certificate
from harness.golf.trial import OPEN, PLAYED, Stage

BEGIN: Final = "<!-- certificates: written by `make scoreboard` -->"
END: Final = "<!-- end of certificates -->"


def path_of(script: Path) -> Path:
    """Where the certificate of a script is kept, if there is one."""
    return script.parent / "certificates" / f"{script.name}.json"


def markdown(entries: Iterable[Entry], folder: Path) -> str:
    """The table in Markdown, with links for a document in this folder.

    A certificate of another file than the script of today counts as none.
    """
    lines = [
        "| script | bytes | candidates | refused or warned of by Python | one line refutes | "
        "a command | a verification | no verdict | deleted up to | seconds |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [f"| {_row(e.name, e.source, folder)} |" for e in entries if e.source is not None]
    return "\n".join(lines)


def _row(name: str, script: Path, folder: Path) -> str:
    file = path_of(script)
    size = script.stat().st_size
    if not file.exists():
        return f"{name} | {size} | none | | | | | | | "
    values = certificate.load(file)
    if values["digest"] != hashlib.sha256(script.read_bytes()).hexdigest():
        return f"{name} | {size} | none of this file | | | | | | | "
    stages = Counter(str(row[3]) for row in values["outcomes"])
    played = " | ".join(str(stages[stage]) for stage in PLAYED)
    return (
        f"[{name}]({os.path.relpath(file, folder)}) | {size} | {values['candidates']} | "
        f"{stages[Stage.COMPILE] + stages[Stage.WARNS]} | {played} | "
        f"{sum(stages[stage] for stage in OPEN)} | {values['deletions_up_to']} | "
        f"{values['seconds']:.0f}"
    )
