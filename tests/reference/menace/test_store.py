"""The file of boxes, and what is left of it when its writer is killed."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.menace import opponents, store
from reference.menace.boxes import boxes_of
from reference.menace.game import PolicyPlayer, play_game
from reference.menace.machine import Machine
from reference.menace.rulesets import MICHIE
from reference.menace.store import MachineFile, Saved, StoreError, decode, encode
from reference.tic_tac_toe import EMPTY, EMPTY_BOARD

boxes_of("X")  # derived here, for the fork server to hand on to all processes that are killed
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload([__name__])
SLOW_DISK = 0.001  # seconds that a call takes longer, so that a kill is likely to come within it


def days(saved: Saved | None) -> Iterator[Saved]:
    """The one machine of these tests after one more game, after two more, ...; chance is the
    day's."""
    machine = saved.machine() if saved else Machine.fresh(Random(0))
    history = saved.history if saved else ""
    while True:
        rng = Random(len(history))
        history += play_game(machine, PolicyPlayer(opponents.random), rng) or EMPTY
        yield Saved.of(machine, history)


def machine_after(games: int) -> Saved:
    """The machine after so many games, of which there is at least one."""
    machine = days(None)
    return [next(machine) for _ in range(games)][-1]


def load(path: Path) -> Saved | None:
    with MachineFile(path) as file:
        return file.load()


def save(path: Path, saved: Saved) -> None:
    with MachineFile(path) as file:
        file.save(saved)


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "menace.json"
    assert load(path) is None
    save(path, machine_after(20))
    assert load(path) == machine_after(20)
    machine = machine_after(20).machine()
    assert Saved.of(machine, machine_after(20).history) == machine_after(20)


@given(st.integers(0, 2**32), st.text(alphabet="XO-", max_size=5))
@settings(max_examples=20, deadline=None)
def test_decoding_undoes_encoding(seed: int, history: str) -> None:
    saved = Saved.of(Machine.fresh(Random(seed), MICHIE), history)
    assert decode(encode(saved)) == saved


def test_a_game_in_play_is_not_saved() -> None:
    machine = Machine.fresh(Random(0))
    machine.move(EMPTY_BOARD, Random(0))
    with pytest.raises(ValueError, match="in play"):
        Saved.of(machine, "")


def test_every_cut_and_every_changed_byte_is_noticed() -> None:
    raw = encode(machine_after(5))
    for length in range(0, len(raw) - 1, 97):
        with pytest.raises(StoreError, match="damaged"):
            decode(raw[:length])
    for at in range(0, len(raw) - 1, 53):
        changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        with pytest.raises(StoreError):
            decode(changed)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"version":1', b'"version":2', "version 2"),
        (b"golfproof MENACE", b"another program's", "not a file of MENACE"),
        (b"{", b"[", "not JSON"),
    ],
)
def test_what_it_cannot_read_is_left_alone(
    tmp_path: Path, old: bytes, new: bytes, why: str
) -> None:
    path = tmp_path / "menace.json"
    raw = encode(machine_after(3)).replace(old, new, 1)
    path.write_bytes(raw)
    with pytest.raises(StoreError, match=why):
        load(path)
    assert path.read_bytes() == raw


def test_a_machine_that_cannot_be_is_refused() -> None:
    good = machine_after(3)
    few = Saved(good.contents[:303], good.ruleset, good.history)
    odd = Saved(good.contents, good.ruleset, "XYZ")
    for saved in (few, odd):
        with pytest.raises(StoreError, match="holds no machine"):
            decode(encode(saved))


def test_two_writers_are_not_let_in(tmp_path: Path) -> None:
    path = tmp_path / "menace.json"
    with MachineFile(path), pytest.raises(StoreError, match="another game"):
        MachineFile(path).__enter__()
    save(path, machine_after(1))  # and the lock is free again


def test_no_saving_without_the_lock(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="locked"):
        MachineFile(tmp_path / "menace.json").save(machine_after(1))


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.json", tmp_path / "menace.json"
    link.symlink_to(target)
    save(link, machine_after(1))
    assert link.is_symlink()
    assert load(target) == machine_after(1)


def test_an_unusable_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot keep boxes"):
        load(tmp_path / "file" / "menace.json")


STEPS = ("open", "write", "fsync", "replace", "fsync of the folder")


@pytest.mark.parametrize(
    ("step", "half"),
    [(step, False) for step in STEPS] + [(step, True) for step in ("fsync", "replace")],
)
def test_killed_at_any_step(tmp_path: Path, step: str, half: bool) -> None:
    """The writer is killed before the step, with all or (`half`) with half of the bytes written."""
    path = tmp_path / "menace.json"
    save(path, machine_after(1))
    writer = PROCESSES.Process(target=write_until_killed_at, args=(path, step, half))
    writer.start()
    writer.join()
    assert writer.exitcode == -signal.SIGKILL
    assert load(path) == machine_after(2 if step == "fsync of the folder" else 1)
    save(path, machine_after(3))  # what the writer left behind is not in the way
    assert load(path) == machine_after(3)
    assert {p.name for p in tmp_path.iterdir()} == {"menace.json", "menace.json.lock"}


def write_until_killed_at(path: Path, step: str, half: bool) -> None:
    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def die_on(name: str, wanted: Callable[[Any], bool]) -> None:
        real = getattr(os, name)
        setattr(os, name, lambda a, *more, **named: (die if wanted(a) else real)(a, *more, **named))

    if half:
        vars(store)["encode"] = lambda saved: encode(saved)[:5000]
    match step:
        case "open":
            die_on("open", lambda path: str(path).endswith(".tmp"))
        case "write":
            die_on("fdopen", lambda _: True)
        case "fsync of the folder":
            vars(store)["_synchronise"] = die
        case name:
            die_on(name, lambda _: True)
    save(path, machine_after(2))


@pytest.mark.slow
def test_killed_a_hundred_times_in_the_middle_of_writing(tmp_path: Path) -> None:
    """Nothing is lost but the game in play.

    What is found is the machine of the last save that was reported, or of the one after it, when
    the kill came before the report; bead for bead, since the games are known.
    """
    path, rng, known, cut = tmp_path / "menace.json", Random(4), [machine_after(1)], 0
    machine = days(known[0])
    save(path, known[0])
    for _ in range(100):
        reports, report = PROCESSES.Pipe(duplex=False)
        writer = PROCESSES.Process(target=save_day_after_day, args=(path, report))
        writer.start()
        report.close()
        reports.recv()  # it has begun
        time.sleep(rng.uniform(0, 30 * SLOW_DISK))
        writer.kill()
        writer.join()
        reported = len(known[-1].history)
        while reports.poll():
            try:
                reported = reports.recv()
            except EOFError:
                break
        cut += path.with_name("menace.json.tmp").exists()
        found = load(path)
        assert found is not None
        assert reported <= len(found.history) <= reported + 1
        while len(known) < len(found.history):
            known.append(next(machine))
        assert found == known[-1]
    assert cut >= 20  # of a hundred; about half are expected to come while the file is written
    assert len(known) > 50


def save_day_after_day(path: Path, report: Connection) -> None:
    real = {name: getattr(os, name) for name in ("fsync", "replace")}

    def slowly(name: str) -> Callable[..., None]:
        def call(*arguments: object) -> None:
            time.sleep(SLOW_DISK)
            real[name](*arguments)

        return call

    for name in real:
        setattr(os, name, slowly(name))
    with MachineFile(path) as file:
        saved = file.load()
        assert saved
        report.send(len(saved.history))
        for day in days(saved):
            file.save(day)
            report.send(len(day.history))
