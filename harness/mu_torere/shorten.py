"""A shorter human line that shows the same finding, each candidate tried on a new run."""

from collections.abc import Callable, Iterator, Sequence

from harness.mu_torere.game import Game, play_out
from harness.mu_torere.opponent import typed
from harness.mu_torere.policy import Policy, Situation
from harness.mu_torere.referee import Judgement, judge
from harness.mu_torere.screen import Form
from harness.verdict import Finding, Verdict
from reference.mu_torere.rules import Node

_TRIES = 30


def shorten(
    judgement: Judgement, policy: Policy, form: Form, open_game: Callable[[], Game]
) -> Finding:
    """The finding of the shortest line found that breaks the same clause in the same way.

    First the shortest way to the same position that the program is known to let happen; then, for
    a program that remembers, the line as it was without its detours. What takes the whole time of a
    move to show is not tried again.
    """
    best = judgement.findings[0]
    if best.verdict is Verdict.TIME_LIMIT or len(best.line) < 2:
        return best
    tries = 0
    queue = [*_direct(judgement, policy, form), *_without_detours(judgement, form)]
    while queue and tries < _TRIES:
        line = queue.pop(0)
        if len(line) >= len(best.line):
            continue
        tries += 1
        tried = judge(play_out(open_game(), typed(line)))
        if tried.findings and _same(tried.findings[0], best):
            best = tried.findings[0]
            queue = list(_without_detours(tried, form))
    return best


def _same(finding: Finding, other: Finding) -> bool:
    return (finding.clause, finding.verdict) == (other.clause, other.verdict)


def _nodes(judgement: Judgement, form: Form) -> tuple[Node, ...]:
    return tuple(form.node_of[number] for number in judgement.findings[0].line)


def _direct(judgement: Judgement, policy: Policy, form: Form) -> Iterator[tuple[Node, ...]]:
    nodes = _nodes(judgement, form)
    rounds = judgement.rounds[: len(nodes) - 1]
    if rounds and rounds[-1].reply is not None:
        goal = rounds[-1].reply
        way = policy.route(
            Situation(rounds[0].before), lambda here: nodes[-1] if here.position == goal else None
        )
        if way:
            yield way


def _without_detours(judgement: Judgement, form: Form) -> Iterator[tuple[Node, ...]]:
    """The line without a part that leads from a position back to it, the longest part first."""
    nodes = _nodes(judgement, form)
    positions = [done.before for done in judgement.rounds]
    cuts: list[tuple[int, int]] = [
        (i, j)
        for i in range(len(positions))
        for j in range(i + 1, len(positions))
        if positions[i] == positions[j]
    ]
    for i, j in sorted(cuts, key=_length, reverse=True):
        yield (*nodes[:i], *nodes[j:])


def _length(cut: Sequence[int]) -> int:
    return cut[1] - cut[0]
