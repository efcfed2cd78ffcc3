# outcome: valid; writes until it is stopped, into its data and into new files
from legal import move

folder = __file__.rpartition("/")[0]
for name in ("data.txt", *(f"{n}.txt" for n in range(100))):
    try:
        with open(f"{folder}/{name}", "ab", buffering=0) as file:
            while file.write(b"4" * (1 << 16)):
                pass
    except OSError:
        pass
print(move())
