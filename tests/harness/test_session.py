"""The scripted twin of the terminal: other tests lean on its refusals."""

import pytest

from harness.session import Ending, Exit, Reply
from tests.harness.scripted_session import ScriptedSession


def complete(text: str) -> bool:
    return text.endswith("!")


def test_plays_its_script() -> None:
    crash = Exit(status=1, signal=None, stderr="oops")
    with ScriptedSession([(None, "hello!"), ("4", "four!"), ("5", "five")], crash) as session:
        assert session.read(complete) == Reply("hello!", 0.0, Ending.READY)
        session.send("4")
        assert session.read(complete) == Reply("four!", 0.0, Ending.READY)
        session.send("5")
        assert session.read(complete) == Reply("five", 0.0, Ending.ENDED)
        assert session.close() is crash
    session.assert_done()


def test_says_nothing_twice_and_waits_while_the_script_goes_on() -> None:
    session = ScriptedSession([(None, "hello!"), ("4", "four!")])
    session.read(complete)
    assert session.read(complete) == Reply("", 0.0, Ending.ASKS)


def test_a_script_may_begin_with_silence() -> None:
    session = ScriptedSession([("4", "four!")])
    assert session.read(complete).ending is Ending.ASKS
    session.send("4")
    assert session.read(complete).text == "four!"


def test_refuses_another_line() -> None:
    session = ScriptedSession([("4", "four!")])
    with pytest.raises(AssertionError, match="'5' was sent where the script expects '4'"):
        session.send("5")


def test_refuses_a_line_after_its_end() -> None:
    with pytest.raises(AssertionError, match="after the script's end"):
        ScriptedSession([(None, "hello!")]).send("4")


def test_done_means_played_and_closed() -> None:
    session = ScriptedSession([("4", "four!")])
    with pytest.raises(AssertionError, match="never sent: \\['4'\\]"):
        session.assert_done()
    session.send("4")
    with pytest.raises(AssertionError, match="not closed"):
        session.assert_done()
    session.close()
    session.assert_done()


WARNED = (
    "/a folder/strict.py:2: SyntaxWarning: invalid escape sequence '\\|'\n  while print('\x01')\n"
)


@pytest.mark.parametrize(
    ("stderr", "own"),
    [
        ("", ""),
        (WARNED, ""),
        (WARNED * 2, ""),
        (WARNED[:-1], ""),
        (WARNED + "Traceback\n", "Traceback\n"),
        ("oops\n" + WARNED, "oops\n"),
        ("<string>:1: SyntaxWarning: invalid decimal literal\n", ""),
        ("SyntaxWarning: said by the program\n", "SyntaxWarning: said by the program\n"),
        ("a.py:1: DeprecationWarning: old\n", "a.py:1: DeprecationWarning: old\n"),
    ],
)
def test_what_python_says_of_a_source_is_not_the_program_s(stderr: str, own: str) -> None:
    end = Exit(status=0, signal=None, stderr=stderr)
    assert end.own_stderr == own
    assert len(end.own_stderr) + len(end.syntax_warnings) == len(stderr)
