"""Boards looked for in prints that nobody has described: how long that may take."""

from collections.abc import Iterator

import pytest

from harness.mu_torere.reading import lattice
from harness.mu_torere.reading.lattice import wheels
from harness.mu_torere.reading.octagons import octagons_on_an_edge
from harness.mu_torere.reading.wheel import Wheel

BOARD = r"""
w - w - w
| \ | / |
b - o - w
| / | \ |
b - b - b
""".strip("\n").split("\n")
CROSSES = ["- " * 39 if row % 2 == 0 else "|   " * 20 for row in range(20)]
DASHES = ["".join("- x"[(row + column) % 3] for column in range(79)) if row % 3 == 0 else " |" * 40
          for row in range(12)]  # fmt: skip


@pytest.mark.parametrize("rows", [CROSSES, DASHES])
def test_a_hostile_print_is_not_searched_to_its_end(
    rows: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = 0

    class Counted(Wheel):
        @property
        def right(self) -> bool:
            nonlocal looked
            looked += 1
            return bool(super().right)

    monkeypatch.setattr("harness.mu_torere.reading.lattice.Wheel", Counted)
    monkeypatch.setattr("harness.mu_torere.reading.octagons.Wheel", Counted)
    assert wheels(BOARD)
    few, looked = looked, 0
    wheels(rows)
    assert 0 < few < 50 < looked <= 500


def test_octagons_are_not_sought_among_all_pairs_of_strokes() -> None:
    class Watched(list[tuple[int, int, int]]):
        taken = 0

        def __iter__(self) -> Iterator[tuple[int, int, int]]:
            for run in super().__iter__():
                Watched.taken += 1
                yield run

    level, upright = lattice._level_runs(CROSSES), lattice._upright_runs(CROSSES)
    assert len(level) > 300
    assert len(upright) > 100
    list(octagons_on_an_edge(CROSSES, Watched(level), Watched(upright)))
    assert Watched.taken == len(level) + len(upright)  # once each, not once for each pair of others
