"""How fast the champion searches: nodes a second, and how far it sees in the time of a move.

The positions are those of a match against itself. A node is a position of the tree, looked at two
plies deep, the second of them in tables. Depth is that of the line of play that the tree thinks
best for both sides, those two plies not counted. Time is the processor's, so that a busy machine
changes little; what the interpreter takes to start is not in it.
"""

import gc
import random
import sys
from statistics import mean
from time import process_time
from typing import Final, NamedTuple

from reference.meta_tic_tac_toe.self_play import OutOfTimeError, TreeSearch, play

SECONDS: Final = 0.85
SEED: Final = 5
EVERY: Final = 6  # plies from one position to the next


class Speed(NamedTuple):
    """What one search of one position came to."""

    tiles: int  # taken, on all boards
    depth: int  # plies, of the best line
    nodes: int
    seconds: float


class Stopwatch:
    """Processor time for a search."""

    def __init__(self, seconds: float) -> None:
        self.begin = process_time()
        self.seconds = seconds

    def look(self) -> None:
        """Raise OutOfTimeError when the time is up."""
        if process_time() > self.begin + self.seconds:
            raise OutOfTimeError


def measure(seconds: float = SECONDS, seed: int = SEED) -> list[Speed]:
    """Search positions of one match, each for so many seconds; a search that wins ends sooner."""
    seen, _ = play(random.Random(seed), depth=3)
    speeds = []
    gc.disable()  # as the bot does
    for position in seen[::EVERY]:
        search = TreeSearch(list(position.codes), position.side, position.master, position.target)
        watch = Stopwatch(seconds)
        search.best_move(watch)
        taken = sum(code // 3**tile % 3 > 0 for code in position.codes for tile in range(9))
        speeds.append(Speed(taken, len(search.line()), search.nodes, process_time() - watch.begin))
    gc.enable()
    return speeds


def summary(speeds: list[Speed]) -> str:
    """The figures of all positions together; depths leave out searches that saw the end."""
    rate = sum(speed.nodes for speed in speeds) / sum(speed.seconds for speed in speeds)
    depths = [speed.depth for speed in speeds if speed.seconds > SECONDS / 2]
    return (
        f"{rate:,.0f} nodes a second, depth {min(depths)}-{max(depths)}, "
        f"{mean(depths):.1f} on average, in {SECONDS} s"
    )


def main() -> int:
    """Measure and print."""
    speeds = measure()
    print("tiles  depth      nodes  seconds")
    for speed in speeds:
        print(f"{speed.tiles:5}  {speed.depth:5}  {speed.nodes:9,}  {speed.seconds:7.2f}")
    print(summary(speeds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
