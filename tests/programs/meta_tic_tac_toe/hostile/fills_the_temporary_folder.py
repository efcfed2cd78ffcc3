# outcome: valid; fills an empty folder that is gone after the call
# on landlock: disqualified: /tmp/filled
# on rlimits: disqualified: /tmp/filled
from legal import move

try:
    for n in range(10_000):
        with open(f"/tmp/filled{n}", "wb", buffering=0) as file:
            while file.write(b"4" * (1 << 20)):
                pass
except OSError:
    pass
print(move())
