"""The whole verification of one MENACE: runs until every box is known, then the verdict on all.

What is played next depends on which boxes are still to be seen; what all runs show is judged by
`proof`.
"""

import itertools
import random
import statistics
import time
from collections.abc import Iterator, Set
from dataclasses import replace
from typing import Final

from harness.challenge import Job, Keep, Progress
from harness.menace import nearest, opponent
from harness.menace.books import Books
from harness.menace.chance.alike import ONE_CLOCK, begin_alike
from harness.menace.chance.evidence import FURTHER_LOOKS, PARTS, SUSPICIOUS, Bias
from harness.menace.chance.statistics import ALPHA, BETWEEN, start_differs
from harness.menace.classes import BOXES, always_drawn
from harness.menace.draining import Draining
from harness.menace.figures import figures
from harness.menace.follower import Played
from harness.menace.form import Form
from harness.menace.game import Human, Interactor, with_games
from harness.menace.live_books import LiveBooks
from harness.menace.plan import LONG_RUN, plan
from harness.menace.proof import Assessment, assess, evidence_now, starts_of, wrong_alone
from harness.menace.referee import FURTHER_LOOK, Run
from harness.menace.sampling import Sampling
from harness.menace.seeking import Seeking
from harness.menace.steering import Steering
from harness.verdict import Fact, Result, Verdict

RUNS_AT_LEAST: Final = 14  # among so few seeds as eight, fewer runs might all be different
_LONG, _LONG_MORE = 2_000, 100  # games of the longest run at the least,
_LONG_SHARE: Final = 0.2  # and so many of all games allowed
_LONG_TRIES: Final = 3  # runs that may become it: one is left when MENACE shows nothing new for
_LONG_IDLE: Final = 60  # games, because it plays but one opening, and has not shown
_LONG_SHOWS: Final = 180  # boxes
_SHORT: Final = 4
_IDLE: Final = 20  # games without anything new after which a run is left for a fresh one,
_IDLE_A_SECOND: Final = 100  # and so many more for each second that a start takes,
_IDLE_ALONE: Final = 40  # or so many, where a run has to show by itself where the boxes are
_SECONDS_AT_MOST: Final = 1.0  # whatever the machine is busy with
_AT_LEAST: Final = 0.25  # of all games allowed beside the longest run, though all is told before
_REFILLS: Final = 300  # with fewer of them
_AT_LEAST_OTHERWISE: Final = 0.3  # of those games are played, to see more
_LONGER_ALONE: Final = 2  # times, for runs that each print their boxes in an order of their own
_FEW, _FEWER = 10, 3  # games: as many as these and fewer are asked for, the fewest first
_KNOWN: Final = 150  # games that a program under test may expect
_AGAIN: Final = 3  # lengths that are used again and again, by half of the later runs
_NEARLY: Final = 290  # boxes; with so many identified it may play twice the games for the others
_PATIENCE: Final = 4  # times the limit, for a program that was too slow to start
_GAMES_A_UNIT: Final = 300  # `--games` counts Mu Torere's; a MENACE learns from hundreds
_ALLAYED: Final = SUSPICIOUS  # evidence below which a bias is no longer suspected
_ALIKE_RUNS: Final = 2
_STARTS_AT_LEAST: Final = 48  # runs: of 256 seeds two are alike with 99 %
_QUICK_START: Final = 0.3  # seconds; so many slower starts would take too long
_STARTS_AT_MOST, _STARTS_AT_A_TIME = 200, 20  # runs: of 256 seeds so many are told from a thousand
_NOT_ODD: Final = 0.5  # the chance that as many runs of a right program begin alike
_APART: Final = ONE_CLOCK + 0.1
_GENERATED: Final = 12  # runs that begin with generated games


def verify(job: Job, form: Form, progress: Progress, keep: Keep) -> Result:
    """Play runs until everything can be said, or something is wrong, or the games are used up.

    A program that goes wrong at once, and plays rightly in a form that was not declared, is
    verified in that form.
    """
    began = time.monotonic()
    playing = _Verification(job, form, progress, keep)
    playing.play_run()
    read_as: dict[str, Fact] = {}
    if found := playing.nearest:
        if found.form.games != form.games:
            job = replace(job, program=nearest.with_argument(job.program))
        read_as = {"read_as": found.options}
        playing = _Verification(job, found.form, progress, keep)
    while len(playing.runs) <= LONG_RUN and playing.goes_on:
        playing.play_run()
    generated = playing.meet_generated() if not playing.state.findings else 0
    while playing.goes_on:
        playing.play_run()
    playing.look_at_starts()
    progress("the chance of all draws", None)
    state = playing.assess()  # as a replay of the transcripts does
    for _ in range(FURTHER_LOOKS):  # `ALPHA` allows for them
        if state.is_doubtful:
            playing.suspect(state.suspected if state.suspects else None)
            playing.play_as_much_again(state.suspected if state.doubts_draws_alone else None)
            progress("the chance of all draws, once more", None)
            state = playing.assess()
    return Result(
        name=job.name,
        verdict=state.verdict,
        findings=tuple(job.with_judged_again(finding) for finding in state.findings[:3]),
        facts=read_as
        | figures(state, playing.runs)
        | {
            "generated_runs": generated,
            "other_files": job.program.describe_isolation(),
            "seconds": round(time.monotonic() - began, 2),
        },
        source_bytes=job.source_bytes,
    )


class _Verification:
    """The runs of one program so far, and what decides how the next one is played."""

    def __init__(self, job: Job, form: Form, progress: Progress, keep: Keep) -> None:
        self._job = job
        self._form = form
        self._progress = progress
        self._keep = keep
        self.runs: list[Run] = []
        self.nearest: nearest.Nearest | None = None  # the form in which it plays, by the first run
        self.state = assess([], chance=False)
        self.books = LiveBooks(form)
        self._kept = Books()
        self._steering = Steering(random.Random(job.seed), self.books.chances)
        self._few = _few_games(job)
        self._lengths = _lengths(job)
        chance = random.Random(job.seed + 1)
        self._draining = Draining(chance, self.books.chances, self.books.refills_wanted)
        self._sampling = Sampling(chance, self.books.chances, self.books.least_seen)
        self._seeking = Seeking(chance, self.books.chances, self._unknown)
        self._humans = plan(chance, self._steering, self._draining, self._sampling)
        self._most = _LONG + max(1, job.games) * _GAMES_A_UNIT
        self._waited = False
        self._plain = True  # whether the program has printed no sequence for a terminal
        self._suspects = False
        self._looks_further = False
        self._began = time.monotonic()

    def assess(self, *, chance: bool = True) -> Assessment:
        """What all runs show until now."""
        return assess(self.runs, self.books.together, chance=chance, kept=self._kept)

    @property
    def goes_on(self) -> bool:
        """Whether nothing is wrong, something is still to be seen, and games are left for it."""
        return not (self.state.findings or self._used_up or self._enough)

    @property
    def _used_up(self) -> bool:
        """Whether all games are played: twice the number while only a few boxes are unknown."""
        nearly = self._nearly_all_known and not self.state.everything
        return self.state.games >= (2 * self._most if nearly else self._most)

    @property
    def _enough(self) -> bool:
        """Whether everything is known and seen, or as much as most of the games could show."""
        told = self.state.verdict is Verdict.ACCEPTED and len(self.runs) >= RUNS_AT_LEAST
        told = told and not self.state.refills_open
        share = _AT_LEAST if self.state.refills.total() >= _REFILLS else _AT_LEAST_OTHERWISE
        most_seen = self.state.games >= _LONG + (self._most - _LONG) * share
        return told and (self._steering.coverage.whole or most_seen)

    def play_run(self, first: Human | None = None, first_games: int = 0) -> Run:
        """Play one more run and see what all show now; `first` plays its first games."""
        games = self._games_of_run()
        if first:
            games += first_games
        elif len(self.runs) > LONG_RUN and not self._all_begin_alike:
            games = next(self._few, games)
        human = next(self._humans)
        if self._known_but_for_refills:
            human = self._draining
        elif len(self.runs) > LONG_RUN and not self.state.everything:
            human = self._seeking
        elif self._suspects:
            human = self._sampling
        elif self._known_but_for_coverage:
            human = self._steering
        idle = None if human is self._draining and self._few_refills else self._idle_games()
        if first:
            human = opponent.one_after_another(first, first_games, human)
        if len(self.runs) == LONG_RUN:
            return self._play_long(games, human)
        return self._play(games, human, idle)

    def _play_long(self, games: int, human: Human) -> Run:
        """Play the longest run. What MENACE learns at first may leave it with but one opening.

        Two thousand such games would show a few boxes, so that run is left for a fresh one.
        """
        for left in reversed(range(_LONG_TRIES)):
            run = self._play(games, human, _LONG_IDLE if left else None, _LONG_SHOWS)
            if len(run.games) == games or self.state.findings:
                break
        return run

    def suspect(self, found: Bias | None) -> None:
        """Have further runs lead to draws that tell of this bias, where it is one of squares."""
        self._suspects = found is not None and self.books.suspect(found.way, found.group)

    def play_as_much_again(self, suspected: Bias | None) -> None:
        """Play as many games again, so that what was strange is settled either way.

        If a bias of the draws is suspected, play ends as soon as it would not be any more, since
        looking at evidence often costs no false alarms.
        """
        begun, self._looks_further = self.state.games, True
        for part in range(1, PARTS + 1):
            while not self.state.findings and self.state.games < begun * (1 + part / PARTS):
                self.play_run()
            if self.state.findings or (suspected and self._evidence(suspected) < _ALLAYED):
                break

    def _evidence(self, suspected: Bias) -> float:
        return evidence_now(suspected, self.runs, self.books.together, self._kept)

    def look_at_starts(self) -> None:
        """Begin many runs, and more where two began alike, to tell too few seeds from a chance.

        They are played for one game each, until too many begin alike, or no more than may.
        """
        seconds = [run.start_seconds for run in self.runs]
        quick = seconds and statistics.median(seconds) < _QUICK_START
        while quick and not self.state.findings and len(self.runs) < _STARTS_AT_LEAST:
            self._play(1, next(self._humans), None)
        while not self.state.findings and len(self.runs) < _STARTS_AT_MOST:
            told = start_differs(starts_of(self.runs), self._kept.starts)
            if told.p is None or told.fails(BETWEEN * ALPHA) or told.p > _NOT_ODD:
                break
            for _ in range(_STARTS_AT_A_TIME):
                self._play(1, next(self._humans), None)

    def meet_generated(self) -> int:
        """Runs that begin with generated games; how many. What goes wrong is played shorter."""
        # Here, since hypothesis takes long to import and most commands do without it.
        from harness.menace.generated import generated_runs

        found = False

        def play(games: int, human: Human, goes_on: bool) -> Run:
            self._progress(f"run {len(self.runs) + 1}, generated by hypothesis", None)
            if goes_on:
                return self.play_run(human, games)
            return self._play(games if found else next(self._few, games), human, None)

        def wrong_in(run: Run) -> bool:
            nonlocal found
            if found:
                return wrong_alone(run, self._kept) is not None
            found = bool(self.state.findings)
            return found

        return len(generated_runs(play, _GENERATED, self._job.seed, wrong_in))

    def _games_of_run(self) -> int:
        if self._all_begin_alike:
            return _SHORT
        games = next(self._lengths)
        if self._alone and len(self.runs) > LONG_RUN:
            games *= _LONGER_ALONE  # what one run says of the boxes is of no use to the next
        if self.state.games < self._most:
            games = min(games, max(_SHORT, self._most - self.state.games))
        return games

    @property
    def _known_but_for_refills(self) -> bool:
        """Whether all boxes are known, and few were seen filled again."""
        return self.state.everything and self._few_refills

    @property
    def _known_but_for_coverage(self) -> bool:
        """Whether all is told, and some boards, results or squares of boxes were not seen."""
        return self.state.verdict is Verdict.ACCEPTED and not self._steering.coverage.whole

    @property
    def _few_refills(self) -> bool:
        """Whether boxes are still to be drained; a run that drains is played to its end."""
        return self.state.refills.total() < _REFILLS or self.state.refills_open

    @property
    def _nearly_all_known(self) -> bool:
        """Whether only a few boxes are unknown, the hardest to reach."""
        return len(self.state.identified) >= _NEARLY

    @property
    def _alone(self) -> bool:
        """Whether each run must show by itself which box is where."""
        return not self.state.one_order and not self.state.everything

    def _idle_games(self) -> int | None:
        """How many games in a row without news end a run; None for a run played to its end."""
        if not self.runs or self.state.everything:
            return None
        if self._alone:
            return _IDLE_ALONE
        start_seconds = min(self.runs[-1].start_seconds, _SECONDS_AT_MOST)
        return int(_IDLE + _IDLE_A_SECOND * start_seconds)

    def _unknown(self) -> Set[int]:
        """The positions whose boxes are not known yet, where a game can make them known."""
        return set(range(BOXES)) - self.books.identified - always_drawn()

    def _see(self, played: Played) -> bool:
        """Take a game as it ends; whether the run goes on."""
        self._steering.see(played)
        goes_on = self.books.see(played)
        self._steering.seek(set(range(BOXES)) - self.books.identified)
        return goes_on

    def _play(self, games: int, human: Human, idle: int | None, enough: int = BOXES) -> Run:
        """Play a run and judge it; once more, with more time, if it was too slow to start.

        It is left after so many idle games, but for one that has shown enough boxes.
        """
        if self._all_begin_alike:  # the next begins so late that no clock excuses it
            time.sleep(max(0.0, self._began + self.runs[-1].began + _APART - time.monotonic()))
        began = time.monotonic() - self._began
        self.books.begin_run(idle, self.state.identified, enough)
        program = with_games(self._job.program, self._form, games)
        if len(self.runs) % 2:
            terminal = {"TERM": "dumb"} if self._plain else {}
            program = program.on_a_usual_machine(terminal).among_all_files()
        program = program.on_a_terminal()
        with program.start() as session:
            match = Interactor(
                session, self._form, program.command, games, program.limits.move_seconds, began
            )
            transcript = match.play(human, self._see)
        if self._looks_further:
            transcript = replace(transcript, notes={**transcript.notes, FURTHER_LOOK: True})
        run = match.judged(transcript)
        if not self._waited and _too_slow_to_start(run):
            self._waited = True
            self._job = _with_patience(self._job)
            return self._play(games, human, idle, enough)
        if not self.runs:
            self.nearest = nearest.found_form(program, self._form, run, transcript)
        self._keep(f"{len(self.runs) + 1:03}", transcript)
        self._plain = self._plain and transcript.is_plain
        self.runs.append(run)
        self.state = self.assess(chance=False)
        self._steering.seek(set(range(BOXES)) - self.state.identified)
        known = f"{len(self.state.identified)} of {BOXES} boxes identified"
        self._progress(known, min(1.0, self.state.games / self._most))
        return run

    @property
    def _all_begin_alike(self) -> bool:
        """Whether there are some runs, and all of them began with the same beads."""
        if len(self.runs) < _ALIKE_RUNS or not all(run.games for run in self.runs):
            return False
        first, *others = (run.games[0].boxes for run in self.runs)
        return all(begin_alike(first, other) for other in others)


def _too_slow_to_start(run: Run) -> bool:
    """Whether the first board was still to come when the time was over."""
    return any(f.clause == "menace/time" and f.turn <= 1 for f in run.findings)


def _with_patience(job: Job) -> Job:
    """The job with more time for each answer: the challenge sets none for starting."""
    limits = job.program.limits
    patient = replace(limits, move_seconds=_PATIENCE * limits.move_seconds)
    return replace(job, program=replace(job.program, limits=patient))


def _few_games(job: Job) -> Iterator[int]:
    """Numbers of games that a person may well ask for, each once."""
    chance = random.Random(job.seed + 3)
    fewest, others = [*range(1, _FEWER + 1)], [*range(_FEWER + 1, _FEW + 1)]
    chance.shuffle(fewest)
    chance.shuffle(others)
    yield from fewest + others


def _lengths(job: Job) -> Iterator[int]:
    """How many games each run has: drawn anew, never few enough to be known, once very many.

    Some have as many as others, since a program may take its chance from how many are left.
    """
    chance = random.Random(job.seed + 2)
    again = [chance.randrange(_KNOWN // 3, _KNOWN) for _ in range(_AGAIN)]
    for number in itertools.count():
        if number == LONG_RUN:
            long = max(_LONG, int(job.games * _GAMES_A_UNIT * _LONG_SHARE))
            yield long + chance.randrange(1, _LONG_MORE)
        elif number > LONG_RUN and number % 2:
            yield chance.choice(again)
        else:
            yield chance.randrange(4, 30 if number < LONG_RUN else _KNOWN)
