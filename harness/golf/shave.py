"""Shaving a program: every shorter neighbour is tried, until none is right.

A neighbour is adopted when the quick verification accepts it. Once no shorter one is left, the
whole verification is made; when it refuses, the program before is taken up again.

build/golf/shave/<name>-<digest>.jsonl               every outcome as it comes, to go on from
build/golf/shave/<name>-<digest>.certificate.json    that no candidate of the last one is right

Outcomes are filed by the digest of the candidate, so that they hold whatever it was made of.
"""

import hashlib
import json
import os
import platform
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from harness.golf import checking, native
from harness.golf.candidates import Candidate, candidates
from harness.golf.trial import (
    OPEN,
    UNREFUTED,
    Outcome,
    Stage,
    compile_outcome,
    most_warnings,
    try_candidate,
)

Tell = Callable[[str], None]
_LINES: Final = 8  # probes of one candidate
_TELL_SECONDS: Final = 5.0
_SAID_KEPT: Final = 80  # characters of what was wrong, in a certificate
KEY: Final = 16  # digits of a candidate's digest that stand in a certificate


def digest(source: bytes) -> str:
    """The digest that names a program in the log."""
    return hashlib.sha256(source).hexdigest()


@dataclass
class Log:
    """The outcomes known so far, each written down as soon as it is there."""

    path: Path
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    adopted: list[bytes] = field(default_factory=list)
    seconds: float = 0.0  # spent by searches before this one

    @classmethod
    def load(cls, path: Path) -> "Log":
        """Read what an earlier search wrote, except a last line that was cut off."""
        log = cls(path)
        if not path.exists():
            return log
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                values = json.loads(line)
            except ValueError:
                continue
            if "adopted" in values:
                log.adopted.append(values["adopted"].encode("latin-1"))
            elif "withdrawn" in values:
                log.adopted.pop()
            elif "seconds" in values:
                log.seconds += values["seconds"]
            else:
                log.outcomes[values["digest"]] = Outcome.from_json(values["outcome"])
        return log

    def _write(self, values: dict[str, Any]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(values) + "\n")

    def add(self, source: bytes, outcome: Outcome) -> None:
        """Write down an outcome."""
        self.outcomes[digest(source)] = outcome
        self._write({"digest": digest(source), "outcome": outcome.to_json()})

    def adopt(self, source: bytes) -> None:
        """Record that a candidate replaces the program."""
        self.adopted.append(source)
        self._write({"adopted": source.decode("latin-1")})

    def withdraw(self) -> None:
        """Record that the last candidate adopted was wrong after all."""
        self.adopted.pop()
        self._write({"withdrawn": True})

    def spend(self, seconds: float) -> None:
        """Record the seconds that this search has taken."""
        self.seconds += seconds
        self._write({"seconds": round(seconds, 2)})

    def lines(self) -> list[tuple[str, ...]]:
        """The inputs that refuted most candidates, the best first."""
        counts = Counter(o.line for o in self.outcomes.values() if o.line)
        return [line for line, _ in counts.most_common(_LINES)]


@dataclass(frozen=True, slots=True)
class Settings:
    """What is tried, and how."""

    name: str  # of the file; candidates are written under it
    suffix: str
    most: int = 3  # bytes deleted at a time
    with_rewrites: bool = True
    jobs: int = 1


def log_path(name: str, source: bytes, check: checking.Check) -> Path:
    """Where the search for this program, checked in this way, is kept."""
    asked = "".join([check.name, *getattr(check, "otherwise", ())])
    key = digest(source + asked.encode())[:12]
    return native.cache_folder() / "shave" / f"{name}-{key}.jsonl"


def shave(
    source: bytes, settings: Settings, check: checking.Check, log: Log, tell: Tell
) -> tuple[bytes, dict[str, Any]]:
    """The shortest program found, and the certificate that none of its candidates is right."""
    began = time.monotonic()
    current = log.adopted[-1] if log.adopted else source
    most = most_warnings(source, settings.suffix, check)
    at = 0
    try:
        with ProcessPoolExecutor(max_workers=settings.jobs) as pool:
            while True:
                every = list(_candidates(current, settings))
                ahead = [c for c in every if c.at >= at] + [c for c in every if c.at < at]
                found = _first_right(ahead, settings, check, log, pool, tell, most)
                if found is None:
                    if _is_right(current, settings, check, log, pool, tell):
                        break
                    log.withdraw()
                    current, at = (log.adopted[-1] if log.adopted else source), 0
                    continue
                tell(f"{found.kind} at byte {found.at}: {len(found.source)} bytes")
                current, at = found.source, max(0, found.at - settings.most)
                log.adopt(current)
            _ask_again(every, settings, check, log)
    finally:
        log.spend(time.monotonic() - began)
    return current, certificate(current, every, settings, check, log)


def _is_right(
    current: bytes,
    settings: Settings,
    check: checking.Check,
    log: Log,
    pool: ProcessPoolExecutor,
    tell: Tell,
) -> bool:
    """Whether the program stands: one adopted after a quick verification gets the whole one."""
    known = log.outcomes.get(digest(current))
    if not log.adopted or known is None or known.stage is not Stage.QUICK:
        return True
    tell("verifying the shortest so far wholly")
    outcome = pool.submit(try_candidate, current, settings.name, check, ()).result()
    log.add(current, outcome)
    if outcome.stage is not Stage.PASSED:
        tell(f"withdrawn: {outcome.said}")
    return outcome.stage is Stage.PASSED


def _candidates(source: bytes, settings: Settings) -> list[Candidate]:
    python = settings.suffix == ".py" and settings.with_rewrites
    return candidates(source, settings.most, python)


def _first_right(
    ahead: Sequence[Candidate],
    settings: Settings,
    check: checking.Check,
    log: Log,
    pool: ProcessPoolExecutor,
    tell: Tell,
    most: int | None,
) -> Candidate | None:
    """The first candidate that passes; None when none does. `most`: warnings of Python."""
    waiting = iter(_unknown(ahead, settings, log, most))
    running: dict[Future[Outcome], Candidate] = {}
    done, told = len(ahead), time.monotonic()
    try:
        for candidate in ahead:
            outcome = log.outcomes.get(digest(candidate.source))
            if outcome is not None and outcome.stage in UNREFUTED:
                return candidate
        while True:
            while len(running) < settings.jobs + 1 and (one := next(waiting, None)) is not None:
                task = (one.source, settings.name, check, log.lines(), False)
                running[pool.submit(try_candidate, *task)] = one
            if not running:
                return None
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                one = running.pop(future)
                outcome = future.result()
                log.add(one.source, outcome)
                if outcome.stage in UNREFUTED:
                    return one
            if time.monotonic() - told > _TELL_SECONDS:
                told = time.monotonic()
                left = sum(digest(c.source) not in log.outcomes for c in ahead)
                tell(f"{done - left} of {done} candidates tried")
    finally:
        for future in running:
            future.cancel()


def _unknown(
    ahead: Sequence[Candidate], settings: Settings, log: Log, most: int | None
) -> Iterator[Candidate]:
    """Those to be run: neither known nor refused by the compiler."""
    for candidate in ahead:
        if digest(candidate.source) in log.outcomes:
            continue
        outcome = compile_outcome(candidate.source, settings.suffix, most)
        if outcome is None:
            yield candidate
        else:
            log.add(candidate.source, outcome)


def _ask_again(
    every: Sequence[Candidate], settings: Settings, check: checking.Check, log: Log
) -> None:
    """Try what is open once more, alone, since a busy machine may have been the reason."""
    for candidate in every:
        if log.outcomes[digest(candidate.source)].stage in OPEN:
            outcome = try_candidate(candidate.source, settings.name, check, ())
            if outcome.stage is not Stage.PASSED:  # what passes only sometimes is not right
                log.add(candidate.source, outcome)


def certificate(
    source: bytes, every: Sequence[Candidate], settings: Settings, check: checking.Check, log: Log
) -> dict[str, Any]:
    """What was tried on a program, and what refuted each candidate, as JSON can hold it."""
    rows = [
        _row(c.kind, c.at, digest(c.source)[:KEY], log.outcomes[digest(c.source)]) for c in every
    ]
    kinds: dict[str, Counter[str]] = {}
    for kind, _, _, stage, *_ in rows:
        kinds.setdefault(str(kind), Counter())[str(stage)] += 1
    return {
        "digest": digest(source),
        "bytes": len(source),
        "source": source.decode("latin-1"),
        "suffix": settings.suffix,
        "deletions_up_to": settings.most,
        "rewrites": settings.with_rewrites and settings.suffix == ".py",
        "checked_by": check.name,
        "otherwise": list(getattr(check, "otherwise", ())),
        "limits": _limits(check),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "seconds": round(log.seconds, 1),
        "candidates": len(rows),
        "inconclusive": sum(row[3] == Stage.INCONCLUSIVE for row in rows),
        "undecided": sum(row[3] == Stage.UNDECIDED for row in rows),
        "by_kind": {kind: dict(stages) for kind, stages in kinds.items()},
        "outcomes": rows,
    }


def open_rows(values: Mapping[str, Any]) -> Iterator[tuple[str, int, str]]:
    """Stage, place and what was said of each candidate neither refuted nor accepted."""
    for _, at, _, stage, said, _ in values["outcomes"]:
        if stage in OPEN:
            yield str(stage), at, said


def _row(kind: str, at: int, key: str, outcome: Outcome) -> list[Any]:
    return [kind, at, key, outcome.stage, outcome.said[:_SAID_KEPT], list(outcome.line)]


def _limits(check: checking.Check) -> dict[str, float | None]:
    """The seconds after which a candidate was refuted, where the harness checked it."""
    if not isinstance(check, checking.ByHarness):
        return {}
    return {
        "move_seconds": check.move_seconds,
        "processor_seconds": check.processor_seconds,
        "asks_seconds": check.asks_seconds,
    }


def dumped(values: dict[str, Any]) -> str:
    """A certificate as text: its figures one a line, and one line for each candidate."""
    figures = {key: value for key, value in values.items() if key != "outcomes"}
    head = json.dumps(figures, indent=1).removesuffix("\n}")
    rows = ",\n".join(f"  {json.dumps(row)}" for row in values["outcomes"])
    return f'{head},\n "outcomes": [\n{rows}\n ]\n}}\n'
