"""The whole verification of one MENACE: runs until every box is known, then the verdict on all.

The judgement is a pure function of the transcripts, `assess`; what is played next depends on which
boxes are still to be seen.
"""

import itertools
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from harness.challenge import Job, Keep, Progress
from harness.menace import opponent
from harness.menace.accounts import Accounts, Trouble
from harness.menace.classes import always_drawn, picture, use
from harness.menace.form import BEADS_ARE_NAMES, BEADS_ARE_SQUARES, Form
from harness.menace.game import Human, Match
from harness.menace.generated import generated_runs
from harness.menace.referee import BOXES, Played, Run, judge
from harness.menace.statistics import (
    ALPHA,
    BoxStart,
    Test,
    draw_tests,
    refills_random,
    start_differs,
    start_uniform,
)
from harness.transcript import Transcript
from harness.verdict import Fact, Finding, Result, Verdict
from reference.tic_tac_toe import Board, Square, empty_squares

RUNS_AT_LEAST: Final = 3  # fewer cannot show that the start is random from run to run
_GAMES_A_RUN: Final = 150
_PATIENCE: Final = 15  # games without anything new after which a run is left for a fresh one,
_TIMES_ALONE: Final = 2  # so much longer for a run that must identify every box by itself
_PATIENCE_A_SECOND: Final = 100  # and so many more for each second that a start takes
_GAMES_A_UNIT: Final = 200  # `--games` counts Mu Torere's; a MENACE learns from hundreds
_GENERATED, _FEW_GENERATED = 12, 3  # runs; so few of a program that is slow to start
_SLOW_START_SECONDS: Final = 1.0
_GAMES_AT_LEAST: Final = 0.15  # of all allowed, though everything is told before


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a set of runs shows."""

    findings: tuple[Finding, ...]
    games: int
    exercised: int
    identified: frozenset[int]  # positions whose printed box is known in some run
    beads_known: int
    changes: int
    refills: Counter[str]
    one_order: bool
    tests: tuple[Test, ...]

    @property
    def everything(self) -> bool:
        """Whether the box of every position is known whose box a game can change."""
        return self.identified >= frozenset(range(BOXES)) - always_drawn()

    @property
    def verdict(self) -> Verdict:
        """The first finding decides; without one, whether everything could be said."""
        if self.findings:
            return self.findings[0].verdict
        told = (
            self.refills.total() > 0
            and self.everything
            and all(test.p is not None for test in self.tests)
        )
        return Verdict.ACCEPTED if told else Verdict.INCONCLUSIVE


def assess(runs: Sequence[Run], known: Accounts | None = None) -> Assessment:
    """Everything that the runs show, taken together.

    `known` is what the very same runs have already added up to without a contradiction.
    """
    findings = [finding for run in runs for finding in run.findings]
    books, troubles, one_order = ([known], [], True) if known else _books(runs)
    if not findings:
        findings = [_finding(run, trouble) for run, trouble in troubles]
    form = runs[0].form if runs else Form()
    if not findings and runs:
        findings = _slow_start(runs, form)
    tests = _tests(runs, books, form)
    if not findings:
        findings = [_unfair(runs[-1], test) for test in tests if test.failed]
    exercised = {p for book in books for p in book.exercised}
    identified = {p for book in books for p in book.identified}
    return Assessment(
        findings=tuple(findings),
        games=sum(len(run.games) for run in runs),
        exercised=len(exercised),
        identified=frozenset(identified),
        beads_known=max((book.beads_known for book in books), default=0),
        changes=sum(book.changes for book in books),
        refills=sum((book.refills for book in books), Counter()),
        one_order=one_order,
        tests=tuple(tests),
    )


def _books(runs: Sequence[Run]) -> tuple[list[Accounts], list[tuple[Run, Trouble]], bool]:
    """One book for all runs when they print their boxes in one order, else one for each.

    That they do is assumed first; when it leads to a contradiction, runs are taken singly. If their
    orders differ, only what a single run contradicts in itself is held against the program.
    """
    if not runs:
        return [], [], True
    together = Accounts(runs[0].form)
    first = next(((run, t) for run in runs if (t := together.add(run.games))), None)
    if first is None:
        return [together], [], True
    if together.form.beads == BEADS_ARE_NAMES:
        renamed = Accounts(together.form, names_change=True)
        if not any(renamed.add(run.games) for run in runs):
            return [renamed], [], True
    books, troubles = [], []
    for run in runs:
        book = Accounts(run.form)
        trouble = book.add(run.games)
        books.append(book)
        if trouble:
            troubles.append((run, trouble))
    if not troubles and _in_one_order(books):
        return [together], [first], True
    refills = sum((book.refills for book in books), Counter[str]())
    if len(refills) > 1 and not troubles:
        trouble = Trouble(
            "menace/refill", "three stay in one run, two in another", "one of both", 0
        )
        troubles.append((runs[-1], trouble))
    return books, troubles, False


def _in_one_order(books: Sequence[Accounts]) -> bool:
    """Whether positions mostly have the same place in all runs where it is known.

    In orders of each run's own, hardly any have: one of 304 by chance.
    """
    places: dict[int, Counter[int | None]] = {}
    for book in books:
        for position in book.identified:
            places.setdefault(position, Counter())[book.box_of(position)] += 1
    again = [found for found in places.values() if found.total() > 1]
    same = sum(max(found.values()) > found.total() / 2 for found in again)
    return len(again) > 1 and same > len(again) / 2


def _tests(runs: Sequence[Run], books: Sequence[Accounts], form: Form) -> list[Test]:
    samples = [sample for book in books for sample in book.samples]
    tests = draw_tests(samples)
    tests.append(refills_random(sample for book in books for sample in book.refill_samples))
    firsts = [run.games[0].boxes for run in runs if run.games]
    tests.append(start_differs(firsts))
    if form.exact and form.beads == BEADS_ARE_SQUARES:
        tests.append(start_uniform(_starts(runs, books)))
    return tests


def _starts(runs: Sequence[Run], books: Sequence[Accounts]) -> Iterator[BoxStart]:
    """The identified boxes that the first game of a run did not use, as they were at its start."""
    for number, run in enumerate(runs):
        if run.games:
            order = min(number, len(books) - 1)
            first = run.games[0]
            used = {u.position for board, square in first.draws if (u := use(board, square))}
            for position in books[order].identified - used:
                index = books[order].box_of(position)
                assert index is not None, "it is identified"
                squares = len(empty_squares(picture(position)))
                yield BoxStart((order, index), squares, first.boxes[index])


def _finding(run: Run, trouble: Trouble) -> Finding:
    game = run.games[min(trouble.game, len(run.games) - 1)]
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


def _slow_start(runs: Sequence[Run], form: Form) -> list[Finding]:
    """A first board that comes too late in most runs: in one, the machine may have been busy."""
    seconds = statistics.median(run.start_seconds for run in runs)
    if form.start_seconds is None or seconds <= form.start_seconds:
        return []
    seen = f"the first board after {seconds:.1f} seconds, in the median of {len(runs)} runs"
    expected = f"at most {form.start_seconds} seconds"
    return [Finding("menace/time", Verdict.TIME_LIMIT, 1, seen, expected, runs[-1].line[:1])]


def _unfair(run: Run, test: Test) -> Finding:
    about = {"starting": "menace/start", "refilled": "menace/refill"}
    return Finding(
        clause=about.get(test.name.partition(" ")[0], "menace/draw"),
        verdict=Verdict.WRONG_ANSWER,
        turn=len(run.line),
        seen=f"not so: {test.name} (sample {test.sample}, p {test.p:.1e})",
        expected=f"p above {ALPHA:.0e}, the false-alarm rate of the test",
        line=run.line,
    )


def verify(job: Job, form: Form, progress: Progress, keep: Keep) -> Result:
    """Play runs until everything can be said, or something is wrong, or the games are used up."""
    began = time.monotonic()
    runs: list[Run] = []
    books = _LiveBooks(form)
    steering = opponent.Steering(random.Random(job.seed), books.chances)
    plan = _plan(job, steering)
    most = max(1, job.games) * _GAMES_A_UNIT
    state = assess([])
    while state.games < most and not state.findings and not _enough(state, runs, most):
        progress(f"{len(state.identified)} of {BOXES} boxes identified", state.games / most)
        games = min(_GAMES_A_RUN, most - state.games)
        start_seconds = runs[-1].start_seconds if runs else 0.0
        everything = state.everything
        patience = int(_PATIENCE + _PATIENCE_A_SECOND * start_seconds)
        patience *= 1 if books.together else _TIMES_ALONE
        books.begin_run(None if everything or not runs else patience, state.identified)
        human = steering if not everything and len(runs) % 4 < 3 else next(plan)
        transcript = _play(job, form, games, human, (steering, books))
        keep(f"{len(runs) + 1:03}", transcript)
        runs.append(judge(transcript))
        state = assess(runs, books.together)
        steering.seek(set(range(BOXES)) - state.identified)
    generated: list[Run] = []
    if not state.findings:
        progress("opponents generated by hypothesis", None)
        state, generated = _meet_generated(job, form, keep, runs, books)
        runs += generated
    return Result(
        name=job.name,
        verdict=state.verdict,
        findings=tuple(job.with_judged_again(finding) for finding in state.findings[:3]),
        facts=figures(state, runs)
        | {
            "generated_runs": len(generated),
            "other_files": job.program.describe_isolation(),
            "seconds": round(time.monotonic() - began, 2),
        },
        source_bytes=job.source_bytes,
    )


def _meet_generated(
    job: Job, form: Form, keep: Keep, runs: Sequence[Run], books: "_LiveBooks"
) -> tuple[Assessment, list[Run]]:
    """Short runs against generated opponents: the assessment with them, and they themselves."""
    number = itertools.count(len(runs) + 1)

    def play(games: int, human: Human) -> Run:
        transcript = _play(job, form, games, human)
        keep(f"{next(number):03}", transcript)
        return judge(transcript)

    slow = statistics.median(run.start_seconds for run in runs) > _SLOW_START_SECONDS
    examples = _FEW_GENERATED if slow else _GENERATED
    played, wrong = generated_runs(play, examples, job.seed, _wrong_alone)
    books.add(played)
    state = assess([*runs, *played], books.together)
    if wrong:
        others = (finding for finding in state.findings if finding != wrong)
        state = replace(state, findings=(wrong, *others))
    return state, played


def _wrong_alone(run: Run) -> Finding | None:
    """What is wrong with one run in itself."""
    if run.findings:
        return run.findings[0]
    trouble = Accounts(run.form).add(run.games)
    return _finding(run, trouble) if trouble else None


def _enough(state: Assessment, runs: Sequence[Run], most: int) -> bool:
    """Whether all is told, and by as many games as rare errors deserve."""
    told = state.verdict is Verdict.ACCEPTED and len(runs) >= RUNS_AT_LEAST
    return told and state.games >= most * _GAMES_AT_LEAST


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
        "dump_errors_below": f"{_unseen(state.games):.2%} of games, 99 % confidence",
    }
    for test in state.tests:
        facts[f"test: {test.name}"] = (
            f"too few: {test.sample}"
            if test.p is None
            else f"p {test.p:.2g}, {test.sample} of them"
        )
    facts["false_alarms"] = f"{ALPHA:.0e} a test, {len(state.tests)} tests"
    facts["slowest_move_seconds"] = round(max((r.slowest_seconds for r in runs), default=0.0), 4)
    facts["start_seconds"] = round(max((r.start_seconds for r in runs), default=0.0), 3)
    return facts


def _unseen(games: int) -> float:
    """The rate of errors at random that so many games without one leave possible."""
    return float(1 - 0.01 ** (1 / max(1, games)))


def _plan(job: Job, steering: opponent.Steering) -> Iterator[Human]:
    """Opponents other than the steering one alone, each mixed with it."""
    chance = random.Random(job.seed + 1)
    others: tuple[Callable[[], Human], ...] = (
        lambda: opponent.perfect(chance),  # who empties boxes, so that refills are seen
        lambda: opponent.at_random(chance),
        lambda: opponent.blundering(chance),
        lambda: opponent.scripted((4, 0, 8, 2, 6, 1, 7, 3, 5)),
    )
    number = 0
    while True:
        yield _alternating(steering, others[number % len(others)](), chance)
        number += 1


def _alternating(first: Human, second: Human, chance: random.Random) -> Human:
    """Now the one, now the other, drawn by lot for every move."""
    return lambda board: (first if chance.random() < 0.5 else second)(board)


class _LiveBooks:
    """The accounts of all runs so far, and of the one in play, for as long as they are one."""

    def __init__(self, form: Form) -> None:
        self.together: Accounts | None = Accounts(form)
        self._running = Accounts(form)  # of this run alone, when they are not
        self._form = form
        self._patience: int | None = None
        self._known = self._waited = 0
        self._identified: frozenset[int] = frozenset()

    def begin_run(self, patience: int | None, identified: frozenset[int]) -> None:
        """Say that the next game is the first of a run; after so many idle games it may end.

        `identified` are the positions whose boxes are known from earlier runs.
        """
        self._identified = identified
        if self.together:
            self.together.begin_run()
        self._running = Accounts(self._form)
        self._running.begin_run()
        self._patience, self._waited = patience, 0

    def see(self, played: Played) -> bool:
        """Take a game as it ends; whether the run may still tell something new.

        A contradiction ends the assumption of one order.
        """
        if self.together:
            if self.together.take(played):
                self.together = None
        else:
            self._running.take(played)
        books = self.together or self._running
        known = len(books.identified | self._identified)
        self._waited = self._waited + 1 if known == self._known else 0
        self._known = known
        return self._patience is None or self._waited < self._patience

    def add(self, runs: Sequence[Run]) -> None:
        """Take whole runs."""
        for run in runs:
            if self.together and self.together.add(run.games):
                self.together = None

    def chances(self, board: Board) -> dict[Square, float] | None:
        """What the boxes say MENACE will play."""
        return (self.together or self._running).chances(board)


def _play(
    job: Job,
    form: Form,
    games: int,
    human: Human,
    watchers: tuple[opponent.Steering, _LiveBooks] | None = None,
) -> Transcript:
    program = job.program

    def see(played: Played) -> bool:
        if watchers is None:
            return True
        steering, books = watchers
        steering.see([board for board, _ in played.draws])
        return books.see(played)

    with program.start() as session:
        match = Match(session, form, program.command, games, program.limits.move_seconds)
        return match.play(human, see)
