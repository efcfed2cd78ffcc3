"""Tests of harness/menace."""
