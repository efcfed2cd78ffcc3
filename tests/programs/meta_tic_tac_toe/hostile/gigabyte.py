# outcome: invalid: is not two digits; takes a gigabyte, and has no answer for being refused it
from legal import move

held = bytearray(1 << 30)
print(move())
