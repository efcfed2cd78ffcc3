# outcome: invalid: is not two digits; clears the screen and names the window, then a right move
from legal import move

print("\x1b[2J\x1b]0;champion\x07" + move())
