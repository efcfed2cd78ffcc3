"""The numbers of system calls, by processor.

Source: the kernel's asm/unistd_64.h and asm-generic/unistd.h, which a test holds these to.
"""

from __future__ import annotations

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

NEWEST: Final = 469  # file_setattr, of Linux 6.17
X86_64: Final[Mapping[str, int]] = {
    "open": 2, "openat": 257, "openat2": 437, "creat": 85, "execve": 59, "execveat": 322,
    "socket": 41, "socketpair": 53, "connect": 42, "bind": 49, "listen": 50, "accept": 43,
    "accept4": 288, "truncate": 76, "rename": 82, "renameat": 264, "renameat2": 316, "link": 86,
    "linkat": 265, "unlink": 87, "unlinkat": 263, "mkdir": 83, "mkdirat": 258, "rmdir": 84,
    "symlink": 88, "symlinkat": 266, "mknod": 133, "mknodat": 259, "chmod": 90, "fchmodat": 268,
    "fchmodat2": 452, "chown": 92, "lchown": 94, "fchownat": 260, "utime": 132, "utimes": 235,
    "futimesat": 261, "utimensat": 280, "setxattr": 188, "lsetxattr": 189, "removexattr": 197,
    "lremovexattr": 198, "fsetxattr": 190, "fremovexattr": 199, "fchmod": 91, "fchown": 93,
    "clone": 56, "fork": 57, "vfork": 58, "clone3": 435, "unshare": 272, "setns": 308,
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "kill": 62,
    "tkill": 200, "tgkill": 234, "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297,
    "pidfd_open": 434, "pidfd_getfd": 438, "ptrace": 101, "process_vm_readv": 310,
    "process_vm_writev": 311, "kcmp": 312, "process_madvise": 440, "process_mrelease": 448,
    "migrate_pages": 256, "move_pages": 279, "memfd_create": 319, "memfd_secret": 447, "shmget": 29,
    "shmat": 30, "msgget": 68, "semget": 64, "mq_open": 240, "mq_unlink": 241, "add_key": 248,
    "request_key": 249, "keyctl": 250, "seccomp": 317, "prlimit64": 302, "setpriority": 141,
    "ioprio_set": 251, "sched_setparam": 142, "sched_setscheduler": 144, "sched_setaffinity": 203,
    "sched_setattr": 314, "userfaultfd": 323, "name_to_handle_at": 303, "open_by_handle_at": 304,
    "bpf": 321, "perf_event_open": 298, "mount": 165, "umount2": 166, "pivot_root": 155,
    "chroot": 161, "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431,
    "fsmount": 432, "fspick": 433, "mount_setattr": 442, "fanotify_init": 300,
    "inotify_add_watch": 254, "swapon": 167, "swapoff": 168, "reboot": 169, "kexec_load": 246,
    "kexec_file_load": 320, "init_module": 175, "finit_module": 313, "delete_module": 176,
    "acct": 163, "settimeofday": 164, "clock_settime": 227, "sethostname": 170,
    "setdomainname": 171, "syslog": 103, "quotactl": 179, "quotactl_fd": 443, "iopl": 172,
    "ioperm": 173, "vhangup": 153, "lookup_dcookie": 212, "nfsservctl": 180, "uselib": 134,
    "ioctl": 16, "fcntl": 72, "flock": 73, "mincore": 27, "cachestat": 451, "preadv2": 327,
    "adjtimex": 159, "clock_adjtime": 305, "setxattrat": 463, "removexattrat": 466,
    "open_tree_attr": 467, "file_setattr": 469, "sched_getaffinity": 204, "sched_getparam": 143,
    "sched_getscheduler": 145, "sched_rr_get_interval": 148, "sched_getattr": 315, "getpgid": 121,
    "getsid": 124, "getpriority": 140, "ioprio_get": 252, "get_robust_list": 274,
    "clock_gettime": 228, "clock_getres": 229, "clock_nanosleep": 230, "timer_create": 222,
    "futex": 202, "futex_waitv": 449, "futex_wake": 454, "futex_wait": 455, "futex_requeue": 456,
    "fadvise64": 221, "madvise": 28, "io_setup": 206, "prctl": 157, "rt_sigaction": 13,
    "getrlimit": 97, "setrlimit": 160, "shmctl": 31, "shmdt": 67, "semop": 65, "semctl": 66,
    "semtimedop": 220, "msgsnd": 69,
    "msgrcv": 70, "msgctl": 71, "getsockopt": 55, "capget": 125, "readlink": 89, "readlinkat": 267,
    "getxattr": 191, "lgetxattr": 192, "listxattr": 194, "llistxattr": 195, "getxattrat": 464,
    "listxattrat": 465, "file_getattr": 468, "landlock_create_ruleset": 444,
    "landlock_add_rule": 445, "landlock_restrict_self": 446, "write": 1, "writev": 20,
    "pwritev2": 328, "sendfile": 40, "splice": 275, "dup": 32, "dup2": 33, "dup3": 292,
    "sendmsg": 46, "sendmmsg": 307, "setpgid": 109, "mbind": 237, "get_mempolicy": 239,
    "stat": 4, "lstat": 6, "newfstatat": 262, "statx": 332, "access": 21, "faccessat": 269,
    "faccessat2": 439,
}  # fmt: skip
ARM_64: Final[Mapping[str, int]] = {
    "openat": 56, "openat2": 437, "execve": 221, "execveat": 281, "socket": 198, "socketpair": 199,
    "connect": 203, "bind": 200, "listen": 201, "accept": 202, "accept4": 242, "truncate": 45,
    "renameat": 38, "renameat2": 276, "linkat": 37, "unlinkat": 35, "mkdirat": 34, "symlinkat": 36,
    "mknodat": 33, "fchmodat": 53, "fchmodat2": 452, "fchownat": 54, "utimensat": 88, "setxattr": 5,
    "lsetxattr": 6, "removexattr": 14, "lremovexattr": 15, "fsetxattr": 7, "fremovexattr": 16,
    "fchmod": 52, "fchown": 55, "clone": 220, "clone3": 435, "unshare": 97, "setns": 268,
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "kill": 129,
    "tkill": 130, "tgkill": 131, "rt_sigqueueinfo": 138, "rt_tgsigqueueinfo": 240,
    "pidfd_open": 434, "pidfd_getfd": 438, "ptrace": 117, "process_vm_readv": 270,
    "process_vm_writev": 271, "kcmp": 272, "process_madvise": 440, "process_mrelease": 448,
    "migrate_pages": 238, "move_pages": 239, "memfd_create": 279, "memfd_secret": 447,
    "shmget": 194, "shmat": 196, "msgget": 186, "semget": 190, "mq_open": 180, "mq_unlink": 181,
    "add_key": 217, "request_key": 218, "keyctl": 219, "seccomp": 277, "prlimit64": 261,
    "setpriority": 140, "ioprio_set": 30, "sched_setparam": 118, "sched_setscheduler": 119,
    "sched_setaffinity": 122, "sched_setattr": 274, "userfaultfd": 282, "name_to_handle_at": 264,
    "open_by_handle_at": 265, "bpf": 280, "perf_event_open": 241, "mount": 40, "umount2": 39,
    "pivot_root": 41, "chroot": 51, "open_tree": 428, "move_mount": 429, "fsopen": 430,
    "fsconfig": 431, "fsmount": 432, "fspick": 433, "mount_setattr": 442, "fanotify_init": 262,
    "inotify_add_watch": 27, "swapon": 224, "swapoff": 225, "reboot": 142, "kexec_load": 104,
    "kexec_file_load": 294, "init_module": 105, "finit_module": 273, "delete_module": 106,
    "acct": 89, "settimeofday": 170, "clock_settime": 112, "sethostname": 161, "setdomainname": 162,
    "syslog": 116, "quotactl": 60, "quotactl_fd": 443, "vhangup": 58, "lookup_dcookie": 18,
    "nfsservctl": 42, "ioctl": 29, "fcntl": 25, "flock": 32, "mincore": 232,
    "cachestat": 451, "preadv2": 286, "adjtimex": 171, "clock_adjtime": 266, "setxattrat": 463,
    "removexattrat": 466, "open_tree_attr": 467, "file_setattr": 469, "sched_getaffinity": 123,
    "sched_getparam": 121, "sched_getscheduler": 120, "sched_rr_get_interval": 127,
    "sched_getattr": 275, "getpgid": 155, "getsid": 156, "getpriority": 141, "ioprio_get": 31,
    "get_robust_list": 100, "clock_gettime": 113, "clock_getres": 114, "clock_nanosleep": 115,
    "timer_create": 107, "futex": 98, "futex_waitv": 449, "futex_wake": 454, "futex_wait": 455,
    "futex_requeue": 456, "fadvise64": 223, "madvise": 233, "io_setup": 0, "prctl": 167,
    "rt_sigaction": 134, "getrlimit": 163, "setrlimit": 164, "shmctl": 195, "shmdt": 197,
    "semop": 193, "semctl": 191,
    "semtimedop": 192, "msgsnd": 189, "msgrcv": 188, "msgctl": 187, "getsockopt": 209, "capget": 90,
    "readlinkat": 78, "getxattr": 8, "lgetxattr": 9, "listxattr": 11, "llistxattr": 12,
    "getxattrat": 464, "listxattrat": 465, "file_getattr": 468, "landlock_create_ruleset": 444,
    "landlock_add_rule": 445, "landlock_restrict_self": 446, "write": 64, "writev": 66,
    "pwritev2": 287, "sendfile": 71, "splice": 76, "dup": 23, "dup3": 24, "sendmsg": 211,
    "sendmmsg": 269, "setpgid": 154, "mbind": 235, "get_mempolicy": 236,
    "newfstatat": 79, "statx": 291, "faccessat": 48, "faccessat2": 439,
}  # fmt: skip

# Those in which a thread waits until it can read, or until a time that it has set is over.
X86_64_WAITS: Final[Mapping[str, int]] = {
    "read": 0, "readv": 19, "poll": 7, "ppoll": 271, "select": 23, "pselect6": 270,
    "epoll_wait": 232, "epoll_pwait": 281, "epoll_pwait2": 441, "nanosleep": 35,
    "clock_nanosleep": 230,
}  # fmt: skip
ARM_64_WAITS: Final[Mapping[str, int]] = {
    "read": 63, "readv": 65, "ppoll": 73, "pselect6": 72, "epoll_pwait": 22, "epoll_pwait2": 441,
    "nanosleep": 101, "clock_nanosleep": 115,
}  # fmt: skip
