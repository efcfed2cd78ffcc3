"""Manifests: what `entries.toml` says of the scripts beside it.

    challenge = "mu_torere"

    [strict]                              # the entry mu_torere/strict
    source = "strict.py"                  # whose bytes count; relative to the manifest
    command = ["python3", "{source}"]     # the default for a source that ends in .py
    about = "the challenge's own numbering and drawing"
    bytes_at_most = 220

`verify FOLDER` verifies the entries of a manifest of your own, `verify FOLDER/NAME` one of them.
Everything else in an entry's table is the challenge's own: how the program prints and reads.
A reference player's entry has a command and no source.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from harness import given_file
from harness.languages import BY_SUFFIX
from harness.places import ROOT
from harness.program import Program
from harness.verdict import UsageError

MANIFEST: Final = "entries.toml"
_KEYS: Final = {"source", "command", "about", "bytes_at_most"}


@dataclass(frozen=True)
class Entry:
    """One script, or reference player, that the project vouches for."""

    challenge: str
    short_name: str
    program: Program
    source: Path | None
    about: str
    bytes_at_most: int | None
    form: Mapping[str, object]

    @property
    def name(self) -> str:
        """Challenge and name: `mu_torere/strict`."""
        return f"{self.challenge}/{self.short_name}"

    @property
    def source_bytes(self) -> int | None:
        """The size that counts; None for a reference player."""
        return None if self.source is None else self.source.stat().st_size

    @property
    def source_characters(self) -> int | None:
        """The size in characters of UTF-8, or of Latin-1 where it is not that."""
        if self.source is None:
            return None
        data = self.source.read_bytes()
        try:
            return len(data.decode())
        except UnicodeDecodeError:
            return len(data)


def all_entries(root: Path = ROOT) -> list[Entry]:
    """Every entry of the project: golfed ones first, then the reference players."""
    manifests = [*sorted(root.glob("solutions/*/entries.toml")),
                 *sorted(root.glob("reference/*/entries.toml"))]  # fmt: skip
    return [entry for manifest in manifests for entry in load(manifest, root)]


def entries_at(name: str) -> list[Entry]:
    """The entries of the manifest or folder with this path, or one: `FOLDER/NAME`; else none.

    Their commands run in the manifest's folder.
    """
    path = Path(name)
    if (manifest := _manifest_at(path)) is not None:
        return load(manifest, manifest.parent)
    if (manifest := _manifest_at(path.parent)) is not None and "/" in name:
        return [e for e in load(manifest, manifest.parent) if e.short_name == path.name]
    return []


def challenge_at(name: str) -> str | None:
    """The challenge of the entries at this path; None when there are none.

    Raises UsageError when their manifest cannot be read.
    """
    found = entries_at(name)
    return found[0].challenge if found else None


def _manifest_at(path: Path) -> Path | None:
    """The manifest with this path, or in the folder with this path."""
    try:
        path = path / MANIFEST if path.is_dir() else path
        return path.resolve() if path.suffix == ".toml" and path.is_file() else None
    except (OSError, ValueError):  # a text too long for a name, or with a NUL in it
        return None


def load(manifest: Path, root: Path = ROOT) -> list[Entry]:
    """The entries of one manifest. Raises UsageError, naming the file and what is wrong in it."""
    try:
        values = tomllib.loads(given_file.read_text(manifest))
    except OSError as error:
        raise UsageError(f"{manifest}: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{manifest}: not TOML: {error}") from error
    challenge = values.pop("challenge", None)
    if not isinstance(challenge, str):
        raise UsageError(f'{manifest}: the line challenge = "..." is missing')
    return list(_entries(manifest, root, challenge, values))


def _entries(
    manifest: Path, root: Path, challenge: str, values: Mapping[str, object]
) -> Iterator[Entry]:
    for name, table in values.items():
        where = f"{manifest}: entry {name}"
        if not isinstance(table, dict):
            raise UsageError(f"{where}: not a table")
        source = _source(manifest, where, table.get("source"))
        command = _command(where, root, source, table.get("command"))
        about, limit = table.get("about", ""), table.get("bytes_at_most")
        if not isinstance(about, str) or not isinstance(limit, int | None):
            raise UsageError(f"{where}: 'about' is a text and 'bytes_at_most' a number")
        form = {key: value for key, value in table.items() if key not in _KEYS}
        program = Program(command, cwd=root, own=source is None)
        yield Entry(challenge, name, program, source, about, limit, form)


def _source(manifest: Path, where: str, name: object) -> Path | None:
    if name is None:
        return None
    if not isinstance(name, str):
        raise UsageError(f"{where}: 'source' is not a file's name")
    source = manifest.parent / name
    if not source.is_file():
        raise UsageError(f"{where}: its source {source} is missing")
    return source


def _command(where: str, root: Path, source: Path | None, command: object) -> tuple[str, ...]:
    if command is None and source is not None and source.suffix in BY_SUFFIX:
        command = list(BY_SUFFIX[source.suffix].command("{source}"))
    if not isinstance(command, list) or not command or not all(isinstance(c, str) for c in command):
        raise UsageError(f"{where}: 'command' is a list of one or more strings")
    shown = ""
    if source is not None:
        shown = str(source.relative_to(root) if source.is_relative_to(root) else source)
    return tuple(part.replace("{source}", shown) for part in command)
