"""Numbers that a program prints: as many digits as it likes, of which no more are read than count.

`int` refuses 4,300 digits and more, and reads some that Python's `isdigit` accepts, as `²`, not at
all. Digits are those of `str.isdecimal`.
"""

from typing import Final

DIGITS_AT_MOST: Final = 9
MOST: Final = 10**DIGITS_AT_MOST  # stands for every greater number


def number_of(digits: str) -> int:
    """The number that these decimal digits write, or `MOST` if that is less."""
    bare = digits if len(digits) <= DIGITS_AT_MOST else digits.lstrip("0")
    return int(bare or "0") if len(bare) <= DIGITS_AT_MOST else MOST
