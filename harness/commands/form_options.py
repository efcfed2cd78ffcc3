"""The options of `verify` that one challenge has: which challenge, and what they change.

They describe the program after `--`, or replace what the manifest of a folder says.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace

from harness.challenge import Challenge
from harness.challenges import CHALLENGES, challenge_named
from harness.entry import Entry, challenge_at
from harness.places import ROOT, command_name
from harness.verdict import UsageError


def challenge_of(names: Sequence[str]) -> Challenge | None:
    """The challenge that these words name: by its name, an entry's, or a folder with a manifest.

    The first word that names one decides. Raises UsageError when a manifest cannot be read.
    """
    for name in names:
        game = name.partition("/")[0]
        if name in CHALLENGES or (game in CHALLENGES and challenge_at(name) is None):
            return CHALLENGES[game]
        if (found := challenge_at(name)) is not None:
            return challenge_named(found)
    return None


def add(parser: argparse.ArgumentParser, challenge: Challenge) -> None:
    """Add the options of this challenge; `changed` and `words` read them."""
    group = parser.add_argument_group(
        f"a {challenge.name} program of your own",
        "how the program after --, or in a folder with a manifest, prints and reads",
    )
    group.add_argument(
        "--exact",
        action="store_true",
        help="also hold it to the challenge's own format on standard output, and nothing else",
    )
    group.add_argument(
        "--clean-end",
        action="store_true",
        help="also hold it to status 0 and an empty standard error at the end",
    )
    challenge.add_options(group)
    own = [action for action in group._group_actions if action.option_strings]
    parser.set_defaults(
        form_options=tuple((a.option_strings[0], a.dest, a.default) for a in own),
        form_challenge=challenge,
    )


def words(options: argparse.Namespace) -> list[str]:
    """The options of the challenge that were given, as they can be typed again."""
    typed = []
    for option, name, default in options.form_options:
        value = getattr(options, name)
        if value != default:
            typed += [option] if value is True else [option, str(value)]
    return typed


def changed(entry: Entry, options: argparse.Namespace) -> Entry:
    """The entry, with what the options say in place of what its manifest says.

    Raises UsageError when they are another challenge's, or would change how a program of the
    project is described.
    """
    given = [option for option in words(options) if option.startswith("--")]
    if not given:
        return entry
    challenge: Challenge = options.form_challenge
    if entry.challenge != challenge.name:
        raise UsageError(
            f"{given[0]} is an option of {challenge.name}, and {entry.name} is a program of "
            f"{entry.challenge}"
        )
    refused = [option for option in given if option not in challenge.thoroughness_options]
    if entry.program.cwd == ROOT and refused:
        raise UsageError(
            f"{refused[0]} describes a program of your own: give its command after --, or name "
            "its folder"
        )
    form = {**entry.form, **_differences(challenge, options)}
    challenge.check_form(form)
    return replace(entry, form=form)


def unknown(left: Sequence[str], challenge: Challenge | None) -> str:
    """What is wrong with arguments that `verify` does not understand, the first of them an option.

    `challenge` is the one whose options it does understand.
    """
    option = left[0].partition("=")[0]
    owners = [other.name for other in CHALLENGES.values() if option in _options_of(other)]
    name = command_name()
    if challenge is None and owners:
        return (
            f"{option} is an option of {', '.join(owners)}: name the challenge, or a folder with "
            f"a manifest; see {name} verify {owners[0]} --help"
        )
    ours = "" if challenge is None else f" {challenge.name}"
    if owners:
        said = f"{option} is an option of {', '.join(owners)}, not of{ours}"
    else:
        said = f"there is no option {option}"
    return f"{said}; see {name} verify{ours} --help"


def _options_of(challenge: Challenge) -> set[str]:
    parser = argparse.ArgumentParser(add_help=False)
    add(parser, challenge)
    return {text for action in parser._actions for text in action.option_strings}


def _differences(challenge: Challenge, options: argparse.Namespace) -> Mapping[str, object]:
    """What the given options put into a form, and the defaults do not."""
    defaults = {name: default for _, name, default in options.form_options}
    without = challenge.form_of_options(argparse.Namespace(**defaults))
    form = challenge.form_of_options(options)
    return {key: value for key, value in form.items() if without.get(key) != value}
