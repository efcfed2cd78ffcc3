# outcome: invalid: longer than it may; closes all its streams, so that only its end can be seen
# seconds: 0.5
import os
import time

os.closerange(0, 100)
time.sleep(600)
