"""The accounts of the run in play: which losses they want, and when they let a run go."""

import random

from harness.menace import opponent
from harness.menace.follower import Played
from harness.menace.live_books import LiveBooks
from tests.harness.menace.support import SQUARES_FORM, games_of, text
from tests.oracles.menace_player import Player, Position, classes

GAMES = 150


def played(idle: int | None = None, enough: int = 304) -> tuple[LiveBooks, Player, list[bool]]:
    """The books of one run, its player, and whether each game let the run go on."""
    books, player = LiveBooks(SQUARES_FORM), Player(5)
    books.begin_run(idle, frozenset(), enough)
    goes_on: list[bool] = []

    def watch(game: Played) -> None:
        goes_on.append(books.see(game))

    games_of(player, GAMES, opponent.at_random(random.Random(5)), watch)
    return books, player, goes_on


def known(books: LiveBooks, player: Player) -> list[tuple[Position, int]]:
    """One board of each box that the books know, and the beads that it really holds."""
    assert books.together is not None
    boards = [readings[0] for readings in classes()]
    return [
        (board, len(player.boxes[player.box_for(board)]))
        for board in boards
        if books.together.beads_in(text(board)) is not None
    ]


def test_beads_are_counted_in_the_box_as_it_is_now() -> None:
    books, player, _ = played()
    assert books.together is not None
    boxes = known(books, player)
    assert len({beads for _, beads in boxes}) > 3, "nearly all boxes are alike: nothing is tested"
    assert [books.together.beads_in(text(board)) for board, _ in boxes] == [n for _, n in boxes]


def test_a_loss_is_wanted_more_the_fewer_beads_are_left() -> None:
    books, player, _ = played()
    for stage in (2, 4):
        wanted: dict[int, float] = {}
        for board, beads in known(books, player):
            if board.xs.bit_count() + board.os.bit_count() == stage and beads:
                wanted[beads] = books.refills_wanted(text(board))
        fewest_first = [wanted[beads] for beads in sorted(wanted)]
        assert len(fewest_first) > 1
        assert fewest_first == sorted(fewest_first, reverse=True)
        assert len({*fewest_first}) == len(fewest_first)


def test_a_loss_is_wanted_less_the_more_refills_were_seen_at_that_stage() -> None:
    books, _, _ = played()
    assert books.together is not None
    before = books.refills_wanted("X---O----"), books.refills_wanted("---------")
    books.together.new_beads.by_stage[2] += 40
    assert books.refills_wanted("X---O----") < before[0] / 2
    assert books.refills_wanted("---------") == before[1]


def test_a_run_is_left_when_it_has_shown_nothing_new_for_so_long() -> None:
    _, _, patient = played()
    assert all(patient)
    _, _, impatient = played(idle=3)
    assert impatient[0]
    assert not all(impatient)


def test_a_run_that_has_shown_enough_boxes_goes_on_to_its_end() -> None:
    """One that would be left else: that many were known before its first pause."""
    _, _, impatient = played(idle=3)
    shown = LiveBooks(SQUARES_FORM)
    shown.begin_run(None, frozenset())
    games_of(Player(5), impatient.index(False) - 3, opponent.at_random(random.Random(5)), shown.see)
    enough = len(shown.identified)
    assert enough > 1
    assert all(played(idle=3, enough=enough)[2])
    assert not all(played(idle=3, enough=enough + 100)[2])
