"""Several verifications at a time, each in a process of its own.

A process gathers the orphans of the programs that it runs (see `processes`), which threads of one
process could not tell apart; and what goes wrong in one verification leaves the others alone.
"""

import json
import math
import subprocess
import sys
from collections import Counter
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
    """The entries in the order that ends soonest: the longest first, so that none runs on alone.

    First what is new: one of each challenge in turn, references, which have no size, before the
    longest sources. Then what is known, by how long it took last time (`seconds`, by name).
    """
    by_size = sorted(entries, key=lambda entry: entry.source_bytes or sys.maxsize, reverse=True)
    ranked: list[tuple[float, int, Entry]] = []
    before: Counter[str] = Counter()  # of each challenge
    for entry in by_size:
        ranked.append((-seconds.get(entry.name, math.inf), before[entry.challenge], entry))
        before[entry.challenge] += 1
    return [entry for *_, entry in sorted(ranked, key=lambda one: one[:2])]


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
