"""What the report tells of all runs."""

from dataclasses import replace

from harness.menace.bias import Power
from harness.menace.figures import figures
from harness.menace.proof import assess


def test_the_power_is_told_from_the_best_way_to_the_worst() -> None:
    powers = [
        Power("the centre", "all boxes", 1.25), Power("the first bead", "all boxes", 1.05),
        Power("the corner", "stage 2", 1.3), Power("the centre", "stage 6", 2.4),
        Power("the first bead", "stage 4", 1.1),
    ]  # fmt: skip
    state = replace(assess([]), powers=tuple(powers))
    assert figures(state, [])["power"] == (
        "the first bead 5% too often, the centre 25%; in boxes of one stage from 10% "
        "(the first bead, stage 4) to 140% (the centre, stage 6)"
    )
    for group in ("all boxes", "stage 2"):
        only = tuple(power for power in powers if power.group == group)
        assert figures(replace(state, powers=only), [])["power"] is None
