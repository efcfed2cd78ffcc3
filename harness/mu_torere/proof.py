"""What a set of games proves together: coverage, the assumption's test, and that wins are finished.

A pure function of transcripts, like the referee. A proof is complete when every legal human move in
every situation that the program lets happen was tried, every position was asked by a second history
where there is one, and no answer was seen that the policy's memory cannot explain. Where such an
answer was seen, the set of replies is certified instead (see `chance`).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from harness.mu_torere.chance import ReplySets, certify_sets
from harness.mu_torere.policy import Key, Policy, Situation, is_mistake, won_for_program
from harness.mu_torere.referee import Judgement, judge
from harness.mu_torere.screen import Form
from harness.transcript import Transcript
from harness.verdict import Finding, Verdict
from reference.mu_torere.rules import Node, Position, legal_moves, starts


@dataclass(frozen=True, slots=True)
class Proof:
    """The figures of a proof, and what contradicts it."""

    positions: int  # in which the program was asked for a move
    replies: int  # human moves that the program lets happen, by situation
    untried: int  # of these: never tried
    asked_twice: int  # positions (with a memory: last moves) asked by at least two histories
    once_only: int  # of these: to which only one history leads
    not_asked_again: int  # of these: that have a second history, but were not asked by it
    mistakes: int  # human moves that give the win away
    punished: int  # of these: followed by a win however the human goes on
    longest_win_plies: int | None
    memory: int  # human moves that a reply depends on, beside the position; 0 is the assumption
    erratic: bool
    starts: int  # different boards that games began with
    findings: tuple[Finding, ...]
    sets: ReplySets | None = None  # of an erratic program: what its replies amount to as sets

    @property
    def complete(self) -> bool:
        """Whether nothing was left open.

        A program that begins with more than one board may begin with any: all must have been seen.
        """
        every_start = self.starts in (1, len(starts()))
        if self.erratic:
            open_ = self.sets is None or not self.sets.closed
        else:
            open_ = bool(self.untried or self.not_asked_again)
        return every_start and not open_ and not self.findings


def policy_of(judgements: Iterable[Judgement]) -> Policy:
    """What these games tell of the program's play."""
    policy = Policy()
    for judgement in judgements:
        policy.follow(judgement.rounds)
    return policy


def certify(transcripts: Iterable[Transcript]) -> Proof:
    """Judge every game and everything together."""
    transcripts = list(transcripts)
    judgements = [judge(transcript) for transcript in transcripts]
    findings = [finding for judgement in judgements for finding in judgement.findings]
    form = Form.from_json(transcripts[0].form) if transcripts else Form()
    return assess(policy_of(judgements), form, findings)


def assess(policy: Policy, form: Form, findings: Iterable[Finding] = ()) -> Proof:
    """The proof that a policy amounts to."""
    reached: dict[Situation, None] = {}
    for start in policy.starts:
        reached.update(dict.fromkeys(policy.situations(Situation(start))))
    moves = [(here, node) for here in reached for node in legal_moves(here.position)]
    untried = sum(policy.reply(here, node) is None for here, node in moves)
    mistakes = [(here, node) for here, node in moves if is_mistake(here.position, node)]
    wins = _Wins(policy)
    lengths = [wins.plies_after(here, node) for here, node in mistakes]
    again = {target: second_missing(policy, target) for target in policy.asked}
    longest = max((length for length in lengths if length is not None), default=None)
    sets = certify_sets(policy) if policy.erratic else None
    found = list(findings)
    if not found and wins.circle and _is_forced(policy, wins.circle):
        found.append(_circle_finding(policy, form, wins.circle))
    return Proof(
        positions=policy.positions,
        replies=len(moves),
        untried=untried,
        asked_twice=sum(len(histories) > 1 for histories in policy.asked.values()),
        once_only=sum(
            len(histories) == 1 and again[target] is None
            for target, histories in policy.asked.items()
        ),
        not_asked_again=sum(route is not None for route in again.values()),
        mistakes=sets.mistakes if sets else len(mistakes),
        punished=sets.punished if sets else sum(length is not None for length in lengths),
        longest_win_plies=sets.longest_win_plies if sets else longest,
        memory=policy.memory,
        erratic=policy.erratic,
        starts=len(policy.starts),
        findings=tuple(found),
        sets=sets,
    )


def _is_forced(policy: Policy, circle: tuple[Situation, tuple[Node, ...]]) -> bool:
    """Whether no other reply was ever seen on this circle, so that no lot leads out of it."""
    position = circle[0].position
    for node in circle[1]:
        replies = policy.answers.get((position, node), {})
        if policy.erratic and len(replies) != 1:
            return False
        position = next(reversed(replies))
    return True


def second_missing(policy: Policy, target: Key) -> tuple[Position, tuple[Node, ...]] | None:
    """The start and the way of a second history that was never played, if there is one."""
    if len(policy.asked[target]) > 1:
        return None
    for start in policy.starts:
        way = policy.second_route(Situation(start), policy.root(start), target)
        if way:
            return start, way
    return None


class _Wins:
    """How long the program takes to finish, against the human's longest resistance."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._plies: dict[Situation, int | None] = {}  # None: not finished, or not known to be
        self.circle: tuple[Situation, tuple[Node, ...]] | None = None

    def plies_after(self, here: Situation, node: Node) -> int | None:
        """Plies of the win from the program's answer to this move on; None when it is not one."""
        reply = self._policy.reply(here, node)
        if reply is None or not won_for_program(reply):
            return None
        rest = self._rest(self._policy.step(here, node, reply))
        return None if rest is None else rest + 1

    def _rest(self, start: Situation) -> int | None:
        """Depth-first without recursion: a slow win may be longer than Python's stack."""
        path: list[tuple[Situation, list[Node]]] = []
        on_path: dict[Situation, int] = {}
        taken: list[Node] = []

        def enter(here: Situation) -> None:
            on_path[here] = len(path)
            path.append((here, list(legal_moves(here.position))))
            self._plies[here] = 0

        if start not in self._plies:
            enter(start)
        while path:
            here, left = path[-1]
            if not left:
                path.pop()
                del on_path[here]
                if path:
                    taken.pop()
                    self._raise(path[-1][0], self._plies[here])
                continue
            node = left.pop()
            reply = self._policy.reply(here, node)
            if reply is None:
                self._plies[here] = None
                continue
            after = self._policy.step(here, node, reply)
            if after in on_path:
                self._plies[here] = None
                if self.circle is None:
                    self.circle = (after, (*taken[on_path[after] :], node))
            elif after in self._plies:
                self._raise(here, self._plies[after])
            else:
                taken.append(node)
                enter(after)
        return self._plies[start]

    def _raise(self, here: Situation, rest: int | None) -> None:
        known = self._plies[here]
        self._plies[here] = None if known is None or rest is None else max(known, rest + 2)


def _circle_finding(
    policy: Policy, form: Form, circle: tuple[Situation, tuple[Node, ...]]
) -> Finding:
    """The shortest way into a won position that comes round again, and once round."""
    entrance, around = circle
    way: tuple[Node, ...] | None = None
    for start in policy.starts:
        found = policy.route(Situation(start), lambda here: around[0] if here == entrance else None)
        if found and (way is None or len(found) < len(way)):
            way = found
    assert way is not None, "what was seen can be reached"
    line = tuple(form.number_of[node] for node in (*way, *around[1:]))
    return Finding(
        clause="mu_torere/perfect",
        verdict=Verdict.WRONG_ANSWER,
        turn=len(line),
        seen=f"a won position that recurs after {2 * len(around)} plies, again and again",
        expected="a win in a bounded number of moves",
        line=line,
    )
