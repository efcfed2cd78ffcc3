import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.meta_tic_tac_toe import rules
from reference.meta_tic_tac_toe.rules import (
    ALL,
    BOARDS,
    MOVES,
    SIZE,
    START,
    Board,
    Move,
    State,
    apply,
    empty_tiles,
    explain_illegal,
    forfeit_turn,
    is_terminal,
    legal_moves,
    opponent,
    outcome,
    state_of,
    target,
)
from reference.symmetry import SQUARE_GROUP, Permutation
from tests.oracles import meta_oracle as oracle
from tests.reference.meta_tic_tac_toe.states import (
    Story,
    patient,
    playout,
    retold,
    sample,
    states,
    stories,
    turned,
    turned_move,
    unfinished,
)


def marks(state: State) -> str:
    """The oracle's text form."""
    return "".join("X" if state.x >> m & 1 else "O" if state.o >> m & 1 else "-" for m in MOVES)


def assert_same(state: State, history: oracle.History) -> None:
    points = oracle.legal_points(history)
    assert set(legal_moves(state)) == {m for m in MOVES if oracle.point_of_place(m) in points}
    assert outcome(state) == oracle.result(history)
    assert marks(state) == oracle.text(history)
    assert state.to_move == oracle.side_to_move(history)
    assert [fate(state, board) for board in BOARDS] == [
        oracle.fates(history)[place] for place in oracle.PLACES
    ]


def fate(state: State, board: Board) -> str:
    """The oracle's word for what has become of a board."""
    if state.x_won >> board & 1:
        return "X"
    if state.o_won >> board & 1:
        return "O"
    return "full" if state.closed >> board & 1 else "open"


@patient
@given(stories())
def test_rules_agree_with_the_oracle(story: Story) -> None:
    history: oracle.History = ()
    for turn in story:
        history = oracle.play(history, None if turn is None else oracle.point_of_place(turn))
    assert_same(retold(story), history)


@pytest.mark.slow
def test_rules_agree_with_the_oracle_at_every_ply_of_random_matches() -> None:
    endings = set()
    for seed in range(150):
        history: oracle.History = ()
        state = START
        for turn, state in playout(random.Random(seed), 0.05 * (seed % 3)):
            history = oracle.play(history, None if turn is None else oracle.point_of_place(turn))
            assert_same(state, history)
        assert is_terminal(state)
        endings.add(outcome(state))
    assert endings == {"X", "O", "undecided"}


@patient
@given(states())
def test_somebody_can_move_until_the_match_is_over(state: State) -> None:
    assert bool(legal_moves(state)) == (outcome(state) is None) == (not is_terminal(state))


@patient
@given(stories())
def test_a_match_has_at_most_81_moves(story: Story) -> None:
    moves = [turn for turn in story if turn is not None]
    assert len(moves) == len(set(moves)) == len(MOVES) - empty_tiles(retold(story)) <= 81


@patient
@given(unfinished())
def test_moves_are_ascending_and_on_open_boards(state: State) -> None:
    moves = legal_moves(state)
    assert list(moves) == sorted(set(moves))
    assert not any((state.x | state.o) >> move & 1 for move in moves)
    assert not any(state.closed >> move // SIZE & 1 for move in moves)
    board = target(state)
    if board is not None:
        assert {move // SIZE for move in moves} == {board}


@patient
@given(stories())
def test_won_boards_are_never_played_in_again(story: Story) -> None:
    state = START
    for turn in story:
        if turn is not None:
            assert not (state.x_won | state.o_won) >> turn // SIZE & 1
        state = forfeit_turn(state) if turn is None else apply(state, turn)


@patient
@given(unfinished(), st.integers(-3, 90))
def test_apply_takes_one_tile_or_says_why_not(state: State, move: Move) -> None:
    reason = explain_illegal(state, move)
    assert (reason is None) == (move in legal_moves(state))
    if reason is not None:
        with pytest.raises(ValueError, match=reason):
            apply(state, move)
        return
    after = apply(state, move)
    assert after.last == move
    assert after.to_move == opponent(state.to_move)
    assert (after.x ^ state.x) | (after.o ^ state.o) == 1 << move
    assert after == state_of(after.to_move, after.x, after.o, move)


@patient
@given(states())
def test_a_state_follows_from_its_tiles(state: State) -> None:
    assert state_of(state.to_move, state.x, state.o, state.last) == state


@patient
@given(unfinished())
def test_an_invalid_move_leaves_the_boards_and_frees_the_next(state: State) -> None:
    after = forfeit_turn(state)
    assert after == state._replace(to_move=opponent(state.to_move), last=None)
    assert target(after) is None
    assert set(legal_moves(state)) <= set(legal_moves(after))
    assert {move // SIZE for move in legal_moves(after)} == {
        board for board in BOARDS if not state.closed >> board & 1
    }


def ends(count: int) -> list[State]:
    """The last states of so many random matches."""
    return [list(playout(random.Random(seed)))[-1][1] for seed in range(count)]


def test_nothing_follows_a_finished_match() -> None:
    for end in ends(60):
        assert legal_moves(end) == ()
        with pytest.raises(ValueError, match="the match is over"):
            forfeit_turn(end)
        for move in MOVES:
            with pytest.raises(ValueError, match="the match is over"):
                apply(end, move)


@patient
@given(states(), st.sampled_from(SQUARE_GROUP))
def test_symmetry_commutes_with_playing(state: State, permutation: Permutation) -> None:
    image = turned(state, permutation)
    assert outcome(image) == outcome(state)
    assert set(legal_moves(image)) == {turned_move(m, permutation) for m in legal_moves(state)}
    for move in legal_moves(state):
        expected = turned(apply(state, move), permutation)
        assert apply(image, turned_move(move, permutation)) == expected


def test_a_full_board_is_nobodys_and_a_full_master_board_is_undecided() -> None:
    undecided = [end for end in ends(60) if outcome(end) == "undecided"]
    assert any(end.closed != end.x_won | end.o_won for end in undecided)
    for end in ends(60):
        three_in_a_row = rules.HAS_LINE[end.x_won] or rules.HAS_LINE[end.o_won]
        assert (end in undecided) == (end.closed == ALL and not three_in_a_row)
        assert three_in_a_row == (outcome(end) in ("X", "O"))


def test_the_challenges_own_example() -> None:
    # Spec, "The bot's interface": X prints 38, then O must play in board 8.
    state = apply(START, SIZE * 3 + 8)
    assert state.to_move == "O"
    assert target(state) == 8
    assert legal_moves(state) == tuple(range(72, 81))


def test_each_way_to_be_illegal_has_its_own_reason() -> None:
    said = {explain_illegal(state, move) for state in sample(200, 1) for move in MOVES}
    said |= {explain_illegal(START, move) for move in (-1, 81)}
    forms = {"".join("N" if c.isdigit() else c for c in reason) for reason in said if reason}
    assert forms == {
        "there is no move -N: moves are N to NN",
        "there is no move NN: moves are N to NN",
        "board N is the wrong one: board N must be played in",
        "board N is won, so nobody plays in it",
        "board N is full, so nobody plays in it",
        "tile N of board N is taken",
    }


@pytest.mark.parametrize(
    ("x", "o", "last", "reason"),
    [
        (0b1, 0b1, None, "both sides have tile 0 of board 0"),
        (0b111, 0b111000, None, "three in a row on board 0"),
        (7 | 7 << 9 | 7 << 18, 7 << 27 | 7 << 36 | 7 << 45, None, "three boards in a row"),
        (1, 0, 0, "is no tile of O's"),
        (0, 0, 80, "the last move, tile 8 of board 8, is no tile of O's"),
    ],
)
def test_states_that_no_match_reaches_are_refused(
    x: int, o: int, last: Move | None, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        state_of("X", x, o, last)
