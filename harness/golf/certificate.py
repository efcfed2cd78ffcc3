"""An independent check of a certificate of `shave`.

It makes the deletions anew in its own way, asks Python of each that was refused by the compiler,
and plays again what was refuted by playing, all of it or a sample.
"""

import hashlib
import json
import random
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from harness import given_file
from harness.golf import checking
from harness.golf.strings import warnings_of
from harness.golf.trial import OPEN, PLAYED, UNREFUTED, Stage, probe, try_candidate
from harness.sandbox.scratch import scratch_folder
from harness.verdict import UsageError

_DIGITS: Final = 16  # of a candidate's digest; older certificates have them all


def load(path: Path) -> Mapping[str, Any]:
    """The certificate in a file. Raises UsageError when the file holds no certificate."""
    try:
        values = json.loads(given_file.read_text(path))
        rows = values["outcomes"]
        if not all(len(row) == 6 for row in rows) or not isinstance(values["source"], str):
            raise ValueError("rows of six are missing")
        int(values["deletions_up_to"])
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{path}: not a certificate: {error}") from error
    return dict(values)


def _key(source: bytes | bytearray) -> str:
    """What a certificate calls a candidate: the beginning of its digest."""
    return hashlib.sha256(source).hexdigest()[:_DIGITS]


def _expected(source: bytes, most: int) -> dict[str, bytes]:
    """Every deletion by its digest: what is left before and behind each gap."""
    made = {}
    for size in range(1, most + 1):
        for end in range(size, len(source) + 1):
            left = bytearray(source)
            del left[end - size : end]
            if left:
                made[_key(left)] = bytes(left)
    made.pop(_key(source), None)
    return made


def faults(
    source: bytes,
    values: Mapping[str, Any],
    check: checking.Check | None,
    name: str,
    sample: int | None,
    seed: int,
) -> Iterator[str]:
    """What is wrong with a certificate, in sentences. Without a check nothing is verified again."""
    if values["digest"] != hashlib.sha256(source).hexdigest():
        yield "the certificate is of another program: the digests differ"
        return
    rows: Sequence[Sequence[Any]] = values["outcomes"]
    known = {str(row[2])[:_DIGITS]: row for row in rows}
    expected = _expected(source, values["deletions_up_to"])
    missing = [key for key in expected if key not in known]
    if missing:
        yield f"the certificate leaves out {len(missing)} of {len(expected)} deletions"
    if passed := [row for row in rows if row[3] in UNREFUTED]:
        yield f"{len(passed)} candidates passed: the program is not the shortest"
    if undecided := [row for row in rows if row[3] == Stage.UNDECIDED]:
        yield f"{len(undecided)} candidates are undecided"
    yield from _compiling(expected, known)
    yield from _warning(source, expected, known)
    if check is not None:
        played = [
            key for key in sorted(expected)
            if key in known and known[key][3] in PLAYED
        ]  # fmt: skip
        if sample is not None and sample < len(played):
            played = random.Random(seed).sample(played, sample)
        left = [key for key in expected if key in known and known[key][3] == Stage.INCONCLUSIVE]
        for key in [*left, *played]:
            yield from _again(expected[key], known[key], check, name)


def _compiling(expected: Mapping[str, bytes], known: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for key, candidate in expected.items():
            if key in known and known[key][3] == Stage.COMPILE:
                try:
                    compile(candidate, "candidate", "exec")
                except (SyntaxError, ValueError):
                    continue
                where = f"{known[key][0]} at byte {known[key][1]}"
                yield f"{where} compiles, although the certificate says that it does not"


def _warning(
    source: bytes, expected: Mapping[str, bytes], known: Mapping[str, Sequence[Any]]
) -> Iterator[str]:
    warned = {key for key in expected if key in known and known[key][3] == Stage.WARNS}
    if not warned:
        return
    usual = warnings_of(source) or 0
    for key in warned:
        if (warnings_of(expected[key]) or 0) <= usual:
            where = f"{known[key][0]} at byte {known[key][1]}"
            yield f"Python warns no more of {where} than of the program"


def _again(candidate: bytes, row: Sequence[Any], check: checking.Check, name: str) -> Iterator[str]:
    line = tuple(map(str, row[5]))
    outcome = None
    if line and isinstance(check, checking.ByHarness):
        outcome = _probed(candidate, check, name, line)
    if outcome is None:
        outcome = try_candidate(candidate, name, check, ())
    was = row[3] if row[3] == Stage.INCONCLUSIVE else "refuted"
    open_now = outcome.stage in OPEN and row[3] != Stage.INCONCLUSIVE
    if outcome.stage is Stage.PASSED or open_now:
        where = f"{row[0]} at byte {row[1]}"
        yield f"{where} was {was} when the certificate was made, and is {outcome.stage} now"


def _probed(candidate: bytes, check: checking.ByHarness, name: str, line: tuple[str, ...]) -> Any:
    with scratch_folder() as folder:
        path = folder / name
        path.write_bytes(candidate)
        return probe(path, check, line)
