"""What a program gets that opens /dev/tty to write: it can do all but have something printed."""

import shutil
from pathlib import Path

import pytest

from harness.program import Program
from harness.sandbox.levels import Level, can_notify
from harness.session import Exit, Limits
from tests.harness.sandbox.levels import at_each_level

pytestmark = pytest.mark.skipif(not can_notify(), reason="nothing is watched here")
# Each tries to have LOST printed by a descriptor of /dev/tty, and prints how that went.
OPENED = """
import array, fcntl, os, socket
terminal = os.open("/dev/tty", {flags})
def tried(write):
    try:
        print(write())
    except OSError as error:
        print(os.strerror(error.errno))
"""
WAYS = {
    "write": ("os.write(terminal, b'LOST')", "4"),
    "pieces": ("os.writev(terminal, [b'LOST'] * 40)", "160"),
    "many empty pieces": ("os.writev(terminal, [b''] * 99 + [b'LOST'])", "4"),
    "pieces, at the end": ("os.pwritev(terminal, [b'LOST'], -1, 4)", None),
    "a copy": ("os.write(fcntl.fcntl(terminal, fcntl.F_DUPFD_CLOEXEC, 3), b'LOST')", "4"),
    "a copy of a copy": ("os.write(os.dup(os.dup(terminal)), b'LOST')", "4"),
    "a copy of a number": ("os.write(os.dup2(terminal, 1003), b'LOST')", "4"),
    "a copy below": ("os.write(os.dup2(terminal, 9), b'LOST')", "Bad file descriptor"),
    "its name": ("os.open(f'/proc/self/fd/{terminal}', os.O_WRONLY)", "Permission denied"),
    "a child's name": ("os.system(f'echo LOST >/proc/$PPID/fd/{terminal}')", "512"),
    "a file": ("os.sendfile(terminal, os.open('/proc/self/stat', 0), 0, 9)", "Invalid argument"),
    "a pipe": (
        "os.write(pipe[1], b'LOST'), os.splice(pipe[0], terminal, 4)",
        "Invalid argument",
    ),
    "passed on": (
        "socket.socketpair()[0].sendmsg([b'x'],"
        " [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [terminal]))])",
        "Operation not permitted",
    ),
    "its child": ("os.system(f'echo LOST >/dev/tty && echo sent')", "0"),
}


def printed(level: Level, folder: Path, *command: str, typed: str = "") -> tuple[str, Exit]:
    program = Program(command, folder, limits=Limits(move_seconds=60.0), level=level)
    with program.start() as session:
        session.send(typed)
        return session.read(lambda text: False).text, session.close()


@at_each_level
@pytest.mark.parametrize("way", WAYS)
def test_nothing_that_is_written_there_is_printed(level: Level, way: str, tmp_path: Path) -> None:
    write, outcome = WAYS[way]
    script = f"{OPENED.format(flags='os.O_RDWR')}pipe = os.pipe()\ntried(lambda: ({write}))\n"
    text, end = printed(level, tmp_path, "python3", "-c", script)
    assert "LOST" not in text
    assert (end.status, end.reached) == (0, ())
    assert outcome is None or text.split("\n")[-2] == outcome, text


@at_each_level
@pytest.mark.parametrize("flags", ["os.O_RDWR", "os.O_WRONLY", "os.O_RDONLY"])
def test_it_is_the_terminal_and_may_do_what_was_asked(
    level: Level, flags: str, tmp_path: Path
) -> None:
    looks = f"""
assert fcntl.fcntl(terminal, fcntl.F_GETFL) & os.O_ACCMODE == {flags}
assert os.isatty(terminal) and os.ttyname(terminal)
print(os.get_terminal_size(terminal) == os.get_terminal_size(0), end=" ")
if {flags} != os.O_WRONLY:
    print(os.read(terminal, 9))
"""
    script = OPENED.format(flags=flags) + looks
    text, end = printed(level, tmp_path, "python3", "-c", script, typed="hello")
    assert (end.status, end.reached) == (0, ()), end.stderr
    assert text == ("True " if flags == "os.O_WRONLY" else "True b'hello\\n'\n")


@at_each_level
def test_descriptors_of_its_own_at_such_numbers_are_left_alone(
    level: Level, tmp_path: Path
) -> None:
    script = """
import os, socket
os.dup2(1, 1000), os.dup2(1000, 1001)
os.write(1001, b"printed\\n"), os.writev(os.dup(1000), [b"also\\n"])
here, there = socket.socketpair()
here.sendmsg([b"passed\\n"])
os.write(1, there.recv(9))
fd = os.open("/dev/tty", os.O_WRONLY)
print(fd)
"""
    text, end = printed(level, tmp_path, "python3", "-c", script)
    assert (end.status, text.split()) == (0, ["printed", "also", "passed", "1002"]), end.stderr


@at_each_level
def test_with_fewer_files_it_is_to_be_read_alone(level: Level, tmp_path: Path) -> None:
    script = "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (99, 99))\n"
    script += OPENED.format(flags="os.O_RDWR") + "tried(lambda: os.write(terminal, b'LOST'))"
    text, end = printed(level, tmp_path, "python3", "-c", script)
    assert (end.status, text) == (0, "Bad file descriptor\n"), end.stderr


LIBRARIES = {
    "ruby": (
        "-rio/console", "-e",
        "c = IO.console; c.puts 'LOST'; c.flush; print c.getch, c.raw(&:getc), c.winsize.class",
    ),
    "perl": (
        "-MTerm::ReadLine", "-e",
        "$t = Term::ReadLine->new('x'); print $t->readline('LOST'); print {$t->OUT} 'LOST'",
    ),
    "python3": (
        "-c", "t = open('/dev/tty', 'r+b', 0); t.write(b'LOST'); print(t.readline().decode())",
    ),
    "sh": ("-c", "printf LOST >/dev/tty && read x </dev/tty && exec 3<>/dev/tty && echo $x"),
}  # fmt: skip


@at_each_level
@pytest.mark.parametrize("language", LIBRARIES)
def test_libraries_that_open_it_work(level: Level, language: str, tmp_path: Path) -> None:
    if shutil.which(language) is None:
        pytest.skip(f"there is no {language} here")
    text, end = printed(level, tmp_path, language, *LIBRARIES[language], typed="hi")
    assert (end.status, end.reached) == (0, ()), end.stderr
    assert text.strip() == ("hiArray" if language == "ruby" else "hi")
