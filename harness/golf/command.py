"""The golfer's commands, each in a file of its own that imports its tool only when it is run."""

import argparse
from typing import Any, TypeAlias

from harness.golf import formula_command, pack_command, score_command, shave_command

Subparsers: TypeAlias = "argparse._SubParsersAction[Any]"


def add_commands(commands: Subparsers) -> None:
    """Register the commands; each sets `run`, which gives the exit status."""
    pack_command.add_options(
        commands.add_parser("pack", help="pack a Python program, and search for the best")
    )
    shave_command.add_options(
        commands.add_parser("shave", help="try every small way to shorten a program")
    )
    shave_command.add_certificate_options(
        commands.add_parser("certificate", help="check a certificate of shave")
    )
    formula_command.add_options(
        commands.add_parser("formula", help="find the shortest expressions with wanted values")
    )
    score_command.add_options(
        commands.add_parser("score", help="count the faults of a policy or a signature, in process")
    )
