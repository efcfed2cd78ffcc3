"""The positions that a bot is asked: a suite of every kind that bots stumble over, and random play.

All of them are reached by playing, with invalid moves among the others, as in a match.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Final, NamedTuple, TypeAlias

from reference.meta_tic_tac_toe.rules import (
    ALL,
    SIZE,
    START,
    Move,
    Nine,
    State,
    apply,
    forfeit_turn,
    is_terminal,
    legal_moves,
    outcome,
    target,
)
from reference.meta_tic_tac_toe.wire import NOUGHTS, Nought, format_state, parse_state

Kind: TypeAlias = str

_OF_EACH: Final = 2  # questions of a kind
_MATCHES: Final = 100  # played to choose the suite from
_MANY: Final = 60  # legal moves


class Question(NamedTuple):
    """A position, and how O's tiles are spelled when a bot is asked for its move there."""

    state: State
    nought: Nought = "0"

    @property
    def arguments(self) -> tuple[str, ...]:
        """The twelve arguments that a bot is called with."""
        return format_state(self.state, self.nought)

    @property
    def tiles(self) -> int:
        """How many tiles are taken: the fewer, the simpler the position."""
        return (self.state.x | self.state.o).bit_count()


def spelled(state: State, nought: Nought) -> Question:
    """The question with this spelling of O's tiles, which is one question where there are none."""
    return Question(state, nought if state.o else "0")


def question_of(arguments: Iterable[str]) -> Question:
    """The question of twelve arguments. Raises ValueError when they are not a match's, or it is
    over."""
    words = tuple(arguments)
    state = parse_state(words)
    if is_terminal(state):
        raise ValueError("the match is over, so that no bot is asked")
    return Question(state, "O" if any("O" in board for board in words[1:11]) else "0")


def _pointed(state: State) -> Nine:
    """The board that the last move names, as a set; empty without a last move."""
    return 0 if state.last is None else 1 << state.last % SIZE


def _won(state: State) -> Nine:
    return state.x_won | state.o_won


def _full(state: State) -> Nine:
    taken = state.x | state.o
    return sum((taken >> SIZE * board & ALL == ALL) << board for board in range(SIZE))


def _wins_match(state: State) -> bool:
    return any(outcome(apply(state, move)) in ("X", "O") for move in legal_moves(state))


def _imbalance(state: State) -> int:
    return state.x.bit_count() - state.o.bit_count()


KINDS: Final[Mapping[Kind, Callable[[Question], bool]]] = {
    "first move": lambda q: q.state == START,
    "xx after an invalid move": lambda q: q.state.last is None and q.state != START,
    "free, target won": lambda q: bool(_pointed(q.state) & _won(q.state) & ~_full(q.state)),
    "free, target full": lambda q: bool(_pointed(q.state) & _full(q.state) & ~_won(q.state)),
    "free, target won and full": lambda q: bool(_pointed(q.state) & _won(q.state) & _full(q.state)),
    "free, target just won": lambda q: bool(
        q.state.last is not None and _pointed(q.state) & _won(q.state) & 1 << q.state.last // SIZE
    ),
    "free, a won board has empty tiles": lambda q: bool(
        target(q.state) is None and _won(q.state) & ~_full(q.state)
    ),
    "target due, others won": lambda q: target(q.state) is not None and _won(q.state) > 0,
    "a full board is nobody's": lambda q: _full(q.state) & ~_won(q.state) > 0,
    "last tile of the target": lambda q: (
        target(q.state) is not None and len(legal_moves(q.state)) == 1
    ),
    "last tile of all": lambda q: target(q.state) is None and len(legal_moves(q.state)) == 1,
    "few boards open": lambda q: q.state.closed.bit_count() >= SIZE - 2,
    "many legal moves": lambda q: len(legal_moves(q.state)) >= _MANY,
    "a move wins the match": lambda q: _wins_match(q.state),
    "O with as many tiles as X, or more": lambda q: (
        q.state.to_move == "O" and _imbalance(q.state) <= 0
    ),
    "X with two tiles more, or more": lambda q: _imbalance(q.state) >= 2,
    "O to move": lambda q: q.state.to_move == "O",
    "X to move": lambda q: q.state.to_move == "X",
    "O as 0 on boards": lambda q: q.nought == "0" and q.state.o > 0,
    "O as 0 on the master board": lambda q: q.nought == "0" and q.state.o_won > 0,
    "O as O on boards": lambda q: q.nought == "O" and q.state.o > 0,
    "O as O on the master board": lambda q: q.nought == "O" and q.state.o_won > 0,
}
"""What a position can be, by a name for the report; most positions are of several kinds."""


def kinds_of(questions: Iterable[Question]) -> dict[Kind, int]:
    """How many of the questions are of each kind, in the order of `KINDS`; none is left out."""
    asked = tuple(questions)
    return {kind: sum(map(is_one, asked)) for kind, is_one in KINDS.items()}


def kinds_of_one(question: Question) -> tuple[Kind, ...]:
    """The kinds that a question is of."""
    return tuple(kind for kind, is_one in KINDS.items() if is_one(question))


def _due(state: State) -> str:
    return f"board {target(state)}"


@cache
def suite() -> tuple[Question, ...]:
    """The fixed suite, simplest positions first.

    Of every kind two, and of every board that must be played in one, for each side to move and each
    spelling of O, where there are such.
    """
    rng = Random(0)
    chosen: dict[Question, None] = {}
    found: Counter[tuple[Kind, str, Nought]] = Counter()
    pool = [START, forfeit_turn(START)]
    for _ in range(_MATCHES):
        states = list(playout(rng, rng.choice((0.0, 0.1))))[:-1]
        rng.shuffle(states)
        pool += states
    for state in pool:
        noughts: tuple[Nought, ...] = NOUGHTS if state.o else NOUGHTS[:1]
        for nought in noughts:
            question = Question(state, nought)
            keys = [
                (kind, state.to_move, nought) for kind in (*kinds_of_one(question), _due(state))
            ]
            keys = [key for key in keys if found[key] < (_OF_EACH if key[0] in KINDS else 1)]
            if keys:
                chosen[question] = None
                found.update(keys)
    return tuple(sorted(chosen, key=lambda question: question.tiles))


def by_random_play(seed: int) -> Iterator[Question]:
    """Positions of random matches, a different one each time, without end."""
    rng = Random(seed)
    while True:
        states = [START, *playout(rng, rng.choice((0.0, 0.1)))][:-1]
        for state in rng.sample(states, min(3, len(states))):
            yield spelled(state, rng.choice(NOUGHTS))


def playout(rng: Random, invalid: float) -> Iterator[State]:
    """The states of a random match after each turn; `invalid` is the share of invalid moves.

    Every second match is stubborn: a side that can leave a board open does so, which leads to full
    boards that are nobody's, to crowded free moves, and to undecided matches.
    """
    stubborn = rng.random() < 0.5
    state = START
    while moves := legal_moves(state):
        if rng.random() < invalid:
            state = forfeit_turn(state)
        else:
            quiet = [move for move in moves if stubborn and not _wins_board(state, move)]
            state = apply(state, rng.choice(quiet or moves))
        yield state


def _wins_board(state: State, move: Move) -> bool:
    return _won(apply(state, move)) != _won(state)
