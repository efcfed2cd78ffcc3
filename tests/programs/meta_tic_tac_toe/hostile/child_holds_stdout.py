# outcome: valid; answers in time, while a child of it keeps its standard output open
import os
import time

from legal import move

if os.fork() == 0:
    time.sleep(600)
print(move())
