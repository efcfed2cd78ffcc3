"""What a set of runs proves together: every box's meaning, its changes, and chance.

A pure function of transcripts, like the referee.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from harness.menace.accounts import Accounts
from harness.menace.books import Books
from harness.menace.chance import bias, colours, evidence, refills, starts
from harness.menace.chance.alike import Start, Starts, begin_alike
from harness.menace.chance.leaning import leaning
from harness.menace.chance.one_of_each import Named, names_one_of_each
from harness.menace.chance.refills import Refill
from harness.menace.chance.repeats import APART, seen_from
from harness.menace.chance.samples import RefillDraw, Sample
from harness.menace.chance.statistics import (
    ALPHA,
    BETWEEN,
    DRAWS_NEEDED,
    BoxStart,
    Test,
    dependence_tests,
    draw_tests,
    refills_by_bead,
    refills_drawn,
    refills_random,
    refills_uniform,
    start_differs,
    start_uniform,
    uncertain,
)
from harness.menace.classes import BOXES, always_drawn, least_board, orbits, stage_of, use
from harness.menace.coverage import Coverage
from harness.menace.findings import (
    bias_finding,
    slow_start_findings,
    trouble_finding,
    unfair_finding,
)
from harness.menace.form import BEADS_ARE_SQUARES, Form
from harness.menace.referee import Run
from harness.menace.screen import Bead, Beads
from harness.verdict import Finding, Verdict
from reference.tic_tac_toe import empty_squares

_NAMES_AGREED: Final = 30  # beads that meant the same in two runs; by chance hardly one in two does
_SELDOM: Final = 1e-3  # so small a chance is worth a further look


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
    boxes_refilled: int = 0
    fullest_by_stage: Counter[int] = field(default_factory=Counter)  # beads, at a run's end
    coverage: Coverage = field(default_factory=Coverage)
    biases: tuple[evidence.Bias, ...] = ()
    powers: tuple[bias.Power, ...] = ()
    repeats: tuple[float | None, ...] = ()  # seen from these shares on, for each of `APART`
    refills_open: bool = False  # whether more refills would tell draws by bead and by colour apart
    refills_settled: bool = True  # whether those seen do
    suspected: evidence.Bias | None = None  # of many boxes, with the greatest evidence

    @property
    def everything(self) -> bool:
        """Whether the box of every position is known, but for those that no game changes."""
        return self.identified >= frozenset(range(BOXES)) - always_drawn()

    @property
    def suspicion(self) -> float:
        """The logarithm of the likelihoods of the bias that is suspected."""
        return self.suspected.tally.evidence if self.suspected else 0.0

    @property
    def is_doubtful(self) -> bool:
        """Whether nothing is wrong, but some test of chance came close to failing."""
        return not self.findings and (self._is_strange or self.suspects)

    @property
    def doubts_draws_alone(self) -> bool:
        """Whether all that is strange is evidence of a bias of the draws, and not much of it."""
        of_draws = self.suspected is not None and self.suspected.clause == evidence.DRAWS.clause
        return self.suspects and of_draws and not self._is_strange

    @property
    def _is_strange(self) -> bool:
        told = [test.p for test in self.tests if test.p is not None]
        return min([*told, *(bias.p for bias in self.biases)], default=1.0) < _SELDOM

    @property
    def suspects(self) -> bool:
        """Whether more draws that tell of the bias suspected are wanted."""
        return self.suspicion > evidence.SUSPICIOUS

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
    runs: Sequence[Run],
    known: Accounts | None = None,
    *,
    chance: bool = True,
    kept: Books | None = None,
) -> Assessment:
    """Everything that the runs show, taken together.

    The first finding is that of the shortest game or run that shows what is wrong. `known` is what
    the very same runs have already added up to without a contradiction; whoever asks after every
    run has the other accounts `kept`. Without `chance` the biases
    of the draws are left for later, and the other tests refuse what is rarer still: those who ask
    after every run would else have several times the false alarms of those who ask once.
    """
    findings = [finding for run in runs for finding in run.findings]
    kept = kept or Books()
    books, troubles, one_order = ([known], [], True) if known else kept.of(runs)
    if not findings:
        findings = [trouble_finding(run, trouble) for run, trouble in troubles]
    findings.sort(key=lambda finding: finding.turn)  # the shortest is the easiest to follow
    form = runs[0].form if runs else Form()
    if not findings and runs:
        findings = slow_start_findings(runs, form)
    refilled, one_of_each = None, None
    if chance or len(runs).bit_count() == 1:  # it looks at every start
        one_of_each = names_one_of_each(_named(runs, books, form))
    if chance:
        each = bool(one_of_each)
        refilled = [r for b in books for r in b.new_beads.told(b.box_of, one_of_each=each)]
    tests = _tests(runs, books, form, refilled, one_of_each, kept.starts)
    if not findings:
        rate = ALPHA if chance else BETWEEN * ALPHA
        findings = [unfair_finding(runs[-1], test) for test in tests if test.fails(rate)]
    drawn = _tallied(books) if chance else {}
    found = [] if refilled is None else _biases(runs, books, drawn, refilled)
    if not findings:
        findings = [bias_finding(runs[-1], one) for one in found if one.p < evidence.FALSE_ALARMS]
    refilled_draws = _refilled_draws(books)
    exercised = {p for book in books for p in book.draws.exercised}
    identified = {p for book in books for p in book.identified}
    return Assessment(
        findings=tuple(findings),
        games=sum(len(run.games) for run in runs),
        exercised=len(exercised),
        identified=frozenset(identified),
        beads_known=max((book.beads_known for book in books), default=0),
        changes=sum(book.changes.checked for book in books),
        refills=sum((book.changes.refills for book in books), Counter()),
        one_order=one_order,
        tests=tuple(tests),
        refills_by_stage=sum((book.new_beads.by_stage for book in books), Counter()),
        boxes_refilled=len({p for book in books for p in book.new_beads.boxes}),
        fullest_by_stage=_fullest(runs, books) if chance else Counter(),
        coverage=_covered(runs) if chance else Coverage(),
        biases=tuple(found[:1]),
        powers=tuple(bias.powers(drawn, last_look=any(run.further_look for run in runs))),
        repeats=_repeats(books) if chance else (),
        refills_open=colours.is_open(refilled_draws),
        refills_settled=colours.is_settled(refilled_draws),
        suspected=max(
            (one for one in found if not one.of_one_box),
            key=lambda one: one.tally.evidence,
            default=None,
        ),
    )


def _repeats(books: Sequence[Accounts]) -> tuple[float | None, ...]:
    """The share of draws that must repeat earlier ones to be seen, for every distance asked of."""
    samples = uncertain(book.draws.samples for book in books)
    return tuple(seen_from(samples, apart, ALPHA) for apart in APART)


def evidence_now(
    suspected: evidence.Bias, runs: Sequence[Run], known: Accounts | None, kept: Books
) -> float:
    """The logarithm of the likelihoods of a bias of the draws, by all draws of the runs."""
    books = [known] if known else kept.of(runs)[0]
    return _tallied(books)[suspected.way, suspected.group].evidence


def starts_of(runs: Sequence[Run]) -> list[Start]:
    """How each run with a game began."""
    return [Start(run.games[0].boxes, run.began) for run in runs if run.games]


def wrong_alone(run: Run, kept: Books) -> Finding | None:
    """What is wrong with one run in itself, if anything is."""
    if run.findings:
        return run.findings[0]
    _, trouble = kept.alone(run)
    return trouble_finding(run, trouble) if trouble else None


def _tests(
    runs: Sequence[Run],
    books: Sequence[Accounts],
    form: Form,
    refilled: Sequence[Refill] | None,
    one_of_each: bool | None,
    begun_before: Starts,
) -> list[Test]:
    """Every test; without `refilled`, those of the draws and of single beads are put off.

    The test of uniform starting beads is put off while it is unknown whether beads name
    `one_of_each` orbit.
    """
    samples = _samples(books)
    tests: list[Test] = []
    if refilled is not None:
        tests += draw_tests(samples)
        asked = [run.asked for run in runs]
        tests += dependence_tests(_of_runs_by_themselves(runs, books), asked)
        tests.append(Test("refilled beads lean to no side", *leaning(refilled)))
        looked_at, p = starts.favoured(_begun(runs, books) if _names_stay(books) else ())
        tests.append(Test("starting beads without favourites", looked_at, p))
    if len(samples) < DRAWS_NEEDED:
        tests.append(Test("draws", len(samples), None))
    tests.append(refills_random(sample for book in books for sample in book.new_beads.samples))
    refilled_draws = _refilled_draws(books)
    tests.append(refills_drawn(refilled_draws))
    tests.append(refills_by_bead(refilled_draws))
    lost = (refill for book in books for refill in book.new_beads.after_losses.items())
    tests.append(refills_uniform(lost))
    tests.append(start_differs(starts_of(runs), begun_before))
    if one_of_each is not None and form.exact and form.beads == BEADS_ARE_SQUARES:
        tests.append(start_uniform(_starts(runs, books, one_of_each=one_of_each)))
    return tests


def _of_runs_by_themselves(
    runs: Sequence[Run], books: Sequence[Accounts]
) -> Iterator[list[Sample]]:
    """The draws of each book, without those of runs that began as an earlier one did.

    Two runs that begin with one seed draw alike to their end. How many may is said by
    `start_differs`: of a right program a few begin within the same second.
    """
    begun: list[Sequence[Beads]] = []
    again: set[int] = set()
    for number, run in enumerate(runs):
        if run.games:
            if any(begin_alike(run.games[0].boxes, other) for other in begun):
                again.add(number)
            else:
                begun.append(run.games[0].boxes)
    for number, book in enumerate(books):
        alone = len(books) > 1
        yield [s for s in book.draws.samples if (number if alone else s.at.run) not in again]


def _samples(books: Sequence[Accounts]) -> list[Sample]:
    return [sample for book in books for sample in book.draws.samples]


def _tallied(books: Sequence[Accounts]) -> evidence.Tallies:
    """The evidence of all draws."""
    return evidence.tally(bias.events(_samples(books)))


def _refilled_draws(books: Sequence[Accounts]) -> list[RefillDraw]:
    return [draw for book in books for draw in book.new_beads.draws]


def _biases(
    runs: Sequence[Run],
    books: Sequence[Accounts],
    drawn: evidence.Tallies,
    refilled: Sequence[Refill],
) -> list[evidence.Bias]:
    """Every way in which draws, refills and starts may be biased, the strongest evidence first."""
    begun = evidence.tally(starts.events(_begun(runs, books)))
    found = [
        *evidence.biases(drawn, evidence.DRAWS),
        *evidence.biases(evidence.tally(refills.events(refilled)), evidence.REFILLS),
        *evidence.biases(begun, evidence.STARTS),
    ]
    return sorted(found, key=lambda bias: bias.p)


def _names_stay(books: Sequence[Accounts]) -> bool:
    """Whether the beads of a box have the same names in every run, as far as that is known.

    Where each run has an order of its own it may have names of its own as well. Of those some are
    given more often than others, and beads are frequent with a frequent name.
    """
    if len(books) == 1:
        return not books[0].names_change
    known: dict[tuple[int, Bead], int] = {}
    agreed: set[tuple[int, Bead]] = set()
    for book in books:
        apart = (p for p in book.identified if max(orbits(p).values()) == 1)
        told = {(p, bead): orbit for p in apart for bead, orbit in book.meanings(p).items()}
        again = told.keys() & known.keys()
        if any(told[name] != known[name] for name in again):
            return False
        agreed |= again
        known |= told
    return len(agreed) >= _NAMES_AGREED


def _begun(runs: Sequence[Run], books: Sequence[Accounts]) -> Iterator[list[starts.Begun]]:
    """The boxes at the start of each run, but of those that began as the last one did."""
    last: Run | None = None
    for run, order in _with_orders(runs, books):
        if last and begin_alike(run.games[0].boxes, last.games[0].boxes):
            continue  # `start_differs` says how many may
        last = run
        yield [
            starts.Begun(position, run.games[0].boxes[index])
            for position, index in _unused(run, books[order])
        ]


def _with_orders(runs: Sequence[Run], books: Sequence[Accounts]) -> Iterator[tuple[Run, int]]:
    """Each run that has games, and which of the books has the order of its boxes."""
    for number, run in enumerate(runs):
        if run.games:
            yield run, min(number, len(books) - 1)


def _unused(run: Run, book: Accounts) -> Iterator[tuple[int, int]]:
    """The identified positions that the first game of the run did not use, and their boxes."""
    used = {u.position for board, square in run.games[0].draws if (u := use(board, square))}
    for position in sorted(book.identified - used):
        index = book.box_of(position)
        assert index is not None, "it is identified"
        yield position, index


def _starts(
    runs: Sequence[Run], books: Sequence[Accounts], *, one_of_each: bool
) -> Iterator[BoxStart]:
    """The identified boxes that the first game of a run did not use, as they were at its start."""
    for run, order in _with_orders(runs, books):
        for position, index in _unused(run, books[order]):
            kinds = orbits(position) if one_of_each else empty_squares(least_board(position))
            yield BoxStart((order, index), len(kinds), run.games[0].boxes[index])


def _named(runs: Sequence[Run], books: Sequence[Accounts], form: Form) -> Iterator[Named]:
    """The same boxes, and what all beads mean that came into them, where beads are squares."""
    if form.beads != BEADS_ARE_SQUARES:
        return
    begun: list[dict[int, Counter[Bead]]] = [{} for _ in books]
    for run, order in _with_orders(runs, books):
        for position, index in _unused(run, books[order]):
            begun[order].setdefault(position, Counter()).update(run.games[0].boxes[index])
    for book, beads_of in zip(books, begun, strict=True):
        yield from book.named(beads_of)


def _fullest(runs: Sequence[Run], books: Sequence[Accounts]) -> Counter[int]:
    """The most beads that a box of each stage held after a run, where its box is known."""
    fullest: Counter[int] = Counter()
    for run, order in _with_orders(runs, books):
        for position in books[order].identified:
            index = books[order].box_of(position)
            assert index is not None, "it is identified"
            beads = len(run.games[-1].boxes[index])
            fullest[stage_of(position)] = max(fullest[stage_of(position)], beads)
    return fullest


def _covered(runs: Sequence[Run]) -> Coverage:
    return Coverage().see_all(played for run in runs for played in run.games)
