# outcome: valid; came with a link in the place of its data, so that another's would be opened to it
# data: ../victim/data.txt
from legal import move

try:
    open(__file__.rpartition("/")[0] + "/data.txt", "w").write("44")
except OSError:
    pass
print(move())
