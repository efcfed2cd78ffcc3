# outcome: invalid: longer than it may; every process of it forks without end
# seconds: 0.5
import os

while True:
    try:
        os.fork()
    except OSError:
        pass
