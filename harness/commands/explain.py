"""The command `explain`: a clause of a challenge in full, or all clauses in a sentence each."""

import argparse

from harness.clauses import GAMES, clause_named, clauses_of


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `explain`."""
    parser.add_argument(
        "clause", nargs="?", help="a clause, as a finding names it (default: list all clauses)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the clause, or the list."""
    if options.clause is None:
        for game in GAMES:
            for clause in clauses_of(game).values():
                print(f"{clause.name:<28} {clause.sentence}")
        return 0
    clause = clause_named(options.clause)
    print("\n\n".join(part for part in (clause.name, clause.sentence, clause.text) if part))
    return 0
