"""The scoreboard: sizes now, and over time as the accepted ones are recorded."""

from collections.abc import Iterable
from typing import Any

from harness.entry import Entry
from harness.golf import records
from harness.places import ROOT


def scores(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Each golfed script with its size, and those of its records that count, with dates."""
    kept = records.standing(records.load(ROOT / "solutions" / records.FILE))
    return [
        {
            "name": entry.name,
            "bytes": entry.source_bytes,
            "bar": entry.bytes_at_most,
            "about": entry.about,
            "history": [
                (record.date, record.bytes) for record in kept if record.entry == entry.name
            ],
        }
        for entry in entries
        if entry.source is not None
    ]
