"""Tests of reference/menace."""
