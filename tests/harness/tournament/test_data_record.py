"""What was in a bot's data.txt before each call: kept when it changes, and not without bound."""

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from harness.meta_tic_tac_toe.bot import Answer
from harness.tournament.data_record import MATCH_BYTES, DataBefore, DataRecorder


def recorded(folder: Path, contents: Sequence[bytes]) -> list[DataBefore]:
    """The records of a match in which X writes these, one in each of its calls, and O nothing."""
    (folder / "x").mkdir()
    (folder / "o").mkdir()
    (folder / "x" / "data.txt").write_bytes(b"")
    left = iter(contents)

    def writes(arguments: Sequence[str]) -> Answer:
        (folder / "x" / "data.txt").write_bytes(next(left))
        return Answer("00", 0.1)

    recorder = DataRecorder()
    x = recorder.recording("X", writes, folder / "x")
    o = recorder.recording("O", lambda arguments: Answer("00", 0.1), folder / "o")
    for call in range(2 * len(contents)):
        assert (x, o)[call % 2](()).said == "00"
    return recorder.records


def test_what_changes_is_kept_with_the_call_before_which_it_was_there(tmp_path: Path) -> None:
    assert recorded(tmp_path, [b"a", b"a", b"", b"b"]) == [
        (1, "X", b""),
        (2, "O", b""),
        (3, "X", b"a"),
        (7, "X", b""),
    ]


def test_of_much_only_the_beginning_is_kept(tmp_path: Path) -> None:
    size = MATCH_BYTES // 3
    numbers = count()
    records = recorded(tmp_path, [next(numbers).to_bytes() * size for _ in range(9)])
    kept = [record for record in records if record.data is not None]
    assert sum(len(record.data or b"") for record in kept) <= MATCH_BYTES
    assert [record.call for record in kept if record.data] == [3, 5, 7]
    assert [record.call for record in records if record.data is None] == [9]


def test_a_file_that_is_longer_than_all_that_is_kept(tmp_path: Path) -> None:
    records = recorded(tmp_path, [b"x" * (MATCH_BYTES + 5), b"short", b"short"])
    assert records[2:] == [(3, "X", None), (5, "X", b"short")]
