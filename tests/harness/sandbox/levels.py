"""The levels of isolation that run here, as parameters of tests."""

import pytest

from harness.sandbox.levels import available_levels

BEST, *OTHERS = available_levels()

# One test for each level; where it is not the best one here, the test is slow. Those that try every
# clause of the sandbox (test_escapes) are quick at each.
at_each_level = pytest.mark.parametrize(
    "level",
    [BEST, *(pytest.param(level, marks=pytest.mark.slow) for level in OTHERS)],
    ids=str,
)
