# outcome: valid; nobody shall read its data any more, itself and the arena included
import os

from legal import move

os.chmod(__file__.rpartition("/")[0] + "/data.txt", 0)
print(move())
