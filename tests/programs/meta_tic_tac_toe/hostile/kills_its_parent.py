# outcome: disqualified: a process that it did not start; ends whoever started it, as far as it may
import os
import signal

from legal import move

try:
    os.kill(os.getppid(), signal.SIGKILL)
except PermissionError:
    pass
print(move())
