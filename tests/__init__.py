"""Tests: one module for each module of the reference and of the harness."""
