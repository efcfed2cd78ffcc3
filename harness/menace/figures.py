"""The figures of a MENACE's assessment, for the report."""

from collections.abc import Sequence

from harness.menace.chance import bias, evidence
from harness.menace.chance.repeats import APART
from harness.menace.chance.statistics import ALPHA
from harness.menace.classes import STAGES, always_drawn
from harness.menace.proof import Assessment
from harness.menace.referee import Run
from harness.verdict import Fact


def figures(state: Assessment, runs: Sequence[Run]) -> dict[str, Fact]:
    """The figures of an assessment for the report."""
    facts: dict[str, Fact] = {
        "runs": len(runs),
        "games": state.games,
        "boxes_exercised": state.exercised,
        "boxes_identified": len(state.identified),
        "boxes_always_drawn": len(always_drawn() - state.identified),
        "beads_known": state.beads_known,
        "changes_checked": state.changes,
        "refills": ", ".join(f"{n} ({reading})" for reading, n in state.refills.items()) or "0",
        "one_order": state.one_order,
        "longest_run": max((len(run.games) for run in runs), default=0),
        "fullest_boxes": ", ".join(
            f"{state.fullest_by_stage[stage]} at {stage} stones" for stage in STAGES
        ),
        "dump_errors_below": f"{_unseen(state.games):.2%} of games, 99 % confidence",
    }
    facts["refills_by_stage"] = ", ".join(
        f"{state.refills_by_stage[stage]} at {stage} stones" for stage in STAGES
    )
    facts["boxes_refilled"] = state.boxes_refilled
    if state.coverage.boards:
        facts["coverage"] = str(state.coverage)
        facts |= state.coverage.unseen()
    if not state.refills_settled:
        facts["refills_open"] = True
    facts["biases"] = _told_bias(state)
    facts["power"] = _told_power(state)
    facts["dependence"] = _told_repeats(state)
    for test in state.tests:
        facts[f"test: {test.name}"] = (
            f"too few: {test.sample}"
            if test.p is None
            else f"p {test.p:.2g}, {test.sample} of them"
        )
    facts["false_alarms"] = (
        f"{ALPHA:.2g} a test, {len(state.tests)} tests, and {evidence.FALSE_ALARMS:.2g} for all "
        "biases; up to three times that where what was strange was looked at again"
    )
    facts["slowest_move_seconds"] = round(max((r.slowest_seconds for r in runs), default=0.0), 4)
    facts["start_seconds"] = round(max((r.start_seconds for r in runs), default=0.0), 3)
    return facts


def _told_bias(state: Assessment) -> str | None:
    if not state.biases:
        return None
    one = state.biases[0]
    told = f"{one.way} in {one.group}, p below {one.p:.2g}"
    return told if one.p < evidence.FALSE_ALARMS else f"none; the strongest is {told}"


def _told_power(state: Assessment) -> str | None:
    """The bias that would have been seen with 99 %, over all boxes and in those of one stage."""
    pooled = [power for power in state.powers if power.group == "all boxes"]
    staged = [power for power in state.powers if power.group != "all boxes"]
    if not pooled or not staged:
        return None
    best, worst = min(pooled, key=_ratio), max(pooled, key=_ratio)
    one, other = min(staged, key=_ratio), max(staged, key=_ratio)
    return (
        f"{best.way} {best.ratio - 1:.0%} too often, {worst.way} {worst.ratio - 1:.0%}; in boxes "
        f"of one stage from {one.ratio - 1:.0%} ({one.way}, {one.group}) to "
        f"{other.ratio - 1:.0%} ({other.way}, {other.group})"
    )


def _told_repeats(state: Assessment) -> str | None:
    """The share of draws that would have to repeat earlier ones, for each distance."""
    told = [
        f"{apart} draw{'s' * (apart > 1)} before from {share:.0%} of them on"
        for apart, share in zip(APART, state.repeats, strict=False)
        if share is not None
    ]
    return ", ".join(told) or None


def _ratio(power: bias.Power) -> float:
    return power.ratio


def _unseen(games: int) -> float:
    """The rate of errors at random that so many games without one leave possible."""
    return float(1 - 0.01 ** (1 / max(1, games)))
