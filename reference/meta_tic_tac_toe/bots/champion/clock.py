"""Tell when the second is nearly over, also on a machine that has other things to do.

A bot may open nothing outside its folder, so it cannot ask the system when it was started. It knows
the processor time that its start took, and how much longer than that everything takes since: if
half of the processor is given to others now, it was so during the start and will be at the end.
"""

from time import perf_counter, process_time
from typing import Final, Protocol

LIMIT: Final = 0.88  # seconds from the start to the end, as reckoned here
END: Final = 0.03  # seconds of processor time for what comes before and after all this
FIRST_LOOK: Final = 0.05  # seconds until the load is measured, and between measurements


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
        self.longest_gap = 0.0  # between two looks, in seconds: the processor was elsewhere
        self.stop = self.entered + limit - self.start_cost - END
        self.next_measurement = self.entered + FIRST_LOOK

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
        load = (now - self.entered) / max(1e-3, process_time() - self.start_cost)
        overhead = max(1.0, load) * (self.start_cost + END)
        self.stop = self.entered + self.limit - overhead - 2 * self.longest_gap
        self.next_measurement = now + FIRST_LOOK
