"""What a proof finds wrong, as findings that name the clause and the run."""

import statistics
from collections.abc import Sequence
from typing import Final

from harness.menace.chance import evidence
from harness.menace.chance.statistics import ALPHA, Test
from harness.menace.changes import Trouble, changed_boxes
from harness.menace.follower import Played
from harness.menace.form import BEADS_ARE_NAMES, Form
from harness.menace.reading.texts import after_board, differences
from harness.menace.referee import Run
from harness.menace.screen import Screen, counted
from harness.menace.steps import shortened
from harness.verdict import Finding, Verdict
from reference.tic_tac_toe import empty_squares, over, place

_SEVERAL: Final = 2  # words of a box, of which one may be its number


def trouble_finding(run: Run, trouble: Trouble) -> Finding:
    """The finding that boxes contradict the rules, or that they were misread."""
    game = run.games[min(trouble.game, len(run.games) - 1)]
    if misread := _misreading(run, trouble):
        return misread
    rows = trouble.picture and "\n".join(trouble.picture[i : i + 3] for i in (0, 3, 6))
    return Finding(
        clause=trouble.clause,
        verdict=Verdict.WRONG_ANSWER,
        turn=game.turn,
        seen=f"game {trouble.game + 1}: {trouble.seen}",
        expected=trouble.expected,
        line=run.line[: game.turn],
        picture=rows,
    )


def _misreading(run: Run, trouble: Trouble) -> Finding | None:
    """The finding that boxes cannot be read.

    Their text changed elsewhere than the boxes did, or a word of a box became another.
    """
    if not 0 < trouble.game < len(run.games):
        return None
    before, after = run.games[trouble.game - 1 : trouble.game + 1]
    changed = changed_boxes(before.boxes, after.boxes)
    if run.form.beads == BEADS_ARE_NAMES and not run.form.exact:
        for index in changed if len(changed) <= len(after.draws) else ():
            if word := _became_another(before, after, index):
                taken = shortened(str([*after.boxes[index]]))
                return _unread(run, after, f"one was taken for {taken}, and what was {word} before "
                               "is a word that no box had")  # fmt: skip
    texts = [_text_of_boxes(run, before), _text_of_boxes(run, after)]
    found = differences(*texts) if all(texts) else None
    if found is None or found.explain(len(changed)):
        return None
    one = next((after.boxes[index] for index in changed), after.boxes[0])
    seen = f"{len(changed)} of them changed as they were read, and their text in {found.places}"
    return _unread(run, after, f"{seen} places; one was taken for {shortened(str([*one]))}")


def _became_another(before: Played, after: Played, index: int) -> str | None:
    """A word that only this box has, and for which it later has one that no box had.

    So change numbers of beads, and boxes whose beads are one word: beads come back to boxes that
    had them, or are like those of other boxes.
    """
    old, new = counted(before.boxes[index]), counted(after.boxes[index])
    gone, come = old - new, new - old
    if old.total() < _SEVERAL or gone.total() != 1 or come.total() != 1:
        return None
    (word,), (other,) = gone, come
    times = sum(word in box for box in before.boxes)
    known = any(other in box for box in before.boxes)
    return word if times == 1 and not known else None


def _unread(run: Run, after: Played, seen: str) -> Finding:
    """The finding that boxes cannot be read, of the game after which this was seen of them."""
    return Finding(
        clause="menace/reading",
        verdict=Verdict.INCONCLUSIVE,
        turn=after.turn,
        seen=f"the boxes cannot be read: {seen}",
        expected="boxes in a form that is known or declared",
        line=run.line[: after.turn],
    )


def _text_of_boxes(run: Run, played: Played) -> str:
    """What a game's last reply says after its last board; nothing where that is not known."""
    board, square = played.draws[-1]
    last = place(board, square, "X")
    ends = [last] if over(last) else [place(last, s, "O") for s in empty_squares(last)]
    found = (after_board(Screen(run.form), played.said, end) for end in ends if over(end))
    return next(filter(None, found), "")


def slow_start_findings(runs: Sequence[Run], form: Form) -> list[Finding]:
    """Findings for a first board that is late in most runs; in one run the machine may be busy."""
    seconds = statistics.median(run.start_seconds for run in runs)
    if form.start_seconds is None or seconds <= form.start_seconds:
        return []
    seen = f"the first board after {seconds:.1f} seconds, in the median of {len(runs)} runs"
    expected = f"at most {form.start_seconds} seconds"
    return [Finding("menace/time", Verdict.TIME_LIMIT, 1, seen, expected, runs[-1].line[:1])]


def unfair_finding(run: Run, test: Test) -> Finding:
    """The finding that the program fails a test of chance which right programs pass."""
    about = {"starting": "menace/start", "refilled": "menace/refill"}
    return Finding(
        clause=about.get(test.name.partition(" ")[0], "menace/draw"),
        verdict=Verdict.WRONG_ANSWER,
        turn=len(run.line),
        seen=f"the test '{test.name}' failed: p {test.p:.1e} for {test.sample} samples",
        expected=f"p above {ALPHA:.2g}, the false-alarm rate of the test",
        line=run.line,
    )


def bias_finding(run: Run, found: evidence.Bias) -> Finding:
    """The finding that the program favours something when it draws or refills."""
    seen = (
        f"{found.way}, {found.group}: {found.tally.came} of {found.tally.draws}, where a "
        f"fair program has about {found.tally.expected:.0f} (p below {found.p:.1e})"
    )
    expected = f"p above {evidence.FALSE_ALARMS:.2g}, the false-alarm rate of all tests of bias"
    return Finding(found.clause, Verdict.WRONG_ANSWER, len(run.line), seen, expected, run.line)
