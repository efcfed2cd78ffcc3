# outcome: invalid: is not two digits; a right move with zero bytes in it
from legal import move

print("\0".join(move()))
