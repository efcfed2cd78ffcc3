"""Calls with arguments that nobody means: the watcher must answer each, and not end by it."""

from typing import Final

from harness.sandbox.inside import seccomp

_NAMES: Final = (
    *seccomp.PATHS, *seccomp.LOOKS, *seccomp.DESCRIPTORS, *seccomp.ON_TERMINALS, *seccomp.PASSING,
    *seccomp.CLOCKS, "clone3", "capget", "futex", "mincore", "rt_sigaction", "getrlimit",
    "setrlimit", "prlimit64", "socket", "socketpair", "getsockopt", "ioctl", "mbind",
)  # fmt: skip

_CODE: Final = """
import ctypes, os
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
at = libc.mmap(None, 8192, 3, 0x22, -1, 0)
libc.munmap(ctypes.c_void_p(at + 4096), 4096)
ends = at + 4096  # where nothing more can be read
odd = [ctypes.c_long(value) for value in (-1, 1 << 31, 1 << 40, ends - 4)]
home = os.environ["TMPDIR"].encode()
def reach(number, *arguments):
    libc.syscall(number, *arguments)
for number in NUMBERS:
    for value in odd:
        reach(number, *[value] * 6)
        for name in b"/tmp/x", home + b"/x":
            reach(number, name, *[value] * 5)
            reach(number, ctypes.c_long(-100), name, *[value] * 4)
for value in odd:
    reach(IOCTL, 0, FOREGROUND, value)
    reach(FUTEX, value, 1, 1, 0, 0, 0)
    reach(PRLIMIT, 0, 1, value, value)
    reach(OPENAT2, ctypes.c_long(-100), b"my.py", value, 24)
    reach(SIGACTION, 17, value, 0, 8)
for name in "-1/stat", "\\u0662/status", "\\u00b2/limits", "self/fd/\\u00b2", "self/fd/99999999999":
    reach(OPENAT, ctypes.c_long(-100), f"/proc/{name}".encode(), 0, 0)
os.write(1, b"done")
"""


def wild(machine: seccomp.Machine) -> str:
    """A program that makes them all, and prints `done` then."""
    numbers = machine.numbers
    code = _CODE.replace("NUMBERS", str([numbers[name] for name in _NAMES if name in numbers]))
    for word, name in (("IOCTL", "ioctl"), ("FUTEX", "futex"), ("PRLIMIT", "prlimit64"),
                       ("OPENAT2", "openat2"), ("SIGACTION", "rt_sigaction"),
                       ("OPENAT", "openat")):  # fmt: skip
        code = code.replace(f"({word},", f"({numbers[name]},")
    return code.replace("FOREGROUND", str(seccomp.FOREGROUND))
