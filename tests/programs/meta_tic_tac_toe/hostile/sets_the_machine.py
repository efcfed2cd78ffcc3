# outcome: disqualified: /proc/sys/; changes a setting of the whole machine, to what it is
from legal import move

name = "/proc/sys/kernel/core_pattern"
try:
    with open(name) as file:
        old = file.read()
    with open(name, "w") as file:
        file.write(old)
except OSError:
    pass
print(move())
