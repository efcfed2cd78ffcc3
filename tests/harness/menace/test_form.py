import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.menace.form import Form
from harness.verdict import UsageError

LETTERED = ("LL", "LM", "LR", "ML", "MM", "MR", "RL", "RM", "RR")
words = st.text("abcXO_-.0123 ", min_size=1, max_size=3)


@st.composite
def forms(draw: st.DrawFn) -> Form:
    x, o, empty = draw(st.lists(words, min_size=3, max_size=3, unique=True))
    return Form(
        moves=tuple(draw(st.lists(words, min_size=9, max_size=9, unique=True))),
        marks=(x, o, empty),
        beads=draw(st.sampled_from(("names", "squares"))),
        dump=draw(st.sampled_from(("auto", "literal", "lines"))),
        exact=draw(st.booleans()),
        clean_end=draw(st.booleans()),
        start_seconds=draw(st.none() | st.floats(0, 100)),
    )


@given(forms())
def test_plain_values_and_back(form: Form) -> None:
    assert Form.from_values(form.to_json()) == form


def test_nothing_said_is_the_challenges_own_form() -> None:
    form = Form.from_values({})
    assert form == Form()
    assert form.moves == LETTERED
    assert form.marks == ("X", "O", "-")
    assert (form.beads, form.dump, form.exact, form.clean_end) == ("names", "auto", False, False)
    assert form.start_seconds is None


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("012345678", tuple("012345678")),
        ("a1 a2 a3 b1 b2 b3 c1 c2 c3", ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")),
        (list(range(1, 10)), tuple("123456789")),
        (None, LETTERED),
    ],
)
def test_moves_by_character_by_word_or_as_a_list(moves: object, expected: object) -> None:
    assert Form.from_values({"moves": moves}).moves == expected


def test_three_characters_are_marks_a_blank_among_them() -> None:
    assert Form.from_values({"marks": "xo."}).marks == ("x", "o", ".")
    assert Form.from_values({"marks": "XO "}).marks == ("X", "O", " ")
    assert Form.from_values({"marks": ["X", "O", " "]}).marks == ("X", "O", " ")


def test_a_whole_number_of_seconds_is_seconds() -> None:
    assert Form.from_values({"start_seconds": 2}).start_seconds == 2.0


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"colour": 1, "beads": "names"}, "unknown key 'colour'"),
        ({"moves": "0123"}, "'moves' are 9 different words"),
        ({"moves": "012345677"}, "'moves' are 9 different words"),
        ({"moves": 7}, "'moves' is 7"),
        ({"marks": "XX-"}, "'marks' are 3 different words"),
        ({"marks": "XO"}, "'marks' are 3 different words"),
        ({"marks": "XO- "}, "'marks' are 3 different words"),
        ({"beads": "colours"}, "'beads' is 'colours'"),
        ({"dump": "table"}, "'dump' is 'table'"),
        ({"exact": "yes"}, "true or false"),
        ({"clean_end": 1}, "true or false"),
        ({"start_seconds": "2"}, "'start_seconds' is '2'"),
    ],
)
def test_what_is_no_form_is_told(values: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        Form.from_values(values)
