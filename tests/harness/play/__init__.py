"""Tests of play on a terminal."""
