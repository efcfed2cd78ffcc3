"""Thousands of MENACE machines learning at once, and their learning curves."""
