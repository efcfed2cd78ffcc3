# outcome: disqualified: victim/data.txt; reads by a symbolic link that came with its program
# link: ../victim/data.txt
from legal import move

try:
    open(__file__.rpartition("/")[0] + "/link").read()
except OSError:
    pass
print(move())
