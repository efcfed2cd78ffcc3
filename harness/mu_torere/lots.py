"""Games against a program that plays by chance, until each human move was tried often enough.

The human heads for the move tried too seldom that he expects to reach in the fewest rounds. He
estimates the program's replies from how often each was seen.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from harness.mu_torere.chance import TIMES, lacking, reachable
from harness.mu_torere.endings import Endings
from harness.mu_torere.explorer import OpenGame, Record
from harness.mu_torere.game import Game
from harness.mu_torere.policy import Policy, is_mistake
from harness.mu_torere.referee import Judgement
from reference.mu_torere.rules import Node, Position, legal_moves

_RESTART_COST: Final = 30.0  # rounds that a new run takes as long as
_SWEEPS_AT_START: Final = 4  # costs are kept from game to game, so that few more are needed
_ROUNDS_BETWEEN_SWEEPS: Final = 16
_LONGEST: Final = 600  # rounds of one game: what happens only early in a run happens again
_WHIM: Final = 0.08  # the share of sound moves made at random: estimates may mislead for ever

Tell = Callable[[float], None]
"""Given the share of human moves that were tried often enough."""


@dataclass(frozen=True, slots=True)
class LotsBudget:
    """When the games against a program that draws lots are given up."""

    starts: int = 3000
    rounds: int = 60_000

    def times(self, share: float) -> "LotsBudget":
        """So many times this budget, and no less than it."""
        share = max(1.0, share)
        return LotsBudget(round(self.starts * share), round(self.rounds * share))


class Lots:
    """All games against one program that draws lots."""

    def __init__(
        self, policy: Policy, times: int = TIMES, budget: LotsBudget | None = None
    ) -> None:
        self._policy, self._times = policy, max(TIMES, times)
        self._budget = budget or LotsBudget()
        self._cost: dict[Position, float] = {}
        self._chance = random.Random(0)
        self._known: dict[Position, tuple[Node, ...]] = {}
        self._wanted: set[tuple[Position, Node]] = set()
        self._cost_of_end = _RESTART_COST
        self.starts = 0

    def play(self, open_game: OpenGame, record: Record, tell: Tell) -> Judgement | None:
        """Play until nothing is lacking or the budget is spent; the game that went wrong."""
        last = self._policy.rounds + self._budget.rounds
        with Endings() as endings:
            while self._look() and self.starts < self._budget.starts and self._policy.rounds < last:
                self.starts += 1
                self._sweep(_SWEEPS_AT_START)
                game = open_game()
                game.leave_end()
                if game.position is not None:
                    self._play_one(game, last)
                endings.end(game)
                wrong = _first_wrong(endings.ended(), record)
                if wrong is not None:
                    return wrong
                moves = sum(map(len, self._known.values()))
                tell(1 - len(self._wanted) / max(1, moves))
            return _first_wrong(endings.all_ended(), record)

    def _play_one(self, game: Game, last: int) -> None:
        assert game.position is not None
        start = game.position
        walk = self._policy.start(start)
        rounds = 0
        while (here := game.position) is not None and rounds < _LONGEST:
            if rounds and self._cost.get(here, 0.0) > _RESTART_COST + self._cost.get(start, 0.0):
                return
            node = self._choose(here)
            seen = len(self._policy.answers.get((here, node), ()))
            done = game.play(node)
            if done is None:
                return
            walk.add(done)
            rounds += 1
            filled = (here, node) in self._wanted and not self._lacks(here, node)
            new = len(self._policy.answers[(here, node)]) > seen
            if new or filled or rounds % _ROUNDS_BETWEEN_SWEEPS == 0:
                if not self._look() or self._policy.rounds >= last:
                    return
                self._sweep(1)

    def _choose(self, here: Position) -> Node:
        moves = legal_moves(here)
        if self._chance.random() < _WHIM:
            moves = tuple(n for n in moves if not is_mistake(here, n)) or moves
            return self._chance.choice(moves)
        return min(moves, key=lambda node: self._through(here, node))

    def _look(self) -> bool:
        """Find the moves to be tried more often. True also where nothing is known yet."""
        self._known = {
            here: legal_moves(here) for here in reachable(self._policy) if legal_moves(here)
        }
        self._wanted = {
            (here, node)
            for here, moves in self._known.items()
            for node in moves
            if self._lacks(here, node)
        }
        return bool(self._wanted) or not self._known

    def _lacks(self, here: Position, node: Node) -> bool:
        return lacking(self._policy, (here, node), self._times)

    def _sweep(self, times: int) -> None:
        """Update how many rounds are expected from every position to a wanted move."""
        starts = [self._cost.get(start, 0.0) for start in self._policy.starts]
        self._cost_of_end = _RESTART_COST + sum(starts) / max(1, len(starts))
        for _ in range(times):
            for here, moves in self._known.items():
                self._cost[here] = min(self._through(here, node) for node in moves)

    def _through(self, here: Position, node: Node) -> float:
        if (here, node) in self._wanted:
            return 1.0
        replies = self._policy.answers.get((here, node))
        if not replies:
            return 1.0
        cost, end = self._cost, self._cost_of_end
        rest = sum(times * cost.get(reply, end) for reply, times in replies.items())
        return 1.0 + rest / sum(replies.values())


def _first_wrong(games: Iterable[Game], record: Record) -> Judgement | None:
    """Record these games in their order, up to the first that went wrong."""
    for game in games:
        judgement = record(game)
        if judgement.findings:
            return judgement
    return None
