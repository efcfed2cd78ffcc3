import pytest

from harness.mu_torere.summary import summary
from harness.verdict import Fact

COVERAGE: dict[str, Fact] = {
    "positions": 62,
    "replies": 70,
    "replies_untried": 1,
    "asked_twice": 58,
    "one_history_only": 4,
    "not_asked_again": 0,
    "memory": 0,
    "mistakes": 12,
    "punished": 11,
    "longest_win_plies": 3,
}


def test_coverage_in_sentences() -> None:
    said = list(summary(COVERAGE))
    assert said == [
        "62 positions, 70 human moves, 1 of them untried",
        "58 replies asked for again after another history, 4 have one history only, "
        "0 not asked for again",
        "each reply depends on the position alone, as far as every second history shows",
        "12 mistakes open to the human, 11 of them punished, the longest win in 3 plies",
    ]


# A rejected program's report once claimed a proof, with most of its replies untried.
def test_only_what_was_tried_whole_is_called_proved() -> None:
    facts = COVERAGE | {"history": 3}
    assert not [line for line in summary(facts) if line.startswith("proved")]
    assert [line for line in summary(facts | {"replies_untried": 0}) if line.startswith("proved")]


@pytest.mark.parametrize(
    ("memory", "words"),
    [(1, "the human's last move"), (2, "the human's last 2 moves"), ("erratic", "different")],
)
def test_memory_is_told(memory: Fact, words: str) -> None:
    assert words in "\n".join(summary(COVERAGE | {"memory": memory}))


def test_no_win_no_length() -> None:
    said = list(summary(COVERAGE | {"longest_win_plies": None}))
    assert said[-1] == "12 mistakes open to the human, 11 of them punished"


# It once told of "0 positions" and that "each reply depends on the position alone".
def test_nothing_is_said_of_play_that_never_was() -> None:
    nothing: dict[str, Fact] = {**dict.fromkeys(COVERAGE, 0), "longest_win_plies": None}
    ran: dict[str, Fact] = {"starts": 1, "rounds": 0, "proof_seconds": 0.5}
    assert list(summary(nothing | ran)) == ["1 starts, 0 rounds, 0.5 s"]


def test_the_second_road_says_whether_it_agrees() -> None:
    facts: dict[str, Fact] = {"opponents_games": 20, "opponents_rounds": 400, "opponents_traps": 8}
    (agree,) = summary(facts | {"roads_agree": True})
    (differ,) = summary(facts | {"roads_agree": False})
    assert agree.endswith("explorer and opponents agree")
    assert differ.endswith("explorer and opponents disagree")


def test_games_without_a_proof() -> None:
    facts: dict[str, Fact] = {"games": 3, "rounds": 9, "slowest_move_seconds": 0.25}
    assert list(summary(facts)) == ["3 games, 9 rounds", "slowest move 0.25 s"]


def test_no_figures_no_sentences() -> None:
    assert list(summary({})) == []


# Options that had been tried in vain were once to be pasted.
@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "--picture FILE"),
        ({"nearest": "--symbols XO.", "forms_tried": 9, "nearest_fits": True}, "paste these"),
        ({"nearest": "--numbers 0-8", "forms_tried": 9, "nearest_fits": False}, "--numbers LIST"),
        ({"nearest": "--picture 'abc'", "forms_tried": 9, "nearest_fits": False}, "of the picture"),
    ],
)
def test_what_cannot_be_read_is_told_with_an_option_that_helps(
    facts: dict[str, Fact], words: str
) -> None:
    said = list(summary({"cannot_be_read": "no board is seen", "screen": "x"} | facts))
    assert words in said[-1]
    assert ("in place of your own" in said[-1]) == bool(facts.get("nearest_fits"))
