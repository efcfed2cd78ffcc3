"""What is said of a typed command that cannot be played. `test_app` types them on the screen."""

import pytest

from harness.play.own import typed_game
from harness.verdict import UsageError


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "there is no command"),
        ("   ", "there is no command"),
        ("python3 'my.py", "a quotation mark is not closed"),
        ("python3 gone.py", "gone.py: no such file"),
        ("nonesuch", "no such command"),
        ("./gone", "./gone: no such file"),
        ("--bogus -- python3 my.py", "not an option before --: --bogus"),
        ("--symbols X -- python3 my.py", "symbols"),
        ("cat | more", "no shell"),
    ],
)
def test_a_command_that_cannot_be_played_is_said(typed: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        typed_game("mu_torere", typed)
