# outcome: invalid: is not two digits; a right move and a digit more
from legal import move

print(move() + "4")
