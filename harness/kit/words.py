"""The words of the kit: rules and lesson, made from the ruleset that is played by."""

from collections.abc import Iterator
from typing import Final

from reference.menace.rulesets import REFILL_BEADS, Ruleset, WhenEmpty

NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


def rules(ruleset: Ruleset, boxes: int, *, second: bool) -> Iterator[tuple[str, str]]:
    """Headings and paragraphs of the page of rules."""
    yield (
        "What it is",
        f"MENACE is a machine of {boxes} matchboxes that learns noughts and crosses. It plays X "
        "and moves first. Each box stands for one board with X to move; boards that are turned or "
        "mirrored share a box. Donald Michie built the first one in 1961. It has no program but "
        "these rules, and you are its hands.",
    )
    yield (
        "Fill the boxes, once",
        "Stick a label on each box. Put into it what its label says: so many beads of each colour "
        "that is on the label. A colour means a square of the label's picture.",
    )
    yield (
        "MENACE's turn",
        "1. Find the box: look the board up in the index. Hold the label as the index says, so "
        "that its picture is the board. 2. Shake the box and draw one bead without looking. "
        "3. Play X on the square of the bead's colour. 4. Leave the box open, the bead in front "
        "of it. A last free square needs no box: X goes there.",
    )
    yield "If a box is empty", _when_empty(ruleset)
    yield (
        "Your turn",
        "Play O where you like. Three in a row wins; a full board without is a draw.",
    )
    yield (
        "After the game: MENACE learns",
        f"It won: {_back(ruleset.won)}. It drew: {_back(ruleset.drawn)}. "
        f"It lost: {_back(ruleset.lost)}. Do so for every open box; then close them.",
    )
    if second:
        yield (
            "The second player",
            "The boxes marked O are a second MENACE, which moves second. It plays by the same "
            "rules, from boxes of its own: when X has won, it has lost.",
        )


def _back(beads: int) -> str:
    match beads:
        case 0:
            return "keep the drawn bead out of its box"
        case 1:
            return "put the drawn bead back"
        case _:
            return f"put the drawn bead back, and {NUMBERS[beads - 1]} more of its colour"


def _when_empty(ruleset: Ruleset) -> str:
    if ruleset.when_empty is WhenEmpty.RESIGN:
        return "If there is no bead to draw, MENACE resigns and has lost the game."
    stay = (
        f"all {NUMBERS[REFILL_BEADS]} stay in the box"
        if ruleset.when_empty is WhenEmpty.KEEP_THREE
        else "the drawn one leaves the box as ever"
    )
    return (
        f"If you have drawn the last bead, put it away and put {NUMBERS[REFILL_BEADS]} beads into "
        "the box, drawn blind from a bag with equal numbers of the colours on its label. Draw the "
        f"move from these; {stay}."
    )


def lesson(boxes: int, boards: int) -> Iterator[tuple[str, str]]:
    """Headings and paragraphs of the page of a lesson: `boxes` serve so many `boards`."""
    yield from _LESSON
    yield (
        "Further",
        "What do random opponents teach, and what perfect ones? 'golfproof curves' draws a "
        "thousand machines against four opponents; 'golfproof play' has all boxes on a screen; "
        f"the page of 'golfproof site' steps through them. Why do {boxes} boxes do, where there "
        f"are {boards:,} boards?",
    )


_LESSON: Final[tuple[tuple[str, str], ...]] = (
    (
        "Aim",
        "A class of 10 to 16 years sees a machine learn from reward alone, says where its "
        "knowledge is, and reads a curve. Time: 45 minutes. Needed: the boxes, beads, index, one "
        "score sheet a table, two dice.",
    ),
    (
        "0-5  The question",
        "Can a heap of matchboxes learn a game? Vote. Let one pupil play one game against the "
        "boxes with everybody watching; say each rule when it is first needed.",
    ),
    (
        "5-10  Roles",
        "In groups of four: the finder looks up the box, the hand draws the bead, the human plays "
        "O, the clerk keeps board and score sheet. Change roles every three games. With one set, "
        "share out the boxes by move: first and third move, fifth, seventh.",
    ),
    (
        "10-30  Play",
        "Ten to twenty games in all. After each game the clerk writes the result, the beads left "
        "in box 1 and the running total: wins one up, losses one down. If one group plays O by "
        "dice and another as well as it can, there are two curves to compare.",
    ),
    (
        "30-40  Look",
        "Draw the total by game number. Open box 1 and count colours: what does MENACE now like to "
        "begin with? Who taught it that? What would it know if all had played by dice? Which box "
        "was never opened, and why does that not matter?",
    ),
    (
        "40-45  Say",
        "Where is the knowledge? (In the numbers of beads.) What is reward? (The beads that go "
        "back.) What did MENACE not need to be told? (What a row of three is.) Programs that learn "
        "games today differ in where they keep the numbers, and in how many there are.",
    ),
)
