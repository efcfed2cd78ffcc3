"""Wins a small board when it can."""
