# outcome: valid; ends whoever started it, as far as it may
# on rlimits: disqualified: the arena's own process
import os
import signal

from legal import move

try:
    os.kill(os.getppid(), signal.SIGKILL)
except PermissionError:
    pass
print(move())
