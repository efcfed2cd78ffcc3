"""Short games in the environments that other people start programs in, one after another.

What is wrong in one of them is held against the program as in the proof: a wrong move everywhere,
and a wrong drawing where nothing excuses another one. Of what is set there only that is told, and
typed into the command to paste, without which the program does not err.
"""

import dataclasses
import shlex
import time
from collections.abc import Callable, Mapping
from typing import Final

from harness.challenge import Job
from harness.mu_torere.environments import Variables, environment, told
from harness.mu_torere.form_reading import read_quietly
from harness.mu_torere.game import Game, opened, play_out
from harness.mu_torere.opponent import typed
from harness.mu_torere.policy import Policy
from harness.mu_torere.reading.inference import Hints
from harness.mu_torere.referee import Judgement, declared_fault, judge
from harness.mu_torere.reply_graph import Step
from harness.mu_torere.screen import Form
from harness.mu_torere.shorten import shorten
from harness.mu_torere.side_by_side import Planned, finished
from harness.mu_torere.table import PROOF, Table
from harness.mu_torere.trap_tour import TrapTour
from harness.mu_torere.worlds import ERRORS_APART, in_world, may_write_bytecode
from harness.program import Program
from harness.screen import TerminalKind
from harness.verdict import Finding
from reference.mu_torere.rules import Position

_TRIES: Final = 80  # games to find the variables that matter
_WITH_ERRORS: Final = 6  # from one game with standard error on the terminal to the next
OF_A_MOVE: Final = frozenset({"mu_torere/game", "mu_torere/perfect"})


class Elsewhere:
    """The games against one program in other environments, from number 0."""

    def __init__(
        self,
        job: Job,
        table: Table,
        given: Form | Hints,
        policy: Policy,
        known: Mapping[Step, Position],
    ) -> None:
        self._job, self._table, self._given, self._policy = job, table, given, policy
        self._known = known
        self.games = self.rounds = 0
        self.unread = 0  # games of which nothing is said
        self.seconds = 0.0  # that `play` has taken

    def __str__(self) -> str:
        """What was played, in words."""
        played = f"{self.games} other environments: {self.rounds} rounds"
        return (
            f"{played}, and {self.unread} in which its print is not read" if self.unread else played
        )

    @property
    def played(self) -> int:
        """How many games were played."""
        return self.games + self.unread

    def plan(self, number: int) -> Planned:
        """The game in the environment of this number, to be played."""
        return Planned(str(number), self._opener_in(number, self._table.form),
                       TrapTour(self._known, number))  # fmt: skip

    def play(self) -> list[Finding]:
        """Play the next game; what was wrong in it."""
        began = time.monotonic()
        plan = self.plan(self.played)
        found = self.take(finished(plan.open(), plan.choose))
        self.seconds += time.monotonic() - began
        return found

    def take(self, game: Game) -> list[Finding]:
        """Take the next game, which was played as planned; what was wrong in it."""
        number = self.played
        there, form, judgement = environment(number), self._table.form, game.judgement()
        if _is_unread(judgement) and isinstance(self._given, Hints):
            job = dataclasses.replace(self._job, program=self._program(there.variables))
            found = read_quietly(job, self._given)
            if found.form not in (None, form) and declared_fault(found.form) is None:
                form = found.form
                choose = TrapTour(self._known, number)
                game = finished(self._opener_in(number, form)(), choose)
                judgement = game.judgement()
        if there.is_poor and _is_unread(judgement):
            self.unread += 1
            return []
        self.games += 1
        self.rounds += len(judgement.rounds)
        self._policy.follow(judgement.rounds)
        if there.is_poor and not _is_of_a_move(judgement):
            return []
        self._table.record_judged(in_world(game.finish(), str(there)), judgement)
        return [self._explained(judgement, number, form)] if judgement.findings else []

    def _opener_in(self, number: int, form: Form) -> Callable[[], Game]:
        there = environment(number)
        return self._opener(there.variables, self._kind(number), form)

    def _kind(self, number: int) -> TerminalKind:
        """The terminal there; standard error is on it now and then, if nothing is printed there."""
        errors = number % _WITH_ERRORS == 0 and not self._table.talks
        return dataclasses.replace(ERRORS_APART, size=environment(number).size, errors=errors)

    def _program(self, variables: Variables) -> Program:
        program = self._job.program
        if not may_write_bytecode(program):
            name = "PYTHONDONTWRITEBYTECODE"
            variables = {other: value for other, value in variables.items() if other != name}
        # A terminal as in the proof, where nothing else is said of it.
        return program.on_a_usual_machine(variables).on_a_terminal()

    def _opener(self, variables: Variables, kind: TerminalKind, form: Form) -> Callable[[], Game]:
        program = self._program(variables)
        if kind is PROOF:  # as the command runs it that the finding names
            before = self._job.program.processes_before
            program = dataclasses.replace(program, processes_before=before)
        return lambda: opened(program, form, kind)

    def _explained(self, judgement: Judgement, number: int, form: Form) -> Finding:
        """The finding, with as little of the environment as shows it, and by a short line."""
        finding = judgement.findings[0]
        line = tuple(form.node_of[number] for number in finding.line if number in form.node_of)

        def shown(variables: Variables, kind: TerminalKind) -> Judgement | None:
            again = judge(play_out(self._opener(variables, kind, form)(), typed(line)))
            found = again.findings[:1]
            same = [(f.clause, f.verdict) for f in found] == [(finding.clause, finding.verdict)]
            return again if same else None

        kind, variables = self._kind(number), environment(number).variables
        best = shown(variables, kind)
        if best is None:
            seen = f"{finding.seen} (in one game, and not again in the same environment)"
            return self._job.with_judged_again(dataclasses.replace(finding, seen=seen))
        if found := shown(variables, PROOF):
            kind, best = PROOF, found
        variables, best = _fewest(variables, best, lambda fewer: shown(fewer, kind))
        if best.rounds:
            short = shorten(best, self._policy, form, self._opener(variables, kind, form))
        else:
            short = best.findings[0]
        return self._told(short, variables, kind)

    def _told(self, finding: Finding, variables: Variables, kind: TerminalKind) -> Finding:
        size = f"on a terminal of {kind.size.columns} by {kind.size.rows}"
        size += " with standard error on it" if kind.errors else ""
        parts = [] if kind is PROOF else [size]
        parts += [f"where {told(variables)}"] if variables else []
        shown = dataclasses.replace(finding, seen=f"{finding.seen} ({', '.join(parts)})")
        before, after = self._job.again
        if kind is not PROOF or not variables or not after:
            return self._job.with_judged_again(shown if parts else finding)
        options = " ".join(f"--environment {word}" for word in _option_words(variables))
        job = dataclasses.replace(self._job, again=(f"{before} {options}", after))
        return job.with_replay(shown)


def _fewest(
    variables: Variables, best: Judgement, shown: Callable[[Variables], Judgement | None]
) -> tuple[Variables, Judgement]:
    """As few of these variables as still show a fault, and how the last game showed it.

    First half of them are left out at a time, then a quarter, and so on to single ones.
    """
    names, tries = [*variables], 0
    size = len(names) // 2
    while size:
        at = 0
        while at < len(names) and tries < _TRIES:
            fewer = names[:at] + names[at + size :]
            found = shown({name: variables[name] for name in fewer})
            tries += 1
            if found is None:
                at += size
            else:
                names, best = fewer, found
        size //= 2
    return {name: variables[name] for name in names}, best


def _is_of_a_move(judgement: Judgement) -> bool:
    """Whether only a move was wrong, or nothing."""
    return {finding.clause for finding in judgement.findings} <= OF_A_MOVE


def _is_unread(judgement: Judgement) -> bool:
    """Whether no move was seen of a game in which something else was wrong."""
    return not (judgement.rounds or _is_of_a_move(judgement))


def _option_words(variables: Variables) -> list[str]:
    """The values of `--environment` that set and unset these."""
    return [shlex.quote(name if value is None else f"{name}={value}")
            for name, value in variables.items()]  # fmt: skip
