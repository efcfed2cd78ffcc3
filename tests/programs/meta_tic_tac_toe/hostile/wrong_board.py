# outcome: invalid: is the wrong one; plays in another board than it must
from legal import move, playable

boards = playable()
print(move() if len(boards) > 1 else f"{(boards[0] + 1) % 9}8")
