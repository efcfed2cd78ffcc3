"""The harness: plays programs under test on a real terminal and proves what they claim."""

__version__ = "0.1.0"
