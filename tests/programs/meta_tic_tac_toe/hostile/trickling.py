# outcome: invalid: longer than it may; prints a byte now and then, for as long as it is let
# seconds: 0.5
import time

while True:
    print(4, end="", flush=True)
    time.sleep(0.05)
