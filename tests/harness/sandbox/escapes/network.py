"""Sockets, and what the network tells."""

from typing import Final

from tests.harness.sandbox.escapes.way import PAIR, Escape, opens_socket

NETWORK: Final = {
    "tcp": Escape(opens_socket("AF_INET"), "a socket (AF_INET)"),
    "udp": Escape(opens_socket("AF_INET", "SOCK_DGRAM"), "a socket (AF_INET)"),
    "tcp of IPv6": Escape(opens_socket("AF_INET6"), "a socket (AF_INET6)"),
    "unix socket": Escape(opens_socket("AF_UNIX"), "a socket (AF_UNIX)"),
    "unix datagrams": Escape(opens_socket("AF_UNIX", "SOCK_DGRAM"), "a socket (AF_UNIX)"),
    "netlink": Escape(opens_socket("AF_NETLINK", "SOCK_RAW"), "a socket (AF_NETLINK)"),
    "packets": Escape(opens_socket("AF_PACKET", "SOCK_RAW"), "a socket (AF_PACKET)"),
    "vsock": Escape(opens_socket("AF_VSOCK"), "a socket (AF_VSOCK)"),
    "crypto of the kernel": Escape(opens_socket("AF_ALG", "SOCK_SEQPACKET"), "a socket (AF"),
    "a pair that names whom it asks": Escape(
        "import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
        "a socket (AF_UNIX)",
    ),
    "a pair that is bound to a path": Escape(
        "import socket; socket.socketpair()[0].bind('FOLDER/named')",
        "the system call bind",
    ),
    "a pair that connects": Escape(
        "import socket; socket.socketpair()[0].connect('\\0golfproof')",
        "the system call connect",
    ),
    "the unix sockets of others": Escape("open('/proc/net/unix').read()", "/net/unix"),
    "the connections of others": Escape("open('/proc/self/net/tcp').read()", "/net/tcp"),
    "what the network received": Escape(
        "import os; open(f'/proc/self/task/{os.getpid()}/net/dev').read()",
        "/net/dev",
    ),
    "the networks of the machine": Escape(
        PAIR + "import fcntl, struct; fcntl.ioctl(one, 0x8912, struct.pack('iP', 0, 0))",
        "the system call ioctl",
    ),
    "whether a network is there": Escape(
        PAIR + "import fcntl; fcntl.ioctl(one, 0x8913, b'lo' + bytes(38))",
        "the system call ioctl",
    ),
    "controller area": Escape(opens_socket("AF_CAN", "SOCK_RAW"), "a socket (family"),
    "keys of the network": Escape(opens_socket("AF_KEY", "SOCK_RAW"), "a socket (family"),
    "a cluster": Escape(opens_socket("AF_TIPC", "SOCK_RDM"), "a socket (family"),
    "a pair that listens": Escape(PAIR + "one.listen()", "the system call listen"),
    "a pair that takes calls": Escape(PAIR + "one.accept()", "the system call accept"),
    "signals of a socket": Escape(
        PAIR + "import fcntl, os, struct; fcntl.ioctl(one, 0x8902, struct.pack('i', os.getppid()))",
        "the system call ioctl",
    ),
    "tcp by a shell": Escape(
        "import subprocess; subprocess.run(['bash', '-c', '< /dev/tcp/127.0.0.1/9'], check=True)",
        "a socket (AF_INET)",
    ),
}
