# outcome: invalid: is not two digits; a right move in digits that only Unicode calls so
from legal import move

print(move().translate({ord("0") + n: 0x660 + n for n in range(10)}))
