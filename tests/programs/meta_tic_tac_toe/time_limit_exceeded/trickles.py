# clause: meta_tic_tac_toe/time; a space every now and then, for ever
import time
import sys

me, *boards, master, last = sys.argv[1:]

while True:
    print(end=" ", flush=True)
    time.sleep(0.05)
