"""The long game: what its human covers, and programs that only he can catch."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from harness.mu_torere.game import Game, play_out
from harness.mu_torere.long_game import BRIEF, Extent, LongGame
from harness.mu_torere.opponent import traps
from harness.mu_torere.referee import Judgement, judge
from harness.mu_torere.reply_graph import Circle, ReplyGraph, Step
from harness.mu_torere.screen import Form
from harness.mu_torere.sequences import Sequences
from harness.mu_torere.shorten import shorten_late
from reference.mu_torere.retrograde import Value, value, value_keeping_moves
from reference.mu_torere.rules import START, Node, Position, apply, legal_moves
from tests.harness.mu_torere.policies import after_another_round, erratic, last, scattered
from tests.harness.support import Choose, FakeSession, Rounds, Starter, perfect
from tests.thinned import one_in

FAST = Extent(
    most=20_000, enough=0, longest_circle=8, depth=3, recurrences=5, repetitions=5, seconds=3600.0
)


def game_of(choose: Choose) -> Game:
    return Game(FakeSession(choose), Form(), ("fake",), 15.0)


def played(choose: Choose, human: LongGame) -> Judgement:
    return judge(play_out(game_of(choose), human))


@cache
def replies_of(choose: Choose) -> dict[tuple[Position, Node], Position]:
    """Every reply of a program without memory to moves that keep the draw."""
    found: dict[tuple[Position, Node], Position] = {}
    frontier = [START]
    while frontier:
        here = frontier.pop()
        for node in value_keeping_moves(here):
            if (here, node) not in found:
                asked = apply(here, node)
                found[here, node] = apply(asked, choose(asked, ((here, node),)))
                frontier.append(found[here, node])
    return found


@cache
def fast_game() -> tuple[LongGame, Judgement]:
    """A fast long game with `perfect`, whose replies are known: several tests look at it."""
    human = LongGame(0, replies_of(perfect), FAST)
    return human, played(perfect, human)


def errs_when(wrong: Callable[[Rounds], bool], otherwise: Choose = perfect) -> Choose:
    """Gives its value away, if it can, when the human's moves are such."""

    def choose(position: Position, rounds: Rounds) -> Node:
        bad = set(legal_moves(position)) - set(value_keeping_moves(position))
        return min(bad) if bad and wrong(rounds) else otherwise(position, rounds)

    return choose


def with_a_trap(choose: Choose, longest: int) -> tuple[ReplyGraph, list[Circle]]:
    """The replies of a program, and the circles on which it could give its value away."""
    graph = ReplyGraph(replies_of(choose))
    component = max((graph.component(here) for here, _ in replies_of(choose)), key=len)
    circles = graph.circles(sorted(component), longest)
    return graph, [circle for circle in circles
                   if any(apply(*step) in traps() for step in circle.steps)]  # fmt: skip


def third_time_round(circle: Circle) -> Callable[[Rounds], bool]:
    """Whether this circle was gone round three times in a row just now."""
    length, steps = len(circle.steps), set(circle.steps)

    def wrong(rounds: Rounds) -> bool:
        now = rounds[-3 * length :]
        return len(now) == 3 * length and set(now) == steps

    return wrong


def third_time_round_after(circle: Circle, entry: Step) -> Callable[[Rounds], bool]:
    """The same, where this very move led into the circle."""
    length, steps = len(circle.steps), set(circle.steps)

    def wrong(rounds: Rounds) -> bool:
        return any(
            len(rounds) > back and rounds[-back - 1] == entry and set(rounds[-back:]) == steps
            for back in range(3 * length, 4 * length)
        )

    return wrong


def five_certain_moves(rounds: Rounds) -> bool:
    nodes = [node for _, node in rounds[-5:]]
    return len(nodes) == 5 and sum(n * 3**i for i, n in enumerate(nodes)) % 17 == 4


def assert_caught(wrong: Callable[[Rounds], bool], otherwise: Choose) -> None:
    judgement = played(errs_when(wrong, otherwise), LongGame(replies=replies_of(otherwise)))
    assert [finding.clause for finding in judgement.findings] == ["mu_torere/perfect"]


OTHERWISE = pytest.mark.parametrize(
    "otherwise",
    [perfect, *(pytest.param(choose, marks=pytest.mark.slow) for choose in (scattered, last))],
)


@pytest.mark.slow
@OTHERWISE
def test_a_circle_gone_round_three_times_in_a_row(otherwise: Choose) -> None:
    _, circles = with_a_trap(otherwise, 12)
    for circle in (circles[0], max(circles, key=lambda circle: len(circle.steps))):
        assert_caught(third_time_round(circle), otherwise)


@OTHERWISE
def test_such_a_circle_entered_from_one_side_alone(otherwise: Choose) -> None:
    graph, circles = with_a_trap(otherwise, 6)
    entries = [(circle, (before, node)) for circle in circles for before, _ in replies_of(otherwise)
               for node, after in graph.ways(before)
               if after in circle.positions and before not in circle.positions]  # fmt: skip
    for circle, entry in (entries[0], entries[-1]):
        assert_caught(third_time_round_after(circle, entry), otherwise)


@pytest.mark.parametrize("otherwise", one_in(3, [perfect, last, scattered]))
def test_five_certain_moves_in_a_row(otherwise: Choose) -> None:
    assert_caught(five_certain_moves, otherwise)


@pytest.mark.parametrize("otherwise", one_in(2, [perfect, scattered]))
def test_six_certain_moves_in_a_row(otherwise: Choose) -> None:
    def six_certain_moves(rounds: Rounds) -> bool:
        nodes = [node for _, node in rounds[-6:]]
        return len(nodes) == 6 and sum(n * 3**i for i, n in enumerate(nodes)) % 17 == 4

    assert_caught(six_certain_moves, otherwise)


@pytest.mark.parametrize("otherwise", one_in(2, [perfect, scattered]))
def test_one_move_made_more_than_twenty_five_times(otherwise: Choose) -> None:
    assert_caught(lambda rounds: rounds.count(rounds[-1]) > 25, otherwise)


@pytest.mark.parametrize("otherwise", one_in(2, [perfect, scattered]))
def test_one_shortest_circle_twenty_five_times_in_a_row(otherwise: Choose) -> None:
    def wrong(rounds: Rounds) -> bool:
        return len(rounds) > 25 * 2 and any(
            len(rounds) > 25 * size and rounds[-24 * size :] == rounds[-25 * size : -size]
            for size in (1, 2, 3, 4)
        )

    assert_caught(wrong, otherwise)


def test_short_circles_are_gone_round_even_in_a_brief_game() -> None:
    def third_time(rounds: Rounds) -> bool:
        return len(rounds) > 8 and rounds[-3:] == rounds[-6:-3] == rounds[-9:-6]

    human = LongGame(0, replies_of(perfect), BRIEF)
    judgement = played(errs_when(third_time), human)
    assert judgement.findings
    assert len(judgement.rounds) < 500


def test_a_short_line_shows_it_as_well() -> None:
    _, circles = with_a_trap(perfect, 8)
    choose = errs_when(third_time_round(circles[-1]))
    judgement = played(choose, LongGame(replies=replies_of(perfect)))
    shorter = shorten_late(judgement, Form(), Starter(choose))
    assert shorter is not None
    assert shorter.clause == judgement.findings[0].clause
    assert len(shorter.line) < 100 < len(judgement.findings[0].line)


def test_no_short_line_shows_what_goes_by_the_length_of_the_game() -> None:
    choose = errs_when(lambda rounds: len(rounds) > 700)
    judgement = played(choose, LongGame(replies=replies_of(perfect)))
    assert shorten_late(judgement, Form(), Starter(choose)) is None


@pytest.mark.slow
@pytest.mark.parametrize("known", [True, False])
def test_everything_is_covered_as_far_as_it_is_told(known: bool) -> None:
    human, judgement = fast_game()
    if not known:
        human = LongGame(100, None, FAST)
        judgement = played(perfect, human)
    rounds = judgement.rounds

    graph = ReplyGraph(replies_of(perfect))
    component = graph.component(rounds[-2].before)
    made = [(done.before, done.node) for done in rounds]
    windows = {(made[i][0], *(node for _, node in made[i : i + 3])) for i in range(len(made) - 2)}
    sequences = Sequences(graph, component, 3)
    left = sequences.left
    for end in range(3, len(made) + 1):
        sequences.made(made[end - 3 : end])
    assert left == sequences.total > 300
    assert sequences.left == 0
    assert len(windows) >= sequences.total
    assert human.coverage.sequences[3] == (sequences.total, sequences.total)

    circles = list(graph.circles(component, 8))
    assert human.coverage.circles == human.coverage.of_circles == len(circles)
    assert 0 < human.coverage.entries == human.coverage.of_entries
    text = " ".join(str(made.index(step)) for step in made)
    for circle in circles:
        turns = [" ".join(str(made.index(step)) for step in circle.begun_at(p).steps * 3)
                 for p in circle.positions]  # fmt: skip
        assert any(turn in text for turn in turns), circle

    times = Counter(done.asked for done in rounds)
    assert human.coverage.recurrences == 5
    assert min(times[apply(here, node)] for here in component for node, _ in graph.ways(here)) == 5


def test_circles_are_all_found_once() -> None:
    graph = ReplyGraph(replies_of(last))
    component = max((graph.component(here) for here in {h for h, _ in replies_of(last)}), key=len)
    found = list(graph.circles(component, 7))
    assert len({frozenset(circle.steps) for circle in found}) == len(found) > 20
    for circle in found:
        assert len(set(circle.positions)) == len(circle.steps) <= 7
        following = circle.begun_at(circle.positions[1]).positions
        assert tuple(graph.after(*step) for step in circle.steps) == following


@pytest.mark.parametrize("choose", [perfect, after_another_round])
@pytest.mark.slow
def test_it_ends_with_a_mistake_which_is_punished(choose: Choose) -> None:
    judgement = played(choose, LongGame(300, extent=FAST))
    assert not judgement.findings
    assert len(judgement.rounds) >= 300
    values = [value(done.before) for done in judgement.rounds]
    assert judgement.won
    assert all(at is Value.DRAW for at in values[:300])


def test_it_is_long_whatever_is_replied() -> None:
    judgement = played(erratic(), LongGame(300, extent=FAST))
    assert not judgement.findings
    assert len(judgement.rounds) >= 300


def test_a_program_that_errs_late_is_seen_to_err() -> None:
    """Such as one whose memory is full after so many rounds."""

    def late(position: Position, rounds: Rounds) -> Node:
        assert len(rounds) <= 300, "asked that late"
        return perfect(position, rounds)

    with pytest.raises(AssertionError, match="asked that late"):
        play_out(game_of(late), LongGame(rounds=400, extent=FAST))


def test_a_slow_program_is_let_go_after_the_least_rounds() -> None:
    human = LongGame(200, replies_of(perfect), FAST._replace(seconds=0.0))
    assert 200 <= len(played(perfect, human).rounds) < 300
    assert human.coverage.circles < human.coverage.of_circles


def test_at_last_one_circle_comes_again_and_again() -> None:
    rounds = fast_game()[1].rounds
    nodes = [done.node for done in rounds]
    assert any(
        nodes[end - length : end] * 12 == nodes[end - 12 * length : end]
        for end in range(len(nodes) - 20, len(nodes))
        for length in range(2, 30)
    )


def test_what_is_covered_is_told() -> None:
    told = str(fast_game()[0].coverage)
    assert "circles of up to 8 moves gone round 4 times in a row" in told
    assert "ways into the short" in told
    assert "sequences of 3 moves" in told
    assert "every position that can recur at least 5 times" in told
