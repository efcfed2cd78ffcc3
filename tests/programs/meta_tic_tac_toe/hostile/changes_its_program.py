# outcome: valid; would be another bot in its next call, but its program cannot be written
from legal import move

try:
    open(__file__, "w").write("print('changed')\n")
except OSError:
    pass
print(move())
