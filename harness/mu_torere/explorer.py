"""The explorer: covers every legal human move in every position that a black box lets happen.

It plays long games that cover many moves. Drawn positions come first, because a human's mistake
cannot be taken back; then every game makes the nearest mistake after which something is not yet
seen. The program is started anew only when nothing is left to be seen from where the game stands.
Every position is asked again by a second history where one exists, to test the assumption that the
reply depends on the position (see `policy`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from harness.mu_torere.game import Game
from harness.mu_torere.policy import Policy, Situation, Walk, is_mistake, won_for_program
from harness.mu_torere.proof import second_missing
from harness.mu_torere.referee import Judgement, judge
from harness.transcript import Transcript
from reference.mu_torere.rules import Node, Position, is_terminal, legal_moves

OpenGame = Callable[[], Game]
Progress = Callable[[Policy], None]
"""Told now and then how far it has come."""

Record = Callable[[Transcript], Judgement]
"""Given every finished game, for keeping; gives back what the referee says of it."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Where the explorer gives up: a program may remember more than can be covered."""

    starts: int = 300
    rounds: int = 30_000


@dataclass(slots=True)
class Exploration:
    """All games played, what they tell, and whether the last of them went wrong."""

    policy: Policy = field(default_factory=Policy)
    judgements: list[Judgement] = field(default_factory=list)
    exhausted: bool = False  # the budget was, before everything was covered

    @property
    def failed(self) -> bool:
        """Whether the last game went wrong."""
        return bool(self.judgements and self.judgements[-1].findings)


def explore(
    open_game: OpenGame,
    budget: Budget | None = None,
    progress: Progress | None = None,
    record: Record = judge,
    policy: Policy | None = None,
) -> Exploration:
    """Play until everything is covered, a game goes wrong, or the budget is spent.

    Also until the program turns out to be erratic: then `lots` goes on.

    Given a policy it goes on from what is known already, and plays nothing when that is enough.
    """
    budget = budget or Budget()
    found = Exploration(policy or Policy())
    if found.policy.rounds and not _anything_left(found.policy):
        return found
    while len(found.judgements) < budget.starts and found.policy.rounds < budget.rounds:
        game = open_game()
        if game.position is not None:
            _Tour(game, found.policy, budget, progress).play()
        found.judgements.append(record(game.finish()))
        if found.failed or found.policy.erratic or not _anything_left(found.policy):
            return found
    found.exhausted = True
    return found


class _Tour:
    """One game of the exploration."""

    def __init__(
        self,
        game: Game,
        policy: Policy,
        budget: Budget,
        progress: Progress | None,
    ) -> None:
        assert game.position is not None
        self._game, self._policy = game, policy
        self._budget, self._progress = budget, progress
        self._walk: Walk = policy.start(game.position)

    def play(self) -> None:
        """Play until the game is over or nothing is left to be seen from where it stands."""
        plan: list[Node] = []
        expected: Situation | None = None
        while (
            self._game.position is not None
            and self._policy.rounds < self._budget.rounds
            and not self._policy.erratic
        ):
            here = self._walk.situation
            if not plan or here != expected:
                plan = list(self._next_way(here) or ())
            if not plan:
                return
            node = plan.pop(0)
            foreseen = self._policy.reply(here, node)
            expected = None if foreseen is None else self._policy.step(here, node, foreseen)
            done = self._game.play(node)
            if done is None:
                return
            self._walk.add(done)
            if self._progress and self._policy.rounds % 32 == 0:
                self._progress(self._policy)

    def _next_way(self, here: Situation) -> tuple[Node, ...] | None:
        if won_for_program(here.position):
            (node,) = legal_moves(here.position)
            return (node,) if self._leads_to_more(here, node) else None
        return (
            self._policy.route(here, self._untried_and_sound)
            or (self._walk.fresh and self._policy.route(here, self._sound_to_ask_again))
            or self._way_off_the_track(here)
            or self._policy.route(here, self._mistake_to_make)
        ) or None

    def _untried_and_sound(self, here: Situation) -> Node | None:
        if self._policy.explored(here):
            return None
        return next(
            (n for n in _sound_moves(here.position) if self._policy.reply(here, n) is None), None
        )

    def _sound_to_ask_again(self, here: Situation) -> Node | None:
        return next((n for n in _sound_moves(here.position) if self._asked_once(here, n)), None)

    def _asked_once(self, here: Situation, node: Node) -> bool:
        return len(self._policy.asked.get(self._policy.key(here, node), ())) == 1

    def _mistake_to_make(self, here: Situation) -> Node | None:
        moves = (n for n in legal_moves(here.position) if is_mistake(here.position, n))
        return next((n for n in moves if self._leads_to_more(here, n)), None)

    def _leads_to_more(self, here: Situation, node: Node) -> bool:
        """Whether something untried, or asked once only, comes between a mistake and the end.

        While an earlier game went just this way, what was asked once would only be asked by that
        very history again, and for ever.

        The line is forced: a lost human has one legal move.
        """
        passed = {here}
        fresh = self._walk.fresh
        while (reply := self._policy.reply(here, node)) and not (
            fresh and self._asked_once(here, node)
        ):
            here = self._policy.step(here, node, reply)
            if is_terminal(here.position) or here in passed:
                return False
            passed.add(here)
            (node,) = legal_moves(here.position)
        return True

    def _way_off_the_track(self, here: Situation) -> tuple[Node, ...] | None:
        """While an earlier game went just this way: the way to a second history of some position.

        Once the track is left, much else can be asked again as well.
        """
        if self._walk.fresh:
            return None
        # To look for a way takes long, and most of what was asked once lies behind.
        ahead = {
            self._policy.key(there, node)
            for there in self._policy.situations(here)
            for node, _ in self._policy.known_rounds(there)
        }
        for target, histories in self._policy.asked.items():
            if (
                len(histories) == 1
                and target in ahead
                and (way := self._policy.second_route(here, self._walk.history, target))
            ):
                return way
        return None


def _sound_moves(position: Position) -> list[Node]:
    return [node for node in legal_moves(position) if not is_mistake(position, node)]


def _anything_left(policy: Policy) -> bool:
    for start in policy.starts:
        for here in policy.situations(Situation(start)):
            if any(policy.reply(here, node) is None for node in legal_moves(here.position)):
                return True
    # The newest first: of what was asked in every game's first rounds much has one history only.
    return any(second_missing(policy, target) for target in reversed(policy.asked))
