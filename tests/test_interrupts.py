"""Nothing is left of what was interrupted, by any signal at any moment.

A few interrupts by default; `python -m tests.interrupts 100` makes a hundred.
"""

import json
import os
import subprocess
import sys

import pytest

from tests.interrupts import ROOT


@pytest.mark.slow
def test_an_interrupt_leaves_no_process_and_no_file() -> None:
    count = os.environ.get("GOLFPROOF_INTERRUPTS", "16")  # each command by each signal
    done = subprocess.run(  # in a process of its own, which becomes the parent of orphans
        [sys.executable, "-m", "tests.interrupts", count],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    figures = json.loads(done.stdout)
    assert figures["left"] == []
    assert (figures["processes_left"], figures["files_left"]) == (0, 0)
    assert figures["in_the_middle"] > 0
