# outcome: valid; answers rightly and then ends by a signal, which is not judged
import os

from legal import move

print(move(), flush=True)
os.abort()
