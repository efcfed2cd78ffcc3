"""What the champion thinks of each move, for people: twelve arguments as for the bot itself.

Prints a JSON list of [board, tile, visits, expected score], the most visited first. The score is
from 0 (lost) to 1 (won), None for a move that the tree has not come to.
"""

import json
import sys
from collections.abc import Sequence

from bot import CLOCK, read
from tree import Node


def explain(arguments: Sequence[str]) -> list[tuple[int, int, int, float | None]]:
    """Board, tile, visits and expected score of each move."""
    search = read(arguments)
    best = search.best_move(CLOCK)
    root = search.root
    found: list[tuple[int, int, int, float | None]] = []
    if isinstance(root, Node):
        tried = len(root.children)
        for number, (_, board, tile, *_) in enumerate(root.steps):
            visits = root.visits[number] if number < tried else 0
            score = (root.values[number] + 1) / 2 if number < tried else None
            found.append((board, tile, visits, score))
    if best not in [move[:2] for move in found]:  # two plies were enough to know the outcome
        found.insert(0, (*best, 0, None if root is None else (root + 1) / 2))  # type: ignore[operator]  # a Fate, no Node
    return sorted(found, key=lambda move: (move[:2] == best, move[2]), reverse=True)


if __name__ == "__main__":
    CLOCK.ready()
    print(json.dumps(explain(sys.argv[1:])))
