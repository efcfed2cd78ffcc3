"""The accounts of whole runs: what they learn is compared with what the player knows."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

import pytest

from harness.menace import opponent
from harness.menace.accounts import Accounts
from harness.menace.chance.samples import Sample
from harness.menace.changes import Trouble
from harness.menace.classes import BOXES, always_drawn, least_board
from harness.menace.game import Human
from harness.menace.steering import Steering
from tests.harness.menace.broken import (
    BROKEN,
    Broken,
    ByColour,
    ByMostBeads,
    DrawsTheLeastOfARefill,
    FirstBead,
    LeavesEmpty,
    LowSquares,
    SameStart,
)
from tests.harness.menace.programs import RIGHT, Lettered, ManyBeads, OneBead, Shuffled, TwoStay
from tests.harness.menace.support import form_of, games_of, position, text
from tests.oracles.menace_player import CARRIES, Player, Used, carries, class_of, free, like, move

UNFAIR = (ByColour, ByMostBeads, FirstBead, LowSquares, SameStart)  # a matter of statistics
NO_CONTRADICTION = (*UNFAIR, DrawsTheLeastOfARefill, LeavesEmpty)  # unfair, or in one dump


def humans(seed: int) -> Iterator[Human]:
    """One for each run: those who win and those who lose."""
    chance = random.Random(seed)
    steering = Steering(chance)
    while True:
        yield steering
        yield opponent.perfect(chance)
        yield opponent.blundering(chance)
        yield opponent.at_random(chance)


Watched: TypeAlias = tuple[Accounts, list[Player], Trouble | None]


class TwoOfOneBead(OneBead):
    stay = 2


KEPT: dict[tuple[type[Player], int], Watched] = {}


def watched(kind: type[Player], runs: int = 4) -> Watched:
    """The accounts of some runs, up to the first trouble; made once."""
    if (kind, runs) not in KEPT:
        KEPT[kind, runs] = watch(kind, runs, games=100)
    return KEPT[kind, runs]


def watch(kind: type[Player], runs: int, games: int) -> Watched:
    book, players = Accounts(form_of(kind(0))), []
    for seed, human in zip(range(runs), humans(1), strict=False):
        players.append(kind(seed))
        if trouble := book.add(games_of(players[-1], games, human)):
            return book, players, trouble
    return book, players, None


def in_one_order(kind: type[Player]) -> tuple[Accounts, list[Player]]:
    book, players, trouble = watched(kind, runs=1 if kind is Shuffled else 4)
    assert trouble is None
    return book, players


def orbit(player: Player, number: int, bead: int) -> int:
    """What the player's bead means in the harness's own picture of the position."""
    shown = position(least_board(number))
    box = class_of()[shown]
    return min(like(shown, carries(player.pictures[box], shown)[0][bead]))


@pytest.mark.parametrize("kind", RIGHT)
def test_every_box_found_is_the_right_one(kind: type[Player]) -> None:
    book, players = in_one_order(kind)
    order = players[0].order
    assert len(book.identified) > (25 if kind is Shuffled else 80)
    for number in book.identified:
        assert book.box_of(number) == order.index(class_of()[position(least_board(number))])


@pytest.mark.parametrize("kind", RIGHT)
def test_every_box_used_is_counted(kind: type[Player]) -> None:
    book, players = in_one_order(kind)
    used = Counter(draw.box for player in players for game in player.log for draw in game)
    found = {class_of()[position(least_board(p))]: uses for p, uses in book.draws.exercised.items()}
    assert found == used


@pytest.mark.parametrize("kind", RIGHT)
def test_every_sample_is_a_draw_of_the_player_s(kind: type[Player]) -> None:
    book, players = in_one_order(kind)
    draws = iter([(player, draw) for player in players for game in player.log for draw in game])
    assert len(book.draws.samples) > 100
    for sample in book.draws.samples:
        assert any(is_of(sample, player, draw) for player, draw in draws)  # in this order


def is_of(sample: Sample, player: Player, draw: Used) -> bool:
    if class_of()[position(least_board(sample.position))] != draw.box:
        return False
    meant = [orbit(player, sample.position, bead) for bead in draw.before]
    shown = [m if m in sample.beads else -1 for m in meant]
    drawn = orbit(player, sample.position, draw.bead)
    return (
        sample.beads == Counter(shown)
        and sample.first == {o: shown.index(o) for o in sample.beads}
        and sample.drawn == (drawn if drawn in sample.beads else -1)
    )


def after_the_first(players: list[Player]) -> Iterator[tuple[Player, Used, str]]:
    """The draws of all games but the first of each run, with the game's result."""
    for player in players:
        for game, result in zip(player.log[1:], player.results[1:], strict=True):
            yield from ((player, draw, result) for draw in game)


@pytest.mark.parametrize("kind", [Player, Lettered, TwoStay, OneBead])
def test_every_change_is_checked_and_every_refill_read(kind: type[Player]) -> None:
    book, players = in_one_order(kind)
    draws = list(after_the_first(players))
    emptied = sum(len(draw.before) == 1 for _, draw, _ in draws)
    assert book.changes.refills == {"two stay" if kind is TwoStay else "three stay": emptied}
    assert book.changes.checked == sum(len(d.before) == 1 or bool(result) for _, d, result in draws)


@pytest.mark.parametrize("kind", [OneBead, TwoOfOneBead])
def test_refills_are_sampled_as_they_were(kind: type[Player]) -> None:
    book, players = in_one_order(kind)
    refills = iter([
        (len(free(draw.board)), draw.beside.count(draw.bead))
        for _, draw, _ in after_the_first(players)
        if len(draw.before) == 1
    ])  # fmt: skip
    assert len(book.new_beads.samples) > 20
    seen = [(sample.squares, sample.alike) for sample in book.new_beads.samples]
    assert all(sample in refills for sample in seen)  # in this order


@pytest.mark.parametrize("kind", [Player, Lettered])
def test_what_is_drawn_next_is_known_where_the_beads_are(kind: type[Player]) -> None:
    book, players = in_one_order(kind)
    told = pairs = 0
    for number in range(BOXES):
        shown = position(least_board(number))
        box = class_of()[shown]
        beads = Counter(orbit(players[-1], number, bead) for bead in players[-1].boxes[box])
        for board in (least_board(number), text(move(shown, CARRIES[5]))):
            chances = book.chances(board)
            assert chances is None or chances == {o: n / beads.total() for o, n in beads.items()}
            told += chances is not None and beads.total() > 1
            pairs += chances is not None and beads.total() == 2
        if number not in book.identified or beads.total() == 1:
            assert book.chances(least_board(number)) is None
    assert told > (100 if kind is Player else 30)
    assert pairs
    assert book.chances("XOXOXOOX-") is None
    assert Accounts(book.form).chances("---------") is None


def test_nothing_is_known_of_a_new_run_s_boxes() -> None:
    human = opponent.at_random(random.Random(1))
    book = Accounts(form_of(Player(1)))
    book.add(games_of(Player(1), 60, human))
    assert book.chances("---------") is not None
    book.begin_run()
    assert book.chances("---------") is None


def test_beads_known_are_pairs_of_box_and_bead() -> None:
    for kind in (Player, Lettered):
        book, players = in_one_order(kind)
        moved = {(d.box, d.bead) for _, d, result in after_the_first(players) if result}
        assert len(moved) / 2 < book.beads_known <= len(moved)


def test_a_run_s_first_game_tells_nothing_of_changes() -> None:
    book = Accounts(form_of(Player(1)))
    human = opponent.at_random(random.Random(1))
    for seed in range(30):
        assert book.add(games_of(Player(seed), 1, human)) is None
    assert (book.changes.checked, book.draws.samples, book.identified) == (0, [], frozenset())
    assert book.draws.exercised[0] == 30


def test_another_order_contradicts() -> None:
    assert watched(Shuffled)[2] is not None


# --- what is broken ------------------------------------------------------------------------------


@pytest.mark.parametrize("naming", ["squares", "letters"])
@pytest.mark.parametrize("kind", [kind for kind in BROKEN if kind not in NO_CONTRADICTION])
def test_contradictions_are_found(kind: type[Broken], naming: str) -> None:
    named: type[Broken] = type(kind.__name__, (kind,), {"naming": naming})
    trouble = watched(named, runs=8)[2]
    assert trouble is not None
    assert trouble.clause in kind.clause.split("|"), trouble


@pytest.mark.parametrize("kind", UNFAIR)
def test_what_is_only_unlikely_is_no_contradiction(kind: type[Broken]) -> None:
    assert watched(kind)[2] is None


def test_the_game_is_named() -> None:
    for seed in range(5):
        player = Player(seed)
        games = games_of(player, 40, opponent.at_random(random.Random(seed)))
        wrong = list(games[30].boxes)
        wrong[seed] = (*wrong[seed], wrong[seed][0])
        games[30] = replace(games[30], boxes=tuple(wrong))
        trouble = Accounts(form_of(player)).add(games)
        assert trouble is not None
        assert trouble.game in (30, 31)


def test_boxes_that_no_game_changes_are_told_by_their_beads() -> None:
    book, players = in_one_order(ManyBeads)
    order = players[0].order
    for number in always_drawn():
        candidates = list(book._elimination.candidates(number))
        assert order.index(class_of()[position(least_board(number))]) in candidates
        assert len(candidates) < 20


def test_what_a_box_holds_is_known_after_every_game() -> None:
    player = Player(6)
    games = games_of(player, 300, opponent.blundering(random.Random(6)))
    book = Accounts(form_of(player))
    book.begin_run()
    place_of = {box: place for place, box in enumerate(player.order)}
    seen = single = 0
    assert book.beads_in("---------") is None
    for game in games:
        assert book.take(game) is None
        assert book.beads_in("XOXOXOOX-") is None
        for number in book.identified:
            board = least_board(number)
            beads = game.boxes[place_of[class_of()[position(board)]]]
            assert book.beads_in(board) == len(beads)
            if len(beads) == 1:
                single += 1
                assert book.chances(board) is None
            elif chances := book.chances(board):
                seen += 1
                orbits = Counter(orbit(player, number, int(bead)) for bead in beads)
                assert chances == {o: n / len(beads) for o, n in orbits.items()}
    assert seen > 1000
    assert single
