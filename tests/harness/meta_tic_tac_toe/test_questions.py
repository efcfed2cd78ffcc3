"""The positions asked: reachable, of every kind, and the same each time."""

from collections.abc import Callable
from functools import cache
from itertools import product
from random import Random

import pytest

from harness.meta_tic_tac_toe.questions import (
    KINDS,
    Question,
    kinds_of,
    playout,
    question_of,
    suite,
)
from reference.meta_tic_tac_toe.rules import START, State, is_terminal
from reference.meta_tic_tac_toe.wire import NOUGHTS
from tests.harness.meta_tic_tac_toe.stories import story_of
from tests.harness.meta_tic_tac_toe.support import due, legal
from tests.reference.meta_tic_tac_toe.states import retold

RANDOM = [state for state in playout(Random(7), 0.1) if not is_terminal(state)]


@cache
def every_question() -> tuple[Question, ...]:
    """The suite, and positions of one random match."""
    others = (Question(state, nought) for state in RANDOM for nought in NOUGHTS if state.o)
    return (*suite(), *others)


def test_the_suite_has_every_kind_for_both_sides_and_spellings() -> None:
    assert min(kinds_of(suite()).values()) >= 1
    both = {"O", "0"}
    either_side = set(KINDS) - {"first move", "O to move", "X to move",
                                "O with as many tiles as X, or more"}  # fmt: skip
    for kind in either_side:
        found = [q for q in suite() if KINDS[kind](q)]
        assert {q.state.to_move for q in found} == {"X", "O"}, kind
        if not kind.startswith("O as"):
            assert {q.nought for q in found} == both, kind


def test_the_suite_sends_to_every_board() -> None:
    sent = {(q.state.to_move, q.nought, due(q.arguments)) for q in suite()}
    assert sent == {(s, n, b) for s in "XO" for n in "O0" for b in (None, *range(9))}


def test_the_suite_has_two_in_a_row_on_every_line_for_either_side() -> None:
    lines = ("012", "345", "678", "036", "147", "258", "048", "246")
    wanted = set(product(("tiles", "boards", "boards, anywhere"), "XO", "X0", lines, "012"))
    found = set()
    for question in suite():
        side, *words, _ = question.arguments
        *boards, master = (word.replace("O", "0") for word in words)
        board = due(question.arguments)
        closed = [master[place] != "-" or "-" not in boards[place] for place in range(9)]
        for whose, line, gap in product("X0", lines, "012"):
            places = [int(place) for place in line]
            left = places.pop(int(gap))
            if all(master[place] == whose for place in places) and not closed[left]:
                if board == left:
                    found.add(("boards", side, whose, line, gap))
                elif board is None:
                    found.add(("boards, anywhere", side, whose, line, gap))
            if board is None or boards[board][left] != "-":
                continue
            if all(boards[board][place] == whose for place in places):
                found.add(("tiles", side, whose, line, gap))
    assert found == wanted


def test_positions_are_those_of_unfinished_matches() -> None:
    for question in every_question():
        assert not is_terminal(question.state)
        assert retold(story_of(question.state)) == question.state


def test_the_suite_goes_from_the_simple_to_the_crowded() -> None:
    tiles = [question.tiles for question in suite()]
    assert tiles == sorted(tiles)
    assert suite()[0].tiles == 0
    assert len(set(suite())) == len(suite())


def test_the_suite_has_every_class() -> None:
    """By the characters of the arguments: the last move, the side, the board that it names."""

    def fate(arguments: tuple[str, ...]) -> str:
        board = int(arguments[-1][1])
        winner = arguments[10][board].replace("0", "O")
        return winner if winner != "-" else "open" if "-" in arguments[1 + board] else "full"

    sent = [q.arguments for q in suite() if q.state.last is not None]
    found = {(a[0], a[-1], fate(a)) for a in sent}
    every = set(product("XO", (f"{b}{t}" for b in range(9) for t in range(9)),
                        ("open", "X", "O", "full")))  # fmt: skip
    missing = {(side, f"{tile}{tile}", side) for side in "XO" for tile in range(9)}
    assert found == every - missing
    assert len(found) == 630


def test_the_suite_has_xx_with_any_number_of_tiles_left() -> None:
    left = {len(legal(q.arguments)) for q in suite() if q.state.last is None}
    assert {1, 2, 3} <= left
    assert max(left) == 81


def test_random_matches_are_repeatable() -> None:
    assert list(playout(Random(1), 0.1)) == list(playout(Random(1), 0.1))
    assert list(playout(Random(1), 0.1)) != list(playout(Random(2), 0.1))


def counted(arguments: tuple[str, ...]) -> tuple[int, int]:
    """Boards that are won, and boards that are full with no winner, by their characters."""
    _, *boards, master, _ = arguments
    won = sum(mark != "-" for mark in master)
    return won, sum("-" not in b and m == "-" for b, m in zip(boards, master, strict=True))


def pointed(arguments: tuple[str, ...]) -> str:
    """What the board that the last move names is."""
    if arguments[-1] == "xx":
        return "none"
    board = int(arguments[-1][1])
    won = arguments[10][board] != "-"
    full = "-" not in arguments[1 + board]
    return "won and full" if won and full else "won" if won else "full" if full else "open"


# The kinds again, by the characters of the arguments alone.
BY_CHARACTERS: dict[str, Callable[[tuple[str, ...]], bool]] = {
    "first move": lambda a: a == ("X", *["-" * 9] * 10, "xx"),
    "xx after an invalid move": lambda a: a[-1] == "xx" and (a[0] == "O" or marks(a, "XO0") > 0),
    "free, target won": lambda a: pointed(a) == "won",
    "free, target full": lambda a: pointed(a) == "full",
    "free, target won and full": lambda a: pointed(a) == "won and full",
    "free, target just won": lambda a: "won" in pointed(a) and a[-1][0] == a[-1][1],
    "free, a won board has empty tiles": lambda a: (
        due(a) is None and any("-" in a[1 + i] for i in range(9) if a[10][i] != "-")
    ),
    "target due, others won": lambda a: due(a) is not None and counted(a)[0] > 0,
    "a full board is nobody's": lambda a: counted(a)[1] > 0,
    "last tile of the target": lambda a: due(a) is not None and len(legal(a)) == 1,
    "last tile of all": lambda a: due(a) is None and len(legal(a)) == 1,
    "few boards open": lambda a: sum(counted(a)) >= 7,
    "xx with few tiles left": lambda a: a[-1] == "xx" and len(legal(a)) <= 3,
    "sent back to the board just played in": lambda a: due(a) is not None and a[-1][0] == a[-1][1],
    "two or three legal moves": lambda a: len(legal(a)) in (2, 3),
    "many legal moves": lambda a: len(legal(a)) >= 60,
    "O with as many tiles as X, or more": lambda a: a[0] == "O" and marks(a, "X") <= marks(a, "O0"),
    "X with two tiles more, or more": lambda a: marks(a, "X") - marks(a, "O0") >= 2,
    "O to move": lambda a: a[0] == "O",
    "X to move": lambda a: a[0] == "X",
    "O as 0 on boards": lambda a: "0" in "".join(a[1:10]),
    "O as 0 on the master board": lambda a: "0" in a[10],
    "O as O on boards": lambda a: "O" in "".join(a[1:10]),
    "O as O on the master board": lambda a: "O" in a[10],
}


def marks(arguments: tuple[str, ...], symbols: str) -> int:
    return sum(mark in symbols for board in arguments[1:10] for mark in board)


@pytest.mark.parametrize("kind", BY_CHARACTERS)
def test_a_kind_is_what_its_name_says(kind: str) -> None:
    seen = {KINDS[kind](q) for q in every_question()}
    assert seen == {True, False}
    assert [q for q in every_question() if KINDS[kind](q) != BY_CHARACTERS[kind](q.arguments)] == []


def test_only_the_kinds_that_need_the_rules_have_no_second_telling() -> None:
    assert KINDS.keys() - BY_CHARACTERS.keys() == {"a move wins the match"}


def test_a_question_is_read_from_its_arguments() -> None:
    for question in every_question():
        assert question_of(question.arguments) == question


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("X",), "1 arguments, not 12"),
        (("X", *["XXX------"] * 3, *["-" * 9] * 6, "XXX------", "xx"), "the match is over"),
    ],
)
def test_no_question(arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        question_of(arguments)


def test_the_simplest_question() -> None:
    assert Question(START).arguments == ("X", *["-" * 9] * 10, "xx")
    assert isinstance(Question(START).state, State)


def test_each_tile_and_each_board_is_once_the_only_one_left() -> None:
    """By the characters of the arguments. A bot may forget one end of the board, on one side."""
    tiles, boards, of_all = set(), set(), set()
    for q in suite():
        side, *nine, master, last = q.arguments
        open_boards = [b for b in range(9) if master[b] == "-" and "-" in nine[b]]
        sent = due(q.arguments)
        if sent is not None and nine[sent].count("-") == 1:
            tiles.add((side, nine[sent].index("-")))
        if sent is None and len(open_boards) == 1:
            boards.add((side, open_boards[0]))
            if nine[open_boards[0]].count("-") == 1:
                of_all.add((side, nine[open_boards[0]].index("-")))
        assert last == "xx" or len(last) == 2
    every = set(product("XO", range(9)))
    assert tiles == boards == of_all == every
    assert len(suite()) < 630 + 200  # one of each class, and what these leave out


def test_any_number_of_moves_and_of_tiles_is_met_after_an_invalid_move() -> None:
    """By the characters of the arguments. A bot may go wrong at one number alone."""
    free = [q.arguments for q in suite() if q.arguments[-1] == "xx"]
    assert {len(legal(words)) for words in free} == set(range(1, 82))
    assert {"".join(words[1:10]).count("-") for words in free} == set(range(1, 82))


def test_each_side_has_few_moves_left_beside_empty_tiles_of_won_boards() -> None:
    """By the characters of the arguments. A bot may take the tiles of all boards then."""
    found = set()
    for q in suite():
        side, *nine, master, last = q.arguments
        if last == "xx":
            left = sum(nine[b].count("-") for b in range(9) if master[b] == "-")
            if sum(board.count("-") for board in nine) > left:
                found.add((side, left))
    assert found >= set(product("XO", (1, 2, 3)))


def test_each_side_is_asked_with_what_a_bot_may_count_or_miss_on_a_board() -> None:
    """By the characters of the arguments."""
    found: set[tuple[object, ...]] = set()
    for q in suite():
        side, *nine, _, last = q.arguments
        sent = due(q.arguments)
        found.add((side, "taken", 81 - "".join(nine).count("-")))
        if sent is not None:
            found.add((side, sent, "".join(sorted(set(nine[sent].replace("0", "O")) - {"-"}))))
        elif last == "xx":
            boards = {move[0] for move in legal(q.arguments)}
            found |= {(side, "boards", len(boards)), (side, "tiles", len(legal(q.arguments)))}
    wanted: set[tuple[object, ...]] = {
        (side, sent, has) for side in "XO" for sent in range(9) for has in ("", "X", "O")
    }
    wanted |= {
        (side, what, n) for side in "XO" for what in ("boards", "tiles") for n in range(1, 10)
    }
    wanted |= {("O", "taken", 0)} | {(side, "taken", n) for side in "XO" for n in range(1, 81)}
    assert wanted <= found
