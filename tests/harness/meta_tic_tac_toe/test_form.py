"""What a bot is held to, from manifests and options."""

import pytest

from harness.meta_tic_tac_toe.form import Form
from harness.verdict import UsageError


def test_values_and_back() -> None:
    for form in (Form(), Form(2.5, True, True, "my", "O")):
        assert Form.from_values(form.to_json()) == form
    assert Form.from_values({}) == Form()
    assert Form().noughts == ("0", "O")
    assert Form(nought="O").noughts == ("O",)
    assert Form().seconds == 1  # the challenge's


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (
            {"nonsense": 1},
            "unknown key 'nonsense'; a form of meta_tic_tac_toe has clean_end, exact",
        ),
        ({"seconds": 0}, "'seconds' is 0, not a time"),
        ({"seconds": float("nan")}, "'seconds' is nan"),
        ({"seconds": float("inf")}, "'seconds' is inf"),
        ({"seconds": "1"}, "'seconds' is '1'"),
        ({"exact": "no"}, "'exact' and 'clean_end' are true or false"),
        ({"clean_end": 1}, "'exact' and 'clean_end'"),
        ({"nought": "o"}, "'nought' is 'o', neither '0' nor 'O' nor 'both'"),
        ({"folder": 3}, "'folder' is 3"),
    ],
)
def test_no_form(values: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        Form.from_values(values)
