"""Fixes of the rules in `rules/assets` that others find."""
