"""What is known of a program's play: its replies, by situation, and what is not known yet.

Situations are told apart by the position and by as many of the human's last moves as the window
has. The working assumption is that the reply depends on no more. It is tested, not trusted:
when the same position got two different answers, the reply may still depend on the move that led
to it, then also on the round before, and so on up to `MEMORY_LIMIT`; the least memory that explains
every answer seen is the policy's. A program that no such memory explains is `erratic`.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from harness.mu_torere.rounds import Round
from reference.mu_torere.retrograde import Value, value
from reference.mu_torere.rules import Node, Position, apply, legal_moves

MEMORY_LIMIT: Final = 3  # human moves that a reply may depend on, beside the position


Moved: TypeAlias = tuple[Position, Node]  # a human move: the position before it, and the node


class Situation(NamedTuple):
    """A position with the human to move, and as many of the last rounds as replies depend on."""

    position: Position
    recent: tuple[Moved, ...] = ()


History: TypeAlias = int
Key: TypeAlias = tuple[object, ...]


class Policy:
    """The replies of one program, as far as they were seen. Grows by the walks of `start`."""

    def __init__(self, window: int = 0) -> None:
        self.window = window
        self.starts: dict[Position, None] = {}
        self.memory = 0
        self.depth = window  # so many of the human's last moves tell two situations apart
        self.erratic = False
        self.rounds = 0
        self._limit = max(MEMORY_LIMIT, window)
        self._asked: list[dict[Key, set[History]]] = [{} for _ in range(self._limit + 1)]
        self._tables: list[dict[Key, Position]] = [{} for _ in range(self._limit + 1)]
        self._conflicts = [0] * (self._limit + 1)
        self.answers: dict[Moved, dict[Position, int]] = {}  # every reply seen, and how often
        self._known: dict[Situation, tuple[tuple[Node, Situation], ...]] = {}  # see known_rounds
        self._children: dict[tuple[History, Node], History] = {}
        self._parents: list[tuple[History, Node]] = [(0, -1)]

    @property
    def limit(self) -> int:
        """How many of the human's last moves are kept."""
        return self._limit

    @property
    def asked(self) -> dict[Key, set[History]]:
        """What replies are taken to depend on, as far as asked, with the histories that led to it.

        Positions while the policy has no memory; else positions and the human's last moves.
        """
        return self._asked[self.depth]

    @property
    def positions(self) -> int:
        """How many different positions the program was asked in."""
        return len(self._asked[0])

    def key(self, here: Situation, node: Node) -> Key:
        """What the reply to this move is taken to depend on."""
        if self.depth == len(here.recent) + 1:
            return (*here.recent, (here.position, node))
        return _key((*here.recent, (here.position, node)), self.depth)

    def start(self, position: Position) -> "Walk":
        """A new game from here; the walk follows it."""
        return Walk(self, position)

    def follow(self, rounds: Sequence[Round]) -> None:
        """A whole game."""
        if rounds:
            walk = self.start(rounds[0].before)
            for done in rounds:
                walk.add(done)

    def root(self, start: Position) -> History:
        """The history of a game that has only just begun from here."""
        self.starts[start] = None
        return self.history(0, -1 - list(self.starts).index(start))

    def history(self, parent: History, node: Node) -> History:
        """The history that follows from another by one human move."""
        key = (parent, node)
        if key not in self._children:
            self._children[key] = len(self._parents)
            self._parents.append(key)
        return self._children[key]

    def trodden(self, parent: History, node: Node) -> bool:
        """Whether a game has ever gone on from this history by this move."""
        return (parent, node) in self._children

    def moves_of(self, history: History) -> tuple[Node, ...]:
        """The human moves of a history, first to last, after a number for its start."""
        moves = []
        while history:
            history, node = self._parents[history]
            moves.append(node)
        return tuple(reversed(moves))

    def record(self, recent: tuple[Moved, ...], done: Round, at: History) -> None:
        """One round, with the rounds before it (as far as memory can matter) and its history."""
        assert done.reply is not None
        self.rounds += 1
        answers = self.answers.setdefault((done.before, done.node), {})
        if answers and done.reply not in answers:
            self._known.clear()
        answers[done.reply] = answers.get(done.reply, 0) + 1
        rounds = (*recent, (done.before, done.node))
        for memory, table in enumerate(self._tables):
            key = _key(rounds, memory)
            self._asked[memory].setdefault(key, set()).add(at)
            known = table.setdefault(key, done.reply)
            if known != done.reply:
                table[key] = done.reply
                self._conflicts[memory] += 1
        while self.memory < self._limit and self._conflicts[self.memory]:
            self.memory += 1
            self.depth = max(self.memory, self.window)
        self.erratic = self._conflicts[self.memory] > 0

    def reply(self, situation: Situation, node: Node) -> Position | None:
        """The program's answer to this move, None when it is not known.

        It is known only once this very move was tried here. That the answer would be the one to the
        same position after another move is the assumption under test.
        """
        if self.depth <= 1:
            seen = self.answers.get((situation.position, node))
            return next(reversed(seen)) if seen else None
        return self._tables[self.depth].get(self.key(situation, node))

    def assumed(self, asked: Position) -> Position | None:
        """The answer last seen in this position, whatever led to it; None when it is not known."""
        return self._tables[0].get((asked,))

    def step(self, situation: Situation, node: Node, reply: Position) -> Situation:
        """The situation after a round."""
        rounds = (*situation.recent, (situation.position, node))
        return Situation(reply, _last(rounds, self.depth - 1))

    def situations(self, start: Situation) -> dict[Situation, Situation | None]:
        """All that the program is known to let happen from here, each with one before it."""
        found: dict[Situation, Situation | None] = {start: None}
        frontier = deque([start])
        while frontier:
            here = frontier.popleft()
            for _, after in self.known_rounds(here):
                if after not in found:
                    found[after] = here
                    frontier.append(after)
        return found

    def known_rounds(self, here: Situation) -> Sequence[tuple[Node, Situation]]:
        """Every human move here that has a known reply, with the situation that it brings.

        Searches call this often: once every move here has a known reply, the answer is kept until a
        reply contradicts an earlier one.
        """
        known = self._known.get(here)
        if known is None:
            moves = legal_moves(here.position)
            known = tuple(
                (node, self.step(here, node, reply))
                for node in moves
                if (reply := self.reply(here, node)) is not None
            )
            if len(known) == len(moves):
                self._known[here] = known
        return known

    def explored(self, here: Situation) -> bool:
        """Whether every move here is known to have a reply; a False may mean not looked at yet."""
        return here in self._known

    def route(
        self, start: Situation, wanted: Callable[[Situation], Node | None]
    ) -> tuple[Node, ...] | None:
        """The shortest known way to a situation with a wanted move, that move included."""
        before: dict[Situation, tuple[Situation, Node] | None] = {start: None}
        frontier = deque([start])
        while frontier:
            here = frontier.popleft()
            node = wanted(here)
            if node is not None:
                moves = [node]
                back = before[here]
                while back:
                    here, node = back
                    moves.append(node)
                    back = before[here]
                return tuple(reversed(moves))
            for node, after in self.known_rounds(here):
                if after not in before:
                    before[after] = (here, node)
                    frontier.append(after)
        return None

    def second_route(
        self, start: Situation, history: History, target: Key
    ) -> tuple[Node, ...] | None:
        """The shortest known way to ask the target by a history that has not asked it yet.

        `history` is that of the game at `start`. Ways along the one old history are told apart from
        ways that have left it.
        """
        old_histories = self.asked.get(target, set())
        assert len(old_histories) == 1, "only what has one history lacks a second"
        old = self.moves_of(next(iter(old_histories)))
        so_far = self.moves_of(history)
        on_old_way = so_far == old[: len(so_far)] and len(so_far) < len(old)
        first = (start, len(so_far) if on_old_way else None)
        last = target[-1] if self.depth else None  # the move itself: most keys differ in it
        before: dict[tuple[Situation, int | None], tuple[tuple[Situation, int | None], Node] | None]
        before = {first: None}
        frontier = deque([first])
        while frontier:
            state = frontier.popleft()
            here, index = state
            for node, after in self.known_rounds(here):
                stays = index is not None and index < len(old) and old[index] == node
                fresh = not (stays and index is not None and index + 1 == len(old))
                may_be = last is None or last == (here.position, node)
                if may_be and fresh and self.key(here, node) == target:
                    moves, back = [node], before[state]
                    while back:
                        moves.append(back[1])
                        back = before[back[0]]
                    return tuple(reversed(moves))
                following = (after, index + 1 if stays and index is not None else None)
                if following not in before:
                    before[following] = (state, node)
                    frontier.append(following)
        return None


class Walk:
    """One game as it adds to a policy."""

    def __init__(self, policy: Policy, start: Position) -> None:
        self._policy = policy
        self._position = start
        self._rounds: tuple[Moved, ...] = ()
        self.history: History = policy.root(start)
        self.fresh = False  # whether no earlier game went this way

    @property
    def situation(self) -> Situation:
        """Where the game stands, seen with the policy's memory."""
        return Situation(self._position, _last(self._rounds, self._policy.depth - 1))

    def add(self, done: Round) -> None:
        """Follow the game by one round."""
        self.fresh = not self._policy.trodden(self.history, done.node)
        self.history = self._policy.history(self.history, done.node)
        self._policy.record(self._rounds, done, self.history)
        self._rounds = (*self._rounds, (done.before, done.node))[-self._policy.limit :]
        assert done.reply is not None
        self._position = done.reply


def _last(rounds: tuple[Moved, ...], count: int) -> tuple[Moved, ...]:
    return rounds[-count:] if count > 0 else ()


def _key(rounds: tuple[Moved, ...], memory: int) -> Key:
    """The position that the program is asked in, or the last moves that led to it."""
    return _last(rounds, memory) if memory else (apply(*rounds[-1]),)


def is_mistake(position: Position, node: Node) -> bool:
    """Whether the move throws away a draw or a win."""
    return value(apply(position, node)) != -value(position)


def won_for_program(position: Position) -> bool:
    """Whether the human to move has lost, if the program goes on well."""
    return value(position) is Value.LOSS
