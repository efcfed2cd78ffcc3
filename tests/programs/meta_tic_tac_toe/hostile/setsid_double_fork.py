# outcome: valid; leaves a process that is in no group or session of its own
import os
import signal
import time

from legal import move

print(move(), flush=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        time.sleep(600)
    os._exit(0)
