"""What all calls together prove: the verdict, the coverage, how rare an error may still be.

A pure function of judgements, and so of transcripts, like the referee.
"""

from collections.abc import Sequence, Set
from typing import Final

from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.classes import class_of, classes
from harness.meta_tic_tac_toe.questions import Question, kinds_of
from harness.meta_tic_tac_toe.referee import Judgement, Lateness
from harness.session import Ending
from harness.verdict import Fact, Result, Verdict

_FINDINGS: Final = 3
_UNSEEN_CHANCE: Final = 0.05  # that an error as rare as the report says was not seen


def assess(name: str, judgements: Sequence[Judgement]) -> Result:
    """The result of all calls together.

    The findings are one for each clause broken, at its simplest position, in the order in which the
    clauses were broken. A late answer counts unless the same question was answered in time another
    time; then the result is inconclusive, but for a bot that had to wait for a processor.
    """
    in_time = {j.question for j in judgements if j.lateness is None}
    excused = [j for j in judgements if _is_excused(j, in_time)]
    wrong = [j for j in judgements if j.finding and not _is_excused(j, in_time)]
    simplest: dict[str, Judgement] = {}
    for judgement in wrong:
        assert judgement.finding is not None
        known = simplest.setdefault(judgement.finding.clause, judgement)
        if judgement.question.tiles < known.question.tiles:
            simplest[judgement.finding.clause] = judgement
    findings = tuple(j.finding for j in simplest.values() if j.finding)[:_FINDINGS]
    unexplained = [j for j in excused if not j.was_queued]
    verdict = Verdict.INCONCLUSIVE if unexplained else Verdict.ACCEPTED
    return Result(
        name,
        findings[0].verdict if findings else verdict,
        findings,
        _figures(judgements)
        | {"invalid": len(wrong)}
        | ({"late_but_in_time_again": len(excused)} if excused else {}),
    )


def _is_excused(judgement: Judgement, in_time: Set[Question]) -> bool:
    """Whether a late answer counts for nothing, since another to the same question was in time."""
    return judgement.lateness is Lateness.UNSURE and judgement.question in in_time


def _figures(judgements: Sequence[Judgement]) -> dict[str, Fact]:
    """The figures of the report. Seconds are those of answers that came."""
    kinds = kinds_of({j.question for j in judgements})
    answers = [j.answer for j in judgements]
    seconds = [answer.seconds for answer in answers]
    isolation = sorted({j.isolation for j in judgements if j.isolation})
    return {
        "positions": len({j.question for j in judgements}),
        "calls": len(judgements),
        "unseen_error_share": round(1 - _UNSEEN_CHANCE ** (1 / max(1, len(judgements))), 5),
        "classes_covered": len({class_of(j.question.state) for j in judgements} - {None}),
        "classes": len(tuple(classes())),
        "kinds_covered": sum(map(bool, kinds.values())),
        "kinds": len(kinds),
        "slowest_answer_seconds": round(max(seconds, default=0.0), 4),
        "mean_answer_seconds": round(sum(seconds) / max(1, len(seconds)), 4),
        "status_not_0": sum(_ended_badly(answer) for answer in answers),
        "left_running": sum(answer.exit.left_running for answer in answers),
        "isolation": ", ".join(isolation) or None,
        **{f"kind: {kind}": count for kind, count in kinds.items()},
    }


def _ended_badly(answer: Answer) -> bool:
    return answer.ending is Ending.ENDED and answer.exit.status != 0
