"""Brute force that shares no code with what it judges."""
