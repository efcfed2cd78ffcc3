"""The whole verification of one MENACE: runs until every box is known, then the verdict on all.

The judgement is a pure function of the transcripts, `assess`; what is played next depends on which
boxes are still to be seen.
"""

import itertools
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from harness.challenge import Job, Keep, Progress
from harness.menace import bias, opponent
from harness.menace.accounts import Accounts, Trouble
from harness.menace.classes import always_drawn, least_board, use
from harness.menace.coverage import Coverage
from harness.menace.form import BEADS_ARE_NAMES, BEADS_ARE_SQUARES, Form
from harness.menace.game import Human, Interactor, with_games
from harness.menace.referee import BOXES, Played, Run, judge
from harness.menace.statistics import (
    ALPHA,
    DRAWS_NEEDED,
    BoxStart,
    Start,
    Test,
    draw_tests,
    refills_random,
    refills_uniform,
    start_differs,
    start_uniform,
)
from harness.transcript import Transcript
from harness.verdict import Fact, Finding, Result, Verdict
from reference.tic_tac_toe import Board, Square, empty_squares, stones

RUNS_AT_LEAST: Final = 14  # among so few seeds as eight, fewer runs might all be different
_LONG, _LONG_MORE = 2_000, 100  # games of the longest run,
_LONG_RUN: Final = 3  # which is the fourth
_SHORT: Final = 4
_KEPT_AT_MOST: Final = 100
_IDLE: Final = 20  # games without anything new after which a run is left for a fresh one,
_IDLE_A_SECOND: Final = 100  # and so many more for each second that a start takes,
_IDLE_ALONE: Final = 40  # or so many, where a run has to show by itself where the boxes are
_SECONDS_AT_MOST: Final = 1.0  # whatever the machine is busy with
_AT_LEAST: Final = 0.04  # of all games allowed beside the longest run, though all is told before
_LONGER_ALONE: Final = 8  # times, for runs that each print their boxes in an order of their own
_KNOWN: Final = 150  # games that a program under test may expect
_NEARLY: Final = 290  # boxes; with so many identified it may play twice the games for the others
_PATIENCE: Final = 4  # times the limit, for a program that was too slow to start
_GAMES_A_UNIT: Final = 300  # `--games` counts Mu Torere's; a MENACE learns from hundreds
_GENERATED, _FEW_GENERATED = 12, 3  # runs; so few of a program that is slow to start
_SLOW_START_SECONDS: Final = 0.5


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
    refills_by_stage: Counter[int] = field(default_factory=Counter)
    coverage: Coverage = field(default_factory=Coverage)
    biases: tuple[bias.Bias, ...] = ()
    powers: tuple[bias.Power, ...] = ()

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


def assess(
    runs: Sequence[Run], known: Accounts | None = None, *, chance: bool = True
) -> Assessment:
    """Everything that the runs show, taken together.

    `known` is what the very same runs have already added up to without a contradiction. Without
    `chance` the biases of the draws are left for later.
    """
    findings = [finding for run in runs for finding in run.findings]
    books, troubles, one_order = ([known], [], True) if known else _books(runs)
    if not findings:
        findings = [_finding(run, trouble) for run, trouble in troubles]
    form = runs[0].form if runs else Form()
    if not findings and runs:
        findings = _slow_start(runs, form)
    tests = _tests(runs, books, form, chance)
    if not findings:
        findings = [_unfair(runs[-1], test) for test in tests if test.failed]
    tallies = bias.tally([s for book in books for s in book.samples]) if chance else {}
    found = bias.biases(tallies)
    if not findings:
        findings = [_biased(runs[-1], one) for one in found if one.p < bias.FALSE_ALARMS]
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
        refills_by_stage=sum((book.refills_by_stage for book in books), Counter()),
        coverage=_covered(runs) if chance else Coverage(),
        biases=tuple(found[:1]),
        powers=tuple(bias.powers(tallies)),
    )


def _books(runs: Sequence[Run]) -> tuple[list[Accounts], list[tuple[Run, Trouble]], bool]:
    """One book for all runs when they print their boxes in one order, else one for each.

    That they do is assumed first; when it leads to a contradiction, runs are taken singly. If their
    orders differ, only what a single run contradicts in itself is held against the program.
    """
    if not runs:
        return [], [], True
    together, first = _together(runs, names_change=False)
    if first is None:
        return [together], [], True
    if together.form.beads == BEADS_ARE_NAMES:
        renamed, again = _together(runs, names_change=True)
        if again is None:
            return [renamed], [], True
    books, troubles = [], []
    for run in runs:
        book, trouble = _alone(run)
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


Together: TypeAlias = tuple[Accounts, tuple[Run, Trouble] | None]

_CONTRADICTED: Final[dict[bool, tuple[list[Run], Together]]] = {}


def _together(runs: Sequence[Run], *, names_change: bool) -> Together:
    """One book for all runs, up to the first contradiction.

    Runs that contradict one another still do when more are added, so that is kept for the next
    time: the assessment is asked for after every run.
    """
    known = _CONTRADICTED.get(names_change)
    if known is not None and [*map(id, runs[: len(known[0])])] == [*map(id, known[0])]:
        return known[1]
    book = Accounts(runs[0].form, names_change=names_change)
    for number, run in enumerate(runs, start=1):
        if trouble := book.add(run.games):
            _CONTRADICTED[names_change] = [*runs[:number]], (book, (run, trouble))
            return book, (run, trouble)
    return book, None


_ALONE: Final[dict[int, tuple[Run, Accounts, Trouble | None]]] = {}


def _alone(run: Run) -> tuple[Accounts, Trouble | None]:
    """The book of one run, made once: the assessment is asked for after every run."""
    known = _ALONE.get(id(run))
    if known is None or known[0] is not run:
        book = Accounts(run.form)
        if len(_ALONE) > _KEPT_AT_MOST:
            _ALONE.clear()
        known = _ALONE[id(run)] = run, book, book.add(run.games)
    return known[1], known[2]


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


def _tests(runs: Sequence[Run], books: Sequence[Accounts], form: Form, chance: bool) -> list[Test]:
    samples = [sample for book in books for sample in book.samples]
    tests = draw_tests(samples) if chance else []
    if len(samples) < DRAWS_NEEDED:
        tests.append(Test("draws", len(samples), None))
    tests.append(refills_random(sample for book in books for sample in book.refill_samples))
    refilled = {
        (number, position): (position, beads)
        for number, book in enumerate(books)
        for position, beads in book.refilled.items()
    }
    tests.append(refills_uniform(list(refilled.values())))
    since = list(itertools.accumulate((run.seconds for run in runs), initial=0.0))
    starts = [Start(r.games[0].boxes, s) for r, s in zip(runs, since, strict=False) if r.games]
    tests.append(start_differs(starts, only_last=not chance))
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
                squares = len(empty_squares(least_board(position)))
                yield BoxStart((order, index), squares, first.boxes[index])


def _covered(runs: Sequence[Run]) -> Coverage:
    return Coverage().see_all(played for run in runs for played in run.games)


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
        seen=f"the test '{test.name}' failed: p {test.p:.1e} for {test.sample} samples",
        expected=f"p above {ALPHA:.0e}, the false-alarm rate of the test",
        line=run.line,
    )


def _biased(run: Run, found: bias.Bias) -> Finding:
    seen = (
        f"{found.way}, {found.group}: {found.tally.came} of {found.tally.draws} draws, where "
        f"{found.tally.expected:.0f} are to be expected (p below {found.p:.1e})"
    )
    expected = f"p above {bias.FALSE_ALARMS:.0e}, the false-alarm rate of all tests of bias"
    return Finding("menace/draw", Verdict.WRONG_ANSWER, len(run.line), seen, expected, run.line)


def verify(job: Job, form: Form, progress: Progress, keep: Keep) -> Result:
    """Play runs until everything can be said, or something is wrong, or the games are used up."""
    began = time.monotonic()
    runs: list[Run] = []
    books = _LiveBooks(form)
    steering = opponent.Steering(random.Random(job.seed), books.chances)
    lengths = _lengths(job)
    humans = _plan(job, steering, books)
    most = _LONG + max(1, job.games) * _GAMES_A_UNIT
    state = assess([], chance=False)
    waited = False
    while not (state.findings or _used_up(state, most) or _enough(state, runs, steering, most)):
        share = min(1.0, state.games / most)
        progress(f"{len(state.identified)} of {BOXES} boxes identified", share)
        games = next(lengths)
        alone = not state.one_order and not state.everything
        if alone and len(runs) > _LONG_RUN:
            games *= _LONGER_ALONE  # what one run says of the boxes is of no use to the next
        if state.games < most:
            games = min(games, max(_SHORT, most - state.games))
        patient = not runs or len(runs) == _LONG_RUN or state.everything
        start_seconds = min(runs[-1].start_seconds, _SECONDS_AT_MOST) if runs else 0.0
        idle = int(_IDLE + _IDLE_A_SECOND * start_seconds) if not alone else _IDLE_ALONE
        books.begin_run(None if patient else idle, state.identified)
        transcript = _play(job, form, games, next(humans), (steering, books))
        run = judge(transcript)
        if not waited and _too_slow_to_start(run):
            waited = True
            job = _with_patience(job)
            continue
        keep(f"{len(runs) + 1:03}", transcript)
        runs.append(run)
        state = assess(runs, books.together, chance=False)
        steering.seek(set(range(BOXES)) - state.identified)
    generated: list[Run] = []
    if not state.findings:
        progress("opponents generated by hypothesis", None)
        state, generated = _meet_generated(job, form, keep, runs, books)
        runs += generated
    if not state.findings:
        progress("the chance of all draws", None)
        state = assess(runs, books.together)
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


def _used_up(state: Assessment, most: int) -> bool:
    """Whether all games are played: twice as many where only a few boxes are still unknown."""
    nearly = len(state.identified) >= _NEARLY and not state.everything
    return state.games >= (2 * most if nearly else most)


def _too_slow_to_start(run: Run) -> bool:
    """Whether the first board was still to come when the time was over."""
    return any(f.clause == "menace/time" and f.turn <= 1 for f in run.findings)


def _with_patience(job: Job) -> Job:
    """The job with more time for each answer: the challenge sets none for starting."""
    limits = job.program.limits
    patient = replace(limits, move_seconds=_PATIENCE * limits.move_seconds)
    return replace(job, program=replace(job.program, limits=patient))


def _lengths(job: Job) -> Iterator[int]:
    """How many games each run has: drawn anew, never few enough to be known, once very many."""
    chance = random.Random(job.seed + 2)
    for number in itertools.count():
        if number == _LONG_RUN:
            yield _LONG + chance.randrange(1, _LONG_MORE)
        else:
            yield chance.randrange(4, 30 if number < _LONG_RUN else _KNOWN)


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
    # Here, since hypothesis takes long to import and most commands do without it.
    from harness.menace.generated import generated_runs

    played, wrong = generated_runs(play, examples, job.seed, _wrong_alone)
    books.add(played)
    state = assess([*runs, *played], books.together, chance=False)
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


def _enough(state: Assessment, runs: Sequence[Run], steering: opponent.Steering, most: int) -> bool:
    """Whether all is told and seen, or as much as most of the games could show."""
    told = state.verdict is Verdict.ACCEPTED and len(runs) >= RUNS_AT_LEAST
    return told and (steering.coverage.whole or state.games >= _LONG + (most - _LONG) * _AT_LEAST)


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
    facts["refills_by_stage"] = ", ".join(
        f"{state.refills_by_stage[stage]} at {stage} stones" for stage in (0, 2, 4, 6)
    )
    if state.coverage.boards:
        facts["coverage"] = str(state.coverage)
    facts["biases"] = _told_bias(state)
    facts["power"] = _told_power(state)
    for test in state.tests:
        facts[f"test: {test.name}"] = (
            f"too few: {test.sample}"
            if test.p is None
            else f"p {test.p:.2g}, {test.sample} of them"
        )
    facts["false_alarms"] = (
        f"{ALPHA:.0e} a test, {len(state.tests)} tests, and {bias.FALSE_ALARMS:.0e} for all biases"
    )
    facts["slowest_move_seconds"] = round(max((r.slowest_seconds for r in runs), default=0.0), 4)
    facts["start_seconds"] = round(max((r.start_seconds for r in runs), default=0.0), 3)
    return facts


def _told_bias(state: Assessment) -> str | None:
    if not state.biases:
        return None
    one = state.biases[0]
    return f"none; the strongest is {one.way} in {one.group}, p below {one.p:.2g}"


def _told_power(state: Assessment) -> str | None:
    """The bias that would have been seen with 99 %, over all boxes and in those of one stage."""
    pooled = [power for power in state.powers if power.group == "all boxes"]
    staged = [power for power in state.powers if power.group != "all boxes"]
    if not pooled or not staged:
        return None
    best, worst = min(pooled, key=_ratio), max(pooled, key=_ratio)
    one = min(staged, key=_ratio)
    return (
        f"{best.way} {best.ratio - 1:.0%} too often, {worst.way} {worst.ratio - 1:.0%}; in boxes "
        f"of one stage {one.ratio - 1:.0%} ({one.way}, {one.group})"
    )


def _ratio(power: bias.Power) -> float:
    return power.ratio


def _unseen(games: int) -> float:
    """The rate of errors at random that so many games without one leave possible."""
    return float(1 - 0.01 ** (1 / max(1, games)))


def _plan(job: Job, steering: opponent.Steering, books: "_LiveBooks") -> Iterator[Human]:
    """Who plays each run: most often the steering one; one who wins plays the long run.

    A machine that learns from wins soon plays but one opening, and shows little that is new.
    """
    chance = random.Random(job.seed + 1)
    draining = opponent.Draining(chance, books.chances)
    others: tuple[Human, ...] = (
        opponent.perfect(chance),
        opponent.at_random(chance),
        opponent.blundering(chance),
        opponent.scripted((4, 0, 8, 2, 6, 1, 7, 3, 5)),
    )
    losing: list[tuple[float, Human]] = [
        (0.8, draining),
        (0.1, steering),
        *((0.025, other) for other in others),
    ]
    mixed: list[tuple[float, Human]] = [
        (0.5, steering),
        (0.2, draining),
        *((0.075, other) for other in others),
    ]
    for number in itertools.count():
        if number == _LONG_RUN:
            yield _one_a_game(losing if books.together else mixed, chance)
        else:
            yield (steering, _one_a_game(mixed, chance), steering, draining)[number % 4]


def _one_a_game(humans: Sequence[tuple[float, Human]], chance: random.Random) -> Human:
    """One of the opponents for each game, drawn by lot."""
    playing = humans[0][1]

    def choose(board: Board) -> Square:
        nonlocal playing
        if stones(board) == 1:
            shares, players = zip(*humans, strict=True)
            (playing,) = chance.choices(players, shares)
        return playing(board)

    return choose


class _LiveBooks:
    """The accounts of all runs so far, and of the one in play, for as long as they are one."""

    def __init__(self, form: Form) -> None:
        self.together: Accounts | None = Accounts(form)
        self._running = Accounts(form)  # of this run alone, when they are not
        self._form = form
        self._idle: int | None = None
        self._known = self._waited = 0
        self._identified: frozenset[int] = frozenset()

    def begin_run(self, idle: int | None, identified: frozenset[int]) -> None:
        """Say that the next game is the first of a run; after so many idle games it may end.

        `identified` are the positions whose boxes are known from earlier runs.
        """
        self._idle, self._waited, self._known = idle, 0, 0
        self._identified = identified
        if self.together:
            self.together.begin_run()
        self._running = Accounts(self._form)
        self._running.begin_run()

    def see(self, played: Played) -> bool:
        """Take a game as it ends; whether the run can go on.

        A contradiction ends the assumption of one order, and a second one the run.
        """
        if self.together and self.together.take(played):
            self.together = None
            self._running = Accounts(self._form)
            self._running.begin_run()
        elif not self.together and self._running.take(played):
            return False
        if self._idle is None:
            return True
        known = len(self.identified)
        self._waited = self._waited + 1 if known == self._known else 0
        self._known = known
        return self._waited < self._idle

    @property
    def identified(self) -> frozenset[int]:
        """The positions whose boxes are known, from earlier runs or from the one in play."""
        return (self.together or self._running).identified | self._identified

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
    program = with_games(job.program, form, games)

    def see(played: Played) -> bool:
        if watchers is None:
            return True
        steering, books = watchers
        steering.see(played)
        goes_on = books.see(played)
        steering.seek(set(range(BOXES)) - books.identified)
        return goes_on

    with program.start() as session:
        match = Interactor(session, form, program.command, games, program.limits.move_seconds)
        return match.play(human, see)
