from reference.mu_torere.picture import ASCII, UNICODE, picture
from reference.mu_torere.rules import START, apply


def test_picture_of_the_start() -> None:
    assert picture(START.placement, None, UNICODE).plain.split("\n") == [
        "○1──────○2──────○3",
        "│ ╲     │     ╱ │",
        "│   ╲   │   ╱   │",
        "│     ╲ │ ╱     │",
        "●4──────·5──────○6",
        "│     ╱ │ ╲     │",
        "│   ╱   │   ╲   │",
        "│ ╱     │     ╲ │",
        "●7──────●8──────●9",
    ]


def test_last_move_is_highlighted_and_nothing_else_changes() -> None:
    after = apply(START, 4)
    quiet, loud = (picture(after.placement, move, UNICODE) for move in (None, (4, 8)))
    assert quiet.plain == loud.plain
    highlighted = {loud.plain[s.start : s.end] for s in loud.spans if "green" in str(s.style)}
    assert highlighted == {"╲", "5"}
    assert [loud.plain[s.start : s.end] for s in loud.spans if "reverse" in str(s.style)] == ["●"]


def test_picture_without_unicode_is_ascii() -> None:
    assert picture(START.placement, None, ASCII).plain.isascii()
