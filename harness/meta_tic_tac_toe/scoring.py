"""The score of a match: points, and each side's part. Pure functions of the match.

Source: the challenge "Meta tic-tac-toe", spec clause "The tournament": the winner gets 100 and as
many points as tiles are still open on the nine boards; each invalid move costs its bot one point;
if nobody has won after 250 rounds, each bot loses ten.

The text does not say what a match is worth that ends earlier without a winner, since all nine
boards are won or full. Each bot loses ten there too: such a match can be won no more, so nobody has
won it after 250 rounds; and so did the challenge's own controller, which went on to the last round
of such a match. What is left out is the invalid moves that it forced on both in the meantime.

A match that a disqualification ends counts for nobody: it has no points at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from harness.meta_tic_tac_toe.match import UNDECIDED_POINTS, WIN_POINTS, Match, Over, Ply, follow
from harness.meta_tic_tac_toe.match import after as state_after
from harness.session import Ending
from reference.meta_tic_tac_toe import rules
from reference.meta_tic_tac_toe.rules import UNDECIDED, State
from reference.tic_tac_toe import Mark


@dataclass(frozen=True, slots=True)
class SideScore:
    """One bot's part of a match. Seconds are of all its calls; 0 when it was never called."""

    name: str
    points: int
    calls: int
    invalid: int  # invalid moves, those by timeout included
    timeouts: int
    seconds: float  # of all its calls together
    worst_seconds: float
    reached: tuple[str, ...]  # what it is disqualified for: what it reached for outside its folder

    @property
    def mean_seconds(self) -> float:
        """Seconds a call."""
        return self.seconds / self.calls if self.calls else 0.0


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a match."""

    x: SideScore
    o: SideScore
    winner: Mark | None
    over: Over
    open_tiles: int  # empty at the end on all nine boards, those of won boards included
    rounds: int  # played, a begun one included

    @property
    def void(self) -> bool:
        """Whether the match counts for nobody."""
        return self.over is Over.DISQUALIFIED

    def share(self, name: str) -> float:
        """What the bot of that name scored in it: 1 if it won, 0 if the other did, else a half."""
        if self.winner is None:
            return 0.5
        return float((self.x if self.winner == "X" else self.o).name == name)

    @property
    def sides(self) -> tuple[SideScore, SideScore]:
        """X's part and O's."""
        return self.x, self.o


def score(match: Match) -> Score:
    """The score of a whole match. Raises ValueError when its calls are not those of one."""
    plies = tuple(follow(match))
    state = _end(match, plies)
    over = _why_over(match, plies, state)
    winner = rules.opponent(state.to_move) if over is Over.WON else None
    open_tiles = rules.empty_tiles(state)

    def side(mark: Mark, name: str) -> SideScore:
        own = [ply for ply in plies if ply.call.mark == mark]
        answers = [ply.call.answer for ply in own]
        seconds = [answer.seconds for answer in answers]
        invalid = sum(ply.move is None for ply in own)
        gain = UNDECIDED_POINTS if winner is None else 0
        if winner == mark:
            gain = WIN_POINTS + open_tiles
        return SideScore(
            name=name,
            points=0 if over is Over.DISQUALIFIED else gain - invalid,
            calls=len(own),
            invalid=invalid,
            timeouts=sum(answer.ending is Ending.DEADLINE for answer in answers),
            seconds=sum(seconds),
            worst_seconds=max(seconds, default=0.0),
            reached=answers[-1].exit.reached if answers else (),
        )

    return Score(
        x=side("X", match.x),
        o=side("O", match.o),
        winner=winner,
        over=over,
        open_tiles=open_tiles,
        rounds=(len(plies) + 1) // 2,
    )


def _end(match: Match, plies: Sequence[Ply]) -> State:
    """The state at the end. What a bot answers in the call that disqualifies it is not played."""
    if not plies:
        return match.start
    last = plies[-1]
    return last.state if last.call.answer.exit.reached else state_after(last.state, last.move)


def _why_over(match: Match, plies: Sequence[Ply], state: State) -> Over:
    """Why a match is over. Raises ValueError when it is not, or when it goes on after its end."""
    if any(ply.call.answer.exit.reached for ply in plies[:-1]):
        raise ValueError("the match goes on after a disqualification")
    if len(plies) > 2 * match.rounds:
        raise ValueError(f"the match has {len(plies)} calls, more than {match.rounds} rounds")
    if plies and plies[-1].call.answer.exit.reached:
        return Over.DISQUALIFIED
    outcome = rules.outcome(state)
    if outcome is not None:
        return Over.FULL if outcome == UNDECIDED else Over.WON
    if len(plies) == 2 * match.rounds:
        return Over.ROUNDS
    raise ValueError(f"the match breaks off after {len(plies)} calls")
