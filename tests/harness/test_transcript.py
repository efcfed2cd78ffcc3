"""Interaction files: whatever passed is written so that people read it and `parse` undoes it."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness import transcript
from harness.session import Ending, Exit
from harness.transcript import Transcript, Turn, dump, parse
from harness.verdict import UsageError
from tests.harness.strategies import anything, exits

one_line = anything.map(lambda text: text.replace("\n", ""))
json_values = st.dictionaries(one_line, st.none() | st.booleans() | st.integers() | anything)
turns = st.builds(
    Turn,
    sent=st.none() | one_line,
    said=anything,
    seconds=st.integers(0, 10**8).map(lambda microseconds: microseconds / 10**6),
    ending=st.sampled_from(Ending),
)
transcripts = st.builds(
    Transcript,
    challenge=st.just("mu_torere"),
    command=st.lists(anything, min_size=1).map(tuple),
    form=json_values,
    move_seconds=st.floats(0, 1000),
    turns=st.lists(turns, max_size=3).map(tuple),
    exit=exits,
    notes=json_values,
)


def saying(*said: str) -> Transcript:
    given_turns = tuple(Turn(None, text, 0.5, Ending.READY) for text in said)
    return Transcript("mu_torere", ("x",), {}, 15.0, given_turns, Exit(0, None, ""))


@given(transcripts)
@example(saying("\r\n", "a\rb", "", "\n", "no newline", "\n\n", "⟪a⟫", "⟪", "\udcff\x1b[0m\x00"))
@example(saying("\x85\u2028\u2029\x0b\x0c\x1c\ufeff"))
def test_parsing_undoes_dumping(game: Transcript) -> None:
    assert parse(dump(game)) == game


@given(transcripts)
def test_the_file_is_lines_of_printable_text(game: Transcript) -> None:
    text = dump(game)
    assert text.encode("utf-8").decode().splitlines() == text.split("\n")[:-1]
    assert not any(c != "\n" and (c < " " or "\x7f" <= c < "\xa0") for c in text)


@given(transcripts)
def test_loading_undoes_saving(tmp_path_factory: pytest.TempPathFactory, game: Transcript) -> None:
    path = tmp_path_factory.mktemp("kept") / "folder" / "1.interaction"
    transcript.save(game, path)
    assert transcript.load(path) == game


def test_a_sequence_in_any_turn_is_not_plain() -> None:
    assert saying().is_plain
    assert saying("w-w-w\r\n", "\a\t").is_plain
    assert not saying("w-w-w\n", "\x1b[2Jw-w-w\n", "bye").is_plain


def test_the_line_is_all_that_was_typed() -> None:
    sent = (None, "4", None, "1")
    game = Transcript(
        "mu_torere", ("x",), {}, 1.0,
        tuple(Turn(text, "", 0.0, Ending.READY) for text in sent), Exit(0, None, ""),
    )  # fmt: skip
    assert game.line == ("4", "1")


GOOD = dump(saying("one\ntwo")).split("\n")
HEAD, SAID = GOOD.index(""), GOOD.index("> one")


@pytest.mark.parametrize(
    ("at", "line", "words"),
    [
        (0, "golfproof interaction 2", "line 1"),
        (1, "", "it has no challenge, form, limits, program|line 3"),
        (2, "program 3", "'program' is not a list"),
        (2, "program [3]", "'program' is not a list"),
        (2, "program [", "'program' is not JSON"),
        (3, "form []", "'form' is not a table"),
        (3, "form ⟪ffffffffffffffffffff⟫", "'form' is not JSON"),
        (4, "limits []", "'limits' is not a table"),
        (4, "limits {}", "'limits' lack"),
        (4, 'limits {"move_seconds": "x"}', "'limits' lack"),
        (5, "notes 1", "'notes' is not a table"),
        (SAID, "? one", f"line {SAID + 1}: it begins with '\\?'"),
        (SAID, "> ⟪110000⟫", f"line {SAID + 1}: "),
        (SAID, "< ⟪ffffffffffffffffffff⟫", f"line {SAID + 1}: "),
        (SAID + 2, "@ soon ready", f"line {SAID + 3}: .*'soon'"),
        (SAID + 2, "@ nan ready", f"line {SAID + 3}: nan is not a time"),
        (SAID + 2, "@ -1 ready", f"line {SAID + 3}: -1 is not a time"),
        (4, 'limits {"move_seconds": Infinity}', "is not a time"),
        (3, "form " + "[" * 100_000, "nested too deep"),
        (SAID + 3, '! {"status": ' + "[" * 100_000, "nested too deep"),
        (SAID + 2, "@ 0.5 tired", f"line {SAID + 3}: 'tired'"),
        (SAID + 3, "", "no last line"),
        (SAID + 3, "! {", f"line {SAID + 4}: "),
        (SAID + 3, "! 3", f"line {SAID + 4}: the line does not say how"),
        (SAID + 3, "! {}", f"line {SAID + 4}: the line does not say how"),
        (
            SAID + 3,
            GOOD[SAID + 3].replace("[]", "3"),
            f"line {SAID + 4}: the line does not say how",
        ),
        (
            SAID + 3,
            GOOD[SAID + 3].replace("[]", "[3]"),
            f"line {SAID + 4}: the line does not say how",
        ),
        (
            SAID + 3,
            GOOD[SAID + 3].replace("0", '"0"'),
            f"line {SAID + 4}: the line does not say how",
        ),
        (
            SAID + 3,
            GOOD[SAID + 3].replace("{", '{"x": 1, '),
            f"line {SAID + 4}: the line does not say",
        ),
    ],
)
def test_a_bad_file_is_one_clear_usage_error(
    tmp_path: Path, at: int, line: str, words: str
) -> None:
    path = tmp_path / "bad.interaction"
    path.write_text("\n".join((*GOOD[:at], line, *GOOD[at + 1 :])), encoding="utf-8")
    with pytest.raises(UsageError, match=words) as caught:
        transcript.load(path)
    assert str(caught.value).startswith(f"{path}: not an interaction file: ")
    assert "\n" not in str(caught.value)


def test_no_file_and_no_text(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no such file"):
        transcript.load(tmp_path / "missing")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="not an interaction file"):
        transcript.load(tmp_path / "bytes")


def test_a_file_that_says_nothing_of_hidden_files_is_an_older_one() -> None:
    game = saying("a board")
    text = dump(game)
    assert text.count(', "hidden": []') == 1
    assert parse(text.replace(', "hidden": []', "")) == game
    with pytest.raises(ValueError, match="how a run ended"):
        parse(text.replace('"hidden": []', '"hidden": 3'))
