"""What a program can read of the filter that it is under: nothing."""

import re
from pathlib import Path

import pytest

from harness.program import Program
from harness.sandbox.levels import Level, can_notify
from harness.session import Limits
from tests.harness.sandbox.levels import at_each_level

pytestmark = pytest.mark.skipif(not can_notify(), reason="nothing is watched here")
# Each prints a status whole.
WAYS = {
    "self": "print(open('/proc/self/status').read())",
    "number": "import os; print(open(f'/proc/{os.getpid()}/status').read())",
    "thread": "import os; print(open(f'/proc/thread-self/status').read())",
    "task": "import os; n = os.getpid(); print(open(f'/proc/self/task/{n}/status').read())",
    "folder": "import os; os.chdir('/proc/self'); print(open('status').read())",
    "descriptor": """
import os
folder = os.open('/proc/self', os.O_RDONLY)
print(os.read(os.open('status', os.O_RDONLY, dir_fd=folder), 9999).decode())
""",
    "link": """
import os
link = os.path.join(os.environ['TMPDIR'], 'link')
os.symlink('/proc/self/status', link)
print(open(link).read())
""",
    "a bit at a time, and again": """
with open('/proc/self/status', buffering=1) as status:
    status.readline(), status.seek(0), print(status.read())
""",
    "cat": "import os; os.system('cat /proc/self/status')",
}


def said(folder: Path, code: str, level: Level) -> str:
    (folder / "asks.py").write_text(code)
    limits = Limits(move_seconds=60.0, asks_seconds=0.1)
    asks = Program(("python3", "asks.py"), cwd=folder, limits=limits, level=level)
    with asks.start() as session:
        return session.read(lambda text: False).text


@at_each_level
@pytest.mark.parametrize("way", WAYS)
def test_no_status_tells_of_the_filter(tmp_path: Path, way: str, level: Level) -> None:
    fields = dict(re.findall(r"^(\w+):\s*(.*?)\s*$", said(tmp_path, WAYS[way], level), re.M))
    assert fields["NoNewPrivs"] == fields["Seccomp"] == "0"
    assert fields.get("Seccomp_filters", "0") == "0"
    assert fields["Name"].startswith("cat" if way == "cat" else "python")
    assert int(fields["Pid"]) > 1
    assert int(fields["VmRSS"].split()[0]) > 0


@at_each_level
def test_the_kernel_says_that_there_is_no_filter(tmp_path: Path, level: Level) -> None:
    asks = "import ctypes; ask = ctypes.CDLL(None).prctl; print(ask(21), ask(39, 0, 0, 0, 0))"
    assert said(tmp_path, asks, level).split() == ["0", "0"]


@at_each_level
def test_it_can_get_no_rights_all_the_same(tmp_path: Path, level: Level) -> None:
    # Without capabilities only who can get none (no_new_privs) may put itself under a filter.
    filters = """
import ctypes, struct
prctl = ctypes.CDLL(None).prctl
allow = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0x7FFF0000))
print(prctl(22, 2, struct.pack("HxxxxxxP", 1, ctypes.addressof(allow)), 0, 0))
print(open("/proc/self/status").read())
"""
    done, *status = said(tmp_path, filters, level).splitlines()
    assert done == "0"
    assert "CapEff:\t0000000000000000" in status


@at_each_level
def test_a_status_cannot_be_written_into(tmp_path: Path, level: Level) -> None:
    writes = """
import os
status = os.open('/proc/self/status', os.O_RDONLY)
try:
    os.write(status, b'x')
except OSError as error:
    print('refused')
"""
    assert said(tmp_path, writes, level) == "refused\n"
