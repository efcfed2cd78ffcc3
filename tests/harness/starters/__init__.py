"""Tests of what a program of one's own begins with."""
