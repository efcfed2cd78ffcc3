# outcome: invalid: is won; plays in a board that is won, as soon as it may choose
# rounds: 40
# not on landlock: the rules are the same there, and it plays for long
# not on rlimits: as before
import sys

from legal import move, playable

won = [b for b in range(9) if sys.argv[11][b] != "-"]
empty = [f"{b}{sys.argv[2 + b].index('-')}" for b in won if "-" in sys.argv[2 + b]]
print(empty[0] if empty and len(playable()) > 1 else move())
