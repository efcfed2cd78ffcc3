"""Tests of harness/mu_torere."""
