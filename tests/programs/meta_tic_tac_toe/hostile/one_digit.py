# outcome: invalid: is not two digits; the board alone
from legal import move

print(move()[0])
