# outcome: invalid: longer than it may; stops, so that it does not even sleep
# seconds: 0.5
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)
