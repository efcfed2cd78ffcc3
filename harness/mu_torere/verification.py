"""The whole verification of one program: the explorer's proof, then the opponents, then both."""

import dataclasses
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from harness.challenge import Job, Keep, Progress
from harness.mu_torere.chance import LONGER, TIMES
from harness.mu_torere.declaration import Thoroughness
from harness.mu_torere.explorer import explore
from harness.mu_torere.form_reading import read_form, read_otherwise
from harness.mu_torere.further_games import meet_opponents, see_the_world
from harness.mu_torere.lots import Lots, LotsBudget
from harness.mu_torere.policy import Policy, Situation
from harness.mu_torere.proof import Proof, assess
from harness.mu_torere.reading.inference import Hints, options
from harness.mu_torere.referee import declared_fault
from harness.mu_torere.screen import Form
from harness.mu_torere.shorten import shorten
from harness.mu_torere.table import Table
from harness.mu_torere.trial import CONVINCING, Found
from harness.verdict import Fact, Finding, Result, Verdict
from reference.mu_torere.rules import legal_moves

_TELL_SECONDS: Final = 0.3
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
        return _inconclusive(job, read_otherwise(job, given, keep) or found)
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
        otherwise = read_otherwise(job, given, keep)
        if otherwise is not None:
            table.stop_thinking()
            return _inconclusive(job, otherwise)
    facts: dict[str, Fact] = {}
    if not findings:
        facts = meet_opponents(job, table, policy, findings, progress)
    if not findings and not facts["roads_agree"] and not policy.erratic:
        # The opponents were answered otherwise than the explorer: there is more to explore.
        findings = _explore(table, policy, progress).findings
    if not findings:
        findings += _draw_lots(job, table, policy, progress)
    if not findings:
        facts |= see_the_world(job, table, policy, findings, progress, how, given)
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
            "set_longer": LONGER * max(TIMES, job.games),
            "proof_seconds": round(proof_seconds, 2),
        }
        | facts
        | ({} if findings else _would_have_been_seen(table))
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
        facts["nearest_fits"] = found.fits
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


def _explore(table: Table, policy: Policy, progress: Progress) -> _Explored:
    """Explore on from what is known; a finding with its shortest line."""
    exploration = explore(
        table.open,
        progress=_now_and_then(progress),
        record=table.record,
        policy=policy,
        at_a_time=table.at_a_time,
    )
    findings = []
    if exploration.failed:
        progress("looking for a shorter line", None)
        findings = [shorten(exploration.judgements[-1], policy, table.form, table.open)]
    rounds = sum(len(judgement.rounds) for judgement in exploration.judgements)
    return _Explored(policy, len(exploration.judgements), rounds, findings)


def _draw_lots(job: Job, table: Table, policy: Policy, progress: Progress) -> list[Finding]:
    """Ask a program that draws lots until the set of its replies is known; what went wrong."""
    if not policy.erratic:
        return []

    def tell(share: float) -> None:
        progress("its replies differ: asking again and again", share)

    budget = LotsBudget().times(job.games / TIMES)
    for times in sorted({TIMES, max(TIMES, job.games)}):  # what is rarely seen comes first
        wrong = Lots(policy, times, budget).play(table.open, table.record, tell)
        if wrong is not None:
            progress("looking for a shorter line", None)
            return [shorten(wrong, policy, table.form, table.open)]
    return []


def _now_and_then(progress: Progress) -> Callable[[Policy], None]:
    """Reports progress a few times a second only: to work out the share takes time itself."""
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


def _would_have_been_seen(table: Table) -> dict[str, Fact]:
    """How rare an error must be that depends on chance, or on the number of the round alone."""
    facts: dict[str, Fact] = {"random_errors_below": _unseen(table.kept)}
    if len(table.trapped) > 1:
        facts["trapped_from"], facts["trapped_to"] = table.trapped[0], table.trapped[-1]
    return facts


def _unseen(games: int) -> str:
    """The share of games that a program can err in at random and still escape once in a hundred."""
    return f"{1 - 0.01 ** (1 / max(1, games)):.1%} of games, 99 % confidence"
