"""Other processes: signals, their memory, files and limits."""

from typing import Final

from tests.harness.sandbox.escapes.way import PARENT, SYSTEM_CALL, Escape, calls

PROCESSES: Final = {
    "a signal to its parent": Escape(PARENT + "os.kill(whose, 0)", "(kill)"),
    "a signal to everyone": Escape("import os; os.kill(-1, 0)", "(kill)"),
    "a queued signal": Escape(
        SYSTEM_CALL + "assert call(129, 138, os.getppid(), 0, bytes(128)) == 0",
        "(rt_sigqueueinfo)",
    ),
    "limits of its parent": Escape(
        PARENT + "resource.prlimit(whose, resource.RLIMIT_NOFILE)", "(prlimit64)"
    ),
    "priority of its parent": Escape(
        PARENT + "os.setpriority(os.PRIO_PROCESS, whose, 19)", "(setpriority)"
    ),
    "priority of all of its user": Escape(
        "import os; os.setpriority(os.PRIO_USER, os.getuid(), 19)", "(setpriority)"
    ),
    "processors of its parent": Escape(
        PARENT + "os.sched_setaffinity(whose, {0})", "(sched_setaffinity)"
    ),
    "tracing its parent": Escape(
        SYSTEM_CALL + "assert call(101, 117, 0x4206, os.getppid(), 0, 0) == 0",
        "ptrace",
    ),
    "memory of its parent": Escape(
        SYSTEM_CALL + "assert call(310, 270, os.getppid(), 0, 0, 0, 0, 0) >= 0",
        "process_vm_readv",
    ),
    "a handle of its parent": Escape(PARENT + "os.pidfd_open(whose)", "(pidfd_open)"),
    "memory of its parent, by a file": Escape(
        PARENT + "open(f'/proc/{whose}/mem', 'rb').read(0)", "/proc/"
    ),
    "memory of its parent, changed": Escape(
        SYSTEM_CALL + "assert call(311, 271, os.getppid(), 0, 0, 0, 0, 0) >= 0",
        "process_vm_writev",
    ),
    "a descriptor of its parent, by a name": Escape(
        PARENT + "os.open(f'/proc/{whose}/fd/2', os.O_WRONLY)", ""
    ),
    "a signal to a thread": Escape(
        SYSTEM_CALL + "assert call(200, 130, os.getppid(), 0) == 0", "(tkill)"
    ),
    "how its parent is scheduled": Escape(
        PARENT + "os.sched_setscheduler(whose, 3, os.sched_param(0))",
        "(sched_setscheduler)",
    ),
    "how its parent reads and writes": Escape(
        SYSTEM_CALL + "assert call(251, 30, 1, os.getppid(), 3 << 13) == 0",
        "(ioprio_set)",
    ),
    "what it has in common with its parent": Escape(
        SYSTEM_CALL + "assert call(312, 272, os.getpid(), os.getppid(), 1, 0, 0) >= 0",
        "kcmp",
    ),
    "the place of its parent's memory": Escape(
        SYSTEM_CALL + "assert call(256, 238, os.getppid(), 0, 0, 0) >= 0",
        "migrate_pages",
    ),
    "a descriptor of another": Escape(calls(438, 438, 0, 0, 0), "pidfd_getfd"),
    "the command of its parent": Escape(PARENT + "open(f'/proc/{whose}/cmdline').read()", "/proc/"),
    "the environment of its parent": Escape(
        PARENT + "open(f'/proc/{whose}/environ', 'rb').read()", "/proc/"
    ),
    "the processor time of its parent": Escape(
        "import os, time; time.clock_gettime((~os.getppid() << 3) | 2)",
        "(clock_gettime)",
    ),
    "a timer by the time of its parent": Escape(
        SYSTEM_CALL + "assert call(222, 107, (~os.getppid() << 3) | 2, 0, bytes(8)) == 0",
        "(timer_create)",
    ),
    "where its parent keeps its locks": Escape(
        SYSTEM_CALL + "assert call(274, 100, os.getppid(), bytes(8), bytes(8)) == 0",
        "(get_robust_list)",
    ),
    "the session of its parent": Escape(PARENT + "os.getsid(whose)", "(getsid)"),
    "where its parent may run": Escape(
        PARENT + "os.sched_getaffinity(whose)", "(sched_getaffinity)"
    ),
    "a core in common with its parent": Escape(
        SYSTEM_CALL + "assert call(157, 167, 62, 2, os.getppid(), 0, 0) == 0",
        "the system call prctl",
    ),
    "a signal by its parent's folder": Escape(
        SYSTEM_CALL + "whose = os.open(f'/proc/{os.getppid()}', os.O_RDONLY | os.O_DIRECTORY)\n"
        "assert call(424, 424, whose, 0, None, 0) == 0",
        "/proc/",
    ),
    "what its parent may do": Escape(
        SYSTEM_CALL + "import struct\n"
        "assert call(125, 90, struct.pack('Ii', 0x20080522, os.getppid()), bytes(24)) == 0",
        "(capget)",
    ),
    "the program of its parent": Escape(PARENT + "os.readlink(f'/proc/{whose}/exe')", "/proc/"),
    "what its parent has open": Escape(PARENT + "os.readlink(f'/proc/{whose}/fd/0')", "/proc/"),
    "the group of its parent": Escape(PARENT + "os.setpgid(0, whose)", "(setpgid)"),
    "all processes": Escape("import os; os.listdir('/proc')", "/proc"),
    "signals by an open file": Escape(
        PARENT + "import fcntl; fcntl.fcntl(0, fcntl.F_SETOWN, whose)", "(fcntl)"
    ),
    "what is ended first of its parent": Escape(
        PARENT + "open(f'/proc/{whose}/oom_score_adj', 'w').write('1')", "/proc/"
    ),
    "signals by an open file, to a thread": Escape(
        PARENT + "import fcntl, struct; fcntl.fcntl(0, 15, struct.pack('ii', 1, whose))", "fcntl"
    ),
    "priority of its parent's group": Escape(
        PARENT + "os.setpriority(os.PRIO_PGRP, whose, 5)", "(setpriority)"
    ),
    "how all of its user reads and writes": Escape(
        SYSTEM_CALL + "assert call(251, 30, 3, os.getuid(), 3 << 13) == 0", "(ioprio_set)"
    ),
    "how its parent is scheduled, by a newer call": Escape(
        SYSTEM_CALL + "assert call(314, 274, os.getppid(), bytes([48]) + bytes(47), 0) == 0",
        "(sched_setattr)",
    ),
    "a signal to a thread of its parent": Escape(
        SYSTEM_CALL + "assert call(234, 131, os.getppid(), os.getppid(), 0) == 0", "(tgkill)"
    ),
    "which group its parent is in": Escape(PARENT + "os.getpgid(whose)", "(getpgid)"),
    "the priority of its parent": Escape(
        PARENT + "os.getpriority(os.PRIO_PROCESS, whose)", "(getpriority)"
    ),
    "memory of its parent, given up": Escape(
        SYSTEM_CALL + "assert call(440, 440, 0, bytes(16), 1, 21, 0) >= 0", "process_madvise"
    ),
    "memory of a process that ends": Escape(calls(448, 448, 0, 0), "process_mrelease"),
    "pages of its parent": Escape(
        SYSTEM_CALL + "assert call(279, 239, os.getppid(), 0, 0, 0, 0, 0) == 0", "move_pages"
    ),
}
