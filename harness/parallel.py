"""Several verifications at a time, each in a process of its own.

A process gathers the orphans of the programs that it runs (see `processes`), which threads of one
process could not tell apart; and what goes wrong in one verification leaves the others alone.
"""

import itertools
import json
import math
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Final

from harness.entry import Entry
from harness.places import own_command
from harness.verdict import Result, Verdict

Running = Callable[[Sequence[str], int], None]
"""Called on each change, with the names being verified now and the number that are done."""

_TICK_SECONDS: Final = 0.2


def in_turn(entries: Sequence[Entry], seconds: Mapping[str, float]) -> list[Entry]:
    """The entries in the order in which they keep a machine busiest.

    Those of each challenge are spread over the whole: a verification of Mu Torere mostly waits for
    its program, and that of a bot mostly starts processes, so one runs while the other waits. Of
    one challenge those come first that took longest last time (`seconds`, by name); before them
    what is new, the longest source first.
    """
    spread: list[tuple[float, Entry]] = []
    for _, some in itertools.groupby(sorted(entries, key=_challenge), _challenge):
        longest_first = sorted(some, key=lambda one: _rank(one, seconds), reverse=True)
        count = len(longest_first)
        spread += [((at + 0.5) / count, entry) for at, entry in enumerate(longest_first)]
    return [entry for _, entry in sorted(spread, key=lambda pair: (pair[0], pair[1].name))]


def _challenge(entry: Entry) -> str:
    return entry.challenge


def _rank(entry: Entry, seconds: Mapping[str, float]) -> tuple[float, int]:
    """References, which have no size, are taken for the longest."""
    return seconds.get(entry.name, math.inf), entry.source_bytes or sys.maxsize


def verify_all(
    names: Sequence[str], settings: Sequence[str], jobs: int, running: Running
) -> Iterator[Result]:
    """The results of these entries, as they come. Closing the iterator ends all that still run."""
    live: dict[str, subprocess.Popen[str]] = {}

    def verify(name: str) -> Result:
        command = [*own_command(), "verify", name, "--json", *settings]
        with subprocess.Popen(
            command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            live[name] = process
            printed, complaint = process.communicate()
            del live[name]
        return _result(name, printed, complaint)

    with ThreadPoolExecutor(max_workers=jobs) as pool:
        waiting: set[Future[Result]] = {pool.submit(verify, name) for name in names}
        try:
            while waiting:
                finished, waiting = wait(waiting, _TICK_SECONDS, return_when=FIRST_COMPLETED)
                running(sorted(live), len(names) - len(waiting))
                for future in finished:
                    yield future.result()
        finally:
            for future in waiting:
                future.cancel()
            for process in list(live.values()):
                process.terminate()


def _result(name: str, printed: str, complaint: str) -> Result:
    try:
        (values,) = json.loads(printed)
        return Result.from_json(values)
    except (ValueError, TypeError, KeyError):
        said = complaint.strip().rpartition("\n")[2] or "it said nothing"
        return Result(name, Verdict.JUDGE_ERROR, facts={"error": f"no result: {said}"})
