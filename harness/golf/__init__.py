"""Sizes: what is counted, and the tables of it."""
