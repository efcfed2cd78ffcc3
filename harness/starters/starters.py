"""What `golfproof new` writes: a small program that plays, its manifest, and how to go on.

FOLDER/
  program.py       (or .c, .js, .pl, .rb, .sh) speaks the challenge's protocol; accepted as it is
  entries.toml     how it is run, and how it prints and reads
  README.md        the commands to go on with
The folder of a bot has more, so that `golfproof tournament FOLDER` works at once:
  instructions.txt the bots: yours, and the four of the challenge
  NAME/            yours: the program, and compile.txt where there is something to compile
  goodRandBot/ naiveBot/ depthBot/ middleBot/
"""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from harness.languages import LANGUAGES, Language
from harness.places import ROOT
from harness.verdict import UsageError

TEMPLATES: Final = Path(__file__).parent / "templates"
FIELD: Final = ROOT / "reference" / "meta_tic_tac_toe" / "bots"
BOTS: Final = "meta_tic_tac_toe"
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


STARTERS: Final = tuple(
    LANGUAGES[name] for name in ("python", "c", "javascript", "perl", "ruby", "bash")
)
_FORMS: Final = {
    "mu_torere": "",
    "menace": 'beads = "squares"  # a bead is the number 0-8 of a square in its picture\n',
    BOTS: "",
}
GAMES: Final = tuple(_FORMS)


def write(game: str, language: Language, folder: Path) -> list[Path]:
    """Write the folder, return its files. Raises UsageError unless it is new or empty."""
    name = folder.resolve().name
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name}: a program's name has letters, digits, - and _, a letter first")
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(f"{folder}: exists already and is not an empty folder")
        folder.mkdir(parents=True, exist_ok=True)
        return list(_written(game, language, folder, name))
    except OSError as error:
        raise UsageError(f"{error.filename or folder}: {error.strerror}") from error


def _written(game: str, language: Language, folder: Path, name: str) -> Iterator[Path]:
    within = f"{name}/" if game == BOTS else ""
    source = folder / within / language.source
    source.parent.mkdir(exist_ok=True)
    shutil.copyfile(TEMPLATES / game / language.source, source)
    yield source
    yield _text(folder / "entries.toml", _manifest(game, language, within, name))
    if game == BOTS:
        yield from _field(language, folder, name)
    yield _text(folder / "README.md", _readme(game, language, folder, within))


def _manifest(game: str, language: Language, within: str, name: str) -> str:
    command = ", ".join(f'"{word}"' for word in language.command(within + language.source))
    about = f"my program in {language.name}"
    return (
        f"# How the program is run, and how it prints and reads; docs/your-program.md says more.\n"
        f'challenge = "{game}"\n\n[{name}]\nsource = "{within}{language.source}"  # whose bytes '
        f'count\ncommand = [{command}]\nabout = "{about}"\n{_FORMS[game]}'
        "exact = true      # prints what the challenge shows, and nothing else\n"
        "clean_end = true  # ends with status 0, and nothing on standard error\n"
    )


def _field(language: Language, folder: Path, name: str) -> Iterator[Path]:
    """The challenge's four bots, and the list of all five."""
    if language.compiler:
        yield _text(
            folder / name / "compile.txt",
            shlex.join(language.build(f"{name}/{language.source}")) + "\n",
        )
    listed = [(name, shlex.join(language.command(f"{name}/{language.source}")))]
    for bot in sorted(FIELD.glob("*Bot")):
        target = folder / bot.name
        target.mkdir()
        for source in sorted(bot.glob("*.py")):
            shutil.copyfile(source, target / source.name)
            yield target / source.name
        listed.append((bot.name, f"python3 {bot.name}/bot.py"))
    lines = [str(len(listed)), *(line for both in listed for line in both)]
    yield _text(folder / "instructions.txt", "\n".join(lines) + "\n")


def next_steps(game: str, language: Language, folder: Path, within: str) -> list[tuple[str, str]]:
    """The commands to go on with, each with what it does."""
    steps = [(f"cd {shlex.quote(str(folder))}", "go there")]
    if language.compiler:
        steps.append((shlex.join(language.build(within + language.source)), "compile it"))
    run = shlex.join(language.command(within + language.source))
    if game == BOTS:
        boards = " ".join(["-" * 9] * 10)
        steps.append((f"{run} X {boards} xx", "ask it for the first move"))
    else:
        steps.append((run, "play against it"))
    steps.append(("golfproof verify .", "is it right?"))
    if game == BOTS:
        steps.append(("golfproof tournament .", "play it against the challenge's four bots"))
    return steps


def _readme(game: str, language: Language, folder: Path, within: str) -> str:
    steps = next_steps(game, language, folder, within)[1:]
    width = max(len(command) for command, _ in steps)
    lines = "\n".join(f"    {command:<{width}}  # {what}" for command, what in steps)
    return f"# A program for {game}\n\nIn this folder:\n\n{lines}\n"


def _text(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path
