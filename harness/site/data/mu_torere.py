"""Mu Torere: the perfect player's replies, and those of each script, as its session showed them.

The page works values and distances out by itself, and a test holds it to the reference. Positions
are in the order of `placements`, black to move and then white.
"""

from collections.abc import Iterable
from typing import Any

from harness.entry import Entry
from harness.mu_torere.explorer import explore
from harness.mu_torere.form_reading import form_of
from harness.mu_torere.game import Game, opened
from harness.mu_torere.table import PROOF
from harness.site.data import mu_torere_graph
from reference.mu_torere.retrograde import best_moves
from reference.mu_torere.rules import BLACK, WHITE, Position, all_placements, hole
from reference.mu_torere.strategy import choose_reply


def graph(entries: Iterable[Entry]) -> dict[str, Any]:
    """The placements, the perfect replies (a node each, '-' for none), policies, and the graph."""
    policies = {e.name: policy(e) for e in entries if e.challenge == "mu_torere" and e.source}
    return {
        "placements": list(all_placements()),
        "replies": "".join(
            str(choose_reply(position)) if best_moves(position) else "-"
            for placement in all_placements()
            for position in (Position(placement, BLACK), Position(placement, WHITE))
        ),
        "policies": policies,
        "graph": mu_torere_graph.shown(policies),
    }


def policy(entry: Entry) -> dict[str, int]:
    """The node that the script moves in each placement with white to move that can arise."""
    program = entry.program.on_a_terminal()
    form = form_of(program, entry.form)

    def open_game() -> Game:
        return opened(program, form, PROOF)

    moves: dict[str, int] = {}
    for judgement in explore(open_game).judgements:
        for played in judgement.rounds:
            if played.reply is not None:
                moves[played.asked.placement] = hole(played.reply)
    return moves
