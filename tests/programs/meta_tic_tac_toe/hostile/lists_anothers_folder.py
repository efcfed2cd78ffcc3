# outcome: disqualified: victim; looks which files another bot has
import os

from legal import move

try:
    os.listdir("victim")
except OSError:
    pass
print(move())
