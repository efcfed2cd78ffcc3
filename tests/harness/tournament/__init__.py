"""Tests of harness/tournament."""
