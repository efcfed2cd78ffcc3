"""Match files: whatever a bot printed is written so that people read it and `parse` undoes it."""

from pathlib import Path

import pytest
from hypothesis import example, given

from harness.meta_tic_tac_toe import match_file
from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.match import Match, play
from harness.meta_tic_tac_toe.match_file import dump, parse
from harness.session import Ending, Exit
from harness.tournament.openings import Openings
from harness.verdict import UsageError
from reference.meta_tic_tac_toe.wire import Nought
from tests.harness.tournament.support import LATE, a_match, asking, first, last, matches, silent


def saying(*said: str) -> Match:
    answers = iter(Answer(text, 0.5) for text in said)
    ask = lambda arguments: next(answers)  # noqa: E731  # shorter than a name
    return play("a", "b", ask, ask, len(said) // 2)


@given(matches())
@example(saying("\r\n", "a\rb", "", "\n", "none", "\n\n", "⟪a⟫", "⟪", "\udcff\x1b[0m\x00", "\x85"))
@example(saying("\u2028\u2029\x0b\x0c\x1c\ufeff", "44"))
def test_parsing_undoes_dumping(match: Match) -> None:
    assert parse(dump(match)) == match


@given(matches())
def test_the_file_is_lines_of_printable_text(match: Match) -> None:
    text = dump(match)
    assert text.encode("utf-8").decode().splitlines() == text.split("\n")[:-1]
    assert not any(c != "\n" and (c < " " or "\x7f" <= c < "\xa0") for c in text)


@given(matches())
def test_loading_undoes_saving(tmp_path_factory: pytest.TempPathFactory, match: Match) -> None:
    path = tmp_path_factory.mktemp("kept") / "folder" / "1.match"
    match_file.save(match, path)
    assert match_file.load(path) == match


def test_an_opening_stands_in_the_header() -> None:
    match = play("a", "b", asking(first), asking(first), 1, Openings(3).numbered(0))
    lines = dump(match).splitlines()
    moves = lines[5].removeprefix("opening ").split()
    assert len(moves) == 3
    board, tile = map(int, moves[0])
    assert lines[7].split()[2 + board][tile] == "X"
    assert lines[7].endswith(f" {moves[-1]}")
    assert lines[7].startswith("< O ")


@pytest.mark.parametrize(("nought", "other"), [("0", "O"), ("O", "0")])
def test_how_noughts_were_sent_stands_in_the_header(
    tmp_path: Path, nought: Nought, other: Nought
) -> None:
    match = play("a", "b", asking(first), asking(last), nought=nought)
    sent = {mark for call in match.calls for board in call.arguments[1:11] for mark in board}
    assert sent == {"X", "-", nought}
    path = tmp_path / "1.match"
    match_file.save(match, path)
    assert match_file.load(path) == match
    path.write_text(path.read_text().replace(f"nought {nought}\n", f"nought {other}\n"))
    with pytest.raises(UsageError, match="was called with"):
        match_file.load(path)


def test_how_it_looks() -> None:
    match = play("goodRandBot", "slow", asking(first), lambda _: LATE, rounds=1)
    nine = " ".join(["---------"] * 9)
    assert dump(match).splitlines() == [
        "golfproof match 2",
        "x goodRandBot",
        "o slow",
        "rounds 1",
        "nought 0",
        "",
        f"< X {nine} --------- xx",
        "> 00",
        "@ 0.25 ended",
        f"< O X{nine[1:]} --------- 00",
        "> 44",
        '@ 1.0 deadline {"status": null}',
    ]


GOOD = dump(a_match(first, silent)).split("\n")


@pytest.mark.parametrize(
    ("at", "line", "words"),
    [
        (0, "golfproof interaction 1", "line 1 is not 'golfproof match 2'"),
        (0, "", "line 1"),
        (1, "", "its header has nothing, not nought, o, rounds, x"),
        (2, "p b", "its header has x, p, rounds, nought"),
        (3, "rounds many", "many"),
        (3, "rounds 0", "more than 0 rounds"),
        (4, "nought x", "O's tiles are sent as 'x', neither '0' nor 'O'"),
        (2, "o ⟪ffffffffffffffffffff⟫", "its header is spoilt"),
        (6, "< Y", "line 7: it calls 'Y', neither X nor O"),
        (6, "< X xx", "was called with"),
        (6, "", "line 9: '@' is out of place"),
        (7, "? 00", "line 8: '\\?' is out of place"),
        (7, "< X", "line 8: '<' is out of place"),
        (7, "> ⟪110000⟫", "line 8: "),
        (8, "@ soon ended", "line 9: .*soon"),
        (8, "@ nan ended", "line 9: nan is not a time"),
        (8, "@ -1 ended", "line 9: -1 is not a time"),
        (8, "@ 0.5", "line 9: '' is not a valid"),
        (8, "@ 0.5 tired", "line 9: 'tired' is not a valid"),
        (8, "@ 0.5 ended {", "line 9: "),
        (8, f"@ 0.5 ended {'[' * 100_000}", "line 9: nested too deep"),
        (8, "@ 0.5 ended 3", "line 9: the line does not say how a run ended"),
        (8, '@ 0.5 ended {"x": 3}', "line 9: the line does not say how"),
        (8, '@ 0.5 ended {"status": "3"}', "line 9: the line does not say how"),
        (8, '@ 0.5 ended {"reached": [3]}', "line 9: the line does not say how"),
        (8, "", "line 10: '<' is out of place"),
        (-2, "", "its last call is cut off"),
        (-3, "< O", "its last call is cut off|out of place"),
    ],
)
def test_a_bad_file_is_one_clear_usage_error(
    tmp_path: Path, at: int, line: str, words: str
) -> None:
    lines = [*GOOD]
    lines[at] = line
    path = tmp_path / "bad.match"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(UsageError, match=words) as caught:
        match_file.load(path)
    assert str(caught.value).startswith(f"{path}: not a match file: ")
    assert "\n" not in str(caught.value)


def test_a_match_that_breaks_off_is_none(tmp_path: Path) -> None:
    path = tmp_path / "half.match"
    path.write_text("\n".join(GOOD[:-4]), encoding="utf-8")
    with pytest.raises(UsageError, match="breaks off after 16 calls"):
        match_file.load(path)


def test_no_file_and_no_text(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        match_file.load(tmp_path / "missing")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="not a match file"):
        match_file.load(tmp_path / "bytes")


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_is_kept(ending: Ending) -> None:
    odd = Answer("x", 0.1, ending, Exit(None, 9, "gone\n", 2))
    match = play("a", "b", lambda _: odd, asking(first), rounds=1)
    assert parse(dump(match)) == match
