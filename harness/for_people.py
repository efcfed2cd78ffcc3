"""The commands for people: look, play, teach, bring a program of one's own.

Each imports what it needs only when it is run: most need libraries that verifying does without.
"""

import argparse
from typing import Protocol

from harness import doctor
from harness.commands import curves
from harness.kit import command as kit
from harness.site import command as site
from harness.starters import command as starters


class Commands(Protocol):
    """What argparse calls the action that commands are added to."""

    def add_parser(self, name: str, *, help: str) -> argparse.ArgumentParser:
        """Add one command."""


def add_commands(commands: Commands) -> None:
    """Add every command for people to the parser's commands."""
    kit.add_options(commands.add_parser("kit", help="write a physical MENACE as a PDF to print"))
    curves.add_options(commands.add_parser("curves", help="draw how MENACE learns, as pictures"))
    site.add_options(commands.add_parser("site", help="write one page to look at all of it"))
    starters.add_options(commands.add_parser("new", help="begin a program of your own in a folder"))
    doctor.add_options(
        commands.add_parser("doctor", help="what this machine has, and what it adds")
    )
