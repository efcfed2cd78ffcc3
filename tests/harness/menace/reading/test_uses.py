"""How often each box was used is no bead, whichever boxes say it; and beads are no such count."""

import pytest

from harness.menace.reading.noted import without_notes

HELD = [f"{at % 9} {at % 7} {at % 5} {at % 3} {at % 2}" for at in range(304)]
COUNTED = [
    "{} used:{}", "{} (used {} times)", "{} [{}]", "{} | uses={}", "{} (x{})", "{} *{}",
    "{} # {} uses", "{}, last used in game {}", "(used {1}) {0}",
]  # fmt: skip


def boxes(counted: str, shown: str, many: int) -> str:
    """All boxes, a line each; so `many` of them say how often they were used."""
    lines = [shown.format(held) for held in HELD]
    lines[:many] = [counted.format(line, at) for at, line in enumerate(lines[:many], 1)]
    return "\n".join(f"Box {at}: {line}" for at, line in enumerate(lines))


@pytest.mark.parametrize("shown", ["{}", "[{}]", "({})"])
@pytest.mark.parametrize("counted", COUNTED)
@pytest.mark.parametrize("many", [5, 150, 303])
def test_counts_are_left_out(counted: str, shown: str, many: int) -> None:
    assert without_notes(boxes(counted, shown, many)) == boxes("", shown, 0)


@pytest.mark.parametrize(
    "more",
    [
        " 3", " [3] [4]", " red", " 3 red", " {3: 2}", " XO------- 3",
        " 13.1% (8/61)", " beads: 0 1 4 4",
    ],
)  # fmt: skip
def test_what_may_be_beads_is_no_count(more: str) -> None:
    lines = [f"Box {at}: {HELD[at]}{more if at < 150 else ''}" for at in range(304)]
    assert without_notes("\n".join(lines)) == "\n".join(lines)


@pytest.mark.parametrize(
    "line", ["3 beads: 044", "(256, 128) [4]", "A*1+C*2", "🔴1 🟡2", "0x06eb 4"]
)
def test_neither_is_what_all_lines_say_beside_few_digits(line: str) -> None:
    lines = [f"{at}: {line}" for at in range(304)]
    assert without_notes("\n".join(lines)) == "\n".join(lines)
