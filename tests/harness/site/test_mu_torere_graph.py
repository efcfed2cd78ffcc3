"""Mu Torere's graph up to symmetry, as the page draws it."""

import pytest

from harness.site.data.mu_torere_graph import graph, shown, taken
from reference.mu_torere.retrograde import Value, distance, value
from reference.mu_torere.rules import START, Position, all_placements, apply, legal_moves
from tests.harness.site.test_scripts import run


def least(placement: str) -> str:
    """The least of the sixteen images, turned and mirrored by hand."""
    ring = placement[:8]
    return min(r[k:] + r[:k] for r in (ring, ring[::-1]) for k in range(8)) + placement[8]


EVERY = [Position(placement, side) for placement in all_placements() for side in ("b", "w")]


def test_the_classes_are_the_orbits() -> None:
    assert len(graph().classes) == 92  # 46 of stones, as the literature counts them, for each side
    assert {(least(p.placement), p.to_move) for p in EVERY} == set(graph().classes)


def test_the_edges_are_the_moves() -> None:
    number = {position: n for n, position in enumerate(graph().classes)}
    edges, keeping = set(), set()
    for position in EVERY:
        here = number[Position(least(position.placement), position.to_move)]
        for move in legal_moves(position):
            after = apply(position, move)
            edge = (here, number[Position(least(after.placement), after.to_move)])
            edges.add(edge)
            against = {Value.WIN: Value.LOSS, Value.LOSS: Value.WIN, Value.DRAW: Value.DRAW}
            if value(after) is against[value(position)]:
                keeping.add(edge)
    assert set(graph().edges) == edges
    assert graph().keeping == keeping


def test_rows_are_plies_from_the_start() -> None:
    rows = graph().rows
    assert sorted(n for row in rows for n in row) == list(range(92))
    assert [graph().classes[n] for n in rows[0]] == [Position(least(START.placement), "b")]
    row_of = {n: r for r, row in enumerate(rows) for n in row}
    for a, b in graph().edges:
        if row_of[a] < len(rows) - 1:
            assert row_of[b] <= row_of[a] + 1
    unreached = set(rows[-1])
    assert all(a in unreached for a, b in graph().edges if b in unreached)


def test_what_is_drawn_is_the_graph() -> None:
    drawn = shown({"one": {"wwwobbbbw": 8}})
    assert len({(c["across"], c["row"]) for c in drawn["classes"]}) == 92
    for node, position in zip(drawn["classes"], graph().classes, strict=True):
        assert node["key"] == position.placement + position.to_move
        assert (node["value"], node["distance"]) == (value(position).name, distance(position))
    assert drawn["taken"]["one"] == taken({"wwwobbbbw": 8})
    assert set(drawn["taken"]["one"]) <= set(graph().edges)


@pytest.mark.parametrize("side", ["b", "w"])
def test_the_page_finds_the_class_of_every_position(side: str) -> None:
    placements = [position.placement for position in EVERY if position.to_move == side]
    program = "return values.map(MuTorereGraph.canonical);"
    assert run("mu_torere_graph.js", program, placements) == [least(p) for p in placements]
