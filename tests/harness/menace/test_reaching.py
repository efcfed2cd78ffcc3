"""How many boxes a game can be expected to tell, by the beads of now."""

from collections.abc import Mapping

from harness.menace.classes import BOXES, use
from harness.menace.reaching import Reaching
from reference.tic_tac_toe import Board, Square


def _class_of(board: Board) -> int:
    used = use(board, board.index("-"))
    assert used is not None
    return used.position


def _always(squares: Mapping[Board, Square]) -> Reaching:
    """Of a MENACE that plays these squares on these boards, and elsewhere any."""
    orbits = {found.position: found.orbit for b, s in squares.items() if (found := use(b, s))}

    def chances(board: Board) -> Mapping[Square, float] | None:
        orbit = orbits.get(_class_of(board))
        return None if orbit is None else {orbit: 1.0}

    return Reaching(chances)


def test_a_box_that_its_beads_never_lead_to_is_not_hoped_for() -> None:
    reaching = _always({"---------": 4})
    reaching.renew(frozenset({_class_of("X---O----")}))
    assert reaching.from_start() == 0.0
    reaching.renew(frozenset({_class_of("O---X----")}))
    assert reaching.from_start() > 0.3


def test_a_box_met_is_told_by_a_game_that_is_won_or_lost() -> None:
    reaching = _always({"OO-XX----": 5})
    reaching.renew(frozenset({_class_of("OO-XX----")}))
    assert reaching.worth("OO-XX----", 0) == 1.0
    reaching.renew(frozenset())
    assert reaching.worth("OO-XX----", 2) == 2.0
    assert reaching.worth("OOOXX--X-", 2) == 2.0
    assert reaching.worth("XOXXOOO-X", 2) == 0.0, "drawn"


def test_no_more_boxes_are_hoped_for_than_a_game_uses() -> None:
    reaching = Reaching(lambda board: None)
    reaching.renew(frozenset(range(BOXES)))
    assert 1.0 < reaching.from_start() <= 4.0


def test_what_is_known_is_forgotten_when_the_beads_change() -> None:
    beads: dict[Square, float] = {0: 1.0}
    reaching = Reaching(lambda board: beads if board == "---------" else None)
    wanted = frozenset({_class_of("O---X----")})
    reaching.renew(wanted)
    assert reaching.from_start() == 0.0
    beads = {4: 1.0}
    assert reaching.from_start() == 0.0
    reaching.renew(wanted)
    assert reaching.from_start() > 0.3
