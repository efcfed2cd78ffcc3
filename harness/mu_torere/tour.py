"""One game of the explorer, which goes where something is not yet seen.

Several may be played at a time, each by a thread of its own: what is known of the program is theirs
together, and whoever looks at it or adds to it holds the lock. What one of them is on its way to
ask, the others leave to it.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from harness.mu_torere.game import Game
from harness.mu_torere.policy import Policy, Situation, Walk, is_mistake, won_for_program
from harness.mu_torere.rounds import Round
from reference.mu_torere.rules import Node, Position, is_terminal, legal_moves

Progress = Callable[[Policy], None]
"""Told now and then how far it has come."""

Target: TypeAlias = tuple[Situation, Node]
"""A move in a situation, which is to be asked."""

_ROUNDS_BETWEEN_TELLING: Final = 32


@dataclass(frozen=True, slots=True)
class Budget:
    """When the explorer gives up, since a program may remember more than can be covered."""

    starts: int = 300
    rounds: int = 30_000


@dataclass(slots=True)
class Shared:
    """What the games of one exploration have in common. `changed` is its lock."""

    policy: Policy
    budget: Budget
    progress: Progress | None = None
    changed: threading.Condition = field(default_factory=threading.Condition)
    targets: dict["Tour", Target] = field(default_factory=dict)  # by the game on its way there
    enough: bool = False  # every game is to end after its round
    answers: int = 0
    seconds: float = 0.0  # of all answers
    slowest: float = 0.0

    @property
    def may_go_on(self) -> bool:
        """Whether another round may be played."""
        return not (self.enough or self.policy.erratic or self.policy.rounds >= self.budget.rounds)

    def is_left_to(self, tour: "Tour", target: Target) -> bool:
        """Whether no other game is on its way there."""
        return all(its != target for other, its in self.targets.items() if other is not tour)


class Tour:
    """One game of the exploration. The lock of what is shared is held while its methods run."""

    def __init__(self, shared: Shared, start: Position) -> None:
        self.start = start
        self._may_wait = False  # for what others ask, before it makes a mistake
        self._shared, self._policy = shared, shared.policy
        self._walk: Walk = shared.policy.start(start)

    def has_a_way(self) -> bool:
        """Whether something is to be seen from where it stands; the others leave that to it."""
        return bool(self._next_way(self._walk.situation))

    def leave(self) -> None:
        """Leave what it was on its way to ask to the others. May be called again."""
        self._shared.targets.pop(self, None)
        self._shared.changed.notify_all()

    def play(self, game: Game, after_round: Callable[[], None]) -> None:
        """Play until the game is over or nothing is left to be seen from where it stands."""
        plan: list[Node] = []
        expected: Situation | None = None
        while game.position is not None and self._shared.may_go_on:
            here = self._walk.situation
            if not plan or here != expected:
                plan = list(self._next_way(here) or ())
            if not plan and self._may_wait:
                self._shared.changed.wait()
                continue
            if not plan:
                break
            node = plan.pop(0)
            foreseen = self._policy.reply(here, node)
            expected = None if foreseen is None else self._policy.step(here, node, foreseen)
            done = self._played(game, node)
            if done is None:
                break
            self._walk.add(done)
            self._shared.changed.notify_all()
            after_round()
            if self._shared.progress and self._policy.rounds % _ROUNDS_BETWEEN_TELLING == 0:
                self._shared.progress(self._policy)
        self.leave()

    def _played(self, game: Game, node: Node) -> Round | None:
        """Play one round; the others may look and add meanwhile."""
        began = time.monotonic()
        self._shared.changed.release()
        try:
            done = game.play(node)
        finally:
            self._shared.changed.acquire()
        seconds = time.monotonic() - began
        self._shared.answers += 1
        self._shared.seconds += seconds
        self._shared.slowest = max(self._shared.slowest, seconds)
        return done

    def _next_way(self, here: Situation) -> tuple[Node, ...] | None:
        """The way to what is to be asked next, which is this game's to ask from now on.

        After a mistake all that comes of it is this game's as well.
        """
        self._may_wait = False
        if won_for_program(here.position):
            (node,) = legal_moves(here.position)
            return (node,) if self._leads_to_more(here, node) else None
        self._shared.targets.pop(self, None)
        way = (
            self._policy.route(here, self._untried_and_sound)
            or (self._walk.fresh and self._policy.route(here, self._sound_to_ask_again))
            or self._way_off_the_track(here)
        )
        if way:
            return way
        # A mistake cannot be taken back: while others still ask what is sound, more may come of it.
        self._may_wait = any(
            not is_mistake(h.position, n) for h, n in self._shared.targets.values()
        )
        return None if self._may_wait else self._policy.route(here, self._mistake_to_make)

    def _untried_and_sound(self, here: Situation) -> Node | None:
        if self._policy.explored(here):
            return None
        return self._first_of_mine(
            here, lambda node: self._policy.reply(here, node) is None, _sound_moves(here.position)
        )

    def _sound_to_ask_again(self, here: Situation) -> Node | None:
        return self._first_of_mine(
            here, lambda node: self._asked_once(here, node), _sound_moves(here.position)
        )

    def _asked_once(self, here: Situation, node: Node) -> bool:
        return len(self._policy.asked.get(self._policy.key(here, node), ())) == 1

    def _mistake_to_make(self, here: Situation) -> Node | None:
        return self._first_of_mine(
            here, lambda node: self._leads_to_more(here, node), _mistakes(here.position)
        )

    def _first_of_mine(
        self, here: Situation, wanted: Callable[[Node], bool], moves: list[Node]
    ) -> Node | None:
        """The first wanted move that no other game is on its way to make: this one makes it."""
        for node in moves:
            if self._shared.is_left_to(self, (here, node)) and wanted(node):
                self._shared.targets[self] = here, node
                return node
        return None

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


def _mistakes(position: Position) -> list[Node]:
    return [node for node in legal_moves(position) if is_mistake(position, node)]
