# outcome: invalid: longer than it may; ignores every signal that can be, and stays
# seconds: 0.5
import signal
import time

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    try:
        signal.signal(number, signal.SIG_IGN)
    except OSError:
        pass
time.sleep(600)
