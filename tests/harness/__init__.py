"""Tests of the harness, one module for each of its own."""
