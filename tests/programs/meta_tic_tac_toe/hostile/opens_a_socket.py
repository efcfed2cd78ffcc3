# outcome: disqualified: a socket (AF_INET); asks a friend
import socket

from legal import move

try:
    socket.create_connection(("127.0.0.1", 80), 0.1)
except OSError:
    pass
print(move())
