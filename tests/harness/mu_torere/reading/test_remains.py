"""What is told of a print that is no board."""

import pytest

from harness.mu_torere.reading.remains import remains


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Your move:", "no row of three signs and no stroke"),
        ("", "no row of three signs and no stroke"),
        (
            "w w w\nb o w\nb b b",
            "3 rows of three signs; of strokes no level, no upright, no slanted",
        ),
        (
            "[w][w][w]\n | X | \n[b][o][w]",
            "no rows of three signs; of strokes no level, 2 upright, no slanted",
        ),
        (
            "w-w-w\n|   |\nb-o-w\nthe board",
            "2 rows of three signs; of strokes 4 level, 2 upright, no slanted",
        ),
        ("w w w\n|\\|/|", "1 rows of three signs; of strokes no level, 3 upright, 2 slanted"),
        ("four words in here", "no row of three signs and no stroke"),
        ("a bcd e", "1 rows of three signs; of strokes no level, no upright, no slanted"),
        ("a bcde f", "no row of three signs and no stroke"),
    ],
)
def test_what_is_there_is_counted(text: str, told: str) -> None:
    assert remains(text.split("\n")) == told
