"""The real pseudo-terminal against hostile programs.

Limits are short where a test must wait for them, and long where it must not come to that. No test
looks at how long anything took, but for the deadline's own promise that it is absolute.
"""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from harness import terminal
from harness.program import ENVIRONMENT, Program
from harness.sandbox import processes
from harness.sandbox.activity import Activity, Family
from harness.sandbox.client import pool as launchers
from harness.sandbox.confined import ConfinedProgram
from harness.sandbox.levels import LIMITS, Level, available_levels
from harness.screen import Size
from harness.session import Ending, Limits, Reply
from harness.terminal import PtySession
from harness.verdict import UsageError

HERE = available_levels()
ROOT = Path(__file__).parents[2]
LONG = Limits(move_seconds=60.0, asks_seconds=0.1)
SHORT = Limits(move_seconds=0.3, asks_seconds=60.0)
IGNORE = "import signal as s\nfor n in (1, 2, 15): s.signal(n, s.SIG_IGN)\n"


class Starter:
    """Starts programs; the fixture ends what a failing test leaves."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.sessions: list[PtySession] = []

    def command(self, *command: str, limits: Limits = LONG) -> PtySession:
        program = Program(command, self._folder, limits=limits, level=LIMITS)
        self.sessions.append(program.start())
        return self.sessions[-1]

    def __call__(self, code: str, limits: Limits = LONG) -> PtySession:
        return self.command(sys.executable, "-S", "-c", code, limits=limits)

    def shell(self, code: str, limits: Limits = LONG) -> PtySession:
        return self.command("sh", "-c", code, limits=limits)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starter]:
    starter = Starter(tmp_path)
    yield starter
    for session in starter.sessions:
        session.close()


def until(words: str, session: PtySession) -> Reply:
    return session.read(lambda text: words in text)


def rest(session: PtySession) -> Reply:
    return session.read(lambda text: False)


def test_a_conversation(start: Starter) -> None:
    session = start("print('hello'); print('? ', end=''); print(input() * 2); input()")
    assert until("? ", session)[0::2] == ("hello\n? ", Ending.READY)
    session.send("ab")
    assert until("abab\n", session)[0::2] == ("abab\n", Ending.READY)
    session.send("")
    assert rest(session)[0::2] == ("", Ending.ENDED)
    exit_ = session.close()
    assert (exit_.status, exit_.signal, exit_.stderr, exit_.left_running) == (0, None, "", 0)
    assert session.close() is exit_


def test_a_program_is_killed_while_another_thread_reads(start: Starter) -> None:
    session = start("import time\nprint('hello')\ntime.sleep(1000)")
    assert until("hello\n", session).ending is Ending.READY
    with ThreadPoolExecutor() as threads:
        reading = threads.submit(rest, session)
        session.kill()
        assert reading.result().ending is Ending.ENDED
    assert session.close().signal == signal.SIGKILL
    session.kill()  # which is no error, nor is anything else killed


def test_the_whole_reply_though_it_was_complete_before(start: Starter) -> None:
    session = start("print('one'); print('two'); print('three'); input()")
    assert until("one", session).text == "one\ntwo\nthree\n"


WORKS = "import time\nprint('one', flush=True)\nwhile time.process_time() < {}: pass\nprint('two')"


# The rest of a reply is printed by what was started after the program first spoke.
@pytest.mark.parametrize(
    "code",
    [
        "import subprocess, sys\nprint('> '); input()\n"
        "subprocess.run([sys.executable, '-S', '-c', {!r}.format(0.03)]); input()",
        "import threading\nprint('> '); input()\ndef work(code):\n    import time\n"
        "    exec(code.format(time.process_time() + 0.03))\n"
        "t = threading.Thread(target=work, args=({!r},)); t.start(); t.join(); input()",
    ],
    ids=["child", "thread"],
)
def test_the_whole_reply_of_another_process_or_thread(start: Starter, code: str) -> None:
    for _ in range(3):
        session = start(code.format(WORKS))
        assert until("> ", session).text == "> \n"
        session.send("")
        assert until("one", session).text == "one\ntwo\n"


def test_what_was_typed_and_not_read_yet_is_seen(start: Starter) -> None:
    session = start("import time; print('up'); time.sleep(600)")
    until("up", session)
    assert not session._has_unread_input()
    session.send("x")
    assert session._has_unread_input()


@pytest.mark.parametrize("size", [10, 60_000])
def test_the_tail_of_the_output_is_not_lost(start: Starter, size: int) -> None:
    for _ in range(5):
        session = start(f"print('x' * {size} + 'end', end='')")
        assert rest(session) [0::2] == ("x" * size + "end", Ending.ENDED)  # fmt: skip


def test_a_program_that_never_answers(start: Starter) -> None:
    session = start("import time; time.sleep(600)", limits=SHORT)
    assert rest(session)[0::2] == ("", Ending.DEADLINE)
    exit_ = session.close()
    assert (exit_.status, exit_.signal) == (None, None)  # it did not end by itself


def test_a_program_that_computes_for_ever(start: Starter) -> None:
    session = start("while True: pass", limits=SHORT)
    assert rest(session).ending is Ending.DEADLINE


def test_work_is_limited_by_the_processor_and_waiting_is_not(start: Starter) -> None:
    limits = Limits(move_seconds=600.0, processor_seconds=0.2)
    reply = rest(start("while True: pass", limits=limits))
    assert reply.ending is Ending.DEADLINE
    waits = "import time; time.sleep(0.5); print('late')"
    assert rest(start(waits, limits=limits))[0::2] == ("late\n", Ending.ENDED)


@pytest.fixture
def without_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every program seems to have waited for a processor all the time."""
    look = Family.look
    began = time.monotonic()

    def waiting(family: Family) -> Activity:
        times = b"0 %d 1" % ((time.monotonic() - began) * 1e9)
        seen = look(family)
        return seen._replace(threads=tuple(t._replace(ran=times) for t in seen.threads))

    monkeypatch.setattr(Family, "look", waiting)


@pytest.mark.usefixtures("without_processor")
def test_to_wait_for_a_processor_takes_nothing_of_the_time_for_a_move(start: Starter) -> None:
    for seconds in (0.3, 3.0, 30.0):  # a busy machine may let it wait for longer than is excused
        limits = Limits(move_seconds=seconds, asks_seconds=60.0)
        session = start(f"import time; time.sleep({2 * seconds}); print('late'); input()", limits)
        reply = until("late", session)
        if reply.ending is Ending.READY:
            assert reply.seconds < seconds
            return
    pytest.fail("it was not waited for")


@pytest.mark.usefixtures("without_processor")
def test_what_waits_for_ever_for_a_processor_is_late(start: Starter) -> None:
    assert rest(start("import time; time.sleep(600)", limits=SHORT)).ending is Ending.DEADLINE


def test_the_deadline_is_absolute_though_bytes_trickle(start: Starter) -> None:
    # Read slowly on purpose: a deadline that each byte renews would never come.
    code = "import time\nwhile True: print('x', end='', flush=True); time.sleep(0.02)"
    for seconds in (0.3, 3.0, 30.0):  # a busy machine may take longer to start it than the first
        reply = rest(start(code, limits=Limits(move_seconds=seconds, asks_seconds=60.0)))
        assert reply.ending is Ending.DEADLINE
        if "x" in reply.text:
            return
    pytest.fail("nothing was printed")


def test_the_deadline_counts_from_the_last_input(start: Starter) -> None:
    for seconds in (1.0, 5.0, 25.0):  # a busy machine may take longer than the first allows
        limits = Limits(move_seconds=seconds, asks_seconds=60.0)
        code = f"import time\nprint('up')\nwhile True: input(); time.sleep({seconds * 0.6})"
        session = start(f"{code}; print('ok')", limits)
        endings = [until("up", session).ending]
        for _ in range(3):
            session.send("go")
            reply = until("ok", session)
            endings.append(reply.ending)
            # On a busy machine it is asleep before the harness knows that all was typed.
            assert reply.seconds > seconds * 0.3
            if reply.ending is not Ending.READY:
                break
        if set(endings) == {Ending.READY}:
            return
    pytest.fail(f"{endings}")


@pytest.mark.parametrize("flood", ["yes", "head -c 99999999 /dev/zero", "yes | tr -d '\\n'"])
def test_a_flood_is_cut(start: Starter, flood: str) -> None:
    reply = rest(start.shell(flood))
    assert reply.ending is Ending.OVERFLOW
    assert LONG.reply_bytes < len(reply.text) < 2 * LONG.reply_bytes + 1


def test_a_flood_behind_a_complete_reply(start: Starter) -> None:
    limits = Limits(move_seconds=60.0, reply_bytes=100)
    assert until("board", start.shell("echo board; exec yes", limits)).ending is Ending.OVERFLOW


def test_a_flood_that_is_slow_to_come(start: Starter) -> None:
    """Its first 0.05 seconds of work print a tenth of what a reply may have."""
    code = "print('board')\nwhile True:\n print('x' * 100)\n for _ in range(9000): pass"
    assert until("board", start(code)).ending is Ending.OVERFLOW


def test_much_that_follows_a_reply_belongs_to_it(start: Starter) -> None:
    code = "print('board')\nfor _ in range(400): print('x' * 100)\ninput()"
    reply = until("board", start(code))
    assert (reply.ending, len(reply.text)) == (Ending.READY, 6 + 400 * 101)


def test_who_works_on_and_prints_little_has_replied(start: Starter) -> None:
    code = "print('board')\nwhile True:\n print('.')\n for _ in range(99000): pass"
    assert until("board", start(code)).ending is Ending.READY


def test_a_program_that_asks_though_more_is_due(start: Starter) -> None:
    session = start("print('one board'); input()")
    assert rest(session)[0::2] == ("one board\n", Ending.ASKS)


def test_a_shell_that_asks_by_its_child(start: Starter) -> None:
    assert rest(start.shell("cat; true")).ending is Ending.ASKS


@pytest.mark.parametrize("level", HERE, ids=str)
def test_a_wait_for_input_is_seen_at_every_level(tmp_path: Path, level: Level) -> None:
    """What the call names stands in the program's own memory."""
    code = "import select; p = select.poll(); p.register(0, 1); p.poll()"
    command = (sys.executable, "-S", "-c", code)
    session = Program(command, tmp_path, limits=LONG, level=level).start()
    try:
        assert rest(session).ending is Ending.ASKS
    finally:
        session.close()


def test_who_runs_just_when_the_time_is_up_asks_if_it_looked_for_input_before_and_after(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine a program whose own time is over waits for a processor."""
    session = start("import select; select.select([0], [], [], 600)", Limits(move_seconds=1.0))
    original, looks = Family.look, 0

    def running_at_the_deadline(family: Family) -> Activity:
        nonlocal looks
        seen = original(family)
        looks += seen.looks_for_input
        if not 1 < looks < 40:  # the last of them after the deadline
            return seen
        return seen._replace(threads=tuple(t._replace(state="R") for t in seen.threads))

    monkeypatch.setattr(Family, "look", running_at_the_deadline)
    replies = iter(lambda: rest(session), None)
    endings = (reply.ending for reply in replies if looks)  # it may begin to look late
    assert next(endings) is Ending.ASKS


@pytest.mark.parametrize("seconds", [0.05, 600])
def test_who_looks_for_input_when_the_time_is_up_asks(start: Starter, seconds: float) -> None:
    """As node does where its collector of garbage has set itself a time."""
    looks = f"import select\nwhile True: select.select([0], [], [], {seconds})"
    session = start(looks, Limits(move_seconds=1.0, asks_seconds=0.1))
    # The first replies may come before it is so far, or late on a busy machine. When it has begun
    # to look long before, no reply need wait for the whole time.
    replies = (rest(session) for _ in range(60))
    assert any(reply.ending is Ending.ASKS and reply.seconds < 1.0 for reply in replies)


def test_who_was_seen_to_ask_by_looking_is_not_waited_for_again(start: Starter) -> None:
    looks = "import select\nwhile True: select.select([0], [], [], 600)"
    session = start(looks, Limits(move_seconds=1.0, asks_seconds=0.1))
    assert not session._asks_by_looking(600.0)
    replies = (rest(session) for _ in range(60))  # the first ones may come before it is so far
    assert Ending.ASKS in (reply.ending for reply in replies)
    assert session._asks_by_looking(0.6)
    assert not session._asks_by_looking(0.4)


def test_who_only_sleeps_when_the_time_is_up_does_not_ask(start: Starter) -> None:
    session = start("import time; time.sleep(600)", SHORT)
    assert {rest(session).ending for _ in range(5)} == {Ending.DEADLINE}


def test_sleeping_is_not_asking(start: Starter) -> None:
    session = start("import time; time.sleep(0.5); print('late'); input()")
    assert rest(session)[0::2] == ("late\n", Ending.ASKS)


def test_a_program_that_closes_its_streams_and_ends(start: Starter) -> None:
    session = start("import os, time; os.closerange(0, 3); time.sleep(0.1); os._exit(3)")
    assert rest(session).ending is Ending.ENDED
    assert session.close().status == 3


# The judge once waited for as long as such a program cared to live.
def test_a_program_that_closes_its_streams_and_stays(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "_GRACE_SECONDS", 0.2)
    session = start("import os, time; os.closerange(0, 3); time.sleep(600)")
    assert rest(session).ending is Ending.ENDED
    assert session.close().status is None


def test_a_child_that_holds_the_terminal(start: Starter) -> None:
    # The kernel hangs the terminal up when the program itself ends, whoever else still has it.
    session = start.shell("trap '' HUP; sleep 600 & echo $!; exit 4")
    reply = rest(session)
    assert reply.ending is Ending.ENDED
    exit_ = session.close()
    assert (exit_.status, exit_.left_running) == (4, 1)
    assert gone(int(reply.text))


def test_a_hidden_child_that_ignores_everything(start: Starter) -> None:
    session = start(
        f"import os, time\n{IGNORE}if os.fork() == 0:\n os.setsid()\n if os.fork() == 0:\n"
        "  print(os.getpid(), flush=True); time.sleep(600)\n os._exit(0)\ninput()"
    )
    hidden = int(until("\n", session).text)
    session.send("")
    rest(session)
    assert session.close().left_running == 1
    assert gone(hidden)


def test_a_program_that_ignores_every_polite_signal(start: Starter) -> None:
    session = start(f"import os, time\n{IGNORE}print(os.getpid(), flush=True); time.sleep(600)")
    pid = int(until("\n", session).text)
    session.close()
    assert gone(pid)


def open_descriptors() -> int:
    launchers.close()  # one that waits for a further run has descriptors of its own
    return len(list(Path("/proc/self/fd").iterdir()))


def gone(pid: int) -> bool:
    fields = processes._stat(pid)
    return fields is None or fields[0] == "Z"


@pytest.mark.parametrize("level", HERE, ids=str)
def test_killing_the_harness_leaves_nothing(tmp_path: Path, level: Level) -> None:
    harness = f"""
import os, signal, sys
from pathlib import Path
from harness.program import Program
from harness.sandbox.levels import level_named
code = {IGNORE!r} + "import os, time; print(os.getpid(), flush=True); time.sleep(600)"
program = Program((sys.executable, "-S", "-c", code), Path({str(tmp_path)!r}),
                  level=level_named({level.name!r}))
session = program.start()
session.read(lambda text: "\\n" in text)
print(session._pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run(
        [sys.executable, "-c", harness], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    deadline = time.monotonic() + 60
    while not gone(int(done.stdout)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert gone(int(done.stdout))


@pytest.mark.parametrize(
    ("output", "text"),
    [
        (b"\xff\xfe\x00a", "\udcff\udcfe\x00a"),
        ("wāhi ○●─".encode(), "wāhi ○●─"),
        (b"\xe2\x97", "\udce2\udc97"),  # a character that never ends
        (b"a\r\nb\tc\x08\x07\x1b[31m\x04\x03", "a\r\nb\tc\x08\x07\x1b[31m\x04\x03"),
        (b"\x1bc\x1b[2J\x1b[?1049h", "\x1bc\x1b[2J\x1b[?1049h"),  # a terminal reset and the like
    ],
)
def test_odd_bytes_arrive_as_they_are(start: Starter, output: bytes, text: str) -> None:
    assert rest(start(f"import os; os.write(1, {output!r})")).text == text


def test_a_character_in_two_pieces(start: Starter) -> None:
    session = start(
        "import os, time; os.write(1, b'\\xe2\\x97'); time.sleep(0.2); os.write(1, b'\\x8b')"
    )
    assert rest(session).text == "○"


def test_nothing_is_echoed(start: Starter) -> None:
    session = start("for _ in range(3): input()\nprint('done')")
    for line in ("1", "2", "3"):
        session.send(line)
    assert rest(session).text == "done\n"


def test_a_program_that_changes_the_terminal(start: Starter) -> None:
    session = start(
        "import sys, tty\ntty.setraw(0); print('raw'); sys.stdin.readline(); print('end')"
    )
    assert until("raw", session).ending is Ending.READY
    session.send("x")
    assert rest(session)[0::2] == ("end\n", Ending.ENDED)


ASKING = """import sys, termios, tty
old = termios.tcgetattr(0)
tty.setraw(0)
print(end="ab\\x1b[3;7Hxy\\x1b[6n", flush=True)
said = ""
while not said.endswith("R"):
    said += sys.stdin.read(1)
termios.tcsetattr(0, termios.TCSANOW, old)
print(repr(said))
print(input())
"""


def test_a_terminal_says_where_its_cursor_is(start: Starter) -> None:
    session = start(ASKING)
    assert r"'\x1b[3;9R'" in until("R'", session).text
    session.send("typed behind")
    assert "typed behind" in until("behind", session).text


def test_a_program_that_asks_its_terminal_for_ever_is_cut(start: Starter) -> None:
    flood = start('while 1: print(end="\\x1b[6n" * 99)', Limits(reply_bytes=100_000))
    assert until("never", flood).ending is Ending.OVERFLOW


def test_the_terminal_is_wide(start: Starter) -> None:
    session = start("import os; print(os.get_terminal_size().columns, os.isatty(0), os.isatty(1))")
    columns, *terminals = rest(session).text.split()
    assert int(columns) > 400
    assert terminals == ["True", "True"]


def test_a_window_that_changes_its_size_is_told_by_a_signal(start: Starter) -> None:
    session = start(
        "import os, signal\n"
        "signal.signal(signal.SIGWINCH, lambda *_: os.write(1, b'changed\\n'))\n"
        "print(os.get_terminal_size(), flush=True); input()\n"
        "print(os.get_terminal_size(), flush=True); input()"
    )
    before = rest(session).text
    session.resize_and_back()
    assert "changed" in rest(session).text
    session.send("")
    assert rest(session).text == before


def test_a_window_that_is_made_larger_stays_so(start: Starter) -> None:
    session = start("import os\nwhile 1: print(*os.get_terminal_size(), flush=True); input()")
    rest(session)
    session.resize(Size(33, 99))
    for _ in range(2):
        session.send("")
        assert rest(session).text.split()[-2:] == ["99", "33"]


def test_a_window_of_a_program_that_has_gone_may_change(start: Starter) -> None:
    session = start("print('bye')")
    rest(session)
    session.resize_and_back()
    assert session.close().status == 0


def test_standard_error_is_apart_kept_short_and_never_blocks(start: Starter) -> None:
    session = start("import sys; print('out'); print('e' * 9_999_999, file=sys.stderr); print('x')")
    assert rest(session).text == "out\nx\n"
    begin, end = session.close().stderr.split("\n...\n")
    assert (begin, end) == ("e" * 2048, "e" * 2047 + "\n")


def test_a_file_without_end_is_cut(start: Starter) -> None:
    session = start.shell("yes >&2")
    rest(session)
    assert session.close().signal == signal.SIGXFSZ


def test_a_crash_is_told(start: Starter) -> None:
    session = start("1 / 0")
    rest(session)
    exit_ = session.close()
    assert exit_.status == 1
    assert "ZeroDivisionError" in exit_.stderr


def test_a_signal_is_told(start: Starter) -> None:
    session = start("import os; os.abort()")
    rest(session)
    exit_ = session.close()
    assert (exit_.status, exit_.signal) == (None, signal.SIGABRT)


def test_typing_to_a_program_that_has_gone_is_no_error(start: Starter) -> None:
    session = start("")
    session.send("hello?")
    rest(session)
    session.send("hello?")
    assert rest(session).ending is Ending.ENDED
    assert session.close().status == 0


def test_the_environment_is_the_given_one(start: Starter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    monkeypatch.setenv("SECRET", "1")
    reply = rest(start.command("env"))
    names = {line.partition("=")[0] for line in reply.text.splitlines()}
    assert names == {*ENVIRONMENT, "TMPDIR"}


def test_signals_are_as_in_a_shell(start: Starter) -> None:
    # CPython ignores SIGPIPE, and what is ignored stays ignored across exec.
    session = start.shell("grep SigIgn /proc/self/status")
    ignored = int(rest(session).text.split()[1], 16)
    assert ignored & 0x7FFFFFFF == 0  # of real-time signals the C library keeps two to itself


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGRTMAX])
def test_what_the_harness_ignores_no_program_ignores(
    start: Starter, number: signal.Signals
) -> None:
    before = signal.signal(number, signal.SIG_IGN)
    try:
        session = start.shell("grep SigIgn /proc/self/status")
    finally:
        signal.signal(number, before)
    ignored = int(rest(session).text.split()[1], 16)
    assert not ignored >> number - 1 & 1


@pytest.mark.parametrize(
    "command", [("no such program",), ("/tmp",), ("/etc/passwd",), ("/etc/passwd", "x")], ids=repr
)
def test_what_does_not_start_is_a_usage_error(start: Starter, command: Sequence[str]) -> None:
    before = open_descriptors()
    with pytest.raises(UsageError, match="does not start"):
        start.command(*command)
    assert open_descriptors() == before


@pytest.mark.parametrize("command", [(), ("",), ("", "x")])
def test_no_command(start: Starter, command: Sequence[str]) -> None:
    with pytest.raises(UsageError, match="no command"):
        start.command(*command)


# pexpect splits a command without arguments at its blanks.
def test_a_command_is_one_word(start: Starter, tmp_path: Path) -> None:
    program = tmp_path / "my \\ 'program\""
    program.write_text("#!/bin/sh\necho $# arguments\n")
    program.chmod(0o755)
    assert rest(start.command(str(program))).text == "0 arguments\n"
    assert rest(start.command(str(program), "a b")).text == "1 arguments\n"


def test_no_descriptor_is_left_open(start: Starter) -> None:
    before = open_descriptors()
    for _ in range(3):
        with start("print('x')") as session:
            rest(session)
    assert open_descriptors() == before


def test_two_at_once_do_not_end_each_other(start: Starter) -> None:
    one, two = (start("print('up'); print(input())") for _ in range(2))
    assert until("up", one).ending is until("up", two).ending is Ending.READY
    one.close()
    two.send("alive")
    assert rest(two).text == "alive\n"


@pytest.mark.parametrize("level", HERE, ids=str)
def test_a_long_text_as_a_command_that_fails_is_told_of(tmp_path: Path, level: Level) -> None:
    code = "raise SystemExit(3)" + "#" * 5_000
    program = Program((sys.executable, "-c", code), tmp_path, limits=LONG, level=level)
    with program.start() as session:
        session.read(lambda text: False)
        assert session.close().status == 3


def test_a_run_is_ended_once_though_that_fails(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = start("raise SystemExit(3)")

    def fails(*_: object) -> tuple[str, ...]:
        raise ZeroDivisionError

    monkeypatch.setattr(ConfinedProgram, "reached", fails)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            session.close()
    start.sessions.clear()
