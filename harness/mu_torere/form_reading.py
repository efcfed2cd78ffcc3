"""How a program is to be read: as it is declared, or as its first print and some games show."""

import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import Final

from harness.challenge import Job, Keep
from harness.mu_torere.declaration import declared
from harness.mu_torere.game import Game
from harness.mu_torere.reading.inference import Hints
from harness.mu_torere.referee import TERMINAL_NOTE
from harness.mu_torere.screen import Form
from harness.mu_torere.table import PROOF, Table
from harness.mu_torere.trial import UNREAD_NOTE, Found, find_form
from harness.program import Program
from harness.session import Exit
from harness.transcript import Transcript, Turn
from harness.verdict import UsageError

_TRIAL_ASKS_SECONDS: Final = 0.4  # a wrong number is often answered by asking again


def read_form(job: Job, given: Form | Hints, keep: Keep) -> Found:
    """How the program is to be read: as declared, or as its first print and some games show."""
    if isinstance(given, Form):
        return Found(given)
    limits = dataclasses.replace(job.program.limits, asks_seconds=_TRIAL_ASKS_SECONDS)

    def within(seconds: float) -> Callable[[Form], Game]:
        least = min(seconds, limits.move_seconds)
        hasty = dataclasses.replace(limits, move_seconds=least)
        trying = dataclasses.replace(job, program=dataclasses.replace(job.program, limits=hasty))
        return lambda form: Table(trying, form, keep).open()

    found = find_form(
        lambda: job.program.on_a_terminal().start(PROOF), within(math.inf), PROOF, given, within
    )
    if found.form is None and found.reply is not None:
        keep("unread", _unread(job, found))
    return found


def read_otherwise(job: Job, given: Form | Hints, keep: Keep) -> Found | None:
    """What fits, found with nothing declared, where something was declared that does not."""
    nothing = Hints(exact=given.exact, clean_end=given.clean_end)
    if given == nothing or given == Form(exact=given.exact, clean_end=given.clean_end):
        return None
    found = read_form(job, nothing, _forget)
    if not found.fits:
        return None
    told = dataclasses.replace(
        found,
        form=None,
        nearest=found.form,
        unread="what is declared is not what it prints or reads",
    )
    if told.reply is not None:
        keep("unread_as_declared", _unread(job, told))
    return told


def read_quietly(job: Job, given: Form | Hints) -> Found:
    """The same, and nothing is kept of it."""
    return read_form(job, given, _forget)


def form_of(program: Program, values: Mapping[str, object]) -> Form:
    """The form that is declared or found. Raises UsageError when the program cannot be read."""
    found = read_form(Job("mu_torere", program, values), declared(values), _forget)
    if found.form is None:
        raise UsageError(f"{program.shown}: cannot be read: {found.unread}")
    return found.form


def _unread(job: Job, found: Found) -> Transcript:
    """The transcript of a print that cannot be read."""
    assert found.reply is not None
    turn = Turn(None, found.reply.text, found.reply.seconds, found.reply.ending)
    program, ended = job.program, Exit(status=None, signal=None, stderr="")
    return Transcript(
        "mu_torere", program.command, Form().to_json(), program.limits.move_seconds, (turn,), ended,
        {TERMINAL_NOTE: str(PROOF), UNREAD_NOTE: found.unread},
    )  # fmt: skip


def _forget(name: str, transcript: Transcript) -> None:
    """Keep nothing."""
