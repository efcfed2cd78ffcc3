# outcome: invalid: is not two digits; bytes that are no text
import sys

sys.stdout.buffer.write(b"\xff\xfe4\xc04")
