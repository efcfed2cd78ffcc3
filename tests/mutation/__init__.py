"""Mutation tests of the judges."""
