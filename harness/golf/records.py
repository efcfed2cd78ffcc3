"""The history of sizes: every size that a verification accepted, in the order of its date.

solutions/records.jsonl    one record a line
solutions/sizes.svg        the same as a picture

A record whose file turned out to be worth less than it seemed stays in the history. Whoever takes
it back writes the reason into its line, under `withdrawn`; nothing is compared with it any more.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from harness.golf.measure import measure
from harness.verdict import Fact, UsageError

FILE: Final = "records.jsonl"
PICTURE: Final = "sizes.svg"
_COLOURS: Final = ("#4477aa", "#ee6677", "#228833", "#aa3377", "#66ccee", "#ccbb44", "#222222",
                   "#ee7733", "#009988")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Record:
    """One accepted file of an entry. `proved` says by what; `date` is a day in UTC, ISO 8601."""

    entry: str
    date: str
    bytes: int
    characters: int
    plain: int
    packed: int | None
    digest: str  # SHA-256 of the file
    proved: str
    withdrawn: str | None = None  # why it does not count any more


def load(path: Path) -> list[Record]:
    """All records, the oldest first. Raises UsageError, naming the line that is none."""
    if not path.exists():
        return []
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            found.append(Record(**json.loads(line)))
        except (ValueError, TypeError) as error:
            raise UsageError(f"{path}:{number}: not a record: {error}") from error
    return found


def record_of(entry: str, path: Path, data: bytes, date: str, proved: str) -> Record:
    """The record of a file."""
    size = measure(path, data)
    digest = hashlib.sha256(data).hexdigest()
    return Record(entry, date, size.bytes, size.characters, size.plain, size.packed, digest, proved)


def add(path: Path, record: Record) -> None:
    """Write one record behind the others."""
    fields = asdict(record)
    if record.withdrawn is None:
        del fields["withdrawn"]
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(fields) + "\n")


def standing(records: Iterable[Record]) -> list[Record]:
    """The records that have not been withdrawn."""
    return [record for record in records if record.withdrawn is None]


def best(records: Iterable[Record]) -> Mapping[str, Record]:
    """The shortest record of each entry that still counts, the oldest of equals."""
    found: dict[str, Record] = {}
    for record in standing(records):
        if record.entry not in found or record.bytes < found[record.entry].bytes:
            found[record.entry] = record
    return found


def known(records: Iterable[Record], entry: str, data: bytes) -> bool:
    """Whether this very file was accepted as this entry."""
    digest = hashlib.sha256(data).hexdigest()
    return any(record.entry == entry and record.digest == digest for record in records)


def proof(facts: Mapping[str, Fact]) -> str:
    """What was proved, from the figures of an accepted result."""
    figures = [
        f"{name.replace('_', ' ')} {value}"
        for name, value in facts.items()
        if isinstance(value, int) and not isinstance(value, bool)
    ]
    return "; ".join(["accepted", *figures])


def chart(records: Sequence[Record]) -> str:
    """Sizes over the days as an SVG: one line of steps for each entry, its size at the end.

    A withdrawn record is a cross beside its entry's line, and says why when it is pointed at.
    """
    width, height, left, bottom = 860, 420, 46, 30
    names = sorted({record.entry for record in standing(records)})
    days = sorted({record.date for record in records})
    top = max((record.bytes for record in records), default=1)
    plot = width - left - 240

    def x(place: float) -> float:
        return left + plot * place / max(1, len(records) - 1)

    def y(size: float) -> float:
        return height - bottom - (height - bottom - 16) * size / top

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f"<title>{len(records)} accepted sizes, {' to '.join(sorted({*days[:1], *days[-1:]}))}"
        "</title>",
    ]
    lines += [
        f'<path d="M{left} {y(size):.1f}H{left + plot}" stroke="#ddd"/>'
        f'<text x="{left - 6}" y="{y(size) + 4:.1f}" text-anchor="end">{size}</text>'
        for size in range(0, top + 1, 100)
    ]
    for place, record in enumerate(records):
        if place == 0 or records[place - 1].date != record.date:
            lines.append(
                f'<path d="M{x(place):.1f} {height - bottom}V16" stroke="#bbb" '
                f'stroke-dasharray="2 3"/><text x="{x(place):.1f}" y="{height - bottom + 14}">'
                f"{record.date}</text>"
            )
    ends: list[float] = []
    lasts = {record.entry: record for record in standing(records)}
    for number, name in sorted(enumerate(names), key=lambda item: -lasts[item[1]].bytes):
        colour = _COLOURS[number % len(_COLOURS)]
        way, size = "", 0
        for place, record in enumerate(records):
            if record.entry == name and record.withdrawn is not None:
                lines.append(_cross(x(place), y(record.bytes), colour, record))
            elif record.entry == name:
                way += (
                    f"V{y(record.bytes):.1f}" if way else f"M{x(place):.1f} {y(record.bytes):.1f}"
                )
                size = record.bytes
            if way:
                way += f"H{x(place):.1f}"
        label = y(size) + 4
        while any(abs(label - end) < 12 for end in ends):
            label += 1
        ends.append(label)
        lines.append(
            f'<path d="{way}H{left + plot}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{left + plot + 6}" y="{label:.1f}" fill="{colour}">{size} '
            f"{escape(name)}</text>"
        )
    return "\n".join([*lines, "</svg>", ""])


def _cross(x: float, y: float, colour: str, record: Record) -> str:
    said = escape(f"{record.bytes} {record.entry}, withdrawn: {record.withdrawn}")
    return (
        f'<path d="M{x - 3:.1f} {y - 3:.1f}l6 6m0 -6l-6 6" stroke="{colour}" fill="none">'
        f"<title>{said}</title></path>"
    )
