"""Fixes of the rules in `rules/schema` that others find."""
