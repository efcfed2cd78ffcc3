"""Tests of harness/sandbox."""
