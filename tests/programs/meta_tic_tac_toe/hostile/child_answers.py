# outcome: invalid: is not two digits; ends at once, and has a child answer after its end
import os
import time

from legal import move

if os.fork() == 0:
    time.sleep(0.2)
    print(move())
