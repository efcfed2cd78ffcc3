"""MENACEs that run in process: a player behind the session protocol, and what is asked of it."""

import contextlib
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from harness.challenge import Job
from harness.closing import Closing
from harness.menace.classes import use
from harness.menace.follower import Played
from harness.menace.form import BEADS_ARE_NAMES, BEADS_ARE_SQUARES, LETTERS, Form
from harness.menace.game import Human, Interactor
from harness.menace.referee import Run, judge
from harness.session import Complete, Ending, Exit, Limits, Reply
from harness.transcript import Transcript, Turn
from reference.menace.boxes import boxes_of
from tests.oracles import menace_steering
from tests.oracles.menace_player import Player, Position, rows, won

CLEAN = Exit(status=0, signal=None, stderr="")
CRASHED = Exit(status=1, signal=None, stderr="oops\n")
SQUARES_FORM = Form(beads=BEADS_ARE_SQUARES)


class HangError(Exception):
    """Raised by a player that falls silent for ever."""


BEGINNINGS = itertools.count(0.0, 3.0)


class FakeSession(Closing):
    """One run of a player."""

    def __init__(self, player: Player, exit_: Exit = CLEAN, start_seconds: float = 0.0) -> None:
        self._talk = player.talk()
        self._exit = exit_
        self._seconds = start_seconds
        self._said = next(self._talk)
        self._ending = Ending.ASKS
        self.closed = False

    def read(self, complete: Complete) -> Reply:
        said, self._said = self._said, ""
        seconds, self._seconds = self._seconds, 0.0
        if self._ending is Ending.ASKS and complete(said):
            return Reply(said, seconds, Ending.READY)
        return Reply(said, seconds, self._ending)

    def send(self, line: str) -> None:
        assert self._ending is Ending.ASKS, "typed after the end"
        try:
            self._said = self._talk.send(line)
        except StopIteration as last:
            self._said, self._ending = last.value, Ending.ENDED
        except HangError as last:
            self._said, self._ending = str(last), Ending.DEADLINE
        except (ZeroDivisionError, KeyError) as last:  # it has no box for a board that cannot be
            self._said, self._ending, self._exit = str(last), Ending.ENDED, CRASHED

    def overhear(self) -> Reply:
        """Nothing is printed while nobody types."""
        return Reply("", 0.0, Ending.READY)

    def kill(self) -> None:
        """There is no process."""

    def close(self) -> Exit:
        self.closed = True
        return self._exit


class FakeProgram:
    """A program of which every run is a new player, with a seed of its own."""

    command = ("fake",)
    limits = Limits()

    def __init__(self, kind: Callable[[int], Player], start_seconds: float = 0.0) -> None:
        self._kind, self._start_seconds = kind, start_seconds
        self.sessions: list[FakeSession] = []

    def on_a_usual_machine(self, more_environment: Mapping[str, str]) -> "FakeProgram":
        return self

    def on_a_terminal(self) -> "FakeProgram":
        return self

    def among_all_files(self) -> "FakeProgram":
        return self

    def in_haste(self, seconds: float) -> "FakeProgram":
        return self

    def start(self) -> FakeSession:
        player = self._kind(1000 + len(self.sessions))
        self.sessions.append(FakeSession(player, start_seconds=self._start_seconds))
        return self.sessions[-1]

    def describe_isolation(self) -> str:
        """It is run by nobody."""
        return "not run"

    def check(self) -> None:
        """It can always be run."""


def job(program: FakeProgram, form: Form, games: int = 20, seed: int = 0) -> Job:
    """A verification of it."""
    return Job(
        name="menace/fake",
        program=program,  # type: ignore[arg-type]  # all of a program that is asked for
        form=form.to_json(),
        games=games,
        seed=seed,
    )


def form_of(player: Player) -> Form:
    return SQUARES_FORM if player.naming == "squares" else Form(beads=BEADS_ARE_NAMES)


def transcript_of(player: Player, games: int, human: Human, form: Form | None = None) -> Transcript:
    """All that passes in one run of the player."""
    return Interactor(FakeSession(player), form or form_of(player), ("fake",), games, 15.0).play(
        human
    )


def run_of(player: Player, games: int, human: Human, form: Form | None = None) -> Run:
    return judge(transcript_of(player, games, human, form))


def games_of(
    player: Player, games: int, human: Human, watch: Callable[[Played], object] = id
) -> list[Played]:
    """The games of one run as the referee would read them, without any printing: much faster.

    `watch` is told of each as it ends.
    """
    found: list[Played] = []
    shown: list[Sequence[int]] = [()] * len(player.order)
    named: list[tuple[str, ...]] = [()] * len(player.order)

    def dump(boxes: Sequence[Sequence[int]]) -> str:
        assert len(boxes) == len(shown)
        others = [place for place, beads in enumerate(boxes) if beads != shown[place]]
        for place in others:  # most are as they were
            shown[place] = list(boxes[place])
            names = player.names[player.order[place]]
            named[place] = tuple(map(names.__getitem__, boxes[place]))
        draws = tuple((text(used.board), used.square) for used in player.log[-1])
        xs, os = player.board
        found.append(
            Played(draws, "X" if won(xs) else "O" if won(os) else None, tuple(named), turn)
        )
        watch(found[-1])
        return ""

    player.dump = dump  # type: ignore[method-assign]  # of this one player
    talk = player.talk()
    next(talk)
    line, turn = str(games), 0
    with contextlib.suppress(StopIteration):
        while True:
            turn += 1
            talk.send(line)
            line = LETTERS[human(text(player.board))]
    return found


def results_against(human: Human) -> Counter[str | None]:
    """Who has won how many of 240 games."""
    return Counter(g.won_by for seed in range(4) for g in games_of(Player(seed), 60, human))


def to_be_answered(positions: int) -> Iterator[str]:
    """Boards after every move of X in a sample of positions with seven squares left or fewer."""
    pictures = [board for board in boxes_of("X").pictures if 3 <= board.count("-") <= 7]
    for board in random.Random(1).sample(pictures, positions):
        for square in menace_steering.free(board):
            after_x = menace_steering.put(board, square, "X")
            if menace_steering.winner(after_x) != "X":
                yield after_x


def some_chances(board: str) -> dict[int, float] | None:
    """What the box of a board may be taken to say: nothing certain, or that some are never played.

    By orbits of squares, as opponents are told.
    """
    made = [u for square in range(9) if board[square] == "-" and (u := use(board, square))]
    if made[0].position % 5 == 0:
        return None
    weights = {u.orbit: (7 * u.position + 3 * u.orbit) % 4 for u in made}
    if not any(weights.values()):
        weights = dict.fromkeys(weights, 1)
    return {o: w / sum(weights.values()) for o, w in weights.items() if w}


def chance_of(board: str, square: int) -> float | None:
    """The same for one square."""
    made, chances = use(board, square), some_chances(board)
    return None if made is None or chances is None else chances.get(made.orbit, 0.0)


def quick_run(player: Player, games: int, human: Human) -> Run:
    """A run of the player, without any printing, as if three seconds after the one before."""
    games_played = tuple(games_of(player, games, human))
    return Run(games_played, (), form_of(player), 0.0, 0.0, (), next(BEGINNINGS))


def text(board: Position) -> str:
    """The harness's form of a board."""
    return rows(board).replace("\n", "")


def position(board: str) -> Position:
    """The oracle's own form of a board."""
    xs, os = (sum(1 << s for s, mark in enumerate(board) if mark == wanted) for wanted in "XO")
    return Position(xs, os)


def transcript(turns: Sequence[Turn], form: Form | None = None, exit_: Exit = CLEAN) -> Transcript:
    return Transcript("menace", ("fake",), (form or Form()).to_json(), 15.0, tuple(turns), exit_)


def talk(*exchanges: tuple[str, str], last: Ending = Ending.ENDED) -> list[Turn]:
    """Turns, each complete but the last, which ends so."""
    endings = [Ending.READY] * (len(exchanges) - 1) + [last]
    return [
        Turn(sent, said, 0.0, ending)
        for (sent, said), ending in zip(exchanges, endings, strict=True)
    ]


def played(
    draws: Sequence[tuple[str, int]],
    boxes: Sequence[Sequence[str]],
    won_by: str | None = None,
) -> Played:
    assert won_by in ("X", "O", None)
    return Played(
        tuple(draws),
        won_by,  # type: ignore[arg-type]  # checked above
        tuple(tuple(box) for box in boxes),
        turn=1,
    )
