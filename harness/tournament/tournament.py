"""A tournament: from a list of bots and a schedule to finished matches, whatever happens meanwhile.

Source: the challenge "Meta tic-tac-toe", spec clause "The tournament". Every finished match is in
the journal before it is counted. Whoever continues a journal plays what is missing, and nothing
again. Each bot plays its matches in the order of the schedule, one at a time, so its data.txt has
one writer and one history: with bots that play alike on the same input the result is the same,
however many matches are played at a time and however often the tournament is interrupted.
"""

import json
import shlex
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from harness import removal
from harness.meta_tic_tac_toe import match_file as match_file_module
from harness.meta_tic_tac_toe.bot import Bot, CallLimits
from harness.meta_tic_tac_toe.match import ROUNDS
from harness.sandbox.confined import LostLauncherError
from harness.tournament import bot_folder
from harness.tournament.bot_folder import Archive
from harness.tournament.compiling import compiled
from harness.tournament.journal import Entrant, Journal, Settings
from harness.tournament.ledger import Finished, Ledger
from harness.tournament.openings import Openings
from harness.tournament.schedule import Pairing, Schedule
from harness.tournament.task import Caller, MatchTask, PlayedMatch, Side
from harness.tournament.workers import Crew
from harness.verdict import HarnessError, UsageError
from reference.meta_tic_tac_toe.wire import Nought

Tell: TypeAlias = Callable[[Ledger, Sequence[Pairing], Finished | None], None]
"""Told how the tournament stands, what is being played, and what has just been finished, if so."""

_ATTEMPTS: Final = 5  # at one match, each of which lost its worker or a launcher
_TICK_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class Tournament:
    """All that a tournament's result depends on; `folders` are those of the bots, by name."""

    bots: tuple[Bot, ...]
    folders: Mapping[str, Path]
    schedule: Schedule
    caller: Caller
    rounds: int = ROUNDS
    limits: CallLimits = field(default_factory=CallLimits)
    openings: Openings = field(default_factory=Openings)
    nought: Nought = "0"  # how O's tiles are sent to all bots
    isolation: str = ""  # what the caller was told of it, for the journal

    @property
    def names(self) -> tuple[str, ...]:
        """The bots' names in the order of the list."""
        return tuple(bot.name for bot in self.bots)


def begin(tournament: Tournament, journal: Journal, place: Path) -> Ledger:
    """The ledger of the journal's tournament; it begins here if none of its matches is finished.

    Bots are compiled below `place`. Raises UsageError when the journal is of another tournament.
    """
    archives = {bot.name: bot_folder.pack(tournament.folders[bot.name]) for bot in tournament.bots}
    settings = _settings(tournament, archives)
    found = journal.settings
    if found is None or (dict(found) != settings and not journal.matches()):
        journal.begin(settings, entered(tournament, archives, place))
    elif dict(found) != settings:
        raise UsageError(
            f"{journal.folder} holds another tournament: {_difference(found, settings)}; --fresh "
            "begins anew, --name NAME keeps both"
        )
    ledger = Ledger(tournament.names, tournament.schedule)
    for number, match in journal.matches().items():
        ledger.add(number, match)
    journal.check_data()
    return ledger


def entered(
    tournament: Tournament, archives: Mapping[str, Archive], place: Path
) -> dict[str, Entrant]:
    """The bots as they go into their first match, compiled where they have to be."""
    return {
        bot.name: Entrant(
            compiled(bot, archives[bot.name], place),
            bot_folder.read_data(tournament.folders[bot.name], tournament.limits.file_bytes),
        )
        for bot in tournament.bots
    }


def run(
    tournament: Tournament, journal: Journal, ledger: Ledger, crew: Crew, place: str | None,
    tell: Tell, is_over: Callable[[Ledger], bool] = lambda ledger: False,
) -> float:  # fmt: skip
    """Play all matches that are left, or until `is_over` of the ledger.

    The result is the seconds that the tournament took, its earlier runs included. Arenas of matches
    are made below `place`, a path on whatever machine plays. Raises HarnessError when a machine
    fails, and when a match loses its worker again and again.
    """
    bots = dict(zip(tournament.names, tournament.bots, strict=True))
    files = {
        name: bot_folder.file_names(journal.entrant(name).archive) for name in tournament.names
    }
    running: dict[Future[PlayedMatch], Pairing] = {}
    lost: Counter[int] = Counter()
    lost_errors: tuple[type[BaseException], ...] = (*crew.lost, LostLauncherError)
    began = time.monotonic() - journal.seconds

    def task(pairing: Pairing) -> MatchTask:
        x, o = (
            Side(bots[name], *journal.entrant(name))
            for name in (ledger.names[pairing.x], ledger.names[pairing.o])
        )
        return MatchTask(
            pairing.number, x, o, tournament.rounds, tournament.limits, tournament.caller, place,
            tournament.openings.of(pairing, ledger.pairings), tournament.nought, tournament.bots,
            {name: names for name, names in files.items() if name not in (x.bot.name, o.bot.name)},
        )  # fmt: skip

    while not is_over(ledger):
        numbers = {pairing.number for pairing in running.values()}
        for pairing in list(ledger.ready(numbers))[: crew.slots - len(running)]:
            running[crew.submit(task(pairing))] = pairing
        if not running:
            break
        tell(ledger, tuple(running.values()), None)
        done, _ = wait(running, _TICK_SECONDS, FIRST_COMPLETED)
        for future in sorted(done, key=lambda future: running[future].number):
            pairing = running.pop(future)
            try:
                played = future.result()
            except lost_errors as error:
                lost[pairing.number] += 1
                if lost[pairing.number] == _ATTEMPTS:
                    said = f"match {pairing.number} lost its worker {_ATTEMPTS} times"
                    raise HarnessError(f"{said}: {error}") from error
                continue
            except CancelledError as error:
                raise HarnessError(f"match {pairing.number} was given up") from error
            journal.commit(played, time.monotonic() - began)
            finished = ledger.add(played.number, played.match)
            match_file_module.save(played.match, match_file(journal.folder, played.number))
            tell(ledger, tuple(running.values()), finished)
    return journal.seconds


def clear(place: Path) -> None:
    """Remove the arenas of matches that an earlier run did not finish."""
    if place.exists():
        for left in place.iterdir():
            removal.remove(left)


def match_file(folder: Path, number: int) -> Path:
    """Where a tournament's folder has the file of a match."""
    return folder / "matches" / f"{number:03}{match_file_module.SUFFIX}"


def write_missing(journal: Journal, ledger: Ledger) -> None:
    """Write the files of matches that were committed and then killed before theirs was written."""
    for number, finished in ledger.finished.items():
        path = match_file(journal.folder, number)
        text = match_file_module.dump(finished.match)
        if not path.exists() or path.read_bytes() != text.encode():
            match_file_module.save(finished.match, path)


def _settings(tournament: Tournament, archives: Mapping[str, Archive]) -> Settings:
    settings = {"the list of bots": ", ".join(tournament.names)}
    for bot in tournament.bots:
        settings[f"the command of {bot.name}"] = shlex.join(bot.command)
        settings[f"the compile command of {bot.name}"] = shlex.join(bot.compile or ())
        settings[f"the files of {bot.name}"] = bot_folder.fingerprint(archives[bot.name])
    settings["the schedule"] = str(tournament.schedule)
    settings["the number of rounds"] = str(tournament.rounds)
    settings["the openings"] = str(tournament.openings)
    settings["how O's tiles are sent"] = tournament.nought
    settings["the limits"] = json.dumps(asdict(tournament.limits))
    settings["the isolation"] = tournament.isolation
    return settings


def _difference(found: Settings, settings: Settings) -> str:
    """What differs, in words; of a bot that is new or gone the list of bots tells enough."""
    names = [name for name in settings if name in found and settings[name] != found[name]]
    said = (
        f"{name} differ" if name.startswith("the files") else
        f"{name}: there {found[name]}, now {settings[name]}"
        for name in names
    )  # fmt: skip
    return "; ".join(said)
