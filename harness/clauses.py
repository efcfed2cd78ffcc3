"""The clauses of the challenges, as reference/<game>/CHALLENGE.md has them.

    ## mu_torere/perfect
    It never loses, and it wins wherever it can, in a bounded number of moves.

    More about the clause, for `golfproof explain mu_torere/perfect`.

A clause's section begins with one sentence, which every finding prints.
"""

import difflib
import re
from functools import cache
from typing import Final, NamedTuple

from harness.places import ROOT
from harness.verdict import HarnessError, UsageError

GAMES: Final = tuple(
    path.parent.name for path in sorted((ROOT / "reference").glob("*/CHALLENGE.md"))
)
_SECTION: Final = re.compile(r"^## (?=\w+/\w+$)", re.MULTILINE)


class Clause(NamedTuple):
    """One rule that a program under test is held to."""

    name: str  # "mu_torere/perfect"
    sentence: str  # in one sentence, with its full stop
    text: str  # more about it, in Markdown; may be empty


@cache
def clauses_of(game: str) -> dict[str, Clause]:
    """The clauses of one challenge by name, in the order of its CHALLENGE.md."""
    text = (ROOT / "reference" / game / "CHALLENGE.md").read_text(encoding="utf-8")
    return {clause.name: clause for clause in map(_clause, _SECTION.split(text)[1:])}


def clause_named(name: str) -> Clause:
    """The clause of this name. Raises UsageError, naming the nearest ones."""
    known = {name: clause for game in GAMES for name, clause in clauses_of(game).items()}
    if name in known:
        return known[name]
    near = [clause for clause in known if name in clause.split("/")]
    near = near or difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f"the nearest are {', '.join(near)}" if near else f"there are {', '.join(known)}"
    raise UsageError(f"there is no clause {name}; {hint}")


def sentence_of(name: str) -> str:
    """What the clause of a finding says in one sentence. Raises HarnessError for an unknown one."""
    try:
        return clause_named(name).sentence
    except UsageError as error:
        raise HarnessError(f"a finding names a clause that no CHALLENGE.md has: {name}") from error


def _clause(section: str) -> Clause:
    name, _, rest = section.partition("\n")
    sentence, _, text = rest.strip().partition("\n\n")
    return Clause(name.strip(), " ".join(sentence.split()), text.split("\n# ")[0].strip())
