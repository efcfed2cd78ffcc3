"""What a fault says of the end of a run."""

import pytest

from harness.fault import Fault, ending
from harness.session import Exit
from harness.verdict import Verdict

FAULT = Fault("mu_torere/boards", "0 of 1 boards", "1 board", by_end=True)


def test_a_crash_is_a_run_time_error_of_its_clause() -> None:
    crashed = FAULT.at_exit(Exit(1, stderr="Traceback\nKeyError: 3\n"), "mu_torere/end")
    assert (crashed.clause, crashed.verdict) == ("mu_torere/end", Verdict.RUN_TIME_ERROR)
    assert crashed.seen == (
        "ended with status 1 and 'KeyError: 3' on standard error with 0 of 1 boards"
    )
    ended = FAULT.at_exit(Exit(), "mu_torere/end")
    assert (ended.clause, ended.verdict) == (FAULT.clause, Verdict.WRONG_ANSWER)


# What a program finds by listing a folder it never tries to open, so that nothing is seen denied.
@pytest.mark.parametrize(
    "said",
    [
        "ModuleNotFoundError: No module named 'rules'",
        "make: *** No rule to make target 'play'.  Stop.",
        "Error: Cannot find module './rules'",
        "Can't locate Rules.pm in @INC",
        "could not open rules.txt",
        "cat: rules: No such file or directory",
    ],
)
def test_a_program_that_misses_a_file_is_told_of_the_sandbox(said: str) -> None:
    hint = "the sandbox hides files that the command does not name: see --readable"
    assert hint in FAULT.at_exit(Exit(1, stderr=said), "mu_torere/end").seen
    named = Exit(1, stderr=said, reached=("/a/rules",))  # it says which
    assert hint not in FAULT.at_exit(named, "mu_torere/end").seen
    assert "denied it /a/rules (--readable PATH allows)" in ending(named)
