# outcome: invalid: more memory or processes; shared memory, which no limit of a process counts
# seconds: 10
# memory_mib: 128
import mmap

from legal import move

held = mmap.mmap(-1, 1 << 30)
for at in range(0, 1 << 30, 4096):
    held[at] = 1
print(move())
