# outcome: invalid: longer than it may; would answer in ten minutes
# seconds: 0.3
import time

from legal import move

time.sleep(600)
print(move())
