"""Labels on a sheet: inside the margins, side by side, none over another."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.kit.paper import MARGIN, PAPERS, SMALLEST, Sheet
from harness.verdict import UsageError


@given(
    st.sampled_from(sorted(PAPERS)),
    st.floats(SMALLEST, 190, allow_nan=False),
    st.floats(SMALLEST, 259, allow_nan=False),
)
def test_labels_tile_the_sheet(paper: str, width: float, height: float) -> None:
    sheet = Sheet(paper, width, height)
    per_page = sheet.columns * sheet.rows
    places = list(sheet.places(per_page + 1))
    assert [place.page for place in places] == [0] * per_page + [1]
    assert len({(round(p.x, 3), round(p.y, 3)) for p in places[:per_page]}) == per_page
    for _, x, y in places:
        assert MARGIN - 1e-9 <= x <= sheet.page[0] - MARGIN - width + 1e-9
        assert MARGIN - 1e-9 <= y <= sheet.page[1] - MARGIN - height + 1e-9
    uprights, levels = sheet.cuts()
    assert {round(b - a, 6) for a, b in itertools.pairwise(uprights)} == {round(width, 6)}
    assert {round(b - a, 6) for a, b in itertools.pairwise(levels)} == {round(height, 6)}


@pytest.mark.parametrize(
    ("paper", "width", "height", "said"),
    [
        ("a4", 300, 30, "does not fit"),
        ("letter", 30, 300, "does not fit"),
        ("a4", 10, 30, "at least"),
        ("a3", 30, 30, "a4, letter"),
    ],
)
def test_sizes_that_cannot_be(paper: str, width: float, height: float, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        Sheet(paper, width, height)
