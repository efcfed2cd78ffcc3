# outcome: invalid: is taken; plays on its own tile again
# rounds: 4
import sys

from legal import playable

board = playable()[0]
tiles = sys.argv[2 + board]
print(f"{board}{board if tiles == '-' * 9 else next(t for t in range(9) if tiles[t] != '-')}")
