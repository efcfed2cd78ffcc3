# outcome: invalid: more than any answer needs; complains without end
import sys

while True:
    sys.stderr.write("4" * 10_000)
