"""The games against one program: where they are opened, judged and kept."""

import dataclasses
import threading
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from harness.challenge import Job, Keep
from harness.mu_torere.declaration import Thoroughness
from harness.mu_torere.game import Chooser, Game, opened
from harness.mu_torere.long_game import BRIEF, LongGame
from harness.mu_torere.opponent import Trapper, traps
from harness.mu_torere.referee import Judgement
from harness.mu_torere.rounds import Round
from harness.mu_torere.screen import Form
from harness.mu_torere.side_by_side import games_at_a_time
from harness.mu_torere.worlds import ERRORS_APART, THINKING, Thinker, open_in_shell
from harness.program import Program
from harness.screen import Size, TerminalKind
from harness.transcript import Transcript
from reference.mu_torere.rules import Node, Position

_ROUNDS_BETWEEN_STEPS: Final = 32  # of the humans who think, while another game is played

PROOF: Final = TerminalKind(Size(50, 500), echo=True)
"""The terminal of the proof: as wide as any program could want, and it shows what is typed."""


class Table:
    """Where games against one program are opened, and every finished one is judged and kept."""

    def __init__(self, job: Job, form: Form, keep: Keep) -> None:
        self._job, self.form, self._keep = job, form, keep
        self._program = job.program.on_a_terminal()
        self.kept = 0
        self.talks = False  # whether anything came on standard error, Python's warnings included
        self.plain = True  # whether the program has printed no sequence for a terminal
        self.slowest = 0.0
        self._rounds = 0  # of the longest game
        self._trapped: set[int] = set()  # rounds in which it was in a trap, in some game
        self._answers, self._seconds = 0, 0.0  # of all turns: how many, and how long they took
        self._thinking = threading.Lock()  # games may be opened by several threads
        self.thinkers: dict[str, Thinker] = {}  # by the world that they live in

    def open(self) -> Game:
        """A game against a new run of the program."""
        self.go_on()
        return opened(self._program, self.form, PROOF)

    def open_plainly(self, program: Program) -> Game:
        """A game against a variant of the program, on a dumb terminal if it needs no other."""
        return opened(program if self.plain else program.on_a_terminal(), self.form, PROOF)

    def begin_thinking(self, how: Thoroughness) -> None:
        """Begin the games of the humans who think, which go on beside the others."""
        if not how.quick:
            for world, human in THINKING.items():
                kind = dataclasses.replace(ERRORS_APART, size=human.size)
                game = open_in_shell(
                    self._job.program, self.form, kind, human.term, all_files=human.all_files
                )
                extent = BRIEF._replace(most=human.rounds, enough=human.rounds)
                choose = Trapper() if human.lays_traps else LongGame(0, extent=extent)
                self.thinkers[world] = Thinker(game, choose, human.thoughts())

    def go_on(self) -> None:
        """Let each human who has thought long enough move, unless one is moving just now."""
        if self._thinking.acquire(blocking=False):
            try:
                for thinker in self.thinkers.values():
                    thinker.step()
            finally:
                self._thinking.release()

    @property
    def games_at_a_time(self) -> int:
        """How many games may be played side by side, by what was seen so far."""
        return self.at_a_time(self._seconds / max(1, self._answers), self.slowest)

    def at_a_time(self, mean_seconds: float, slowest_seconds: float) -> int:
        """How many games may be played side by side, by how long the program takes to answer."""
        return games_at_a_time(mean_seconds, slowest_seconds, self._job.program.limits.move_seconds)

    def beside(self, choose: Chooser) -> Chooser:
        """The same opponent, during whose game the humans who think play on."""

        def chosen(position: Position, rounds: Sequence[Round]) -> Node | None:
            if len(rounds) % _ROUNDS_BETWEEN_STEPS == 0:
                self.go_on()
            return choose(position, rounds)

        return chosen

    def stop_thinking(self) -> None:
        """End those games, as far as they have come."""
        for thinker in self.thinkers.values():
            thinker.game.finish()

    def record(self, game: Game) -> Judgement:
        """Keep a finished game; what the referee says of it."""
        judgement = game.judgement()
        self.record_judged(game.finish(), judgement)
        return judgement

    def record_judged(self, transcript: Transcript, judgement: Judgement) -> None:
        """Keep the transcript of a finished game, of which the referee says this."""
        self.kept += 1
        self._keep(f"{self.kept:03}", transcript)
        self.plain = self.plain and transcript.is_plain
        self.talks = self.talks or bool(transcript.exit.stderr)
        self._answers += len(transcript.turns)
        self._seconds += sum(turn.seconds for turn in transcript.turns)
        self.slowest = max(self.slowest, judgement.slowest_seconds)
        self._rounds = max(self._rounds, len(judgement.rounds))
        self._trapped.update(
            number for number, done in enumerate(judgement.rounds, 1) if done.asked in traps()
        )

    @property
    def trapped(self) -> range:
        """The most rounds without a gap in each of which the program was in a trap, in some game.

        In a few of the first rounds no human can lead it into one.
        """
        gaps = [0, *(n for n in range(1, self._rounds + 2) if n not in self._trapped)]
        return max((range(gap + 1, end) for gap, end in pairwise(gaps)), key=len)
