# outcome: invalid: is not two digits; a right move, and a second one in reserve
from legal import move

print(move(), "44", sep="\n")
