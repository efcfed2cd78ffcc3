# outcome: invalid: longer than it may; answers rightly, but does not end
# seconds: 0.5
import time

from legal import move

print(move(), flush=True)
time.sleep(600)
