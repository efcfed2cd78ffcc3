"""Tell when the second is nearly over, also on a machine that has other things to do.

A bot may open nothing outside its folder, so it cannot ask the system when it was started. It knows
the processor time that its start took, and how much longer than that everything takes since: if
half of the processor is given to others now, it was so during the start and will be at the end. To
read files can be slower still than to think, where somebody watches what is read; so the time from
the first line of the program until all its modules are there is looked at by itself.
"""

from time import perf_counter, process_time
from typing import Final, Protocol

LIMIT: Final = 0.97  # seconds from the start to the end, as reckoned here
END: Final = 0.03  # seconds of processor time for what comes before and after all this
SLACK: Final = 1.4  # how many times as long as reckoned start and end may take
MOST: Final = 0.6  # seconds: more than this is not allowed for the start and the end
INTERVAL: Final = 0.05  # seconds between measurements of the load


class OutOfTimeError(Exception):
    """The time is up."""


class Watch(Protocol):
    """What a search is given to keep to its time."""

    def look(self) -> None:
        """Raise OutOfTimeError if there is no more time."""


class Clock:
    """Wall-clock time since the program's start, reckoned. Make it as early as can be."""

    def __init__(self, limit: float = LIMIT) -> None:
        self.limit = limit
        self.entered = self.last = perf_counter()
        self.start_cost = process_time()  # of the interpreter: seconds of processor time
        self.start_load = 1.0  # how many times as long as that it may have taken
        self.longest_gap = 0.0  # between two looks, in seconds: the processor was elsewhere
        self.measure(self.entered)

    def ready(self) -> None:
        """Note that all modules are loaded."""
        self.last = perf_counter()
        self.start_load = self.load(self.last)
        self.measure(self.last)

    def load(self, now: float) -> float:
        """How many times its processor time the program has taken since it entered."""
        used = process_time() - self.start_cost
        return max(1.0, (now - self.entered) / max(used, 1e-3))

    def look(self) -> None:
        """Raise OutOfTimeError if there is no more time."""
        now = perf_counter()
        if now - self.last > self.longest_gap:
            self.longest_gap = now - self.last
        self.last = now
        if now > self.next_measurement:
            self.measure(now)
        if now > self.stop:
            raise OutOfTimeError

    def measure(self, now: float) -> None:
        """Reckon anew when to stop, from the load of the machine so far."""
        load = self.load(now)
        overhead = SLACK * (self.start_cost * max(load, self.start_load) + END * load)
        self.stop = self.entered + self.limit - min(overhead, MOST) - 2 * self.longest_gap
        self.next_measurement = now + INTERVAL
