"""Tests of reference/menace/learning."""
