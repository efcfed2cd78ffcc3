"""The whole verification of one program: the explorer's proof, then the opponents, then both."""

import dataclasses
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from harness.challenge import Job, Keep, Progress
from harness.mu_torere import opponent
from harness.mu_torere.declaration import Thoroughness, declared
from harness.mu_torere.explorer import explore
from harness.mu_torere.game import Chooser, Game, opened, play_out
from harness.mu_torere.inference import Hints, options
from harness.mu_torere.long_game import BRIEF, LongGame
from harness.mu_torere.lots import Lots
from harness.mu_torere.policy import Policy, Situation
from harness.mu_torere.proof import Proof, assess
from harness.mu_torere.referee import TERMINAL_NOTE, Judgement, Round, declared_fault, judge
from harness.mu_torere.reply_graph import Step
from harness.mu_torere.rhythm import in_every_round
from harness.mu_torere.screen import Form
from harness.mu_torere.shorten import shorten, shorten_late
from harness.mu_torere.trial import CONVINCING, UNREAD_NOTE, Found, find_form
from harness.mu_torere.worlds import (
    ERRORS_APART,
    SHELL,
    THINKING,
    Thinker,
    moved,
    open_in_shell,
    second_game,
    to_a_win,
)
from harness.program import Program
from harness.screen import Size, TerminalKind
from harness.session import Exit
from harness.transcript import Transcript, Turn
from harness.verdict import Fact, Finding, Result, UsageError, Verdict
from reference.mu_torere.rules import Node, Position, legal_moves

_TELL_SECONDS: Final = 0.3
_ROUNDS_BETWEEN_STEPS: Final = 32  # of the humans who think, while another game is played
_TRIAL_ASKS_SECONDS: Final = 0.4  # a wrong number is often answered by asking again

PROOF: Final = TerminalKind(Size(50, 500), echo=True)
"""The terminal of the proof: as wide as any program could want, and it shows what is typed."""


def at_proof(program: Program) -> Program:
    """The program as it is run for the proof: what moves the cursor needs a terminal that can."""
    environment = {**program.more_environment, "TERM": "xterm-256color"}
    return dataclasses.replace(program, more_environment=environment)


def read_form(job: Job, given: Form | Hints, keep: Keep) -> Found:
    """How the program is to be read: as declared, or as its first print and some games show."""
    if isinstance(given, Form):
        return Found(given)
    quick = dataclasses.replace(job.program.limits, asks_seconds=_TRIAL_ASKS_SECONDS)
    trying = dataclasses.replace(job, program=dataclasses.replace(job.program, limits=quick))
    found = find_form(
        lambda: at_proof(job.program).start(PROOF),
        lambda form: Table(trying, form, keep).open(),
        PROOF,
        given,
    )
    if found.form is None and found.reply is not None:
        keep("unread", _unread(job, found))
    return found


def _read_otherwise(job: Job, given: Form | Hints, keep: Keep) -> Found | None:
    """What fits, found with nothing declared, where something was declared that does not."""
    nothing = Hints(exact=given.exact, clean_end=given.clean_end)
    if given == nothing or given == Form(exact=given.exact, clean_end=given.clean_end):
        return None
    found = read_form(job, nothing, _forget)
    if not found.fits:
        return None
    told = dataclasses.replace(
        found,
        form=None,
        nearest=found.form,
        unread="what is declared is not what it prints or reads",
    )
    if told.reply is not None:
        keep("unread_as_declared", _unread(job, told))
    return told


def form_of(program: Program, values: Mapping[str, object]) -> Form:
    """The form that is declared or found. Raises UsageError when the program cannot be read."""
    found = read_form(Job("mu_torere", program, values), declared(values), _forget)
    if found.form is None:
        raise UsageError(f"{program.shown}: cannot be read: {found.unread}")
    return found.form


def _unread(job: Job, found: Found) -> Transcript:
    """The transcript of a print that cannot be read."""
    assert found.reply is not None
    turn = Turn(None, found.reply.text, found.reply.seconds, found.reply.ending)
    program, ended = job.program, Exit(status=None, signal=None, stderr="")
    return Transcript(
        "mu_torere", program.command, Form().to_json(), program.limits.move_seconds, (turn,), ended,
        {TERMINAL_NOTE: str(PROOF), UNREAD_NOTE: found.unread},
    )  # fmt: skip


_OF_THE_SCREEN: Final = frozenset(
    f"mu_torere/{clause}" for clause in ("boards", "drawing", "exact", "input")
)
_LONG: Final = "one long game"
QUICK: Final = Thoroughness(history=0, quick=True)


def verify(
    job: Job, given: Form | Hints, progress: Progress, keep: Keep, how: Thoroughness = QUICK
) -> Result:
    """Prove the program perfect, or find what is wrong with it."""
    if not isinstance(given, Form):
        progress("reading its first print", None)
    began = time.monotonic()
    found = read_form(job, given, keep)
    if found.form is None:
        return _inconclusive(job, _read_otherwise(job, given, keep) or found)
    form = found.form
    read_as: dict[str, Fact] = {}
    if not isinstance(given, Form):
        read_as = {"read_as": options(form) or "the square form, bwo, 1-9"}
        before, after = job.again
        job = dataclasses.replace(job, again=(f"{before} {options(form)}".rstrip(), after))
    table = Table(job, form, keep)
    table.begin_thinking(how)
    explored = _explore(table, Policy(how.history), progress)
    proof_seconds = time.monotonic() - began
    policy, findings = explored.policy, explored.findings
    if findings and explored.rounds < CONVINCING and declared_fault(form) is None:
        otherwise = _read_otherwise(job, given, keep)
        if otherwise is not None:
            table.stop_thinking()
            return _inconclusive(job, otherwise)
    facts: dict[str, Fact] = {}
    if not findings:
        facts = _meet_opponents(job, table, policy, findings, progress)
    if not findings and not facts["roads_agree"] and not policy.erratic:
        # The opponents were answered otherwise than the explorer: there is more to explore.
        findings = _explore(table, policy, progress).findings
    if not findings:
        findings += _draw_lots(job, table, policy, progress)
    if not findings:
        facts |= _see_the_world(job, table, policy, findings, progress, how)
    if not findings:
        findings += _draw_lots(job, table, policy, progress)  # for replies that came up only there
    table.stop_thinking()
    proof = assess(policy, form, findings)
    return Result(
        name=job.name,
        verdict=verdict(proof),
        findings=tuple(
            finding if finding.replay else job.with_replay(finding) for finding in proof.findings
        ),
        facts=read_as
        | figures(proof)
        | {
            "starts": explored.starts,
            "rounds": explored.rounds,
            "history": how.history,
            "proof_seconds": round(proof_seconds, 2),
        }
        | facts
        | ({} if findings else {"random_errors_below": _unseen(table.kept)})
        | {
            "slowest_move_seconds": round(table.slowest, 4),
            "other_files": job.program.describe_isolation(),
            "seconds": round(time.monotonic() - began, 2),
        },
        source_bytes=job.source_bytes,
    )


def _inconclusive(job: Job, found: Found) -> Result:
    """The result for a program whose print cannot be read."""
    facts: dict[str, Fact] = {"cannot_be_read": found.unread, "screen": found.screen}
    if found.nearest is not None:
        facts["nearest"] = options(found.nearest) or "--symbols bwo --numbers 1-9"
        facts["forms_tried"] = found.tried
    return Result(job.name, Verdict.INCONCLUSIVE, (), facts, source_bytes=job.source_bytes)


def verdict(proof: Proof) -> Verdict:
    """What a proof says: the first finding decides; without one, whether anything was left open."""
    if proof.findings:
        return proof.findings[0].verdict
    return Verdict.ACCEPTED if proof.complete else Verdict.INCONCLUSIVE


def figures(proof: Proof) -> dict[str, Fact]:
    """The proof's figures for the report."""
    sets: dict[str, Fact] = {}
    if proof.sets is not None:
        sets = {
            "set_moves": proof.sets.moves,
            "set_replies": proof.sets.replies,
            "set_seldom": proof.sets.seldom,
            "set_least": proof.sets.least,
            "set_rate": round(proof.sets.rate, 4),
            "set_circle": proof.sets.circle,
        }
    return sets | {
        "positions": proof.positions,
        "replies": proof.replies,
        "replies_untried": proof.untried,
        "asked_twice": proof.asked_twice,
        "one_history_only": proof.once_only,
        "not_asked_again": proof.not_asked_again,
        "mistakes": proof.mistakes,
        "punished": proof.punished,
        "longest_win_plies": proof.longest_win_plies,
        "boards_at_start": proof.starts,
        "memory": "erratic" if proof.erratic else proof.memory,
    }


@dataclass(frozen=True, slots=True)
class _Explored:
    """What one exploration came to."""

    policy: Policy
    starts: int
    rounds: int
    findings: list[Finding]


def _explore(table: "Table", policy: Policy, progress: Progress) -> _Explored:
    """Explore on from what is known; a finding with its shortest line."""
    exploration = explore(
        table.open,
        progress=_now_and_then(progress),
        record=table.record,
        policy=policy,
    )
    findings = []
    if exploration.failed:
        progress("looking for a shorter line", None)
        findings = [shorten(exploration.judgements[-1], policy, table.form, table.open)]
    rounds = sum(len(judgement.rounds) for judgement in exploration.judgements)
    return _Explored(policy, len(exploration.judgements), rounds, findings)


def _draw_lots(job: Job, table: "Table", policy: Policy, progress: Progress) -> list[Finding]:
    """Ask a program that draws lots until the set of its replies is known; what went wrong."""
    if not policy.erratic:
        return []

    def tell(share: float) -> None:
        progress("its replies differ: asking again and again", share)

    wrong = Lots(policy, job.games).play(table.open, table.record, tell)
    if wrong is None:
        return []
    progress("looking for a shorter line", None)
    return [shorten(wrong, policy, table.form, table.open)]


class Table:
    """Where games against one program are opened, and every finished one is judged and kept."""

    def __init__(self, job: Job, form: Form, keep: Keep) -> None:
        self._job, self.form, self._keep = job, form, keep
        self._program = at_proof(job.program)
        self.kept = 0
        self.talks = False  # whether anything came on standard error, Python's warnings included
        self.plain = True  # whether the program has printed no sequence for a terminal
        self.slowest = 0.0
        self.thinkers: dict[str, Thinker] = {}  # by the world that they live in

    def open(self) -> Game:
        """A game against a new run of the program."""
        self.go_on()
        return opened(self._program, self.form, PROOF)

    def open_plainly(self, program: Program) -> Game:
        """A game against a variant of the program, on a dumb terminal if it needs no other."""
        return opened(program if self.plain else at_proof(program), self.form, PROOF)

    def begin_thinking(self, how: Thoroughness) -> None:
        """Begin the games of the humans who think, which go on beside the others."""
        if not how.quick:
            for world, human in THINKING.items():
                kind = dataclasses.replace(ERRORS_APART, size=human.size)
                game = open_in_shell(self._job.program, self.form, kind, human.term)
                extent = BRIEF._replace(most=human.rounds, enough=human.rounds)
                self.thinkers[world] = Thinker(game, LongGame(0, extent=extent), human.thoughts())

    def go_on(self) -> None:
        """Let the humans move who have thought long enough."""
        for thinker in self.thinkers.values():
            thinker.step()

    def beside(self, choose: Chooser) -> Chooser:
        """The same opponent for a game beside which the humans who think play on."""

        def chosen(position: Position, rounds: Sequence[Round]) -> Node | None:
            if len(rounds) % _ROUNDS_BETWEEN_STEPS == 0:
                self.go_on()
            return choose(position, rounds)

        return chosen

    def stop_thinking(self) -> None:
        """End those games, as far as they have come."""
        for thinker in self.thinkers.values():
            thinker.game.finish()

    def record(self, transcript: Transcript) -> Judgement:
        """Keep a finished game; what the referee says of it."""
        self.kept += 1
        self._keep(f"{self.kept:03}", transcript)
        self.plain = self.plain and not any("\x1b" in turn.said for turn in transcript.turns)
        self.talks = self.talks or bool(transcript.exit.stderr)
        judgement = judge(transcript)
        self.slowest = max(self.slowest, judgement.slowest_seconds)
        return judgement


def _meet_opponents(
    job: Job, table: Table, policy: Policy, findings: list[Finding], progress: Progress
) -> dict[str, Fact]:
    """The second road. Adds its games to the policy and what was wrong to the findings."""
    scripted = [(name, make()) for name, make in opponent.SCRIPTED.items()]
    seeds = range(job.seed, job.seed + max(0, job.games - len(scripted)) // 2)
    others = [(f"random {seed}", opponent.at_most(30, opponent.at_random(seed))) for seed in seeds]
    judgements: list[Judgement] = []
    opponents = [*scripted, *others]
    for number, (name, choose) in enumerate(opponents):
        progress(f"opponent: {name}", number / len(opponents))
        judgements.append(table.record(play_out(table.open(), choose)))
        if judgements[-1].findings:
            findings.append(shorten(judgements[-1], policy, table.form, table.open))
            break
    else:
        progress("opponents generated by hypothesis", None)
        left = max(1, job.games - len(judgements))
        # Here, since hypothesis takes long to import and most commands do without it.
        from harness.mu_torere.generated import generated_games

        played, wrong = generated_games(table.open, left, job.seed, record=table.record)
        judgements += played
        findings += [] if wrong is None else [wrong]
    return _compare(policy, judgements)


def _see_the_world(
    job: Job,
    table: Table,
    policy: Policy,
    findings: list[Finding],
    progress: Progress,
    how: Thoroughness,
) -> dict[str, Fact]:
    """The games in other worlds, one after another until one goes wrong."""
    told: list[str] = []

    def judged(world: str, transcript: Transcript) -> bool:
        judgement = table.record(transcript)
        policy.follow(judgement.rounds)
        told.append(f"{world}: {len(judgement.rounds)} rounds")
        for finding in judgement.findings:
            shorter = shorten_late(judgement, table.form, table.open) if world == _LONG else None
            if shorter is None:
                seen = f"{finding.seen} ({world})"
                findings.append(job.with_judged_again(dataclasses.replace(finding, seen=seen)))
            else:
                findings.append(shorter)
        return not judgement.findings

    progress("the terminal of a usual shell", None)
    for kind in (ERRORS_APART, SHELL) if table.talks else (SHELL,):
        shell = play_out(
            open_in_shell(job.program, table.form, kind), opponent.at_most(60, opponent.Trapper())
        )
        world = "a shell's terminal of 80 by 24"
        if table.talks and kind.errors:
            world += ", with standard error on it"
            if _spoilt_by_errors(judge(shell)):
                continue
        if not judged(world, shell):
            return {"worlds": "; ".join(told)}
    with moved(job.program) as there:
        if there is not None:
            game = play_out(table.open_plainly(there), opponent.at_most(12, opponent.Trapper()))
            if not judged("another folder and name", game):
                return {"worlds": "; ".join(told)}
    known = {moved: next(reversed(replies)) for moved, replies in policy.answers.items()}
    progress("the game after a win", None)
    again, wrong = _after_a_win(job, table, policy, known)
    told += again
    findings += wrong
    if wrong:
        return {"worlds": "; ".join(told)}
    progress("one circle after another" if how.quick else "a game of thousands of rounds", None)
    human = LongGame(0, known, BRIEF) if how.quick else LongGame(replies=known)
    went_well = judged(_LONG, play_out(table.open(), table.beside(human)))
    if how.quick:
        told.append(
            f"left out by --quick: all but {BRIEF.most} of the long game's thousands of rounds, "
            "and the humans who think for seconds, so that an error which comes late, after many "
            "repetitions or with time is not seen"
        )

    if went_well and not how.quick and not policy.erratic:
        progress("a trap in every round", None)
        for number, in_time in enumerate(in_every_round(next(iter(policy.starts)), known), start=1):
            if not went_well:
                break
            game = play_out(table.open(), table.beside(in_time))
            went_well = judged(f"in time with a trap, {number}", game)

    def waiting(left: float) -> None:
        progress(f"a human thinks, {left:.0f} s to go", None)
        table.go_on()

    for world, thinker in table.thinkers.items() if went_well else ():
        thinker.finish(waiting)
        if not judged(world, thinker.game.finish()):
            break
    return {"worlds": "; ".join(told), "long_game": str(human.coverage)}


def _after_a_win(
    job: Job, table: Table, policy: Policy, known: Mapping[Step, Position]
) -> tuple[list[str], list[Finding]]:
    """The next game of a program that plays another in the same run; what was wrong in it."""
    run = table.open()
    rounds = second_game(run, to_a_win(known), opponent.at_most(150, opponent.Trapper()))
    transcript = run.finish()
    if rounds is None and not judge(transcript).findings:
        return [], []
    found = [
        dataclasses.replace(finding, seen=f"{finding.seen} (in the game after its win)")
        for finding in table.record(transcript).findings
    ]
    if policy.erratic:
        found = [job.with_judged_again(finding) for finding in found]
    return [f"the game after its win: {rounds} rounds"] if rounds is not None else [], found


def _spoilt_by_errors(judgement: Judgement) -> bool:
    """Whether what the program says on standard error may be why its boards are not read.

    Only standard output counts; but a wrong move is wrong wherever standard error goes.
    """
    return any(finding.clause in _OF_THE_SCREEN for finding in judgement.findings)


def _forget(name: str, transcript: Transcript) -> None:
    """Keep nothing."""


def _compare(policy: Policy, judgements: Sequence[Judgement]) -> dict[str, Fact]:
    """Add the games to the policy: an answer that contradicts it changes what the proof says."""
    before = (policy.memory, policy.erratic, policy.positions)
    for judgement in judgements:
        policy.follow(judgement.rounds)
    rounds = tuple(done for judgement in judgements for done in judgement.rounds)
    return {
        "opponents_games": len(judgements),
        "opponents_rounds": len(rounds),
        "opponents_traps": opponent.trap_count(rounds),
        "roads_agree": before == (policy.memory, policy.erratic, policy.positions),
    }


def _now_and_then(progress: Progress) -> Callable[[Policy], None]:
    """Tells of the exploration a few times a second: to see how far it is costs time itself."""
    told = time.monotonic()

    def tell(policy: Policy) -> None:
        nonlocal told
        if time.monotonic() - told > _TELL_SECONDS:
            progress("exploring every line", _share(policy))
            told = time.monotonic()

    return tell


def _share(policy: Policy) -> float:
    """How much of what is known to need covering is covered, for a progress bar."""
    reached = [here for start in policy.starts for here in policy.situations(Situation(start))]
    needed = [(here, node) for here in reached for node in legal_moves(here.position)]
    tried = sum(policy.reply(here, node) is not None for here, node in needed)
    again = sum(len(histories) > 1 for histories in policy.asked.values())
    return (tried / max(1, len(needed)) + again / max(1, len(policy.asked))) / 2


def _unseen(games: int) -> str:
    """The share of games that a program can err in at random and still escape once in a hundred."""
    return f"{1 - 0.01 ** (1 / max(1, games)):.1%} of games, 99 % confidence"
