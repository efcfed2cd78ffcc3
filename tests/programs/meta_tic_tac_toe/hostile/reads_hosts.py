# outcome: disqualified: /etc/hosts; reads a file of the system that no program needs
from legal import move

try:
    open("/etc/hosts").read()
except OSError:
    pass
print(move())
