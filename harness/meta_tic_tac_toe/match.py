"""A match of two bots: the calls, the answers and the result. This module starts no process.

Source: the challenge "Meta tic-tac-toe", spec clauses "The bot's interface" and "The tournament". A
round is one call of each side; after 250 rounds nobody has won. A match is over when the master
board is won, when all nine boards are, when the rounds are, or when a bot is disqualified.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import Final, NamedTuple

from harness.meta_tic_tac_toe.bot import Answer, Ask
from harness.session import Ending
from reference.meta_tic_tac_toe import rules
from reference.meta_tic_tac_toe.rules import START, Move, State
from reference.meta_tic_tac_toe.wire import Nought, format_state, parse_move
from reference.tic_tac_toe import Mark

ROUNDS: Final = 250
WIN_POINTS: Final = 100
UNDECIDED_POINTS: Final = -10


class Call(NamedTuple):
    """One call of one side: the twelve arguments, and the bot's answer."""

    mark: Mark
    arguments: tuple[str, ...]
    answer: Answer


@dataclass(frozen=True, slots=True)
class Match:
    """All calls of one match, from which it can be scored again without a bot."""

    x: str  # the bots' names
    o: str
    calls: tuple[Call, ...]
    rounds: int = ROUNDS
    opening: tuple[Move, ...] = ()  # moves of both sides before the first call; the challenge: none
    nought: Nought = "0"  # how O's tiles were sent to both bots

    @property
    def start(self) -> State:
        """The state before the first call. Raises ValueError when the opening is illegal."""
        return opened(self.opening)


class Over(StrEnum):
    """Why a match is over."""

    WON = "won"  # three boards in a row
    FULL = "full"  # every board is won or full, and nobody has three in a row
    ROUNDS = "rounds"  # the last round is played
    DISQUALIFIED = "disqualified"  # the side to move reached outside its own folder


class Ply(NamedTuple):
    """A call, read by the rules: the state before it, the legal move or why it was invalid."""

    state: State
    call: Call
    move: Move | None
    fault: str | None  # None for a legal move


def opened(opening: Sequence[Move]) -> State:
    """The state after an opening. Raises ValueError when it is illegal."""
    return reduce(rules.apply, opening, START)


def fault_of(state: State, answer: Answer) -> tuple[Move | None, str | None]:
    """The legal move of an answer, or why it is an invalid one."""
    match answer.ending:
        case Ending.UNSTARTED:
            return None, f"it did not start: {answer.exit.stderr}"
        case Ending.DEADLINE:
            return None, "it took longer than it may"
        case Ending.OVERFLOW:
            return None, "it printed more than any answer needs"
        case Ending.EXCESS:
            return None, "it used more memory or processes than it may"
        case Ending.ENDED | Ending.READY | Ending.ASKS:  # a call ends by itself, or as above
            pass
    try:
        move = parse_move(answer.said)
    except ValueError as error:
        return None, str(error)
    reason = rules.explain_illegal(state, move)
    return (move, None) if reason is None else (None, reason)


def after(state: State, move: Move | None) -> State:
    """The state after a legal move, or after an invalid one."""
    return rules.forfeit_turn(state) if move is None else rules.apply(state, move)


def follow(match: Match) -> Iterator[Ply]:
    """The match, call by call. Raises ValueError when its calls are not those of one match."""
    state = match.start
    for call in match.calls:
        due = format_state(state, match.nought)
        if call.mark != state.to_move or call.arguments != due:
            raise ValueError(f"{call.mark} was called with {call.arguments}, not {due}")
        move, fault = fault_of(state, call.answer)
        yield Ply(state, call, move, fault)
        state = after(state, move)


def turns(
    ask_x: Ask,
    ask_o: Ask,
    rounds: int = ROUNDS,
    opening: Sequence[Move] = (),
    nought: Nought = "0",
) -> Iterator[Call]:
    """The calls of a match, each made as it is asked for. Raises HarnessError when one does."""
    state = opened(opening)
    for _ in range(2 * rounds):
        if rules.is_terminal(state):
            return
        arguments = format_state(state, nought)
        answer = (ask_x if state.to_move == "X" else ask_o)(arguments)
        yield Call(state.to_move, arguments, answer)
        if answer.exit.reached:
            return
        state = after(state, fault_of(state, answer)[0])


def play(
    x: str,
    o: str,
    ask_x: Ask,
    ask_o: Ask,
    rounds: int = ROUNDS,
    opening: tuple[Move, ...] = (),
    nought: Nought = "0",
) -> Match:
    """Play a match to its end. Raises HarnessError when a call does."""
    calls = tuple(turns(ask_x, ask_o, rounds, opening, nought))
    return Match(x, o, calls, rounds, opening, nought)
