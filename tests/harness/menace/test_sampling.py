"""The opponent that leads to draws of which little was seen."""

import math
import random
from collections.abc import Callable
from typing import Final

import pytest

from harness.menace import opponent
from harness.menace import sampling as sampling_module
from harness.menace.chance.samples import UNKNOWN, Sample
from harness.menace.classes import BOXES, orbits, stage_of
from harness.menace.game import Human
from harness.menace.live_books import LiveBooks
from harness.menace.sampling import Sampling, Seen, Way, all_ways
from reference.menace.boxes import boxes_of
from tests.harness.menace.support import SQUARES_FORM, chance_of, games_of, some_chances
from tests.oracles import menace_steering as oracle
from tests.oracles.menace_player import Player

CENTRE = "the centre"


def sample(position: int, beads: dict[int, int], drawn: int) -> Sample:
    return Sample(position, beads, dict.fromkeys(beads, 0), drawn)


def first_of(stage: int) -> int:
    """A box of the stage whose centre is empty."""
    return next(p for p in range(BOXES) if stage_of(p) == stage and 4 in orbits(p))


# --- what was seen -------------------------------------------------------------------------------


def test_every_stage_has_every_way_that_can_be_favoured_there() -> None:
    assert len({*all_ways()}) == len(all_ways())
    assert {way.stage for way in all_ways() if way.name == CENTRE} == {0, 2, 4, 6}
    # At the first move all squares are as good.
    assert {way.stage for way in all_ways() if way.name == "the best move"} == {2, 4, 6}


def test_least_seen_is_what_would_have_to_be_favoured_most() -> None:
    seen = Seen()
    of_the_centre = [way for way in all_ways() if way.name == CENTRE]
    for stage in (0, 2, 4, 6):
        position = first_of(stage)
        others = [orbit for orbit in orbits(position) if orbit != 4]
        for _ in range(10 if stage == 4 else 40):
            seen.take([sample(position, {4: 1, others[0]: 1}, 4)])
    assert seen.least(of_the_centre) == Way(CENTRE, 4)
    # A draw is as telling whatever came; what is certain, or not known, says nothing.
    position = first_of(4)
    other = next(orbit for orbit in orbits(position) if orbit != 4)
    for _ in range(60):
        seen.take([sample(position, {4: 3}, 4), sample(position, {UNKNOWN: 3, other: 1}, other)])
    assert seen.least(of_the_centre) == Way(CENTRE, 4)
    for _ in range(60):
        seen.take([sample(position, {4: 1, other: 1}, other)])
    assert seen.least(of_the_centre) != Way(CENTRE, 4)
    assert seen.least(all_ways()) in all_ways()


@pytest.mark.parametrize(
    ("shares", "deviation"),
    [
        ([(1, 2)] * 10, math.sqrt(2.5) / 5),
        ([(1, 4)], math.sqrt(3)),
        ([(3, 4)] * 4 + [(1, 2)], 1 / 3.5),
        ([(1, 2)] * 10 + [(0, 3), (3, 3)], math.sqrt(2.5) / 5),  # the last two are certain
        ([], math.inf),
    ],
)
def test_the_deviation_is_that_of_independent_draws(
    shares: list[tuple[int, int]], deviation: float
) -> None:
    """Of draws with these beads in the centre, of so many."""
    seen, position = Seen(), first_of(4)
    other = next(orbit for orbit in orbits(position) if orbit != 4)
    for centre, beads in shares:
        seen.take([sample(position, {4: centre, other: beads - centre}, 4)])
    assert seen.deviation(Way(CENTRE, 4)) == pytest.approx(deviation)


# --- what squares are worth ----------------------------------------------------------------------


def square_chance(board: str, square: int, chance: oracle.Chance) -> float:
    together = chance(board, square)
    if together is None:
        return 1 / len(oracle.free(board))
    return together / len(oracle.alike(board, square))


def expected(board: str, stage: int, chance: oracle.Chance) -> float:
    """How much draws of the centre tell from here on, by the best answers, worked out anew."""
    if oracle.winner(board) != "-" or len(oracle.free(board)) <= 1:
        return 0.0
    total = 0.0
    if 9 - board.count("-") == stage and board[4] == "-":
        share = square_chance(board, 4, chance)
        total += 4 * share * (1 - share)
    for square in oracle.free(board):
        after_x = oracle.put(board, square, "X")
        likely = square_chance(board, square, chance)
        if likely and oracle.winner(after_x) == "-":
            answers = [oracle.put(after_x, s, "O") for s in oracle.free(after_x)]
            total += likely * max((expected(b, stage, chance) for b in answers), default=0.0)
    return total


@pytest.mark.parametrize("believes", [False, True])
@pytest.mark.parametrize("stage", [4, 6])
def test_what_squares_are_worth(believes: bool, stage: int) -> None:
    chances = some_chances if believes else lambda board: None
    chance = chance_of if believes else lambda board, square: None
    pictures = [board for board in boxes_of("X").pictures if 3 <= board.count("-") <= 7]
    for board in random.Random(2).sample(pictures, 25):
        sampling = Sampling(random.Random(0), chances, lambda: Way(CENTRE, stage))
        for square in oracle.free(board):
            after_x = oracle.put(board, square, "X")
            if oracle.winner(after_x) == "X" or not oracle.free(after_x):
                continue
            found = sampling.worths(after_x)
            for answer in oracle.free(after_x):
                after_o = oracle.put(after_x, answer, "O")
                assert found[answer] == pytest.approx(expected(after_o, stage, chance)), after_o


@pytest.mark.parametrize(("opening", "leads_to_more"), [("----X----", False), ("X--------", True)])
def test_it_loses_to_moves_that_lead_to_more_and_beats_the_others(
    opening: str, leads_to_more: bool
) -> None:
    """After an opening in the corner the centre may be drawn later, after one there it is not."""
    sampling = Sampling(random.Random(1), lambda board: None, lambda: Way(CENTRE, 2))
    sampling(opening)
    assert (sampling._better > 0) == leads_to_more
    sampling._known.clear()
    # O may win by 2 at once, or leave the row that X wins by 5 to a chance of one in three.
    worth = sampling.worths("OO-XX-XOX"[:9])
    assert [*worth] == [2, 5]
    assert (worth[2] > worth[5]) != leads_to_more


class Worth:
    """What boards lead to, the end of the game with it: worked out anew, without the harness."""

    ENDS: Final = {"X": 4.0, "O": -2.0, "-": 0.0}

    def __init__(self, stage: int, chance: oracle.Chance, better: float) -> None:
        self.stage, self.chance, self.better = stage, chance, better
        self._known: dict[str, float] = {}

    def of(self, board: str) -> float:
        board = oracle.least(board)
        if board not in self._known:
            self._known[board] = self._of(board)
        return self._known[board]

    def _of(self, board: str) -> float:
        if oracle.winner(board) != "-":
            return self.better * self.ENDS[oracle.winner(board)]
        if len(oracle.free(board)) == 1:  # X plays there, and draws from no box
            last = oracle.put(board, oracle.free(board)[0], "X")
            return self.better * self.ENDS[oracle.winner(last)]
        total = 0.0
        if 9 - board.count("-") == self.stage and board[4] == "-":
            share = square_chance(board, 4, self.chance)
            total += 4 * share * (1 - share)
        for square in oracle.free(board):
            if likely := square_chance(board, square, self.chance):
                total += likely * self.after(board, square)
        return total

    def after(self, board: str, square: int) -> float:
        after_x = oracle.put(board, square, "X")
        if oracle.winner(after_x) == "X":
            return 4.0 * self.better
        return max((self.of(b) for b in self.answers(after_x).values()), default=0.0)

    def answers(self, board: str) -> dict[int, str]:
        return {square: oracle.put(board, square, "O") for square in oracle.free(board)}

    def advantage(self, board: str, square: int) -> float:
        """How much more this move leads to than the mean of all that are not alike."""
        moves = {min(oracle.alike(board, s)): self.after(board, s) for s in oracle.free(board)}
        return moves[min(oracle.alike(board, square))] - sum(moves.values()) / len(moves)


@pytest.mark.parametrize("stage", [2, 4, 6])
def test_its_answers_are_the_best_by_what_the_game_has_been_so_far(
    stage: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In games of which every second begins a new block, and whose boxes are others each time."""
    monkeypatch.setattr(sampling_module, "_SAME_ANSWER", 2)
    believes = False
    sampling = Sampling(
        random.Random(stage),
        lambda board: some_chances(board) if believes else None,
        lambda: Way(CENTRE, stage),
    )
    moves = random.Random(7)
    for number in range(8):
        believes = number % 3 != 1
        chance = chance_of if believes else (lambda board, square: None)
        if number % 2 == 0:
            at_first, openings = Worth(stage, chance, 0.0), dict[int, int]()
        opening = moves.choice([0, 4]) if number < 6 else 1
        board = oracle.put("-" * 9, opening, "X")
        better = at_first.advantage("-" * 9, opening)
        new = opening not in openings
        answer = openings.setdefault(opening, sampling(board))
        assert sampling._better == pytest.approx(better)
        while True:
            if new:  # an opening met before in these two games has its answer already
                answers = Worth(stage, chance, better).answers(board)
                worth = {s: Worth(stage, chance, better).of(b) for s, b in answers.items()}
                assert worth[answer] == pytest.approx(max(worth.values()))
            new = True
            board = oracle.put(board, answer, "O")
            if oracle.winner(board) != "-" or len(oracle.free(board)) <= 1:
                break
            square = moves.choice(oracle.free(board))
            after_x = oracle.put(board, square, "X")
            if oracle.winner(after_x) != "-":
                break
            better += Worth(stage, chance, better).advantage(board, square)
            board = after_x
            answer = sampling(board)
            assert sampling._better == pytest.approx(better)


def test_what_is_wanted_is_asked_again_after_twenty_games() -> None:
    asked: list[int] = []

    def way() -> Way:
        asked.append(1)
        return Way(CENTRE, 4)

    sampling = Sampling(random.Random(3), lambda board: None, way)
    for game, times in ((1, 2), (20, 2), (21, 3), (40, 3), (41, 4)):
        while sampling._games < game:
            sampling("X--------")
        assert len(asked) == times


def test_an_opening_has_one_answer_for_twenty_games() -> None:
    asked = []

    def way() -> Way:
        asked.append(1)
        return Way(CENTRE, 4)

    sampling = Sampling(random.Random(3), lambda board: None, way)
    answers = [sampling("X--------") for _ in range(40)]
    assert len({*answers[:20]}) == len({*answers[20:]}) == 1
    assert len(asked) == 3  # once at the beginning


# --- against a MENACE ----------------------------------------------------------------------------


def deviations(make: Callable[[LiveBooks], Human]) -> list[float]:
    """How little draws of the centre tell at four and six stones, after one run of 600 games."""
    books = LiveBooks(SQUARES_FORM)
    books.suspect(CENTRE, "all boxes")
    human = make(books)
    books.begin_run(None, frozenset())
    games_of(Player(3), 600, human, books.see)
    books.least_seen()
    return [books._seen.deviation(Way(CENTRE, stage)) for stage in (4, 6)]


@pytest.mark.slow
def test_it_shows_more_of_the_centre_late_in_games_than_others_do() -> None:
    """MENACE opens in the centre ever more often, unless that is punished."""
    sampled = deviations(lambda b: Sampling(random.Random(1), b.chances, b.least_seen))
    for other in (opponent.at_random, opponent.perfect):
        usual = deviations(lambda books, kind=other: kind(random.Random(1)))  # type: ignore[misc]
        assert all(own < theirs for own, theirs in zip(sampled, usual, strict=True))


def test_what_is_suspected_is_wanted_first() -> None:
    books = LiveBooks(SQUARES_FORM)
    assert books.suspect("corners", "stage 6")
    assert books.least_seen() == Way("corners", 6)
    assert books.suspect("corners", "all boxes")
    assert books.least_seen().name == "corners"
    assert not books.suspect("the first bead printed", "all boxes")
    assert books.least_seen() == Seen().least(all_ways())
