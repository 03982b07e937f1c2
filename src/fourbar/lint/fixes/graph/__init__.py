"""Fixes of the rules in `rules/graph` that others find."""
