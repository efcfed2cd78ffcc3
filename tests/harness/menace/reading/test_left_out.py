"""What stands in brackets is not all that a box holds where beads stand beside it."""

import pytest

from harness.menace.reading.left_out import leaves_out, without_groups
from tests.harness.menace import formats

PICTURES = formats.pictures()


@pytest.mark.parametrize("names", ["012345678", "ABCDEFGHI"])
@pytest.mark.parametrize("between", [" ", ", ", ""])
def test_what_is_in_brackets_is_not_taken_where_beads_stand_beside_it(
    names: str, between: str
) -> None:
    rests = [between.join(names[at * bead % 9] for bead in range(3 + at % 6)) for at in range(304)]
    assert leaves_out(rests)
    assert leaves_out([f"{number}. {rest}" for number, rest in enumerate(rests)])
    assert leaves_out([f"{p}: {rest}" for p, rest in zip(PICTURES, rests, strict=True)])
    assert not leaves_out([f"{number}. {p} box" for number, p in enumerate(PICTURES)])
    assert not leaves_out([f"stage {at % 4}" for at in range(304)])
    assert without_groups("1 (2 [3] {4}) 5 [6").split() == ["1", "5", "[6"]
