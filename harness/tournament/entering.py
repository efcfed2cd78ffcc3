"""Which bots enter a tournament: lists of bots, folders of single bots, the challenge's field."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from harness.meta_tic_tac_toe.bot import Bot
from harness.places import ROOT
from harness.tournament import instructions
from harness.verdict import UsageError

FIELD: Final = ROOT / "reference" / "meta_tic_tac_toe" / "bots"


def entered_bots(
    paths: Sequence[Path], with_field: bool = False, least: int = 2
) -> dict[Bot, Path]:
    """The bots that play, in their order, and the folder of each; without paths the field.

    A folder that is met again, as that of one bot and in a list, is one bot. Raises UsageError when
    there are fewer than `least`, or two of one name.
    """
    found: dict[Bot, Path] = {}
    chosen = list(paths) or [FIELD]
    for path in [*chosen, FIELD] if with_field else chosen:
        for bot, folder in _bots_at(path):
            same = next((other for other in found if bot.name == other.name), None)
            if same is None:
                found[bot] = folder
            elif found[same].resolve() != folder.resolve():
                raise UsageError(f"{path}: there is a bot called {bot.name} already")
    if len(found) < least:
        raise UsageError("a tournament needs two bots; --with-field adds the challenge's four")
    return found


def default_name(paths: Sequence[Path]) -> str:
    """The name of a tournament that is given none: those of its folders."""
    folders = [path if path.is_dir() else path.parent for path in paths or [FIELD]]
    return "-".join(folder.resolve().name for folder in folders)


def folder_name(chosen: str | None, default: str) -> str:
    """The name of the folder that the matches are kept in. Raises UsageError."""
    name = default if chosen is None else chosen
    if not name or name in (".", "..") or "/" in name or not name.isprintable():
        raise UsageError(f"{name!r} cannot be the name of a folder: give another by --name")
    return name


def _bots_at(path: Path) -> list[tuple[Bot, Path]]:
    file = path / instructions.FILE if path.is_dir() else path
    if path.is_dir() and not file.exists() and any(child.is_file() for child in path.iterdir()):
        return [(instructions.bot_in(path), path.resolve())]
    return [(bot, file.parent / bot.name) for bot in instructions.load(file)]
