"""A shorter human line that shows the same finding, each candidate tried on a new run."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from harness.mu_torere.game import Chooser, Game, play_out
from harness.mu_torere.opponent import typed
from harness.mu_torere.policy import Policy, Situation
from harness.mu_torere.referee import Judgement, judge
from harness.mu_torere.reply_graph import ReplyGraph
from harness.mu_torere.rounds import Round
from harness.mu_torere.screen import Form
from harness.verdict import Finding, Verdict
from reference.mu_torere.retrograde import positions, value_keeping_moves
from reference.mu_torere.rules import WHITE, Node, Position, apply, is_terminal, legal_moves

_TRIES = 30  # runs by lines known, and as many by others; what forgets needs about five


def shorten(
    judgement: Judgement, policy: Policy, form: Form, open_game: Callable[[], Game]
) -> Finding:
    """The finding of the shortest line found that breaks the same clause in the same way.

    First the shortest way to the same move that the program is known to let happen; then, for a
    program that remembers, the line as it was without its detours; and then a hunt for the position
    that was answered wrong, by ways not known before. If the answers depend on the position alone,
    no line to it is shorter. What takes the whole time of a move to show is not tried again.
    """
    best = judgement.findings[0]
    if best.verdict is Verdict.TIME_LIMIT or len(best.line) < 2:
        return best
    hunt = _Hunt(policy, set(_last_questions()) if judgement.won else {_asked(judgement, form)})
    hunt.learn(_right_rounds(judgement))
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
    return _hunted(best, hunt, judgement.rounds[0].before, open_game)


def shorten_late(judgement: Judgement, form: Form, open_game: Callable[[], Game]) -> Finding | None:
    """The finding of a short line to one of the last positions, and from there the last moves.

    It serves long games in which a program errs because of what it remembers of the last moves.
    None where no such line shows the same finding.
    """
    finding = judgement.findings[0]
    nodes, rounds = _nodes(judgement, form), _right_rounds(judgement)
    graph = ReplyGraph({(d.before, d.node): d.reply for d in rounds if d.reply is not None})
    kept = 1
    while kept < len(rounds):
        way = graph.way(rounds[0].before, rounds[-kept].before)
        line = (*(node for _, node in way or ()), *nodes[-kept - 1 :])
        if len(line) >= len(nodes):
            return None
        tried = judge(play_out(open_game(), typed(line)))
        if tried.findings and _same(tried.findings[0], finding):
            return tried.findings[0]
        kept *= 2
    return None


def _same(finding: Finding, other: Finding) -> bool:
    return (finding.clause, finding.verdict) == (other.clause, other.verdict)


def _nodes(judgement: Judgement, form: Form) -> tuple[Node, ...]:
    return tuple(form.node_of[number] for number in judgement.findings[0].line)


def _right_rounds(judgement: Judgement) -> tuple[Round, ...]:
    """All but the one that a finding is about."""
    return judgement.rounds[: judgement.findings[0].turn - 1 if judgement.findings else None]


def _asked(judgement: Judgement, form: Form) -> Position:
    """The position in which the program was asked last."""
    return apply(_before(judgement), _nodes(judgement, form)[-1])


def _before(judgement: Judgement) -> Position:
    """Where the human made his last move, which is not his first."""
    before = judgement.rounds[judgement.findings[0].turn - 2].reply
    assert before is not None, "a round that another follows"
    return before


def _direct(judgement: Judgement, policy: Policy, form: Form) -> Iterator[tuple[Node, ...]]:
    start, goal, last = judgement.rounds[0].before, _before(judgement), _nodes(judgement, form)[-1]
    way = policy.route(Situation(start), lambda here: last if here.position == goal else None)
    if way:
        yield way


def _without_detours(judgement: Judgement, form: Form) -> Iterator[tuple[Node, ...]]:
    """The line without a part that leads from a position back to it, the longest part first."""
    nodes = _nodes(judgement, form)
    stood = [done.before for done in judgement.rounds]
    cuts: list[tuple[int, int]] = [
        (i, j) for i in range(len(stood)) for j in range(i + 1, len(stood)) if stood[i] == stood[j]
    ]
    for i, j in sorted(cuts, key=_length, reverse=True):
        yield (*nodes[:i], *nodes[j:])


def _length(cut: Sequence[int]) -> int:
    return cut[1] - cut[0]


def _hunted(
    best: Finding, hunt: "_Hunt", start: Position, open_game: Callable[[], Game]
) -> Finding:
    """The finding of a line that none is shorter than, if no answer depends on the way to it.

    Given up when a run breaks another clause, and after so many runs.
    """
    for _ in range(_TRIES):
        if not hunt.way(start, len(best.line) - 1):
            break
        tried = judge(play_out(open_game(), hunt.within(len(best.line) - 1)))
        hunt.learn(_right_rounds(tried))
        if tried.findings:
            if not _same(tried.findings[0], best):
                break
            best = tried.findings[0]
    return best


class _Hunt:
    """Hurries to one of the positions in which the program may answer wrong.

    An answer not seen yet may be any that keeps the value: so no way that is left out is shorter.
    """

    def __init__(self, policy: Policy, targets: set[Position]) -> None:
        self._policy, self._targets = policy, targets
        self._seen: dict[Position, Position] = {}

    def learn(self, rounds: Sequence[Round]) -> None:
        """Note these rounds: a position that was answered well is no target any more."""
        for done in rounds:
            if done.reply is not None:
                self._seen[done.asked] = done.reply
                self._targets.discard(done.asked)

    def within(self, most: int) -> Chooser:
        """Goes the shortest way as far as it is known, and stops when it is too long."""

        def choose(position: Position, rounds: Sequence[Round]) -> Node | None:
            self.learn(rounds[-1:])
            way = self.way(position, most - len(rounds))
            return way[0] if way else None

        return choose

    def way(self, start: Position, most: int) -> tuple[Node, ...] | None:
        """The shortest way to a target, of at most so many moves."""
        ways: dict[Position, tuple[Node, ...]] = {start: ()}
        frontier = deque([start])
        while frontier:
            here = frontier.popleft()
            if len(ways[here]) == most:
                return None
            for node in legal_moves(here):
                asked = apply(here, node)
                if asked in self._targets:
                    return (*ways[here], node)
                for reply in self._answers(asked):
                    if reply not in ways:
                        ways[reply] = (*ways[here], node)
                        frontier.append(reply)
        return None

    def _answers(self, asked: Position) -> Sequence[Position]:
        known = self._seen.get(asked) or self._policy.assumed(asked)
        return _sound_answers(asked) if known is None else (known,)


@cache
def _sound_answers(asked: Position) -> tuple[Position, ...]:
    return tuple(apply(asked, own) for own in value_keeping_moves(asked))


@cache
def _last_questions() -> frozenset[Position]:
    """Every position in which the program can win at once."""
    return frozenset(
        asked
        for asked in positions()
        if asked.to_move == WHITE and any(is_terminal(after) for after in _sound_answers(asked))
    )
