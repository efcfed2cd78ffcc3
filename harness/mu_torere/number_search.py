"""Finding a numbering that nobody would guess: every name is typed until it moves a stone.

A program moves a stone when the name of one that may move is typed. So stones whose names are known
lead the game to where another may move, and the names that are left are typed there, each in a run
of its own. All these runs go on side by side, as waiting costs no processor.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from typing import Final

from harness.mu_torere.game import Game, play_on
from harness.mu_torere.rounds import Round
from harness.mu_torere.screen import Form
from harness.mu_torere.typed_numbers import Reply, replies
from harness.session import Ending
from harness.transcript import Transcript
from reference.mu_torere.retrograde import value_keeping_moves
from reference.mu_torere.rules import NODES, Node, Position, legal_moves

_AT_ONCE: Final = len(NODES)  # runs: one for every name
_ALPHABETS: Final = 6
_ROUNDS: Final = 30  # on the way to a position in which a stone of unknown name may move


class NumberSearch:
    """Learns which name moves which stone of a program, by one reading of its boards.

    `form` says how boards are read and which nine names there are, in any order.
    """

    def __init__(self, open_game: Callable[[Form], Game], form: Form) -> None:
        self._open_game, self._form = open_game, form
        self.moved: dict[str, Node] = {}  # the node whose stone each name moves
        self._ended = False  # before every name was learned: see `run`
        self.wrong: Transcript | None = None  # the game that erred though only these were typed

    def run(self) -> bool:
        """Search. Whether every name was learned.

        The search ends early where none of the names moves a stone that may move, and where the
        program errs though only known stones were moved.
        """
        progress = True
        while progress:
            before = len(self.moved)
            for node in NODES:
                self._learn(node)
            progress = len(self.moved) > before
        return len(self.moved) == len(NODES)

    @property
    def form(self) -> Form:
        """The form with the names that were learned where they belong, the others in any order."""
        return self._with(self.moved)

    def _learn(self, node: Node) -> None:
        """Type the names that are left where this node may move, if the game comes to that."""
        known = dict(self.moved)
        if node in known.values() or self._ended or not self._comes_to(node, known):
            return
        names = [name for name in self._form.numbers if name not in known]
        with ThreadPoolExecutor(_AT_ONCE) as threads:
            answered = list(threads.map(lambda name: self._typed(name, node, known), names))
        for name, reply in zip(names, answered, strict=True):
            moved = reply.moved if reply else None
            if moved is not None and moved not in self.moved.values():
                self.moved[name] = moved
        if node not in self.moved.values() and all(answered):
            self._ended = True

    def _comes_to(self, node: Node, known: Mapping[str, Node]) -> bool:
        """Whether known stones lead a game to where this node may move."""
        way = _Way(node, known.values())
        if self._start is None or way.ends(self._start):
            return self._start is not None
        if not known:
            return False
        game = self._open_game(self._with(known))
        play_on(
            game, lambda position, rounds: None if way.ends(position) else way(position, rounds)
        )
        position = game.position
        transcript = game.finish()
        self._ended = game.failed
        if game.failed and transcript.turns[-1].ending is not Ending.DEADLINE:
            self.wrong = transcript  # what takes longer than the others did may be right
        return position is not None and way.ends(position)

    @cached_property
    def _start(self) -> Position | None:
        """Where a game begins; None where it goes wrong before anything is typed."""
        game = self._open_game(self._form)
        game.finish()
        return game.position

    def _typed(self, name: str, node: Node, known: Mapping[str, Node]) -> Reply | None:
        """How this name is answered where this node may move; None where the game ends before."""
        form = self._with({**known, name: node})
        game = self._open_game(form)
        play_on(game, _Way(node, known.values()))
        found = replies(game.finish(), form)
        return next((reply for reply in found if reply.number == name), None)

    def _with(self, known: Mapping[str, Node]) -> Form:
        """The form with these names where they belong, and the others in any order."""
        others = iter([name for name in self._form.numbers if name not in known])
        names = {node: name for name, node in known.items()}
        numbers = [names[node] if node in names else next(others) for node in self._form.nodes]
        return replace(self._form, numbers=tuple(numbers))


class _Way:
    """Moves stones whose names are known until another one may move, then that one, and no more.

    Of the known stones, that one is moved that was moved least.
    """

    def __init__(self, node: Node, known: Collection[Node]) -> None:
        self._node, self._known = node, set(known)
        self._moved = Counter[Node]()

    def ends(self, position: Position) -> bool:
        """Whether the stone may move here that is to move at last."""
        return self._node in legal_moves(position)

    def __call__(self, position: Position, rounds: Sequence[Round]) -> Node | None:
        """The next move; None where there is none to be made, or it was the last."""
        if self._node in self._moved or len(rounds) >= _ROUNDS:
            return None
        ways = [node for node in value_keeping_moves(position) if node in self._known]
        if not ways and not self.ends(position):
            return None
        way = self._node if self.ends(position) else min(ways, key=lambda n: (self._moved[n], n))
        self._moved[way] += 1
        return way


def names_that_moved(answered: Iterable[Reply]) -> set[str]:
    """The names that have moved a stone, whichever it was."""
    return {reply.number for reply in answered if reply.moved is not None}


def alphabets(forms: Sequence[Form], moving: Collection[str]) -> list[Form]:
    """A form for each way to read boards and each nine names of which most have moved a stone."""
    kinds: dict[tuple[str, tuple[str, ...], frozenset[str]], Form] = {}
    for form in forms:
        kinds.setdefault((form.picture, tuple(form.symbols), frozenset(form.numbers)), form)
    shared = {form: len(names.intersection(moving)) for (_, _, names), form in kinds.items()}
    most = max(shared.values())
    return [form for form in kinds.values() if shared[form] == most][:_ALPHABETS]
