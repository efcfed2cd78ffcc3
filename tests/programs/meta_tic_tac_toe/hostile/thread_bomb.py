# outcome: valid; as many threads as it is given, then a right move
import os
import threading
import time

from legal import move

try:
    while True:
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
except RuntimeError:
    print(move(), flush=True)
    os._exit(0)
