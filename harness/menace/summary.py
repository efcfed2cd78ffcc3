"""The figures of a MENACE verification in sentences."""

from collections.abc import Iterator, Mapping

from harness.verdict import Fact


def summary(facts: Mapping[str, Fact]) -> Iterator[str]:
    """One sentence for each group of figures that are there."""
    if "read_as" in facts:
        yield f"read as: {facts['read_as']}"
    if not facts.get("games"):
        return
    if "runs" in facts:
        yield (
            f"{facts['games']} games in {facts['runs']} runs; boxes printed wrongly at random "
            "would have been seen unless in "
            f"fewer than {facts['dump_errors_below']}"
        )
    if facts.get("longest_run"):
        yield (
            f"errors that begin after game {facts['longest_run']} of a run, or with more beads in "
            f"a box than the fullest held ({facts['fullest_boxes']}), would not have been seen; a "
            "larger --games plays a longer run"
        )
    if "boxes_exercised" in facts:
        order = (
            "in one order in all runs" if facts["one_order"] else "in an order of each run's own"
        )
        left = facts["boxes_always_drawn"]
        drawn = f" ({left} others occur only in drawn games, which change no box)"
        rest = drawn if left else ""
        yield (
            f"{facts['boxes_exercised']} of 304 boxes exercised, {facts['boxes_identified']} "
            f"identified{rest}, {order}; {facts['beads_known']} beads' meanings learned"
        )
        yield f"{facts['changes_checked']} changes of boxes checked, refills: {facts['refills']}"
    if "coverage" in facts:
        yield f"seen: {facts['coverage']}; refills: {facts['refills_by_stage']}"
        if "boxes_refilled" in facts:
            yield (
                f"{facts['boxes_refilled']} of 304 boxes were seen refilled; what the others do "
                "then was not seen"
            )
    if facts.get("refills_open"):
        yield (
            "whether the move of a refill is drawn by bead or by colour cannot be told from the "
            "refills whose beads' meanings were known; a larger --games shows more"
        )
    for name in ("boards", "results", "squares"):
        if facts.get(f"{name}_not_seen", "0") != "0":
            yield f"{name} of boxes not seen: {facts[f'{name}_not_seen']}"
    if facts.get("power"):
        yield (
            f"a bias of this size would have been seen with 99 % probability: {facts['power']}; "
            "a larger --games finds smaller ones"
        )
    if facts.get("dependence"):
        yield (
            "draws that repeat the random number of an earlier draw would have been seen with "
            f"99 % probability: {facts['dependence']}"
        )
    if facts.get("biases"):
        yield f"biases of the draws: {facts['biases']}"
    for name, said in facts.items():
        if name.startswith("test: "):
            yield f"{name.removeprefix('test: ')}: {said}"
    if "false_alarms" in facts:
        yield f"false alarms: {facts['false_alarms']}"
    if facts.get("generated_runs"):
        yield f"{facts['generated_runs']} of the runs against opponents that hypothesis generated"
    if "start_seconds" in facts:
        yield (
            f"first board after {facts['start_seconds']} s, slowest move "
            f"{facts['slowest_move_seconds']} s"
        )
    if "other_files" in facts:
        yield f"other files: {facts['other_files']}"
