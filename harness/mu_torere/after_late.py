"""What other numbers move, where one was typed that the program did not answer in time.

This tells a program that computes for ever from one that waits for ever at an illegal move: in the
second some numbers move stones, and perhaps others than a form says.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain, islice
from typing import Final

from harness.mu_torere.game import Game
from harness.mu_torere.screen import Form
from harness.mu_torere.typed_numbers import Reply, Trial, replies

_NAMES: Final = 12  # more than the digits: two stones at least may move at the start


def others_typed(
    open_game: Callable[[Form], Game], trial: Trial, forms: Iterable[Form]
) -> list[Reply]:
    """How the likeliest other names of these forms are answered in place of the trial's last.

    Each is typed in a run of its own. All runs go on side by side: to wait costs no processor.
    """
    typed = {reply.number for reply in trial.replies}
    numbers = chain.from_iterable(form.numbers for form in forms)
    names = islice(dict.fromkeys(name for name in numbers if name not in typed), _NAMES)
    with ThreadPoolExecutor(_NAMES) as threads:
        answered = threads.map(lambda name: _instead(open_game, trial, name), names)
    return [reply for reply in answered if reply is not None]


def _instead(open_game: Callable[[Form], Game], trial: Trial, name: str) -> Reply | None:
    """How this name is answered in place of the last; None where the game does not come so far."""
    form, late = trial.form, trial.replies[-1]
    exchanged = {late.number: name, name: late.number}
    game = open_game(replace(form, numbers=tuple(exchanged.get(n, n) for n in form.numbers)))
    for reply in trial.replies:
        if not game.over:
            game.play(form.node_of[reply.number])
    found = replies(game.finish(), form)
    same = len(found) == len(trial.replies) and found[-1].before == late.before
    return found[-1] if same else None
