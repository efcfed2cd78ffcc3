"""The games that a program plays after it has won, in the same run.

Some programs ask whether to play again, others begin at once. What a program asks for is found by
trying, each answer in a run of its own if need be. A number is typed as well: a program that takes
it for a move plays a game, whether or not it has shown the board of its start.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from harness.mu_torere import opponent
from harness.mu_torere.game import Chooser, Game, play_on
from harness.mu_torere.long_game import BRIEF, LongGame
from harness.mu_torere.prelude import invitations
from harness.mu_torere.reply_graph import ReplyGraph, Step
from harness.mu_torere.rounds import Round
from harness.mu_torere.screen import Form
from harness.transcript import Transcript
from reference.mu_torere.rules import Node, Position, is_terminal, legal_moves

_ANSWERS: Final = (
    "y",
    "",
    "1",
    "yes",
    "Y",
    "2",
    "j",
    "s",
    "o",
    "ja",
    "si",
    "oui",
    "ok",
    "0",
)  # to "play again?" and the like
_AGAIN: Final = (
    r"(?:again|rematch|another|new|next|restart|continue|replay|yes|play|ja|oui|s[ií]|"
    r"noch|neu|weiter|encore|rejouer|nouvelle|otra|jugar|ancora|de novo)"
)
_KEY: Final = re.compile(
    rf"(?<!\w)['\"\[(<]?(\w)['\"\])>]?\s*(?:[=:.)\]-]|for|to|f[uü]r|pour|para|per)\s*(?:to\s+)?{_AGAIN}\b",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r"['\"`](\w{1,12})['\"`]")
_CHOICE: Final = re.compile(
    r"[\[(](\w{1,8})\s*[/|,]\s*\w{1,8}[\])]"
    r"|(?<!\w)(\w{1,8})(?:\s*[/|]\s*|\s+(?:or|oder|ou|o)\s+)\w{1,8}\W*$",
    re.MULTILINE,
)
_TYPED: Final = re.compile(
    r"\b(?:type|enter|press|say|hit|write|answer|tippe|schreib|tape[zr]?|escrib[ea]|scrivi)\s+"
    r"(?!an?\b|any\b|the\b|your\b|to\b|or\b)(\w{1,12})",
    re.IGNORECASE,
)
_PROMPT: Final = 300  # characters at the end of standard error
_RUNS: Final = 6  # in which an answer is looked for
_GAMES: Final = 4  # in one run, each won in the shortest way
_ROUNDS_TO_A_WIN: Final = 100  # a program that draws lots may evade
_ROUNDS: Final = 150  # of a game with mistakes
_OTHERWISE: Final = BRIEF._replace(longest_circle=0, depth=5)  # as long, by other moves

OpenGame = Callable[[], Game]


class Rematches(NamedTuple):
    """One run with several games."""

    transcript: Transcript
    games: int  # that were begun after a win
    rounds: int  # of these


def to_a_win(replies: Mapping[Step, Position]) -> Chooser:
    """Leads to the program's win by a shortest known way; stops where no way is known."""
    graph = ReplyGraph(replies)

    def choose(position: Position, rounds: Sequence[Round]) -> Node | None:
        if len(rounds) >= _ROUNDS_TO_A_WIN:
            return None
        way = graph.route(position, is_terminal, mistakes=True)
        return way[0][1] if way else None

    return choose


def rematches(
    open_game: OpenGame, form: Form, known: Mapping[Step, Position]
) -> Iterator[Rematches]:
    """Runs in which the program plays on after a win, or goes wrong after one."""
    way = to_a_win(known)
    game = open_game()
    start = game.position
    play_on(game, way)
    asks, said = game.asks or game.begins_anew, game.said_at_the_end
    heard = game.finish()
    if game.failed:
        yield Rematches(heard, 0, 0)
    if not asks or start is None:
        return
    errors = heard.exit.own_stderr  # where `input` of Python writes its prompts
    move = form.number_of[legal_moves(start)[0]]
    waiting = deque(_likely(f"{said}\n{errors[-_PROMPT:]}", move))
    answers: tuple[str, ...] = ()
    for _ in range(_RUNS):
        game = open_game()
        play_on(game, way)
        answers = _begin(game, waiting, move)
        if game.failed or not game.over:
            break
        yield Rematches(game.finish(), 0, 0)  # a game that is not on its terminal is wrong
        if not waiting:
            return
    else:
        return
    yield _played(game, answers, move, [_or_else(way, known) for _ in range(_GAMES)])
    game = open_game()
    play_on(game, way)
    more = opponent.at_most(_ROUNDS, opponent.Trapper())
    humans: list[Chooser] = [LongGame(0, known, BRIEF), LongGame(0, known, _OTHERWISE), more]
    yield _played(game, answers, move, humans)


def _or_else(way: Chooser, known: Mapping[Step, Position]) -> Chooser:
    """Follows this chooser where it has a move; elsewhere, as after a new start, a long game."""
    other = LongGame(0, known, BRIEF)

    def choose(position: Position, rounds: Sequence[Round]) -> Node | None:
        node = way(position, rounds)
        return other(position, rounds) if node is None else node

    return choose


def _likely(said: str, move: str) -> list[str]:
    """What may be typed after a win, the likeliest first."""
    lines = [line for line in said.split("\n") if line.strip()]
    last = "\n".join(lines[-4:])
    choices = [first or second for first, second in _CHOICE.findall(last)]
    keys = [*_KEY.findall(last), *_QUOTED.findall(last), *choices, *_TYPED.findall(last)]
    invited = list(dict.fromkeys([*keys, *invitations(last)]))
    asks = invited or last.rstrip().endswith(("?", ":", ">", ")"))
    return list(dict.fromkeys([*([] if asks else [move]), *invited, *_ANSWERS, move]))


def _begin(game: Game, waiting: deque[str], move: str) -> tuple[str, ...]:
    """Type answers until another game begins, or the run ends; what was typed last.

    After each one a move is typed: some begin a game and do not show it.
    """
    game.go_on()
    typed: tuple[str, ...] = ()
    while game.asks and waiting:
        typed = (waiting.popleft(),)
        game.answer(typed[0])
        if game.asks and typed[0] != move:
            typed += (move,)
            game.answer(move)
    return typed


def _played(
    game: Game, answers: Sequence[str], move: str, choosers: Sequence[Chooser]
) -> Rematches:
    """Play a game with each of these opponents, as long as the program begins another."""
    games = rounds = 0
    game.go_on()
    for choose in choosers:
        for answer in answers:
            if game.asks:
                game.answer(answer)
        if game.asks and games:
            game.answer(move)  # as before, where it may have begun a game and not shown it
        position = game.position
        if position is None:
            break
        done = play_on(game, choose)
        if not done and game.asks:  # it has refused a move, and takes another perhaps
            game.answer(move)
        games += bool(done)
        rounds += len(done)
    return Rematches(game.finish(), games, rounds)
