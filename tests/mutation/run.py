"""Runs tests with a module replaced by a mutant, each time in a new child: serves `tests.mutation`.

Reads one JSON list a line, (module, its text, test files, seconds for all, seconds of the processor
for one test), and answers each with a line: `killed` when a test failed or time ran out, else
`survived`, and the seconds of the processor that it took. What never changes is imported before the
child is forked, because a mutant's tests take less time than importing it.
"""

import importlib.abc
import importlib.machinery
import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from types import ModuleType

import hypothesis
import pytest
import rich.progress
import rich.table

from harness.sandbox import processes
from reference.menace.boxes import boxes_of
from reference.mu_torere.retrograde import positions
from tests.oracles import menace_player, mu_torere_oracle

ARGUMENTS = ("-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", "--assert=plain")
MEMORY_BYTES = 2 << 30  # a mutant may hoard


class Replaced(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module in a text instead of its file."""

    def __init__(self, name: str, source: str) -> None:
        self._name, self._source = name, source

    def find_spec(
        self, name: str, path: object, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """A specification that leads to this loader, for the one name."""
        if name != self._name:
            return None
        return importlib.machinery.ModuleSpec(name, self, origin="mutant")

    def exec_module(self, module: ModuleType) -> None:
        """Run the text as the module."""
        exec(compile(self._source, "mutant", "exec"), module.__dict__)


class FirstCasesFirst:
    """Lets the first case of every test of a module go before the second of any.

    Most of what is noticed at all some first case notices, and a whole run is spared.
    """

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort the tests of a module, by the number of the case within its test."""
        cases: Counter[str] = Counter()
        places = {}
        for item in items:
            test = item.nodeid.partition("[")[0]
            places[item] = cases[test]
            cases[test] += 1
        items.sort(key=places.__getitem__)


class Impatient:
    """Ends the process when collecting, or one test, takes more of the processor than this."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.pytest_runtest_logstart()

    def pytest_runtest_logstart(self) -> None:
        """Pytest is about to run a test."""
        signal.setitimer(signal.ITIMER_VIRTUAL, self._seconds)


def passes(name: str, source: str, tests: Sequence[str], seconds: float) -> bool:
    """Whether all tests pass, none takes longer; for this process nothing is to be done after."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    silent = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(silent, descriptor)
    package = name.rpartition(".")[0]
    own = name if package == "harness" else package  # the sandbox is imported above
    assert not any(known.startswith(own) for known in sys.modules)
    sys.meta_path.insert(0, Replaced(name, source))
    # Failing examples are neither to be kept nor to be shrunk: that some test fails is all.
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile(
        "mutation", database=None, phases=phases, derandomize=True, deadline=None, max_examples=50
    )
    hypothesis.settings.load_profile("mutation")
    plugins = [FirstCasesFirst(), Impatient(seconds)]
    return all(pytest.main([*ARGUMENTS, test], plugins=plugins) == 0 for test in tests)


def answer(
    name: str, source: str, tests: Sequence[str], seconds: float, test_seconds: float
) -> tuple[str, float]:
    """What becomes of one mutant, and what that took of the processor."""
    parent, child = os.getpid(), os.fork()
    if child == 0:
        processes.die_with_parent(parent)
        status = 1
        try:
            status = 0 if passes(name, source, tests, test_seconds) else 1
        finally:
            os._exit(status)
    until = time.monotonic() + seconds
    while True:
        ended, status, used = os.wait4(child, os.WNOHANG)
        if ended:
            return "survived" if status == 0 else "killed", used.ru_utime
        if time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return "killed", seconds
        time.sleep(0.01)


def main() -> None:
    """Answer until there is nothing more to be asked."""
    assert positions()  # computed once for all
    assert mu_torere_oracle.outcomes()
    assert len(boxes_of("X")) == len(menace_player.classes())
    assert rich.table
    assert rich.progress
    for line in sys.stdin:
        print(*answer(*json.loads(line)), flush=True)


if __name__ == "__main__":
    main()
