"""A program of one's own as the rival: the words that a person types for it, and the game."""

import argparse
import os
import re
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

from harness.challenges import challenge_named
from harness.entry import Entry, entries_at
from harness.languages import BY_SUFFIX
from harness.play.games import Game
from harness.play.programs import game_with
from harness.program import Program
from harness.sandbox.readable import is_file
from harness.verdict import UsageError

TITLES: Final = {
    "mu_torere": "Mu Torere",
    "menace": "MENACE",
    "meta_tic_tac_toe": "Meta tic-tac-toe",
}
EXAMPLES: Final = {
    "mu_torere": "ruby my.rb, or --numbers 0-8 -- ruby my.rb",
    "menace": "ruby my.rb, or --moves 1-9 -- ruby my.rb",
    "meta_tic_tac_toe": "node my.js, or python3 mybot/program.py",
}
_OF_A_SHELL: Final = frozenset(("|", "||", "&", "&&", ";", "<", ">", ">>", "2>"))
_PYTHON: Final = re.compile(r"python3?")  # is the Python of this harness: see Program.argv
_NAME_LENGTH: Final = 40


class OptionParser(argparse.ArgumentParser):
    """A parser that raises UsageError where argparse would end the program."""

    def error(self, message: str) -> NoReturn:
        """Raises UsageError."""
        raise UsageError(message)


def add_form_options(parser: argparse.ArgumentParser, challenge: str) -> None:
    """Add the options that say how a program of this challenge prints and reads."""
    parser.set_defaults(exact=False, clean_end=False)
    challenge_named(challenge).add_options(parser)


def typed_game(challenge: str, line: str) -> Game:
    """The game against the command in this line, before which options and `--` may stand.

    Raises UsageError, which says what is wrong with the line, and what `own_game` raises.
    """
    words = [os.path.expanduser(word) for word in _split(line)]  # noqa: PTH111  # not a path yet
    cut = words.index("--") if "--" in words else -1
    parser = OptionParser(add_help=False, allow_abbrev=False)
    add_form_options(parser, challenge)
    options, left = parser.parse_known_args(words[: max(cut, 0)])
    refuse_unknown(left)
    return own_game(challenge, options, words[cut + 1 :])


def refuse_unknown(words: Sequence[str]) -> None:
    """Raises UsageError when there are words before `--` that are no options."""
    if words:
        raise UsageError(f"not an option before --: {words[0]}")


def own_game(challenge: str, options: argparse.Namespace, command: Sequence[str]) -> Game:
    """The game against this command, with the form that the options describe.

    Raises UsageError when there is no such command, or it does not start.
    """
    if not command:
        raise UsageError("there is no command: type the one that runs your program")
    if len(command) == 1 and (entries := entries_at(command[0])):
        return entry_game(the_only(entries, command[0]))
    _check_first_word(command[0])
    program = Program(tuple(command), cwd=Path.cwd())
    return game_with(challenge, program, challenge_named(challenge).form_of_options(options),
                     _short_name(program))  # fmt: skip


def entry_game(entry: Entry) -> Game:
    """The game against the entry of a manifest. Raises UsageError when it does not start."""
    return game_with(entry.challenge, entry.program, entry.form, entry.name)


def the_only(entries: Sequence[Entry], named: str) -> Entry:
    """The entry, when there is one. Raises UsageError, which names them, when there are several."""
    if len(entries) == 1:
        return entries[0]
    folder = named.rstrip("/")
    known = ", ".join(f"{folder}/{entry.short_name}" for entry in entries)
    raise UsageError(f"{named}: has {len(entries)} programs, name one of them: {known}")


def _split(line: str) -> list[str]:
    try:
        words = shlex.split(line)
    except ValueError as error:
        quotation = "quotation" in str(error)
        what = "a quotation mark is not closed" if quotation else "nothing follows the last \\"
        raise UsageError(f"{what}: {line.strip()}") from error
    for word in words:
        if word in _OF_A_SHELL:
            raise UsageError(
                f"{word}: no shell runs the command; where one is needed, type: bash -c '...'"
            )
    return words


def _check_first_word(word: str) -> None:
    """Raises UsageError for a word that starts nothing, such as a source alone."""
    here = is_file(word)
    if "/" in word:
        if os.path.isdir(word):  # noqa: PTH112
            raise UsageError(f"{word}: a folder without a manifest (entries.toml), not a command")
        if not here:
            raise UsageError(f"{word}: no such file")
        if os.access(word, os.X_OK):
            return
    elif shutil.which(word) is not None or _PYTHON.fullmatch(word):
        return
    elif not here:
        raise UsageError(f"{word}: no such command, and no such file here")
    language = BY_SUFFIX.get(Path(word).suffix)
    if language is not None and language.interpreter is not None:
        raise UsageError(f"{word}: type what runs it as well: {shlex.join(language.command(word))}")
    how = f"type ./{word}" if os.access(word, os.X_OK) else f"may not be run; chmod +x {word} helps"
    raise UsageError(f"{word}: {how}")


def _short_name(program: Program) -> str:
    """The name of the last file that the command names, or the beginning of the command."""
    for word in reversed(program.command):
        if is_file(program.cwd / word):
            return Path(word).name
    shown = program.shown
    return shown if len(shown) <= _NAME_LENGTH else f"{shown[: _NAME_LENGTH - 3]}..."
