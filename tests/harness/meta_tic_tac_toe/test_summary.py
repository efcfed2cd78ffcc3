"""The figures in sentences: only those that are there."""

from harness.meta_tic_tac_toe.summary import summary
from harness.verdict import Fact

FACTS: dict[str, Fact] = {
    "suite": 141,
    "matches": 5,
    "calls_in_matches": 140,
    "classes_covered": 629,
    "classes": 630,
    "calls": 281,
    "seconds": 12.5,
    "unseen_error_share": 0.0106,
    "generated": 0,
    "positions": 281,
    "invalid": 0,
    "kinds_covered": 1,
    "kinds": 2,
    "kind: first move": 1,
    "kind: last tile of all": 0,
    "slowest_answer_seconds": 0.25,
    "mean_answer_seconds": 0.125,
    "status_not_0": 0,
    "left_running": 0,
    "isolation": "kept in by bubblewrap",
}


def test_sentences() -> None:
    assert list(summary(FACTS)) == [
        "281 positions (141 of the suite, 140 in whole matches), 0 wrong answers",
        "629 of 630 classes: each last move, for each side, with the board that it names open, won "
        "by either side or full",
        "281 calls within 12.5 s: an error at random in 1.06% of calls or more would have been "
        "seen with 95 %; a rarer one may still be there, or one that depends on the time of day",
        "1 of 2 kinds of position: first move 1",
        "slowest answer 0.25 s, mean 0.125 s",
        "other files: kept in by bubblewrap",
    ]


def test_what_is_out_of_the_ordinary_is_said() -> None:
    odd: dict[str, Fact] = {"status_not_0": 3, "left_running": 2, "late_but_in_time_again": 1}
    said = " ".join(summary(FACTS | odd))
    assert "a status other than 0 in 3 calls" in said
    assert "left 2 processes running" in said
    assert "late 1 times on a busy machine" in said


def test_of_kept_calls_alone_nobody_knows_how_long_they_took() -> None:
    (said,) = summary({"calls": 2, "unseen_error_share": 0.5})
    assert said.startswith("2 calls: an error at random in 50.00% of calls")


def test_no_facts_no_sentences() -> None:
    assert list(summary({})) == []
