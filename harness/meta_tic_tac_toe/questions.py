"""The positions that a bot is asked: a suite of every class and every kind, and random moves.

Each can occur in a match, perhaps after invalid moves.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import islice, product
from random import Random
from typing import Final, NamedTuple, TypeAlias

from harness.meta_tic_tac_toe.classes import (
    MARKS,
    Fate,
    PositionClass,
    classes,
    last_tiles,
    position_in,
)
from harness.meta_tic_tac_toe.details import Detail, details, novelty
from reference.meta_tic_tac_toe.rules import (
    ALL,
    BOARDS,
    HAS_LINE,
    SIZE,
    START,
    Move,
    Nine,
    State,
    apply,
    forfeit_turn,
    is_terminal,
    legal_moves,
    target,
)
from reference.meta_tic_tac_toe.wire import NOUGHTS, Nought, format_state, parse_state
from reference.tic_tac_toe import LINES

Kind: TypeAlias = str

_OF_EACH: Final = 2  # questions of a kind
_MATCHES: Final = 20  # played to choose the rest of the suite from
_MANY: Final = 60  # legal moves
_FEW: Final = 3  # legal moves
_ATTEMPTS: Final = 1000  # at one position of a class; two or three are usual
_DRAWN: Final = 8  # positions of a class, of which the one with the rarest details is asked


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
    won = state.x_won if state.to_move == "X" else state.o_won
    return any(
        HAS_LINE[won | 1 << move // SIZE] and _wins_board(state, move)
        for move in legal_moves(state)
    )


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
    "xx with few tiles left": lambda q: (
        q.state.last is None and 0 < len(legal_moves(q.state)) <= _FEW
    ),
    "sent back to the board just played in": lambda q: (
        q.state.last is not None and target(q.state) == q.state.last // SIZE
    ),
    "two or three legal moves": lambda q: 2 <= len(legal_moves(q.state)) <= _FEW,
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


@cache
def suite() -> tuple[Question, ...]:
    """The fixed suite, simplest positions first.

    One question of every class of `classes`, with the spellings of O's tiles in turn; and where
    these leave something out: of every kind two, for each side to move and each spelling of O, and
    one with each detail. Among the positions that would do, those are taken that have the details
    met least.
    """
    rng = Random(0)
    met: Counter[Detail] = Counter()
    chosen: dict[Question, None] = dict.fromkeys(_of_every_class(rng, met))
    found = Counter(
        (kind, question.state.to_move, question.nought)
        for question in chosen
        for kind in kinds_of_one(question)
    )
    played = [s for _ in range(_MATCHES) for s in [*playout(rng, rng.choice((0.0, 0.1)))][:-1]]
    pool = [START, forfeit_turn(START), *played]
    pool += [state._replace(last=None) for state in [*(q.state for q in chosen), *played]]
    pool += [last_tiles(rng, side, left) for left in range(1, SIZE) for side in MARKS]
    pool += _before_three_boards(rng)
    left = []
    for state in dict.fromkeys(pool):
        here = tuple(details(state))
        for nought in NOUGHTS if state.o else NOUGHTS[:1]:
            question = Question(state, nought)
            wanted = [(kind, state.to_move, nought) for kind in kinds_of_one(question)]
            left.append((question, wanted, here))
    # A position's novelty only falls: what is first with its novelty of now is before all others.
    queue = [(-novelty(here, met), at) for at, (_, _, here) in enumerate(left)]
    heapify(queue)
    while queue:
        falling, at = heappop(queue)
        question, wanted, here = left[at]
        if all(found[kind] >= _OF_EACH for kind in wanted) and all(met[of] for of in here):
            continue
        now = -novelty(here, met)
        if now != falling:
            heappush(queue, (now, at))
            continue
        chosen[question] = None
        found.update(wanted)
        met.update(here)
    return tuple(sorted(chosen, key=lambda question: question.tiles))


def _of_every_class(rng: Random, met: Counter[Detail]) -> Iterator[Question]:
    """A question of each class; their details are added to `met`."""
    for position_class in classes():
        attempts = (position_in(position_class, rng) for _ in range(_ATTEMPTS))
        drawn = islice(filter(None, attempts), _DRAWN)
        state = max(drawn, key=lambda state: novelty(details(state), met))
        met.update(details(state))
        yield spelled(state, rng.choice(NOUGHTS))


def _before_three_boards(rng: Random) -> Iterator[State]:
    """One is sent to the board that alone is missing to three in a row, for each such board."""
    for line, side, whose in product(LINES, MARKS, MARKS):
        for board in line:
            won: dict[int, Fate] = {other: whose for other in line if other != board}
            moves = [SIZE * other + board for other in BOARDS if other not in line]
            attempts = (
                position_in(PositionClass(rng.choice(moves), side, "open"), rng, won)
                for _ in range(_ATTEMPTS)
            )
            yield from islice(filter(None, attempts), 1)


def playout(rng: Random, invalid: float) -> Iterator[State]:
    """The states of a random match after each turn; `invalid` is the share of invalid moves."""
    is_stubborn = rng.random() < 0.5
    state = START
    while not is_terminal(state):
        if rng.random() < invalid:
            state = forfeit_turn(state)
        else:
            state = apply(state, random_move(rng, state, is_stubborn))
        yield state


def random_move(rng: Random, state: State, is_stubborn: bool) -> Move:
    """A random legal move; a stubborn side leaves boards open as long as it can.

    That leads to full boards that are nobody's, to crowded free moves and to undecided matches.
    """
    moves = legal_moves(state)
    quiet = [move for move in moves if is_stubborn and not _wins_board(state, move)]
    return rng.choice(quiet or moves)


def _wins_board(state: State, move: Move) -> bool:
    board, tile = divmod(move, SIZE)
    own = state.x if state.to_move == "X" else state.o
    return HAS_LINE[own >> SIZE * board & ALL | 1 << tile]
