# outcome: disqualified: victim/data.txt; gives another's data a second name, in its own folder
import os

from legal import move

try:
    os.link("victim/data.txt", __file__.rpartition("/")[0] + "/stolen.txt")
except OSError:
    pass
print(move())
