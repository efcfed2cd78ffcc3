"""The table of languages and formats: its figures, and that there are as many as it is to have."""

from pathlib import Path

import pytest

from harness.languages import BY_SUFFIX
from harness.verdict import Verdict
from tests.bench.formats import Row, measure, summary
from tests.harness.program_cases import cases


def test_figures() -> None:
    rows = [
        Row("accepted/a.py", "python", "--symbols XO.", Verdict.ACCEPTED, 0.5, 2.0),
        Row("accepted/b.rb", "ruby", "--symbols XO.", Verdict.ACCEPTED, 1.5, 4.0),
        Row("accepted/c.c", "c", None, Verdict.INCONCLUSIVE, 2.5, 3.0),
        Row("accepted/d.c", "c", "--numbers 0-8", Verdict.ACCEPTED, 3.5, 4.0),
    ]
    said = summary(rows)
    assert "4 right programs in 3 languages, 2 formats" in said
    assert "accepted with no option: 3 of 4" in said
    assert "format inferred: 3 of 4 (75%)" in said
    assert "median 2.0, most 3.5" in said
    assert "median 3.5, most 4.0" in said


def test_there_are_ten_languages() -> None:
    right = [case for case in cases("mu_torere") if case.verdict == "AC"]
    assert len({BY_SUFFIX[case.suffix].name for case in right}) >= 10


@pytest.mark.slow
def test_a_program_is_measured_with_no_option(tmp_path: Path) -> None:
    (case,) = (one for one in cases("mu_torere") if one.name == "accepted/numbers_from_zero.py")
    assert case.options
    row = measure(case, tmp_path)
    assert row.verdict is Verdict.ACCEPTED
    assert row.form == "--symbols XO. --numbers 0,1,2,3,4,5,6,7,8"
    assert 0 < row.known_seconds < row.seconds
