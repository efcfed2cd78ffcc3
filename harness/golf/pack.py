"""Packing a Python program: a shell, and in it the deflate stream of the program's best setting.

build/golf/pack/<name>-<digest>.json     how far the search is; the same command goes on from it
"""

import hashlib
import importlib.util
import json
import time
import warnings
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from harness.golf import deflate, native, shell
from harness.golf.annealing import Packed, Point, Space, cycle, packed
from harness.golf.template import Marked
from harness.verdict import HarnessError

Tell = Callable[[str], None]
_FINALISTS: Final = 16
_POLISHED: Final = 5  # of these, the ones that are encoded again, each from so many seeds:
_SEEDS: Final = 3
CYCLE: Final = 12000  # settings tried in one cycle
_SHARE: Final = 8  # so much less for the first cycle of each variant, and for the last polish


@dataclass
class Progress:
    """What a search has found, kept on disk."""

    path: Path
    seed: int = 1
    cycles: int = 0
    tried: int = 0
    points: list[Point] = field(default_factory=list)  # the best, best first

    def save(self) -> None:
        """Save the progress. An interruption at any moment loses one cycle at most."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        values = {"seed": self.seed, "cycles": self.cycles, "tried": self.tried,
                  "points": [point.to_json() for point in self.points]}  # fmt: skip
        partial = self.path.with_suffix(".partial")
        partial.write_text(json.dumps(values, indent=1), encoding="utf-8")
        partial.replace(self.path)

    @classmethod
    def load(cls, path: Path, seed: int) -> "Progress":
        """The saved progress; a new search when there is none, or when it cannot be read."""
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
            points = [Point.from_json(point) for point in values["points"]]
            return cls(path, values["seed"], values["cycles"], values["tried"], points)
        except (OSError, ValueError, KeyError, TypeError):
            return cls(path, seed)


def progress_path(name: str, marked: Marked) -> Path:
    """Where the search for this source keeps what it found."""
    digest = hashlib.sha256(repr(marked.pieces).encode()).hexdigest()[:12]
    return native.cache_folder() / "pack" / f"{name}-{digest}.json"


def plain(marked: Marked) -> bytes:
    """The first text of a source packed in the same shell by zopfli, nothing changed in it."""
    text = marked.text((0,) * len(marked.alternatives))[0].encode()
    stream = deflate.Stream(deflate.by_zopfli(text, 100), 0)
    return shell.wrap(stream.literal)


def steps(marked: Marked) -> list[tuple[str, int]]:
    """What each step gains before any search: a name and the bytes of the file.

    Where python-minifier is installed, what it and zopfli make of the text is among them.
    """
    text = marked.text((0,) * len(marked.alternatives))[0].encode()
    zlib_best = zlib.compress(text, 9)[2:-4]
    found = [
        ("zlib -9", len(shell.wrap(deflate.Stream(zlib_best, 0).literal))),
        ("zopfli", len(plain(marked))),
        ("own encoder", len(_first(marked, 0).source)),
    ]
    if importlib.util.find_spec("python_minifier") is not None:
        found.append(("python-minifier and zopfli", _by_minifier(text.decode())))
    space = Space(marked)
    count = len(space.variants((0,) * len(marked.alternatives)))
    if count > 1:
        found.append(("best variant", min(len(_first(marked, k).source) for k in range(count))))
    return found


def _by_minifier(text: str) -> int:
    """Bytes of what python-minifier makes of a text, packed by zopfli in the same shell."""
    minifier = importlib.import_module("python_minifier")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        minified = minifier.minify(text, rename_globals=True).encode()
    return len(shell.wrap(deflate.Stream(deflate.by_zopfli(minified, 100), 0).literal))


def _first(marked: Marked, variant: int, tries: int = 400) -> Packed:
    point = Point((0,) * len(marked.alternatives), variant)
    return packed(Space(marked), point, tries, 1, deflate.Costs())


def search(
    marked: Marked, progress: Progress, seconds: float, jobs: int, tell: Tell, each: int = CYCLE
) -> list[Packed]:
    """The best packed programs found, best first; `each` settings are tried in a cycle.

    One cycle at least is run. Each program unpacks to its text.

    Raises KeyboardInterrupt after saving what was found.
    """
    end = time.monotonic() + seconds
    choice = (0,) * len(marked.alternatives)
    space = Space(marked)
    if not progress.points:
        begins = [Point(choice, k) for k in range(len(space.variants(choice)))]
    else:
        begins = []
    best: dict[bytes, Packed] = {}
    began = False
    for point in [Point(choice), *progress.points]:
        made = packed(space, point, 100, progress.seed, deflate.Costs())
        best[made.text] = made
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        running: set[Future[tuple[list[Packed], int]]] = set()
        try:
            while True:
                while len(running) < jobs and (time.monotonic() < end or begins or not began):
                    running.add(_next(pool, marked, progress, begins, each))
                    began = True
                if not running:
                    break
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    results, tried = future.result()
                    progress.tried += tried
                    best |= {made.text: made for made in results}
                    ranked = sorted(best.values(), key=lambda made: made.rank)[:_FINALISTS]
                    best = {made.text: made for made in ranked}
                    progress.points = [made.point for made in ranked]
                    progress.save()
                    least = ranked[0]
                    tell(
                        f"{progress.tried} settings tried: {len(least.source)} bytes "
                        f"({least.bits} bits)"
                    )
        finally:
            for future in running:
                future.cancel()
            progress.save()
    return _polished(space, list(best.values()), progress.seed, each // _SHARE)


def _next(
    pool: ProcessPoolExecutor,
    marked: Marked,
    progress: Progress,
    begins: list[Point],
    each: int,
) -> "Future[tuple[list[Packed], int]]":
    """Start one more cycle: of a variant not seen yet, or from one of the best points."""
    progress.cycles += 1
    seed = progress.seed * 1_000_003 + progress.cycles
    if begins:
        return pool.submit(cycle, marked, begins.pop(0), seed, each // _SHARE)
    points = progress.points or [Point((0,) * len(marked.alternatives))]
    begin = points[(progress.cycles // 2) % min(4, len(points))]
    heat = (1.0, 0.4, 0.7, 0.2)[progress.cycles % 4]
    return pool.submit(cycle, marked, begin, seed, each, heat)


def _polished(space: Space, found: Sequence[Packed], seed: int, tries: int) -> list[Packed]:
    """The same texts, with many more tries to encode each: first those with the fewest bits."""
    made: list[Packed] = list(found)
    for one in sorted(found, key=lambda one: one.bits)[:_POLISHED]:
        made += [
            packed(space, one.point, tries, seed + more, deflate.Costs()) for more in range(_SEEDS)
        ]
    for one in made:
        unpacked = shell.unpack(one.source)
        if unpacked is None or unpacked.text != one.text:
            raise HarnessError("a packed program does not unpack to its text")
    return sorted(made, key=lambda one: one.rank)
