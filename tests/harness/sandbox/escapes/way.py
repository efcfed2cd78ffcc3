"""How a way out is written down, and the code that many of them begin with."""

from dataclasses import dataclass
from typing import Final

SYSTEM_CALL: Final = """
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
def call(x86_64, aarch64, *arguments):
    number = x86_64 if platform.machine() == "x86_64" else aarch64
    return libc.syscall(number, *arguments)
"""


@dataclass(frozen=True)
class Escape:
    """What a program tries, and what of it must be seen."""

    code: str  # Python; an expression that is true, or a statement that does not raise, is success
    seen: str


def opens_socket(family: str, kind: str = "SOCK_STREAM") -> str:
    return f"import socket; socket.socket(socket.{family}, socket.{kind})"


def calls(x86_64: int, aarch64: int, *arguments: object) -> str:
    words = ", ".join(map(str, arguments))
    return f"{SYSTEM_CALL}\nassert call({x86_64}, {aarch64}, {words}) >= 0"


PARENT: Final = "import os, signal, resource; whose = os.getppid()\n"
STAMP: Final = "import os; own = os.open(__file__, os.O_RDONLY)\n"
PAIR: Final = "import socket; one, other = socket.socketpair()\n"
MAPPED: Final = f"""
{STAMP}{SYSTEM_CALL}
libc.mmap.restype = ctypes.c_void_p
at = ctypes.c_void_p(libc.mmap(None, 4096, 1, 1, own, 0))
"""
CHILD: Final = """
import subprocess
child = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
"""
MEANWHILE: Final = """
import os, stat, threading, time
def meanwhile(swap, look):
    # Whether a look finds what it wants while another thread swaps.
    until, over = time.monotonic() + 0.15, threading.Event()
    def swapping():
        while not over.is_set(): swap()
    other = threading.Thread(target=swapping)
    other.start()
    found = False
    while not found and time.monotonic() < until:
        try: found = look()
        except OSError: pass
    over.set()
    other.join()
    return found
"""
